"""Why would somebody play this? The play as a signal, after the Rational Speech Acts model.

(Frank, Goodman: "Predicting pragmatic reasoning in language games", Science 336, 2012.) A literal listener thinks that
every legal move is as likely as any other. A speaker prefers moves by which that listener finds the kept fate, and
which make no card fade; a pragmatic listener inverts this speaker, and so on. Only what the group sees of a play
matters, and with the play it knows one fate of the hand, so a signal is heard against at most one hand for each kept
value.
"""

from engine.compiled import compiled, inlined
from engine.floats import exp
from engine.shipwreck.beliefs.danger import compares, fall_values, list_dangers
from engine.shipwreck.beliefs.prior import unseen
from engine.shipwreck.beliefs.thought import HOURS_SEEN, PLACES, SIGNALS, Thought
from engine.shipwreck.moves import move_of, rule_row
from engine.shipwreck.state import HOURS, NONE, SLOTS, View

AVERTABLE = 2
TIE = 1e-4
WORST = -1e9
"""Worth less than any move can be."""


@inlined
def signal_of(value: int, place: int, told: int) -> int:
    """What the group sees: the value, the place, the card's answer if it gives one."""
    seen = HOURS_SEEN if place == HOURS else 2 * place + (1 if told == 1 else 0)
    return value * PLACES + seen


@compiled
def tells(view: View, slot: int, value: int) -> int:
    """The kept values with which the card of a slot would answer yes to this play. The answer is given once the fate
    lies there, so that is how the table is looked at."""
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
    """So many more fates, worth so much, in front of a card."""
    table = view.table
    table.here_total[slot] += total
    table.here_count[slot] += count
    table.visible_total += total
    table.visible_count += count


@compiled
def list_moves(view: View, mind: Thought, averting: int) -> None:
    """Write down the legal moves of every hand, and what each would look like. `averting` is the mask of slots from
    which a power of the player could take back a fate that makes the card fade."""
    list_dangers(view, mind)
    compared = compares(view)
    for slot in range(SLOTS):
        for value in range(1, view.book.top + 1):
            mind.yes[slot, value] = tells(view, slot, value)
    count = 0
    for hand in range(mind.hands):
        mind.start[hand] = count
        low, high = mind.low[hand], mind.high[hand]
        count = list_plays(view, mind, low, high, count, averting, compared)
        if low != high:
            count = list_plays(view, mind, high, low, count, averting, compared)
        if count == mind.start[hand]:
            count = add_move(view, mind, low, high, HOURS, 0, count, 0, compared)
            if low != high:
                count = add_move(view, mind, high, low, HOURS, 0, count, 0, compared)
    mind.start[mind.hands] = count


@inlined
def list_plays(view: View, mind: Thought, value: int, kept: int, count: int, averting: int, compared: bool) -> int:
    """The cards on which `value` may be played while `kept` is kept."""
    for slot in range(SLOTS):
        if (view.table.forward[slot, value] >> kept) & 1:
            told = (mind.yes[slot, value] >> kept) & 1
            count = add_move(view, mind, value, kept, slot, told, count, averting, compared)
    return count


@inlined
def add_move(
    view: View, mind: Thought, value: int, kept: int, place: int, told: int, count: int, averting: int, compared: bool
) -> int:
    mind.signal[count] = signal_of(value, place, told)
    mind.kept[count] = kept
    mind.move[count] = move_of(value, place)
    risk = mind.danger[value, place]
    if risk and place < SLOTS and (averting >> place) & 1 and kept > 1:
        risk = AVERTABLE
    if not risk and compared:
        risk = falls(view, value, kept, place)
    mind.risk[count] = risk
    return count + 1


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
def add_masses(mind: Thought) -> None:
    """How likely each signal is to be seen at all."""
    for signal in range(SIGNALS):
        mind.mass[signal] = 0.0
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.mass[mind.signal[at]] += mind.pair[hand] * mind.chance[at]


@inlined
def worth(mind: Thought, understood: float, risk: int) -> float:
    """What a move is worth to the speaker when the listener would believe so much in the fate he keeps."""
    loss = mind.fade_aversion * (1.0 - understood)
    if risk == 0:
        return understood
    if risk == AVERTABLE and mind.power_price < loss:
        return understood - mind.power_price
    return understood - loss


@inlined
def understood(mind: Thought, hand: int, at: int) -> float:
    """The listener's belief in the kept fate of a hand after its move number `at`."""
    mass = mind.mass[mind.signal[at]]
    return mind.pair[hand] * mind.chance[at] / mass if mass > 0.0 else 0.0


@compiled
def think(view: View, mind: Thought, averting: int) -> None:
    """From the literal listener up to the table's depth: how likely every hand makes each of its moves."""
    list_moves(view, mind, averting)
    for hand in range(mind.hands):
        moves = mind.start[hand + 1] - mind.start[hand]
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 1.0 / moves
    add_masses(mind)
    for _ in range(mind.depth):
        for hand in range(mind.hands):
            speak_softly(mind, hand)
        add_masses(mind)


@inlined
def speak_softly(mind: Thought, hand: int) -> None:
    """The speaker's odds of each move, sharper as alpha grows."""
    start, end = mind.start[hand], mind.start[hand + 1]
    best = WORST
    for at in range(start, end):
        mind.chance[at] = worth(mind, understood(mind, hand, at), mind.risk[at])
        best = mind.chance[at] if mind.chance[at] > best else best
    total = 0.0
    for at in range(start, end):
        mind.chance[at] = exp(mind.alpha * (mind.chance[at] - best))
        total += mind.chance[at]
    for at in range(start, end):
        mind.chance[at] /= total


@compiled
def find_hand(mind: Thought, first: int, second: int) -> int:
    """The number of a hand among those thought possible, or NONE."""
    low, high = (first, second) if first < second else (second, first)
    for hand in range(mind.hands):
        if mind.low[hand] == low and mind.high[hand] == high:
            return hand
    return NONE


@compiled
def best_moves(mind: Thought, hand: int) -> int:
    """The moves of a hand that are worth most to a speaker who is heard literally, near ties included, as a mask."""
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
    """What the best move is worth to the speaker on average over the hands he may have, as the group sees it."""
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
    """The group hears the last play: what it now believes of the kept fate, split by whether the token played was the
    older. False if the table's model holds what it saw for impossible."""
    table = view.table
    signal = signal_of(table.played, table.place, table.told)
    for value in range(view.book.top + 1):
        mind.belief[0, value] = 0.0
        mind.belief[1, value] = 0.0
    for kept in range(1, view.book.top + 1):
        fresh_played, older_played = shares(mind, table.played, kept)
        mind.before[kept] = fresh_played + older_played
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            if mind.signal[at] == signal:
                kept = mind.kept[at]
                fresh_played, older_played = shares(mind, table.played, kept)
                mind.belief[0, kept] = fresh_played * mind.chance[at]
                mind.belief[1, kept] = older_played * mind.chance[at]
    return normalise(view, mind)


@inlined
def shares(mind: Thought, played: int, kept: int) -> tuple[float, float]:
    """The weight of a hand with the played token as the fresh one, and as the older one. Of equal tokens the older is
    played."""
    if played == kept:
        return 0.0, mind.weight[played, kept]
    return mind.weight[kept, played], mind.weight[played, kept]


@inlined
def normalise(view: View, mind: Thought) -> bool:
    """Make the belief add up to 1. False if nothing is left of it."""
    total = 0.0
    for value in range(1, view.book.top + 1):
        total += mind.belief[0, value] + mind.belief[1, value]
    if total <= 0.0:
        return False
    for value in range(1, view.book.top + 1):
        mind.belief[0, value] /= total
        mind.belief[1, value] /= total
    return True
