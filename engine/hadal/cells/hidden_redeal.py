"""Deals again what nobody knows: which cards lie unread, in which order they are taken, and the order of the Fate cards
in the pile. What is in the pile is public."""

from random import Random

from engine.hadal.table.state import World


def deal_anew(world: World, random: Random, seat: int) -> bool:
    """Deals the unread cards of all locations and the pile again, whoever decides."""
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
