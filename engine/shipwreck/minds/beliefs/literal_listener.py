"""The literal listener: a group that considers all legal moves of a hand equally likely.

A play shows one fate, so only the hands with this fate matter to the listener. This needs no list of all hands and
their moves, as `speaker` makes for listeners who reason further.
"""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.danger import compares, list_dangers
from engine.shipwreck.minds.beliefs.memory import HAND_MOVES, PLACES, Thought
from engine.shipwreck.minds.beliefs.speaker import (
    AVERTABLE,
    TIE,
    WORST,
    falls,
    find_hand,
    list_answers,
    list_costs,
    normalise,
    shares,
    signal_of,
    worth,
)
from engine.shipwreck.rules.moves import move_of
from engine.shipwreck.table.state import HOURS, NONE, SLOTS, Table, View

ON_THE_HOURS = 1 << HOURS
NEVER = 2.0
"""More than any probability."""
CLOSED = np.array([NEVER, 0.0])
SHARES = np.array([0.0] + [1.0 / moves for moves in range(1, HAND_MOVES + 1)])
"""The probability of each of so many moves."""
BITS = np.array([mask.bit_count() for mask in range(1 << SLOTS)])
"""The number of slots in a mask."""


@inlined
def cards_for(table: Table, value: int, kept: int) -> int:
    """The slots where `value` may be played while `kept` is kept, as a mask."""
    slots = 0
    for slot in range(SLOTS):
        slots |= ((table.forward[slot, value] >> kept) & 1) << slot
    return slots


@inlined
def moves_on_cards(table: Table, value: int, kept: int) -> int:
    """How many moves a hand has on arcana cards, whichever fate it plays."""
    moves = 0
    for slot in range(SLOTS):
        moves += (table.forward[slot, value] >> kept) & 1
        moves += (table.backward[slot, value] >> kept) & 1 if value != kept else 0
    return moves


@inlined
def share_of(moves: int, value: int, kept: int) -> float:
    """How likely a hand with this many moves on cards makes each of its moves. Without any, it has those on The
    Hours."""
    return SHARES[moves if moves > 0 else (2 if value != kept else 1)]


@compiled
def expect_value(view: View, mind: Thought, value: int) -> None:
    """Works out the probability of every signal with this value."""
    table = view.table
    for signal in range(value * PLACES, (value + 1) * PLACES):
        mind.mass[signal] = 0.0
    for kept in range(1, view.book.top + 1):
        hand = find_hand(mind, value, kept)
        if hand == NONE:
            continue
        moves = moves_on_cards(table, value, kept)
        said = mind.pair[hand] * share_of(moves, value, kept)
        mind.literal[hand] = said
        for slot in range(SLOTS):
            signal = signal_of(value, slot, (mind.yes[slot, value] >> kept) & 1)
            mind.mass[signal] += said if (table.forward[slot, value] >> kept) & 1 else 0.0
        mind.mass[signal_of(value, HOURS, 0)] += said if moves == 0 else 0.0


@compiled
def expect_hand(view: View, mind: Thought, first: int, second: int) -> None:
    """Works out how the group would understand a play of either of these values."""
    list_costs(mind)
    list_dangers(view, mind, 1 << first | 1 << second)
    list_answers(view, mind, 1 << first | 1 << second)
    expect_value(view, mind, first)
    if first != second:
        expect_value(view, mind, second)


@inlined
def say(mind: Thought, value: int, kept: int, slots: int, said: float) -> None:
    """Adds a hand to the signals that it sends with one of its values."""
    for slot in range(SLOTS):
        signal = signal_of(value, slot, (mind.yes[slot, value] >> kept) & 1)
        mind.mass[signal] += said if (slots >> slot) & 1 else 0.0
    mind.mass[signal_of(value, HOURS, 0)] += said if slots == ON_THE_HOURS else 0.0


@inlined
def expect_all(view: View, mind: Thought) -> None:
    """Works out how the group would understand any play: the same as `expect_value` for every value, hand by hand."""
    list_costs(mind)
    list_dangers(view, mind, view.book.values)
    list_answers(view, mind, view.book.values)
    for signal in range(PLACES, PLACES * (view.book.top + 1)):
        mind.mass[signal] = 0.0
    for hand in range(mind.hands):
        low, high = mind.low[hand], mind.high[hand]
        lower = cards_for(view.table, low, high)
        higher = cards_for(view.table, high, low) if low != high else 0
        moves = BITS[lower] + BITS[higher]
        said = mind.pair[hand] * share_of(moves, low, high)
        if moves == 0:
            lower, higher = ON_THE_HOURS, ON_THE_HOURS if low != high else 0
        mind.literal[hand] = said
        mind.cards_open[hand, 0] = lower
        mind.cards_open[hand, 1] = higher
        say(mind, low, high, lower, said)
        say(mind, high, low, higher, said)


@inlined
def risk_of(view: View, mind: Thought, value: int, kept: int, place: int, averting: int) -> int:
    """As `speaker.list_moves` notes it for every move."""
    risk = mind.danger[value, place]
    risk *= AVERTABLE if place < HOURS and kept > 1 and (averting >> place) & 1 else 1
    return falls(view, value, kept, place) if not risk and compares(view) else risk


@inlined
def mass_of(mind: Thought, value: int, kept: int, place: int) -> float:
    """The probability of the signal that a play sends."""
    told = (mind.yes[place, value] >> kept) & 1 if place < HOURS else 0
    return mind.mass[signal_of(value, place, told)]


@inlined
def move_worth(view: View, mind: Thought, value: int, kept: int, place: int, averting: int) -> float:
    """What a move is worth to a speaker who expects a literal listener; see `speaker.list_moves` for `averting`."""
    said, mass = mind.literal[find_hand(mind, value, kept)], mass_of(mind, value, kept, place)
    risk = risk_of(view, mind, value, kept, place, averting)
    return worth(mind, said / mass if mass > 0.0 else 0.0, risk)


@inlined
def best_worth(view: View, mind: Thought, value: int, kept: int, places: int, averting: int) -> float:
    """What the best play of `value` is worth, at one of these places."""
    best = WORST
    for place in range(HOURS + 1):
        if (places >> place) & 1:
            found = move_worth(view, mind, value, kept, place, averting)
            best = found if found > best else best
    return best


@inlined
def near_best(view: View, mind: Thought, value: int, kept: int, places: int, averting: int, best: float) -> int:
    """The plays of `value` that are worth nearly as much as the best move, as a mask of moves."""
    moves = 0
    for place in range(HOURS + 1):
        if (places >> place) & 1 and move_worth(view, mind, value, kept, place, averting) >= best - TIE:
            moves |= 1 << move_of(value, place)
    return moves


@compiled
def best_moves(view: View, mind: Thought, first: int, second: int, averting: int) -> int:
    """The moves of a hand that are worth most to a speaker who expects a literal listener, near ties included, as a
    mask."""
    one, other = cards_for(view.table, first, second), cards_for(view.table, second, first)
    if one | other == 0:
        one, other = ON_THE_HOURS, ON_THE_HOURS
    best = best_worth(view, mind, first, second, one, averting)
    by_other = best_worth(view, mind, second, first, other, averting)
    best = by_other if by_other > best else best
    moves = near_best(view, mind, first, second, one, averting, best)
    return moves | near_best(view, mind, second, first, other, averting, best)


@compiled
def expected_literal_worth(view: View, mind: Thought, averting: int) -> float:
    """What the best move is worth to the speaker, averaged over all possible hands."""
    expect_all(view, mind)
    is_plain = averting == 0 and not compares(view) and not answers(view)
    if is_plain:
        sort_masses(view, mind)
    total = 0.0
    for hand in range(mind.hands):
        low, high = mind.low[hand], mind.high[hand]
        lower, higher = mind.cards_open[hand, 0], mind.cards_open[hand, 1]
        if is_plain and lower != ON_THE_HOURS:
            best = plain_worth(mind, mind.literal[hand], low, high, lower, higher)
        else:
            best = best_worth(view, mind, low, high, lower, averting)
            by_other = best_worth(view, mind, high, low, higher, averting)
            best = by_other if by_other > best else best
        total += mind.pair[hand] * best
    return total


@inlined
def answers(view: View) -> bool:
    """Whether a card in the row answers."""
    found = False
    for slot in range(SLOTS):
        card = view.table.row[slot]
        found = found or (card >= 0 and view.book.tells_rule[card] >= 0)
    return found


@inlined
def sort_masses(view: View, mind: Thought) -> None:
    """Lists the mass of each play on a card by whether it is safe or makes a card fade; NEVER for the other list."""
    for value in range(1, view.book.top + 1):
        for slot in range(SLOTS):
            mass, fades = mind.mass[signal_of(value, slot, 0)], mind.danger[value, slot]
            mind.by_risk[0, value, slot] = NEVER if fades else mass
            mind.by_risk[1, value, slot] = mass if fades else NEVER


@inlined
def plain_worth(mind: Thought, said: float, low: int, high: int, lower: int, higher: int) -> float:
    """What the best move of a hand is worth, if a play's risk does not depend on the hand and no card answers. Among
    safe moves, and among risky ones, the best is the one whose signal is least likely. A slot that is not open adds to
    the mass, so that it is never the least: that is faster than a branch that the processor cannot predict."""
    safe, risky = NEVER, NEVER
    for slot in range(SLOTS):
        closed = CLOSED[(lower >> slot) & 1]
        safe = min(safe, mind.by_risk[0, low, slot] + closed)
        risky = min(risky, mind.by_risk[1, low, slot] + closed)
        closed = CLOSED[(higher >> slot) & 1]
        safe = min(safe, mind.by_risk[0, high, slot] + closed)
        risky = min(risky, mind.by_risk[1, high, slot] + closed)
    best = worth(mind, said / safe, 0) if safe < NEVER else WORST
    at_risk = worth(mind, said / risky, 1) if risky < NEVER else WORST
    return at_risk if at_risk > best else best


@compiled
def hear_literally(view: View, mind: Thought) -> bool:
    """Sets the belief about the kept fate after the last play, split by whether the played token was the older one.
    Returns False if the play is considered impossible."""
    table = view.table
    played, place = table.played, table.place
    for kept in range(view.book.top + 1):
        mind.belief[0, kept] = 0.0
        mind.belief[1, kept] = 0.0
    for kept in range(1, view.book.top + 1):
        fresh_played, older_played = shares(mind, played, kept)
        mind.before[kept] = fresh_played + older_played
        if find_hand(mind, played, kept) == NONE:
            continue
        moves = moves_on_cards(table, played, kept)
        if place == HOURS:
            fits = moves == 0
        else:
            told = (mind.yes[place, played] >> kept) & 1
            fits = (table.forward[place, played] >> kept) & 1 == 1 and told == (1 if table.told == 1 else 0)
        if fits:
            chance = share_of(moves, played, kept)
            mind.belief[0, kept] = fresh_played * chance
            mind.belief[1, kept] = older_played * chance
    return normalise(view, mind)
