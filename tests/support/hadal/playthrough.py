"""Recorded playthroughs: a header that says how to replay a game, and the game in words.

The header is TOML: mission, policy, players, shift, seed, index, and if needed `options` and `changes` (of the mission,
by path). A line of dashes ends it. `python -m tests.support.hadal.playthrough` writes them all again.
"""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.variants import CHANGES
from engine.hadal.game import HADAL
from engine.hadal.table.results import ENDS
from engine.hadal.words.telling import _NAMES
from tests.support import ROOT

FOLDER = ROOT / "tests/engine/hadal/playthroughs"
RULER = "-" * 40


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
        given: dict[str, Any] = tomllib.loads(self.header)
        grid = GRID.resolve(
            {
                "missions": [given["mission"]],
                "policies": [given["policy"]],
                "players": [given["players"]],
                "shift": [given.get("shift", 0)],
                "options": given.get("options", {}),
            },
            self.path.name,
        )
        cell = GRID.cells(CHANGES.changed(grid, given.get("changes", {}), self.path.name))[0]
        return HADAL.replay(cell, given["seed"], given["index"])


def recorded() -> list[Playthrough]:
    return [Playthrough.read(path) for path in sorted(FOLDER.glob("*.txt"))]


def told(replay: Replay) -> list[str]:
    return [line for _, line in replay.lines]


def seen_in(replay: Replay) -> set[str]:
    """What a game shows: events, kinds of card, results of tests, free and paid actions, ends."""
    seen = set()
    for event in replay.events:
        name = event["event"]
        seen.add(f"event {name}")
        if name == "read":
            seen.add(f"card {event['content'].partition(' of ')[0]}")
        elif name in ("explored", "emergency refresh", "refresh"):
            seen.add(f"{'free' if event['free'] else 'paid'} {name}")
        elif name == "fate":
            seen.add(f"a test that {event['result']}")
        elif name == "test":
            seen.add(f"a {event['kind']} of {event['attribute']}")
        elif name == "entered":
            seen.add(f"an entry onto the {event['to']}")
        elif name == "put back":
            seen.add("a card of an expelled agent" if event["expelled"] else "a card put back")
        elif name == "end":
            seen.add(f"end {event['end']}")
    return seen


def wanted() -> set[str]:
    """Every event, kind of card, action, result and end."""
    cards = ("nothing", "a clue", "a test", "a personal conflict", "the group conflict")
    attributes = ("technology", "dexterity", "strength")
    return {
        *(f"event {name}" for name in _NAMES.values()),
        *(f"card {card}" for card in cards),
        *(f"{how} {what}" for how in ("free", "paid") for what in ("explored", "emergency refresh", "refresh")),
        *(f"a test that {result}" for result in ("fails", "succeeds", "is critical")),
        *(f"a {kind} of {attribute}" for kind in ("test", "conflict", "group conflict") for attribute in attributes),
        *(f"an entry onto the {where}" for where in ("location", "return card")),
        "a card of an expelled agent",
        "a card put back",
        *(f"end {end}" for end in ENDS),
    }


if __name__ == "__main__":
    for each in recorded():
        replace(each, lines=told(each.replay())).write()
    shown: set[str] = set().union(*(seen_in(each.replay()) for each in recorded()))
    print("not shown:", sorted(wanted() - shown) or "nothing")
