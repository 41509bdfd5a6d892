"""Small missions that a test writes by hand, played with answers written down beforehand.

Seats count from 0, as in the kernel; in events and lines they count from 1. A Fate pile of equal cards leaves no luck.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.game.cell import Cell, Json
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.play_cell import TABLES
from engine.hadal.cells.policy_set import HOOKS
from engine.hadal.table.state import DO_TEST, EXPLORE, STAND_BY, UNREAD, Dice, Log
from engine.hadal.words.telling import Teller
from engine.kernel.records import new
from engine.policy.kernel import Seeds, load_kernel
from tests.support.hadal import scripted

TEST, STAND = (DO_TEST, UNREAD), (STAND_BY, UNREAD)
NEW = (EXPLORE, UNREAD)
HOOK_NAMES = ("location", "card", "action", "extras", "group_test", "broken", "refresh", "receiver")


def explore(card: int) -> tuple[int, int]:
    return EXPLORE, card


def small_mission(
    locations: Sequence[str],
    levels: Sequence[int] = (8, 8, 8, 8),
    fate: Sequence[int] = (0,),
    attributes: Sequence[Sequence[int]] = ((3, 2, 1), (1, 3, 2), (2, 1, 3), (2, 2, 2)),
    group: Mapping[str, object] | None = None,
    **numbers: int,
) -> Json:
    """A mission with these locations; everything else is as in stand-in mission A unless given."""
    receptacles = {
        name: dict(zip(("T", "D", "S"), row, strict=True), level=level)
        for name, row, level in zip(("one", "two", "three", "four"), attributes, levels, strict=True)
    }
    return {
        "name": "small",
        "rules": 1,
        "standin": True,
        "goal": 99,
        "par": 2,
        "azrak": sum(levels),
        "fate": list(fate),
        "success": 1,
        "crit": 2,
        "fail_loss": 1,
        "conflict_loss": 1,
        "group": {"tests": "T4 D4 S4", "life": 2, "life_each": 1, "points": 2, "loss": 1, **(group or {})},
        "receptacles": receptacles,
        "locations": list(locations),
        **numbers,
    }


def cell_with(
    mission: Json,
    players: int = 2,
    shift: int = 0,
    policy: str = "random",
    options: Mapping[str, object] | None = None,
) -> Cell:
    """A cell with this mission. The party is `one`, `two` and so on unless given."""
    names = "+".join(("one", "two", "three", "four")[: max(players, 2)])
    grid = GRID.resolve(
        {
            "missions": [{"name": "small", "content": mission}],
            "policies": [policy],
            "players": [players],
            "shift": [shift],
            "options": {"party": names, **(options or {})},
        },
        "test",
    )
    numbers = {"players": players, "shift": shift}
    return GRID.cell(grid["missions"][0], {"policy": policy}, {"policy": grid["policies"][0]}, numbers, grid["options"])


class Played:
    """One game, with what was asked, what happened, and the state at the end."""

    def __init__(self, cell: Cell, *, testing: bool = False, index: int = 0, **answers: Sequence[Any]) -> None:
        log = new(Log)
        log.listens = 1
        self.world = TABLES.world_of(TABLES.seat(cell), Seeds.of(1), log)
        mind: Any = new(scripted.Memory)
        mind.testing = testing
        for name, given in answers.items():
            hook = HOOK_NAMES.index(name)
            mind.count[hook] = len(given) + 0
            for at, each in enumerate(given):
                numbers = each if isinstance(each, tuple) else (each,)
                mind.queue[hook, at, : len(numbers)] = numbers
        rows = np.zeros(1, TABLES.row)
        kernel = load_kernel(HOOKS, scripted.__name__)
        kernel.play_games(self.world, mind, new(Dice), np.array([index]), rows.view(np.recarray))
        self.row = {name: int(rows[name][0]) for name in TABLES.row.names or ()}
        told = Teller(GRID.content_in(cell)).tell(log, "")
        self.events, self.lines = told.events, [line for _, line in told.lines]
        self._mind = mind

    @property
    def fault(self) -> int:
        return int(self.world.table.fault)

    def asked(self, name: str) -> list[list[int]]:
        """The options of each time that a decision was asked for, as lists of their members."""
        hook = HOOK_NAMES.index(name)
        masks = self._mind.asked[hook, : min(int(self._mind.times[hook]), scripted.LONGEST)]
        return [[member for member in range(60) if int(mask) >> member & 1] for mask in masks]

    def of(self, event: str, turn: int | None = None) -> list[Json]:
        """The events of one kind, perhaps of one round."""
        return [each for each in self.events if each["event"] == event and turn in (None, each["turn"])]

    def names(self, turn: int) -> list[str]:
        """The kinds of all events of a round, in order."""
        return [each["event"] for each in self.events if each["turn"] == turn]


def played(mission: Json, players: int = 2, options: Mapping[str, object] | None = None, **given: Any) -> Played:
    """Plays a game of a small mission."""
    shift = given.pop("shift", 0)
    return Played(cell_with(mission, players, shift, options=options), **given)


__all__ = ["NEW", "STAND", "TEST", "Played", "cell_with", "explore", "played", "small_mission"]
