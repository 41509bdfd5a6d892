"""Every example that a help shows is run as it stands, only smaller: for every verb, with the games in turn."""

import os
import re
import shlex
from pathlib import Path
from shutil import copytree, rmtree
from subprocess import CompletedProcess

import pytest

from sim import run
from sim.start.new_game import write_new_game
from sim.training import rounds
from sim.verbs.request.verb import all_verbs
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, start
from tests.support.undrawn import without_figures
from tests.support.verbs import flags

FILES = {
    "my-deck.toml": 'extends = "base"\n[cards.the-chalice]\nmoons = 4\n',
    "my-mission.toml": 'extends = "A"\ngoal = 20\n',
    "my-cards.csv": "Name,Moons,Copies\nThe Chalice,3,1\n",
    "mine.toml": 'game = "pig"\nplayers = [2]\ngames = 5\n',
}
"""What the examples name, and a person has."""

OF_PIG = 'def mine(view):\n    """holds at 20"""\n    return view["turn"] < 20\n'
OWN = {
    game: (ROOT / f"engine/{game}/policies/random.py").read_text(encoding="utf-8")
    for game in ("euphoria", "oracle", "hadal")
} | {"pig": OF_PIG}
"""Policies of somebody's own, for games whose page shows no whole file."""

SMALL = {"--executor": "inline", "--untimed": "", "--no-baseline": "", "--minutes": "0.01"}
"""Flags that play less, or in this process, for verbs that have them."""
GAMES = {"gate": 1024, "baseline accept": 1024, "train": 100, "compare": 32, "tune": 256}
"""Games of verbs that need more than a few, or that would play on until they are sure."""
HELD_OUT = 10
"""Games that a player that learns is tried on."""
FORKS = ("gate", "baseline accept", "policies check")
"""Verbs that start processes of their own."""
NAMED = {"piece", "pieces pull", "pieces push"}
"""Verbs of what not every game has, that must be given a name."""
UNDECIDED = {"tune": {3, 4}, "gate": {3, 4}}
"""Other exit codes that so few games may end with."""
WAITING = {"studio"}
"""It serves until Ctrl-C: its own tests start it as its example says."""
SLOW = {"train", "baseline accept", "gate", "policies check", "check"}
"""Verbs whose examples only `make test-full` runs."""


DECLARED = {verb.name: verb for verb in all_verbs()}
VERBS = {name: flags(name) for name in DECLARED}
"""The flags of every verb, by how it is called."""
WITH_A_GAME = [name for name, verb in DECLARED.items() if verb.names_game]
SMALL_GAMES = ("pig", "euphoria", "oracle", "hadal")
"""Whose examples take little time, one after the other."""
KEPT = {name: SMALL_GAMES[at % len(SMALL_GAMES)] for at, name in enumerate(WITH_A_GAME)}
EXAMPLES = [
    pytest.param(verb, KEPT.get(verb, ""), id=verb, marks=pytest.mark.full if verb in SLOW else ())
    for verb in VERBS
    if verb not in WAITING
]


def examples_in(told: str) -> list[str]:
    """The commands that a help shows, each in one line."""
    found = re.search(r"^Examples?:\n(.*?)(?:\n\n|\Z)", told, re.MULTILINE | re.DOTALL)
    return [line.strip() for line in found[1].replace("\\\n", "").splitlines()] if found else []


def smaller(verb: str, words: list[str]) -> list[str]:
    """The command with fewer games."""
    games = ["--games", str(GAMES.get(verb, 4))] if "--games" in VERBS[verb] else []
    return [
        *words,
        *games,
        *(
            word
            for flag, value in SMALL.items()
            if flag in VERBS[verb] and not (games and flag == "--minutes")
            for word in (flag, value)
            if word
        ),
    ]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that an example names."""
    folder = tmp_path_factory.mktemp("workshop")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for name in ("RUN", "OTHER"):
        run(RACE, games=20, out=folder / "reports/runs" / name, executor="inline")
    write_new_game(folder / "pirates")
    (folder / "my-decks").mkdir()
    (folder / "my-decks" / "fatecast_lab-VERSION-py3-none-any.whl").touch()
    return folder


@pytest.fixture
def here(workshop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to write into."""
    folder = copytree(workshop, tmp_path / "here")
    monkeypatch.chdir(folder)
    return folder


def started(*words: str) -> CompletedProcess[str]:
    """The command line in a process of its own, in this folder."""
    with start(*words, cwd=Path.cwd(), env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        out, err = process.communicate(timeout=600)
    return CompletedProcess(words, process.returncode, out, err)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("verb", "game"), EXAMPLES)
def test_every_example_of_a_help_can_be_run(
    verb: str, game: str, here: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "MOST_HELD_OUT", HELD_OUT)
    named = ["--game", game] if game else []
    if verb == "new":
        rmtree(here / "pirates")  # it writes what the others have
    if verb == "trust":
        (here / "fatecast.toml").write_text('game = "./pirates"\n')
    if verb == "gate":
        assert not started("baseline", "accept", "--on", "tuning", *named, "--games", "1024").returncode
    if verb == "policies check":
        (here / "mine.py").write_text(OWN[game])
    if verb == "verify":
        done = typed("try", "options.goal=90", "--game", "pig", "--games", "64", "--page", "result.html")
        assert (here / "result.html").exists(), done.stderr
    if verb == "pieces push":
        typed("pieces", "pull", "my-cards.csv", "--to", "my-deck.toml")
    examples = examples_in(typed(*verb.split(), *named, "-h").stdout)
    if not examples:
        assert DECLARED[verb].needs
        assert f"the game {game} has no" in typed(*verb.split(), *["x"] * (verb in NAMED), *named).stderr
    for example in examples:
        _, *words = shlex.split(example)
        with without_figures():
            done = (started if verb in FORKS else typed)(*smaller(verb, words))
        assert done.returncode in {0} | UNDECIDED.get(verb, set()), (example, done.stderr)
