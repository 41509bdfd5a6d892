"""The play as a signal, after the Rational Speech Acts model.

(Frank, Goodman: "Predicting pragmatic reasoning in language games", Science 336, 2012.) A literal listener considers
all legal moves equally likely. A speaker prefers moves that let this listener find the kept fate and that make no card
fade. A pragmatic listener inverts this speaker, and so on. Only what the group sees of a play matters. As the play
shows one fate of the hand, each kept value leaves at most one hand to consider.
"""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import PART_POWERS, exp_of_rest, parts_in
from engine.shipwreck.minds.beliefs.danger import compares, fall_values, list_dangers
from engine.shipwreck.minds.beliefs.memory import HAND_MOVES, HOURS_SEEN, PLACES, Thought
from engine.shipwreck.minds.beliefs.prior import unseen
from engine.shipwreck.rules.moves import move_of, place_of, rule_row, value_of
from engine.shipwreck.table.state import HOURS, NONE, SLOTS, View

AVERTABLE = 2
TIE = 1e-4
NO_LIMIT = 1e9
WORST = -1e9
"""Less than any move can be worth."""
SHARES = np.array([0.0] + [1.0 / moves for moves in range(1, HAND_MOVES + 1)])
"""The probability of each of so many moves."""


@inlined
def signal_of(value: int, place: int, told: int) -> int:
    """What the group sees of a play: the value, the place, and the card's answer if it gives one."""
    seen = HOURS_SEEN if place == HOURS else 2 * place + (1 if told == 1 else 0)
    return value * PLACES + seen


@compiled
def tells(view: View, slot: int, value: int) -> int:
    """The kept values for which the card of a slot would answer yes to this play. The card answers after the fate is
    laid down, so this looks at the state after the play."""
    table = view.table
    card = table.row[slot]
    rule = view.book.tells_rule[card] if card >= 0 else NONE
    if rule < 0 or unseen(view, value) <= 0:
        return 0
    here, visible = table.here[slot], table.visible_mask
    table.here[slot] |= 1 << value
    table.visible_mask |= 1 << value
    lie_there(view, slot, value, 1)
    yes = view.book.rows[rule_row(view, rule, slot, 0) + value]
    lie_there(view, slot, -value, -1)
    table.here[slot] = here
    table.visible_mask = visible
    return yes


@inlined
def lie_there(view: View, slot: int, total: int, count: int) -> None:
    """Adds this many fates with this total in front of a card."""
    table = view.table
    table.here_total[slot] += total
    table.here_count[slot] += count
    table.visible_total += total
    table.visible_count += count


@inlined
def list_answers(view: View, mind: Thought, values: int) -> None:
    """Lists the kept values for which each card would answer yes to a play of each of these values."""
    for slot in range(SLOTS):
        card = view.table.row[slot]
        answers = card >= 0 and view.book.tells_rule[card] >= 0
        for value in range(1, view.book.top + 1):
            mind.yes[slot, value] = tells(view, slot, value) if answers and (values >> value) & 1 else 0


@compiled
def list_moves(view: View, mind: Thought, averting: int) -> None:
    """Lists the legal moves of every hand, and the signal that each sends. `averting` is the mask of slots from which a
    power of the player could remove a fate to prevent a fade."""
    list_costs(mind)
    list_dangers(view, mind, view.book.values)
    list_answers(view, mind, view.book.values)
    count = 0
    for hand in range(mind.hands):
        mind.start[hand] = count
        low, high = mind.low[hand], mind.high[hand]
        count = list_plays(view, mind, low, high, count, averting)
        if low != high:
            count = list_plays(view, mind, high, low, count, averting)
        if count == mind.start[hand]:
            count = list_by_the_hours(mind, low, high, count)
            if low != high:
                count = list_by_the_hours(mind, high, low, count)
    mind.start[mind.hands] = count
    if compares(view):
        note_falls(view, mind)


@inlined
def list_plays(view: View, mind: Thought, value: int, kept: int, count: int, averting: int) -> int:
    """Adds the cards on which `value` may be played while `kept` is kept. Every move is written, and then counted only
    if it is legal: that is faster than a branch, because the processor cannot predict which moves are legal."""
    takes_back = averting if kept > 1 else 0
    for slot in range(SLOTS):
        mind.signal[count] = signal_of(value, slot, (mind.yes[slot, value] >> kept) & 1)
        mind.kept[count] = kept
        mind.move[count] = move_of(value, slot)
        mind.risk[count] = mind.danger[value, slot] * (AVERTABLE if (takes_back >> slot) & 1 else 1)
        count += (view.table.forward[slot, value] >> kept) & 1
    return count


@inlined
def list_by_the_hours(mind: Thought, value: int, kept: int, count: int) -> int:
    """Adds a play on The Hours, for a hand of which no card takes either fate."""
    mind.signal[count] = signal_of(value, HOURS, 0)
    mind.kept[count] = kept
    mind.move[count] = move_of(value, HOURS)
    mind.risk[count] = mind.danger[value, HOURS]
    return count + 1


@compiled
def note_falls(view: View, mind: Thought) -> None:
    """Adds the fades of cards that compare themselves with the kept fate."""
    for at in range(mind.start[mind.hands]):
        if not mind.risk[at]:
            mind.risk[at] = falls(view, value_of(mind.move[at]), mind.kept[at], place_of(mind.move[at]))


@inlined
def falls(view: View, value: int, kept: int, place: int) -> int:
    """1 if the play makes a card fade that compares itself with the kept fate."""
    for slot in range(SLOTS):
        card = view.table.row[slot]
        if card >= 0 and view.book.at_end_rule[card] >= 0:
            fading = fall_values(view, slot, value if slot == place else 0)
            if (fading >> kept) & 1:
                return 1
    return 0


@inlined
def list_costs(mind: Thought) -> None:
    """Tables instead of questions: the processor cannot predict which moves are risky."""
    mind.aversion[0] = 0.0
    mind.aversion[1] = mind.fade_aversion
    mind.aversion[AVERTABLE] = mind.fade_aversion
    mind.highest_cost[0] = NO_LIMIT
    mind.highest_cost[1] = NO_LIMIT
    mind.highest_cost[AVERTABLE] = mind.power_price


@inlined
def worth(mind: Thought, understood: float, risk: int) -> float:
    """What a move is worth to the speaker, given the listener's belief in the kept fate after it: less if the move
    makes a card fade, but no less than what a power costs that could prevent it."""
    return understood - min(mind.aversion[risk] * (1.0 - understood), mind.highest_cost[risk])


@inlined
def understood(mind: Thought, at: int) -> float:
    """The listener's belief in the kept fate after move number `at` of the list."""
    mass = mind.mass[mind.signal[at]]
    return mind.said[at] / mass if mass > 0.0 else 0.0


@compiled
def think(view: View, mind: Thought, averting: int) -> None:
    """Works out how likely every hand makes each of its moves, from the literal listener up to `depth` rounds of
    reasoning."""
    think_of(view, mind, averting, view.book.values)
    add_up(view, mind)


@compiled
def think_of(view: View, mind: Thought, averting: int, values: int) -> None:
    """The same, but the last round only for the hands with one of these values: enough for whoever plays or hears one
    of them. Leaves the mass of the signals as it was in the round before."""
    list_moves(view, mind, averting)
    say_anything(mind)
    if mind.depth > 1:
        pick_hands(mind, view.book.values)
        for _ in range(mind.depth - 1):
            add_up(view, mind)
            speak_softly(view, mind)
    if mind.depth > 0:
        if mind.depth == 1 or values != view.book.values:
            pick_hands(mind, values)
        add_up(view, mind)
        speak_softly(view, mind)


@inlined
def say_anything(mind: Thought) -> None:
    """To a literal listener, a hand makes all of its moves with the same probability. Writes as many moves as a hand
    may have, and the next hand writes over those it does not have: the processor cannot predict how many it has."""
    for hand in range(mind.hands):
        start = mind.start[hand]
        share = SHARES[mind.start[hand + 1] - start]
        said = mind.pair[hand] * share
        for at in range(HAND_MOVES):
            mind.chance[start + at] = share
            mind.said[start + at] = said


@inlined
def add_up(view: View, mind: Thought) -> None:
    """Adds up the probability of each signal."""
    for signal in range(PLACES, PLACES * (view.book.top + 1)):
        mind.mass[signal] = 0.0
    for at in range(mind.start[mind.hands]):
        mind.mass[mind.signal[at]] += mind.said[at]


@inlined
def pick_hands(mind: Thought, values: int) -> None:
    """Picks the hands with one of these values, in the order of how many moves they have, and their moves. The order
    changes no result: the processor foresees how often a loop over moves runs if it ran as often for the hand before,
    and waits less."""
    for moves in range(HAND_MOVES + 2):
        mind.bucket[moves] = 0
    for hand in range(mind.hands):
        mind.bucket[moves_to_weigh(mind, hand, values) + 1] += 1
    for moves in range(1, HAND_MOVES + 2):
        mind.bucket[moves] += mind.bucket[moves - 1]
    mind.left_out = mind.bucket[1]
    for hand in range(mind.hands):
        moves = moves_to_weigh(mind, hand, values)
        mind.by_moves[mind.bucket[moves]] = hand
        mind.bucket[moves] += 1
    count = 0
    for nth in range(mind.left_out, mind.hands):
        start = mind.start[mind.by_moves[nth]]
        for at in range(HAND_MOVES):  # see `say_anything`
            mind.picked[count + at] = start + at
        count += mind.start[mind.by_moves[nth] + 1] - start
    mind.picks = count


@compiled
def forget_moves(mind: Thought) -> None:
    """Clears what depends on the hands that were picked. A speaker picks the own hand and those like it, and what
    follows from the own hand must not stay where the group could read it."""
    for at in range(mind.start[mind.hands] + HAND_MOVES):
        mind.chance[at] = 0.0
        mind.said[at] = 0.0
        mind.odds_of[at] = 0.0
        mind.parts[at] = 0
        mind.picked[at] = 0
    for hand in range(mind.hands):
        mind.by_moves[hand] = 0
    for moves in range(HAND_MOVES + 2):
        mind.bucket[moves] = 0
    mind.left_out = 0
    mind.picks = 0


@inlined
def moves_to_weigh(mind: Thought, hand: int, values: int) -> int:
    """How many moves a hand has; 0 if it has none of these values."""
    moves = mind.start[hand + 1] - mind.start[hand]
    return moves if (values >> mind.low[hand] | values >> mind.high[hand]) & 1 else 0


@inlined
def speak_softly(view: View, mind: Thought) -> None:
    """Works out the odds of each move for a speaker with one of the picked hands, sharper for a larger alpha. Each loop
    does one thing for all of them, so that the processor need not wait for one exponential before it begins the
    next."""
    for signal in range(PLACES, PLACES * (view.book.top + 1)):
        mind.per_mass[signal] = 1.0 / mind.mass[signal] if mind.mass[signal] > 0.0 else 0.0
    for pick in range(mind.picks):
        at = mind.picked[pick]
        mind.odds_of[pick] = worth(mind, mind.said[at] * mind.per_mass[mind.signal[at]], mind.risk[at])
    pick = 0
    for nth in range(mind.left_out, mind.hands):
        hand = mind.by_moves[nth]
        end = pick + mind.start[hand + 1] - mind.start[hand]
        best = WORST
        for each in range(pick, end):
            best = mind.odds_of[each] if mind.odds_of[each] > best else best
        for each in range(pick, end):
            mind.odds_of[each] -= best
        pick = end
    take_exponentials(mind, pick)
    pick = 0
    for nth in range(mind.left_out, mind.hands):
        hand = mind.by_moves[nth]
        start, end = mind.start[hand], mind.start[hand + 1]
        total = 0.0
        for at in range(start, end):
            total += mind.odds_of[pick + at - start]
        share, pair = 1.0 / total, mind.pair[hand]
        for at in range(start, end):
            chance = mind.odds_of[pick + at - start] * share
            mind.chance[at] = chance
            mind.said[at] = pair * chance
        pick += end - start


@inlined
def take_exponentials(mind: Thought, count: int) -> None:
    """Raises e to the power of alpha times each number, as `floats.exp` does. The first loop reads no table, so that
    the compiler makes it compute two numbers at a time."""
    alpha = mind.alpha
    for each in range(count):
        power = alpha * mind.odds_of[each]
        parts = parts_in(power)
        mind.parts[each] = parts
        mind.odds_of[each] = exp_of_rest(power, parts)
    for each in range(count):
        mind.odds_of[each] *= PART_POWERS[mind.parts[each]]


@inlined
def find_hand(mind: Thought, first: int, second: int) -> int:
    """The number of a hand among the possible ones, or NONE."""
    return mind.hand_at[first, second] if first < second else mind.hand_at[second, first]


@compiled
def expected_worth(mind: Thought) -> float:
    """What the best move is worth to the speaker, averaged over all possible hands."""
    total = 0.0
    for hand in range(mind.hands):
        best = WORST
        for at in range(mind.start[hand], mind.start[hand + 1]):
            value = worth(mind, understood(mind, at), mind.risk[at])
            best = value if value > best else best
        total += mind.pair[hand] * best
    return total


@compiled
def hear(view: View, mind: Thought) -> bool:
    """Sets the belief about the kept fate after the last play, split by whether the played token was the older one.
    Returns False if the model considers the play impossible."""
    table = view.table
    signal = signal_of(table.played, table.place, table.told)
    for value in range(view.book.top + 1):
        mind.belief[0, value] = 0.0
        mind.belief[1, value] = 0.0
    for kept in range(1, view.book.top + 1):
        fresh_played, older_played = shares(mind, table.played, kept)
        mind.before[kept] = fresh_played + older_played
        hand = find_hand(mind, table.played, kept)
        if hand == NONE:
            continue
        for at in range(mind.start[hand], mind.start[hand + 1]):
            if mind.signal[at] == signal:
                mind.belief[0, kept] = fresh_played * mind.chance[at]
                mind.belief[1, kept] = older_played * mind.chance[at]
    return normalise(view, mind)


@inlined
def shares(mind: Thought, played: int, kept: int) -> tuple[float, float]:
    """The weights of a hand if the played token is the new one, and if it is the older one. Of equal tokens, the older
    one is played."""
    if played == kept:
        return 0.0, mind.weight[played, kept]
    return mind.weight[kept, played], mind.weight[played, kept]


@inlined
def normalise(view: View, mind: Thought) -> bool:
    """Scales the belief so that it sums to 1. Returns False if it is empty."""
    total = 0.0
    for value in range(1, view.book.top + 1):
        total += mind.belief[0, value] + mind.belief[1, value]
    if total <= 0.0:
        return False
    for value in range(1, view.book.top + 1):
        mind.belief[0, value] /= total
        mind.belief[1, value] /= total
    return True
