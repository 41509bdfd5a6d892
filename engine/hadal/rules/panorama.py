"""The cards of a location: which lie in the panorama, which one an agent takes, what is read."""

from engine.hadal.table.state import CONFLICT, NONE, TEST, UNREAD, Hidden, Luck, Scenario, Table, World
from engine.hadal.table.streams import PANORAMA, draw_keys
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains


@inlined
def lying(scenario: Scenario, table: Table) -> int:
    """The cards of the location that are in front of nobody."""
    cards = (1 << scenario.cards[table.location]) - 1
    for seat in range(scenario.agents):
        if table.holding[seat] != NONE:
            cards &= ~(1 << table.holding[seat])
    return cards


@compiled
def order_cards(luck: Luck, hidden: Hidden, location: int, cards: int) -> None:
    """Decides in which order the unread cards of a location are taken."""
    draw_keys(luck, PANORAMA, location, 0, cards)
    for card in range(cards):
        at = card
        while at > 0 and luck.key[hidden.order[location, at - 1]] > luck.key[card]:
            hidden.order[location, at] = hidden.order[location, at - 1]
            at -= 1
        hidden.order[location, at] = card
    hidden.ordered |= 1 << location


@inlined
def next_unread(world: World, cards: int) -> int:
    """The unread card that is taken next among these cards; NONE if all are read."""
    table, hidden = world.table, world.hidden
    place = table.location
    unread = cards & table.unread[place]
    if unread == 0:
        return NONE
    number = world.scenario.cards[place]
    if not (hidden.ordered >> place) & 1:
        order_cards(world.luck, hidden, place, number)
    for at in range(number):
        if (unread >> hidden.order[place, at]) & 1:
            return hidden.order[place, at]
    return NONE


@inlined
def taken(world: World, wanted: int, cards: int) -> int:
    """The card that an agent gets who wants this one, or an UNREAD one; NONE if there is none among these."""
    if wanted == UNREAD:
        return next_unread(world, cards)
    return wanted if contains(cards & ~world.table.unread[world.table.location], wanted) else NONE


@inlined
def show(world: World, card: int) -> int:
    """An unread card becomes known to all. Returns its kind."""
    table, book, place = world.table, world.book, world.table.location
    kind = book.kind[place, card]
    table.unread[place] &= ~(1 << card)
    table.kind[place, card] = kind
    table.card_attribute[place, card] = book.attribute[place, card]
    table.card_difficulty[place, card] = book.difficulty[place, card]
    if kind in (TEST, CONFLICT):
        table.open[place] |= 1 << card
    world.tally.cards_read += 1
    return kind


@inlined
def is_live(table: Table, location: int) -> bool:
    """Whether a location has an unread card or an open test."""
    return (table.unread[location] | table.open[location]) != 0


@inlined
def live_locations(scenario: Scenario, table: Table) -> int:
    live = 0
    for location in range(scenario.locations):
        if is_live(table, location):
            live |= 1 << location
    return live
