"""Deals again what nobody knows: which cards lie unread, in which order they are taken, and the order of the Fate cards
in the pile. What is in the pile is public."""

from random import Random

import numpy as np

from engine.hadal.table.state import World


def deal_anew(world: World, random: Random, seat: int) -> bool:
    """Deals the unread cards of all locations and the pile again, whoever decides. What is dealt is sorted before it is
    shuffled, so that nothing of the true order comes through."""
    table, hidden, book = world.table, world.hidden, world.book
    left, numbers = int(table.pile), world.scenario.cards[: world.scenario.locations].tolist()
    pile = sorted(hidden.pile[:left].tolist())
    random.shuffle(pile)
    hidden.pile[:left] = pile
    unread = [
        (place, card)
        for place, (mask, number) in enumerate(zip(table.unread.tolist(), numbers, strict=False))
        for card in range(number)
        if mask >> card & 1
    ]
    if unread:
        at = tuple(np.array(unread).T)
        parts = (book.kind, book.attribute, book.difficulty)
        contents = sorted(zip(*(part[at].tolist() for part in parts), strict=True))
        random.shuffle(contents)
        for part, dealt in zip(parts, zip(*contents, strict=True), strict=True):
            part[at] = dealt
    ordered = int(hidden.ordered)
    for place, number in enumerate(numbers):
        if ordered >> place & 1:
            order = list(range(number))
            random.shuffle(order)
            hidden.order[place, :number] = order
    return True
