"""The recorded games of Hadal Project. The header has mission, policy, players, shift, seed, index, and if needed
`options` and `changes` (of the mission, by path). They were chosen by hand."""

from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.variants import CHANGES
from engine.hadal.game import HADAL
from engine.hadal.table.results import ENDS
from engine.hadal.words.telling import _NAMES
from tests.support import ROOT
from tests.support.playthroughs import Shelf


def play(settings: dict[str, Any], folder: Path) -> Replay:
    grid = {
        "missions": [settings["mission"]],
        "policies": [settings["policy"]],
        "players": [settings["players"]],
        "shift": [settings.get("shift", 0)],
        "options": settings.get("options", {}),
    }
    changed = CHANGES.changed(GRID.resolve(grid, "test"), settings.get("changes", {}), "test")
    return HADAL.replay(GRID.cells(changed)[0], settings["seed"], settings["index"])


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


SHELF = Shelf(ROOT / "tests/engine/hadal/playthroughs", play, seen_in, wanted, {})

if __name__ == "__main__":
    SHELF.main("tests.support.hadal.playthrough")
