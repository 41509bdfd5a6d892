"""The play as a signal, after the Rational Speech Acts model.

(Frank, Goodman: "Predicting pragmatic reasoning in language games", Science 336, 2012.) A literal listener considers
all legal moves equally likely. A speaker prefers moves that let this listener find the kept fate and that make no card
fade. A pragmatic listener inverts this speaker, and so on. Only what the group sees of a play matters. As the play
shows one fate of the hand, each kept value leaves at most one hand to consider.
"""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp
from engine.shipwreck.minds.beliefs.danger import compares, fall_values, list_dangers
from engine.shipwreck.minds.beliefs.memory import HOURS_SEEN, PLACES, Thought
from engine.shipwreck.minds.beliefs.prior import unseen
from engine.shipwreck.rules.moves import move_of, place_of, rule_row, value_of
from engine.shipwreck.table.state import HOURS, NONE, SLOTS, View

AVERTABLE = 2
TIE = 1e-4
WORST = -1e9
"""Less than any move can be worth."""


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
def list_answers(view: View, mind: Thought) -> None:
    """Lists the kept values for which each card would answer yes to each play."""
    for slot in range(SLOTS):
        card = view.table.row[slot]
        answers = card >= 0 and view.book.tells_rule[card] >= 0
        for value in range(1, view.book.top + 1):
            mind.yes[slot, value] = tells(view, slot, value) if answers else 0


@compiled
def list_moves(view: View, mind: Thought, averting: int) -> None:
    """Lists the legal moves of every hand, and the signal that each sends. `averting` is the mask of slots from which a
    power of the player could remove a fate to prevent a fade."""
    list_dangers(view, mind)
    list_answers(view, mind)
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
def worth(mind: Thought, understood: float, risk: int) -> float:
    """What a move is worth to the speaker, given the listener's belief in the kept fate after it."""
    loss = mind.fade_aversion * (1.0 - understood)
    averted = mind.power_price if mind.power_price < loss else loss
    cost = averted if risk == AVERTABLE else loss
    return understood - (cost if risk else 0.0)


@inlined
def understood(mind: Thought, hand: int, at: int) -> float:
    """The listener's belief in the kept fate of a hand after its move number `at`."""
    mass = mind.mass[mind.signal[at]]
    return mind.pair[hand] * mind.chance[at] / mass if mass > 0.0 else 0.0


@compiled
def think(view: View, mind: Thought, averting: int) -> None:
    """Works out how likely every hand makes each of its moves, from the literal listener up to `depth` rounds of
    reasoning."""
    list_moves(view, mind, averting)
    end = PLACES * (view.book.top + 1)
    for signal in range(end):
        mind.mass[signal] = 0.0
    for hand in range(mind.hands):
        share = 1.0 / (mind.start[hand + 1] - mind.start[hand])
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = share
            mind.mass[mind.signal[at]] += mind.pair[hand] * share
    for _ in range(mind.depth):
        for signal in range(end):
            mind.per_mass[signal] = 1.0 / mind.mass[signal] if mind.mass[signal] > 0.0 else 0.0
            mind.mass[signal] = 0.0
        for hand in range(mind.hands):
            speak_softly(mind, hand)


@inlined
def speak_softly(mind: Thought, hand: int) -> None:
    """Works out the speaker's odds of each move, sharper for a larger alpha, and adds them to the mass of each
    signal."""
    start, end, pair = mind.start[hand], mind.start[hand + 1], mind.pair[hand]
    best = WORST
    for at in range(start, end):
        understood = pair * mind.chance[at] * mind.per_mass[mind.signal[at]]
        mind.chance[at] = worth(mind, understood, mind.risk[at])
        best = mind.chance[at] if mind.chance[at] > best else best
    total = 0.0
    for at in range(start, end):
        mind.chance[at] = exp(mind.alpha * (mind.chance[at] - best))
        total += mind.chance[at]
    share = 1.0 / total
    for at in range(start, end):
        mind.chance[at] *= share
        mind.mass[mind.signal[at]] += pair * mind.chance[at]


@inlined
def find_hand(mind: Thought, first: int, second: int) -> int:
    """The number of a hand among the possible ones, or NONE."""
    return mind.hand_at[first, second] if first < second else mind.hand_at[second, first]


@compiled
def best_moves(mind: Thought, hand: int) -> int:
    """The moves of a hand worth most to a speaker who expects a literal listener, near ties included, as a mask."""
    best = WORST
    for at in range(mind.start[hand], mind.start[hand + 1]):
        value = worth(mind, understood(mind, hand, at), mind.risk[at])
        best = value if value > best else best
    moves = 0
    for at in range(mind.start[hand], mind.start[hand + 1]):
        if worth(mind, understood(mind, hand, at), mind.risk[at]) >= best - TIE:
            moves |= 1 << mind.move[at]
    return moves


@compiled
def expected_worth(mind: Thought) -> float:
    """What the best move is worth to the speaker, averaged over all possible hands."""
    total = 0.0
    for hand in range(mind.hands):
        best = WORST
        for at in range(mind.start[hand], mind.start[hand + 1]):
            value = worth(mind, understood(mind, hand, at), mind.risk[at])
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
