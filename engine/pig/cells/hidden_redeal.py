"""Tests that no decision depends on rolls that are still to come, and that none changes what it is shown. Nothing else
is hidden."""

from random import Random

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.pig.cells.choices import DECISIONS
from engine.pig.cells.play_cell import SILENT, mind_of, seat, world_of
from engine.pig.cells.policy_set import HOOKS
from engine.pig.table.state import Dice
from engine.policy.checking.asked_again import AskedAgain, Finding
from engine.policy.kernel import Seeds


def redeal(cell: Cell, seed: int, games: int, deals: int) -> Finding:
    """Plays some games, with other luck to come at every decision."""
    if not INTERPRETED:
        found: Finding = elsewhere(redeal, cell, seed, games, deals)
        return found
    seated = seat(cell)
    world = world_of(seated, Seeds.of(seed), SILENT)
    return AskedAgain(
        HOOKS,
        seated.module,
        world,
        mind_of(seated, world),
        new(Dice),
        where=lambda: f"turn {world.table.turn}, seat {world.table.seat + 1}",
        deal_anew=DECISIONS.redeal,
        deals=deals,
        random=Random(f"{cell.name} {seed}"),
    ).play(games)
