"""The literal listener: a group that considers all legal moves of a hand equally likely.

A play shows one fate, so only the hands with this fate matter to the listener. This needs no list of all hands and
their moves, as `speaker` makes for listeners who reason further.
"""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.danger import compares, list_dangers
from engine.shipwreck.minds.beliefs.memory import HANDS, PLACES, SIGNALS, Thought
from engine.shipwreck.minds.beliefs.speaker import (
    AVERTABLE,
    SHARES,
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
from engine.shipwreck.rules.tokens import packed_at
from engine.shipwreck.table.state import FATE_BITS, HIGHEST, HOURS, LANES, NONE, SLOTS, Table, View

ON_THE_HOURS = 1 << HOURS
ALL_SLOTS = (1 << SLOTS) - 1
NEVER = 2.0
"""More than any probability."""
BITS = np.array([mask.bit_count() for mask in range(1 << SLOTS)])
"""The number of slots in a mask."""
IS_OPEN = np.array([[1.0 * (mask >> slot & 1) for slot in range(SLOTS)] for mask in range(1 << SLOTS)])
"""1 for each slot in a mask, 0 for the others. A product instead of a question: the processor cannot predict which
cards are open to a hand."""
FIRST_BITS = sum(1 << (FATE_BITS * place) for place in range(HIGHEST))
"""The lowest bit of every value in a word of packed numbers."""


@inlined
def cards_for(table: Table, value: int, kept: int) -> int:
    """The slots where `value` may be played while `kept` is kept, as a mask."""
    slots = 0
    for slot in range(SLOTS):
        slots |= ((table.forward[slot, value] >> kept) & 1) << slot
    return slots


@inlined
def cards_taking(view: View, value: int) -> int:
    """The slots where `value` may be played, for every kept value at once: a word of packed masks."""
    word = 0
    for slot in range(SLOTS):
        word |= view.book.packed[view.table.forward[slot, value] >> 1] & (FIRST_BITS << slot)
    return word


@inlined
def cards_taking_other(view: View, value: int) -> int:
    """The same for the other fate of a hand, while `value` is kept."""
    word = 0
    for slot in range(SLOTS):
        word |= view.book.packed[view.table.backward[slot, value] >> 1] & (FIRST_BITS << slot)
    return word


@inlined
def slots_for(word: int, kept: int) -> int:
    """The mask of one kept value in a word of packed masks."""
    return (word >> packed_at(kept)) & ALL_SLOTS


@inlined
def share_of(moves: int, value: int, kept: int) -> float:
    """How likely a hand with this many moves on cards makes each of its moves. Without any, it has those on The
    Hours."""
    return SHARES[moves if moves > 0 else (2 if value != kept else 1)]


@compiled
def expect_value(view: View, mind: Thought, value: int) -> None:
    """Works out the probability of every signal with this value."""
    for signal in range(value * PLACES, (value + 1) * PLACES):
        mind.mass[signal] = 0.0
    taking, taking_other = cards_taking(view, value), cards_taking_other(view, value)
    for kept in range(1, view.book.top + 1):
        hand = find_hand(mind, value, kept)
        if hand == NONE:
            continue
        cards = slots_for(taking, kept)
        moves = BITS[cards] + (BITS[slots_for(taking_other, kept)] if value != kept else 0)
        said = mind.pair[hand] * share_of(moves, value, kept)
        mind.literal[hand] = said
        say(mind, value, kept, cards if moves > 0 else ON_THE_HOURS, said)


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
    if slots == ON_THE_HOURS:
        mind.mass[signal_of(value, HOURS, 0)] += said
        return
    for slot in range(SLOTS):
        mind.mass[signal_of(value, slot, (mind.yes[slot, value] >> kept) & 1)] += said * IS_OPEN[slots, slot]


@inlined
def say_plainly(mind: Thought, value: int, slots: int, said: float) -> None:
    """The same while no card answers, so that a signal with this value is a place."""
    if slots == ON_THE_HOURS:
        mind.mass[signal_of(value, HOURS, 0)] += said
        return
    for slot in range(SLOTS):
        mind.on_card[value, slot] += said * IS_OPEN[slots, slot]


@inlined
def expect_all(view: View, mind: Thought, is_plain: bool) -> None:
    """Works out how the group would understand any play: the same as `expect_value` for every value, hand by hand."""
    list_costs(mind)
    list_dangers(view, mind, view.book.values)
    list_answers(view, mind, view.book.values)
    for signal in range(PLACES, PLACES * (view.book.top + 1)):
        mind.mass[signal] = 0.0
    for value in range(1, view.book.top + 1):
        mind.open_cards[value] = cards_taking(view, value)
        for slot in range(SLOTS):
            mind.on_card[value, slot] = 0.0
    for hand in range(mind.hands):
        low, high = mind.low[hand], mind.high[hand]
        lower = slots_for(mind.open_cards[low], high)
        higher = slots_for(mind.open_cards[high], low) if low != high else 0
        moves = BITS[lower] + BITS[higher]
        said = mind.pair[hand] * share_of(moves, low, high)
        if moves == 0:
            lower, higher = ON_THE_HOURS, ON_THE_HOURS if low != high else 0
        mind.literal[hand] = said
        mind.cards_open[hand, 0] = lower
        mind.cards_open[hand, 1] = higher
        if is_plain:
            say_plainly(mind, low, lower, said)
            say_plainly(mind, high, higher, said)
        else:
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
    is_plain = averting == 0 and not compares(view) and not answers(view)
    expect_all(view, mind, is_plain)
    if is_plain:
        find_least(view, mind)
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
def find_least(view: View, mind: Thought) -> None:
    """Finds, for each value and each mask of cards, the least likely play that is safe, and the least likely one that
    makes a card fade; NEVER if there is none. Each slot doubles the number of masks."""
    for value in range(1, view.book.top + 1):
        mind.least[0, value, 0] = NEVER
        mind.least[1, value, 0] = NEVER
        for slot in range(SLOTS):
            mass, fades = mind.on_card[value, slot], mind.danger[value, slot]
            safe, risky = NEVER if fades else mass, mass if fades else NEVER
            for mask in range(1 << slot):
                mind.least[0, value, 1 << slot | mask] = min(mind.least[0, value, mask], safe)
                mind.least[1, value, 1 << slot | mask] = min(mind.least[1, value, mask], risky)


@inlined
def plain_worth(mind: Thought, said: float, low: int, high: int, lower: int, higher: int) -> float:
    """What the best move of a hand is worth, if a play's risk does not depend on the hand and no card answers. Among
    safe moves, and among risky ones, the best is the one whose signal is least likely."""
    safe = min(mind.least[0, low, lower], mind.least[0, high, higher])
    risky = min(mind.least[1, low, lower], mind.least[1, high, higher])
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
    taking, taking_other = cards_taking(view, played), cards_taking_other(view, played)
    for kept in range(1, view.book.top + 1):
        fresh_played, older_played = shares(mind, played, kept)
        mind.before[kept] = fresh_played + older_played
        if find_hand(mind, played, kept) == NONE:
            continue
        cards = slots_for(taking, kept)
        moves = BITS[cards] + (BITS[slots_for(taking_other, kept)] if played != kept else 0)
        if place == HOURS:
            fits = moves == 0
        else:
            told = (mind.yes[place, played] >> kept) & 1
            fits = (cards >> place) & 1 == 1 and told == (1 if table.told == 1 else 0)
        if fits:
            chance = share_of(moves, played, kept)
            mind.belief[0, kept] = fresh_played * chance
            mind.belief[1, kept] = older_played * chance
    return normalise(view, mind)


@compiled
def forget_hand(mind: Thought) -> None:
    """Clears what `expect_hand` computed for the speaker's own hand, which must not stay where the group could read
    it."""
    for signal in range(SIGNALS):
        mind.mass[signal] = 0.0
    for hand in range(HANDS):
        mind.literal[hand] = 0.0
    for value in range(LANES):
        for place in range(SLOTS + 1):
            mind.danger[value, place] = 0
        for slot in range(SLOTS):
            mind.yes[slot, value] = 0
