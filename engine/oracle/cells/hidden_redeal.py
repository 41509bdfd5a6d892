"""Tests that no decision depends on luck that is still to come, and that none changes what it is shown. Nothing else is
hidden: what is left in the bag is public, and its order is drawn when it is needed."""

from random import Random

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.oracle.cells.play_cell import mind_of, module_of_cell, world_of
from engine.oracle.cells.policy_set import HOOKS
from engine.oracle.table.state import Dice
from engine.policy.checking.asked_again import AskedAgain, Finding
from engine.policy.kernel import Seeds


def redeal(cell: Cell, seed: int, games: int, deals: int) -> Finding:
    """Plays some games, with other luck to come at every decision."""
    if not INTERPRETED:
        found: Finding = elsewhere(redeal, cell, seed, games, deals)
        return found
    world = world_of(cell, Seeds.of(seed))
    return AskedAgain(
        HOOKS,
        module_of_cell(cell),
        world,
        mind_of(cell),
        new(Dice),
        where=lambda: f"day {world.table.day}, turn {world.table.turn}",
        deals=deals,
        random=Random(f"{cell.name} {seed}"),
    ).play(games)
