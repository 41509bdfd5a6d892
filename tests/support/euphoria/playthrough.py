"""A recorded playthrough: a header that says how to replay a game, and the game in words.

The header is TOML: deck, policy, players, seed, index, and if needed `as_seat` and options. A line of dashes ends it.

    python -m tests.support.euphoria.playthrough            replay every recorded game and write its present text
    python -m tests.support.euphoria.playthrough --search   choose other games that show everything
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.euphoria.game import EUPHORIA
from engine.euphoria.table.results import ENDS
from engine.game.results import Replay
from tests.support import ROOT
from tests.support.euphoria import cells
from tests.support.words import read_words

FOLDER = ROOT / "tests/engine/euphoria/playthroughs"
RULER = "-" * 40
SCENARIOS = {
    "wide": 'deck = "wide"\npolicy = "random"\nplayers = 5\n',
    "many": 'deck = "wide"\npolicy = "random"\nplayers = 8\n',
    "table": 'deck = "surrogate"\npolicy = "guardian,random,hunter,gunslinger"\nplayers = 4\n',
    "plain": 'deck = "none"\npolicy = "guardian"\nplayers = 6\n',
    "capped": 'deck = "none"\npolicy = "random"\nplayers = 4\nturn_cap = 8\n',
}
SEED, GAMES = 1, 150
EVENTS = {
    *("dealt", "draw", "new deck", "turn", "redraw", "give", "pass", "interrogate", "use", "react", "arm", "shoot"),
    *("hide", "aim", "expose", "look", "show", "shuffle", "swap", "steal", "take laser", "drop laser", "cancel"),
    *("reverse", "next turn", "hit", "anarchist", "end"),
}
"""Every kind of event that a replay can have, apart from a focus and a broken game."""


@dataclass(frozen=True)
class Playthrough:
    path: Path
    header: str
    lines: list[str]

    @classmethod
    def read(cls, path: Path) -> "Playthrough":
        header, _, told = path.read_text(encoding="utf-8").partition(f"{RULER}\n")
        return cls(path, header, told.splitlines())

    def write(self) -> None:
        text = "".join(f"{line}\n" for line in [RULER, *self.lines])
        self.path.write_text(self.header + text, encoding="utf-8")

    def replay(self) -> Replay:
        """Plays the game of the header again."""
        settings: dict[str, Any] = tomllib.loads(self.header)
        seed, index, seat = settings.pop("seed"), settings.pop("index"), settings.pop("as_seat", None)
        cell = cells.make(**settings)
        return EUPHORIA.replay_as(cell, seed, index, seat) if seat else EUPHORIA.replay(cell, seed, index)


def recorded() -> list[Playthrough]:
    return [Playthrough.read(path) for path in sorted(FOLDER.glob("*.txt"))]


def told(replay: Replay) -> list[str]:
    return [line for _, line in replay.lines]


def seen_in(replay: Replay) -> set[str]:
    """What a game shows: artifacts used, every kind of event, its end."""
    seen = {f"event {event['event']}" for event in replay.events}
    seen |= {f"artifact {event['artifact']}" for event in replay.events if event["event"] in ("use", "react")}
    return seen | {f"end {event['end']}" for event in replay.events if event["event"] == "end"}


def wanted() -> set[str]:
    """Every artifact of the wide deck, every kind of event and every end."""
    artifacts = cells.make("wide").spec["deck"]["artifacts"]
    return {
        *(f"artifact {key}" for key in artifacts),
        *(f"event {name}" for name in EVENTS),
        *(f"end {end}" for end in ENDS),
    }


def candidates() -> list[tuple[Playthrough, set[str]]]:
    """Many games, each with what it shows."""
    found = []
    for name, scenario in SCENARIOS.items():
        for index in range(GAMES):
            header = f"{scenario}seed = {SEED}\nindex = {index}\n"
            bare = Playthrough(FOLDER / f"{name}-{index}.txt", header, [])
            replay = bare.replay()
            found.append((Playthrough(bare.path, header, told(replay)), seen_in(replay)))
    return found


def choose(missing: set[str], games: list[tuple[Playthrough, set[str]]]) -> list[Playthrough]:
    """Chooses few and short games: always the one that shows most new things for its length."""
    chosen = []
    while missing:
        best, seen = max(games, key=lambda game: len(game[1] & missing) / (20 + len(game[0].lines)))
        if not seen & missing:
            sys.exit(f"no game shows {', '.join(sorted(missing))}")
        chosen.append(best)
        missing = missing - seen
    return chosen


def main(search: bool) -> None:
    kept = [game for game in recorded() if not search or "as_seat" in game.header]
    if search:
        for game in recorded():
            if game.path not in [other.path for other in kept]:
                game.path.unlink()
        kept += choose(wanted(), candidates())
    for game in kept:
        Playthrough(game.path, game.header, told(game.replay())).write()
        print(game.path.name)


if __name__ == "__main__":
    main(bool(read_words("tests.support.euphoria.playthrough [--search]", flags=["--search"]).flags))
