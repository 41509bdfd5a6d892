"""The examples at the end of a verb's help. A game gives those that need its own words."""

from typing import Any

from engine.game.about import About
from engine.game.registry import DEFAULT_GAME, GAMES, about, load_game
from sim.verbs.request.verb import Verb

RUN = "reports/runs/RUN"

FOR_ANY_GAME = {
    "run": ("--games 10k --report",),
    "plan": ("--half-width 1%", "--detect 1pp"),
    "try": ("options.NAME=VALUE",),
    "compare": ("POLICY_A POLICY_B --games 10k",),
    "gate": ("--junit gate.xml",),
    "ablate": ("--list-kinds",),
    "sweep": ("--set options.NAME=2..5",),
    "tune": ("--goal 'everywhere: 50 ± 1 %' --vary 'options.*'",),
    "pieces": ("",),
    "piece": ("NAME",),
    "train": ("--games 40k",),
    "init": ("", "my-decks --wheel my-decks/fatecast-VERSION-py3-none-any.whl"),
    "baseline accept": ("default --experiment tuning",),
    "policies check": ("./mine.py",),
}
"""Arguments by verb. A word in capitals stands for one of the game's own."""

WITHOUT_A_GAME = {
    "resume": (RUN,),
    "report": (RUN, f"{RUN} reports/runs/OTHER"),
    "verify": (RUN,),
    "find": (f"{RUN} --limit 3",),
    "replay": (f"{RUN} 0 17",),
    "games": ("", [*GAMES][-1]),
    "check": ("./mine.toml", "./pirates"),
    "new": ("pirates",),
}
"""Verbs that do not ask for a game: they find it in what they read."""

NEEDED = {"pieces": "pieces", "piece": "pieces", "train": "learning"}
"""Parts that not every game has, by the verbs that need them."""


def examples_of(path: str, game: str, known: About) -> list[str]:
    """Whole commands: `path` is how the verb is called, `fatecast baseline accept`. None for a verb that needs a part
    which the game lacks."""
    verb = path.partition(" ")[2]
    if verb in WITHOUT_A_GAME:
        return [f"{path} {words}".strip() for words in WITHOUT_A_GAME[verb]]
    if verb in NEEDED and getattr(load_game(game), NEEDED[verb]) is None:
        return []
    named = "" if game == DEFAULT_GAME else f" --game {game}"
    found = known.examples.get(verb) or FOR_ANY_GAME.get(verb, ())
    return [f"{path} {words}".strip() + named for words in found]


def examples_for(verb: Verb[Any, Any], game: str) -> list[str]:
    """Whole commands; none if the verb needs a part that the game lacks."""
    path = f"fatecast {verb.name}"
    if not verb.names_game:
        return [f"{path} {words}".strip() for words in verb.examples]
    if verb.needs and getattr(load_game(game), verb.needs) is None:
        return []
    named = "" if game == DEFAULT_GAME else f" --game {game}"
    found = about(game).examples.get(verb.name) or verb.examples
    return [f"{path} {words}".strip() + named for words in found]
