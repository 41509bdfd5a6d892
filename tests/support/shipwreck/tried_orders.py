"""Tries every order that somebody could think of on a copy of the game, and compares those that the rules accept with
those that are declared as legal."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.policy.compiled_game.decisions import Decision
from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.rules.powers import (
    NO_ORDER,
    Order,
    costs_two,
    kind_at,
    use_after_correct,
    use_after_play,
    use_before_play,
    use_before_prediction,
)
from engine.shipwreck.table.state import (
    CYCLE,
    DISCARD,
    EXILE,
    EXTRA_GUESS,
    NONE,
    OLD,
    QUESTION,
    RAISE,
    RELOCATE,
    SLOTS,
    SLOW,
    World,
)
from tests.support.declared import Seen, Watch, cells_of, table_of

USE = {
    "before_play": use_before_play,
    "after_play": use_after_play,
    "before_prediction": use_before_prediction,
    "after_correct": use_after_correct,
}
NEEDS = {
    CYCLE: ("slot",),
    RAISE: (),
    RELOCATE: ("slot", "value", "other"),
    OLD: (),
    DISCARD: ("slot", "value"),
    QUESTION: ("value",),
    EXTRA_GUESS: (),
    SLOW: ("slot",),
    EXILE: ("slot", "value"),
}
"""What an order says, beside the power that is paid."""


def tried(policy: str, cells: int, games: int, decided: str, deck: str = "") -> Seen:
    """In games of the first so many cells that the check of a policy plays, with a deck."""
    if not INTERPRETED:
        seen: Seen = elsewhere(tried, policy, cells, games, decided, deck)
        return seen
    seen = Seen({}, {}, 0, [])
    found = (cell for cell in cells_of("shipwreck", policy) if cell.name.startswith(deck))
    for cell in islice(found, cells):
        seen = Trying(cell.name, table_of("shipwreck", cell), decided, "").play(games, seen)
    return seen


class Trying(Watch):
    def _deal(self, decision: Decision, given: dict[str, int], choices: list[Any]) -> None:
        world, use = self.table.world, USE.get(decision.hook)
        if use:
            accepted = [order for order in orders(world) if use(Copy.of(world, self.table.mind).world, order)]
            if [NO_ORDER, *accepted] != choices:
                self._found(decision.hook, f"declares {choices}, and the rules accept {accepted}")
            for order in accepted:
                kind = f"kind {kind_at(world.book, world.table, order.power)}"
                self.tried[kind] = self.tried.get(kind, 0) + 1


def orders(world: World) -> Iterator[Order]:
    """All that could be said of a power of the pool, with 0 for what its kind does not need."""
    book, table = world.book, world.table
    others = range(NONE, max(SLOTS, table.pooled) + 1)
    for at in range(table.pooled):
        needs = NEEDS.get(kind_at(book, table, at), ())
        slots = range(NONE, SLOTS + 1) if "slot" in needs else (0,)
        values = range(book.top + 2) if "value" in needs else (0,)
        pays = "other" in needs or costs_two(book, table, Order(at, 0, 0, 0))
        for slot, value, other in product(slots, values, others if pays else (0,)):
            yield Order(at, slot, value, other)
