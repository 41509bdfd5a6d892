"""What nobody knows: which cards lie unread, in which order they are taken, and the order of the Fate cards in the
pile. What is in the pile is public."""

import numpy as np

from engine.hadal.table.state import World
from engine.policy.compiled_game.decisions import Pool, Spots, shuffled


def unknown(world: World, seat: int) -> list[Pool]:
    """The pile, the unread cards of all locations, and the order of each location, whoever decides."""
    table, hidden, book = world.table, world.hidden, world.book
    left, numbers = int(table.pile), world.scenario.cards[: world.scenario.locations].tolist()
    pools: list[Pool] = [
        shuffled([Spots("hidden", "pile", slice(left))], [(card,) for card in hidden.pile[:left].tolist()])
    ]
    unread = [
        (place, card)
        for place, (mask, number) in enumerate(zip(table.unread.tolist(), numbers, strict=False))
        for card in range(number)
        if mask >> card & 1
    ]
    if unread:
        at = tuple(np.array(unread).T)
        parts = {"kind": book.kind, "attribute": book.attribute, "difficulty": book.difficulty}
        contents = zip(*(part[at].tolist() for part in parts.values()), strict=True)
        pools.append(shuffled([Spots("book", name, at) for name in parts], list(contents)))
    ordered = int(hidden.ordered)
    for place, number in enumerate(numbers):
        if ordered >> place & 1:
            turns = [(card,) for card in range(number)]
            pools.append(shuffled([Spots("hidden", "order", (place, slice(number)))], turns))
    return pools
