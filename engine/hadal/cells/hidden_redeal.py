"""Tests that no decision depends on what nobody knows: which cards lie unread, in which order they are taken, and the
order of the Fate cards in the pile. What is in the pile is public."""

from random import Random

from engine.game.cell import Cell
from engine.hadal.cells.play_cell import SILENT, mind_of, module_in, world_of
from engine.hadal.cells.policy_set import HOOKS
from engine.hadal.table.state import Dice, World
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.policy.checking.asked_again import AskedAgain, Finding
from engine.policy.kernel import Seeds


def redeal(cell: Cell, seed: int, games: int, deals: int) -> Finding:
    """Plays some games and deals again at every decision."""
    if not INTERPRETED:
        found: Finding = elsewhere(redeal, cell, seed, games, deals)
        return found
    world = world_of(cell, Seeds.of(seed), SILENT)
    return AskedAgain(
        HOOKS,
        module_in(cell),
        world,
        mind_of(cell),
        new(Dice),
        where=lambda: f"round {world.table.round_number}",
        deal_anew=deal_anew,
        deals=deals,
        random=Random(f"{cell.name} {seed}"),
    ).play(games)


def deal_anew(world: World, random: Random) -> bool:
    """Deals the unread cards of all locations and the pile again."""
    scenario, table, hidden, book = world.scenario, world.table, world.hidden, world.book
    pile = hidden.pile[: table.pile].tolist()
    random.shuffle(pile)
    hidden.pile[: table.pile] = pile
    unread = [
        (place, card)
        for place in range(scenario.locations)
        for card in range(scenario.cards[place])
        if table.unread[place] >> card & 1
    ]
    contents = [tuple(part[at] for part in (book.kind, book.attribute, book.difficulty)) for at in unread]
    random.shuffle(contents)
    for at, content in zip(unread, contents, strict=True):
        book.kind[at], book.attribute[at], book.difficulty[at] = content
    for place in range(scenario.locations):
        order = hidden.order[place, : scenario.cards[place]].tolist()
        random.shuffle(order)
        hidden.order[place, : scenario.cards[place]] = order
    return True
