"""Small runs of every kind of page: one, two and many of what a run can have several of."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.game.registry import GAMES, forget
from sim import run
from sim.report.shared.run_data import RunData
from tests.support import contest, dice_race, harvest, stakes
from tests.support.pages import BOTH, LOTTERY, TOGETHER, toys
from tests.support.throne import TEXT as THRONE

Experiment = dict[str, object]

SHIPWRECK: Experiment = {"policies": ["mute", "certain"], "players": [2, 5], "doom": [0, 2, 6], "games": 30}
HADAL: Experiment = {
    "game": "hadal",
    "missions": ["A", "B"],
    "policies": ["safe", "veteran"],
    "players": [2, 4],
    "variants": ["usual", "free_refreshes=0 for veteran", "surplus=off for veteran"],
    "games": 30,
    "seed": 1,
}
ORACLE: Experiment = {
    "game": "oracle",
    "layouts": ["A", "B"],
    "policies": ["greedy", "planner"],
    "players": [1, 2],
    "rogues": [4, 6],
    "variants": ["usual", "no_repeat=off for planner", "closed=change-plus for planner"],
    "games": 20,
    "seed": 1,
}
EUPHORIA: Experiment = {"game": "euphoria", "policies": ["random", "hunter"], "players": [4, 5], "games": 60, "seed": 1}
CARDS: Experiment = {"games": 600, "seed": 3}
HOLDS = [f"hold at={at}" for at in range(19, 26)]
BOUT, STAKES = {**contest.BOUT, "games": 300}, {**stakes.STAKES, "games": 300}

RUNS: dict[str, Experiment | str] = {
    "cooperative, one of each": {**SHIPWRECK, "policies": ["certain"], "players": [3], "doom": [4]},
    "cooperative, many": {**LOTTERY, "games": 300},
    "cooperative, ladder": SHIPWRECK,
    "cooperative, two decks": {**SHIPWRECK, "policies": ["mute"], "decks": ["base", "full"], "doom": [0, 6]},
    "cooperative, questions": HADAL,
    "cooperative, one content": {**HADAL, "missions": ["A"], "policies": ["veteran"]},
    "cooperative, cards": {**CARDS, "game": "draws-together"},
    "cooperative, own": TOGETHER,
    "competitive, one of each": {**BOUT, "policies": ["calm"], "players": [2]},
    "competitive, two": {**BOUT, "policies": ["calm", "keen"], "players": [2, 3]},
    "competitive, focus": {**BOUT, **BOTH},
    "competitive, pig": {"game": "pig", "policies": HOLDS, "players": [2, 6], "games": 40},
    "competitive, teams": EUPHORIA,
    "competitive, roles": THRONE,
    "competitive, cards": {**CARDS, "game": "draws", "policies": ["calm", "keen"]},
    "competitive, cards that are only used": {**CARDS, "game": "draws", "zones": False},
    "production, one of each": {**harvest.APPLES, "policies": ["picker"], "trees": [1], "games": 200},
    "production, many": {**harvest.APPLES, "games": 200},
    "production, questions": ORACLE,
    "production, one content": {**ORACLE, "layouts": ["A"], "players": [1], "rogues": [4]},
    "production, cards": {**CARDS, "game": "draws-for-gold"},
    "returns, market": {**STAKES, "game": "market", "policies": ["calm", "keen"]},
    "returns, duel": {**STAKES, "game": "duel", "policies": ["calm"]},
    "returns, focus": {**STAKES, **BOTH, "game": "duel"},
}
"""Experiments, and the texts of games in a file."""


SAMPLE = (
    "cooperative, one of each",
    "cooperative, many",
    "competitive, two",
    "competitive, pig",
    "competitive, teams",
    "competitive, roles",
    "competitive, cards",
    "competitive, cards that are only used",
    "production, one of each",
    "production, questions",
    "production, cards",
    "returns, focus",
)
"""Those that reach every template between them."""
WHOLE = (
    "cooperative, many",
    "cooperative, questions",
    "competitive, cards",
    "production, cards",
    "returns, focus",
)
"""Those whose whole page is read, too."""
ONE_OF_EACH_KIND = (
    "cooperative, many",
    "competitive, cards",
    "production, one of each",
    "returns, market",
)
"""With the whole pages of the first two."""


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder for runs, in which the games of the tests are games like any other."""
    with toys(), TemporaryDirectory() as folder:
        GAMES["dice"] = dice_race.ADDRESS
        yield Path(folder)
    forget()


def played(folder: Path, name: str) -> RunData:
    """The run of this name, played in a folder of its own."""
    experiment, place = RUNS[name], folder / name.replace(", ", "-").replace(" ", "-")
    place.mkdir()
    if not isinstance(experiment, str):
        return RunData(run(dict(experiment), out=place / "played", executor="inline").path)
    (place / "own").mkdir()
    (place / "own" / "game.py").write_text(experiment)
    found = run({"games": 80, "seed": 1}, game=place / "own", out=place / "played", executor="inline")
    return RunData(found.path)
