"""Recounts everything in the state, to compare it with the sums that the kernel updates."""

from collections import Counter
from typing import Any

from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.table.state import (
    CARDS,
    DECK_RAN_OUT,
    FATE_BITS,
    GOING_ON,
    LOST_BY_FADE,
    LOST_BY_WRONG,
    SLOTS,
    WON,
)
from tests.support.shipwreck.stepping import Sitting

Counts = Counter[int]
World = Any
"""The state as plain numbers, see `Sitting.look`."""


def check(sitting: Sitting, step: str) -> None:
    """Checks everything that must be true after every step."""
    world = sitting.look()
    fates_are_conserved(world, step)
    cards_are_accounted_for(world)
    sums_are_right(sitting.deck, sitting.compiled.cards, world)
    trackers_are_within_bounds(world)
    hidden_fate_is_on_its_line(world, step)


def mask_of(values: Counts) -> int:
    return sum(1 << value for value, count in values.items() if count > 0)


def hand_in_play(world: World, step: str) -> list[int]:
    """Between Draw and Play the active player has two fates in hand; the record of the seat still has the older one."""
    hidden, seat = world.hidden, world.table.seat
    if step != "draw":
        return []
    return [hidden.first, hidden.second] if hidden.held[seat] == 0 else [hidden.second]


def fates_are_conserved(world: World, step: str) -> None:
    """The bag, the hands and the visible fates contain every token that was not exiled."""
    book, table, hidden = world.book, world.table, world.hidden
    held = hidden.held[: table.seats]
    assert [int(value > 0) for value in held] == table.holds[: table.seats]
    assert len(held) == table.seats
    tokens = Counter(held + hand_in_play(world, step))
    for value in range(1, book.top + 1):
        tokens[value] += hidden.bag[value] + sum(fates[value] for fates in table.fates)
        exiled = book.copies[value] - table.tokens[value]
        assert exiled >= 0
        assert tokens[value] + exiled == book.copies[value], f"fate {value}"
    assert hidden.bagged == sum(hidden.bag)
    assert min(hidden.bag) >= 0


def deck_order(world: World) -> list[int]:
    """The cards of the deck from the top: the top card, then those without a settled place by key, then those put under
    it."""
    table, hidden, size = world.table, world.hidden, world.book.deck_size
    ring = [hidden.deck[(hidden.deck_head + at) % CARDS] for at in range(table.deck_left)]
    if hidden.unsettled == 0:
        return ring
    unsettled = sorted(key for key in hidden.key[:size] if key > hidden.last_key)
    assert len(unsettled) == hidden.unsettled
    settled_by_key = [world.book.deck_card[key % (2 * CARDS) - 1] for key in unsettled]
    return [ring[0], *settled_by_key, *ring[len(unsettled) + 1 :]]


def cards_are_accounted_for(world: World) -> None:
    """Row, deck, pool and attached cards are the whole deck; only The Restless Hours removes cards."""
    table, book = world.table, world.book
    deck = deck_order(world)
    row = [card for card in table.row if card >= 0]
    attached = [card for slot in range(SLOTS) for card in table.attached[slot][: table.attachments[slot]]]
    there = Counter([*deck, *row, *table.pool[: table.pooled], *attached])
    whole = Counter(book.deck_card[: book.deck_size])
    if world.scenario.restless:
        assert not there - whole
        assert table.unders == 0
    else:
        assert there == whole
        assert table.end != DECK_RAN_OUT
    assert table.deck_top == (deck[0] if deck else -1)
    assert table.under[: table.unders] == deck[len(deck) - table.unders :]
    for slot in range(SLOTS):
        if table.row[slot] < 0:
            assert table.here_count[slot] == 0
            assert table.attachments[slot] == 0


def sums_are_right(deck: Deck, cards: list[str], world: World) -> None:
    """Compares the sums for legality and fading with the tokens themselves."""
    book, table = world.book, world.table
    visible: Counts = Counter()
    for slot in range(SLOTS):
        fates, lodged = table.fates[slot], table.lodged[slot]
        here = Counter({value: fates[value] for value in range(1, book.top + 1) if fates[value]})
        assert min(fates) >= 0
        assert sum(fates) == here.total() == table.here_count[slot]
        assert all(0 <= moved <= there for moved, there in zip(lodged, fates, strict=True))
        visible += here
        assert table.here[slot] == mask_of(here)
        assert table.here_total[slot] == sum(value * count for value, count in here.items())
        if table.row[slot] >= 0:
            assert table.hours[slot] == hours_here(deck, cards, world, slot, here)
    assert [visible[value] for value in range(len(table.visible))] == table.visible
    assert table.visible_mask == mask_of(visible)
    unseen = Counter({value: table.tokens[value] - visible[value] for value in range(1, book.top + 1)})
    assert table.unseen_values == mask_of(unseen)
    assert table.unseen == sum(count << FATE_BITS * (value - 1) for value, count in unseen.items())
    assert table.visible_total == sum(value * count for value, count in visible.items())
    assert table.visible_count == visible.total()


def hours_here(deck: Deck, cards: list[str], world: World, slot: int, here: Counts) -> int:
    """The hours of the fates in front of a card, computed from the deck itself."""
    table = world.table
    card = deck.cards[cards[table.row[slot]]]
    attached = [deck.powers[deck.cards[cards[at]].power] for at in table.attached[slot][: table.attachments[slot]]]
    slowed = [power.hours for power in attached if power.kind == "slow"]
    total = 0
    for value, count in here.items():
        printed = deck.fates[value].hours
        special = card.effects.hours.get(value, printed)
        lodged = table.lodged[slot][value] if world.scenario.imago_strict else 0
        total += count * slowed[-1] if slowed else (count - lodged) * special + lodged * printed
    return total


def trackers_are_within_bounds(world: World) -> None:
    """Score and doom stay below their limits while the game goes on, and agree with how it ended."""
    book, table, tally = world.book, world.table, world.tally
    assert table.score >= 0
    assert table.doom >= world.scenario.doom
    if table.end == GOING_ON:
        assert table.score < book.goal
        assert table.doom < book.doom_limit
    assert (table.end == WON) == (table.score >= book.goal)
    assert (table.end in (LOST_BY_FADE, LOST_BY_WRONG)) == (table.doom >= book.doom_limit)
    assert table.turn <= book.turn_limit
    assert tally.predictions == tally.correct + tally.wrong
    assert tally.doom_fades <= tally.fades
    assert tally.hours_plays <= tally.plays <= 2 * table.turn
    assert tally.powers <= table.turn


def hidden_fate_is_on_its_line(world: World, step: str) -> None:
    """Public logic never excludes the truth; a seat with an empty hand has a new line."""
    table, hidden = world.table, world.hidden
    for seat in range(table.seats):
        held = hidden.held[seat]
        if held > 0:
            assert (table.line[seat] >> held) & 1, f"seat {seat} holds {held}"
        else:
            assert table.line[seat] == world.book.values
