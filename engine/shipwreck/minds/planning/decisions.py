"""The decisions that all policies with a value function share. A policy adds how its players agree on their moves.

The group's beliefs work as in `minds.beliefs`; its decisions maximise the chance of winning.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.minds.beliefs.carry_over import keep_values
from engine.shipwreck.minds.beliefs.choices import list_powers, list_thefts
from engine.shipwreck.minds.beliefs.decisions import (
    after_correct,
    averting_slots,
    expect_hands,
    forgets_powers,
    has_after_power,
    has_before_power,
    hear_answer,
    hear_loot,
    hear_order,
    hear_play,
    hear_reveal,
    hear_verdict,
    order_of,
)
from engine.shipwreck.minds.beliefs.decisions import end_turn as carry_on
from engine.shipwreck.minds.beliefs.group import (
    belief_in,
    believed,
    has_twin_before,
    pressing_doom,
    spare_power,
    would_lose,
)
from engine.shipwreck.minds.beliefs.own_hand import back_to_public, lean_on_own_hand
from engine.shipwreck.minds.beliefs.sampled_choice import soft_choice
from engine.shipwreck.minds.beliefs.speaker import think_of
from engine.shipwreck.minds.beliefs.trial_moves import heaviest, shift
from engine.shipwreck.minds.planning.choice_code import agree_on_choices
from engine.shipwreck.minds.planning.memory import CARD_FACTS, KINDS, MOST_SAMPLES, Judgement
from engine.shipwreck.minds.planning.outlooks import NOW, foresee_signals, likely_falls, look_ahead, outlook
from engine.shipwreck.minds.planning.plan import BETTER, adapt, decide, decide_all, listen, listen_to_code
from engine.shipwreck.minds.planning.position_value import fading_now, hours_left
from engine.shipwreck.rules.decisions import Mind
from engine.shipwreck.rules.moves import look
from engine.shipwreck.rules.powers import NO_ORDER, Order, costs_two, kind_at, leave_pool, power_at
from engine.shipwreck.rules.seats import seat_after
from engine.shipwreck.table.state import CYCLE, NONE, QUESTION, RAISE, RELOCATE, SEATS, SLOTS, SLOW, Dice, Table, View

Memory = Judgement
READS_LINES = True
KEEPS_BELIEFS = True

__all__ = [
    "after_correct",
    "after_play",
    "before_play",
    "before_prediction",
    "begin_game",
    "choose_theft",
    "end_turn",
    "hear_answer",
    "hear_play",
    "hear_power",
    "hear_reveal",
    "hear_theft",
    "hear_verdict",
    "predict",
]


@compiled
def begin_game(view: View, mind: Mind) -> None:
    mind.game += 1


@compiled
def look_at_now(view: View, mind: Judgement) -> float:
    """Finds the group's best decision in the present state and writes it into `power`, `asked` and `named`."""
    look_ahead(view, mind)
    mind.support[NOW] = 0
    for value in range(1, view.book.top + 1):
        mind.heard[NOW, value] = believed(mind, value)
        mind.support[NOW] |= (1 if mind.heard[NOW, value] > 0.0 else 0) << value
    mind.shows[NOW] = view.table.played
    mind.guesses[NOW] = 1 + view.table.extra_guesses
    mind.to[NOW] = outlook(view, mind, SLOTS, 0, fading_now(view) | likely_falls(view, mind), NONE)
    return decide(view, mind, NOW)


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    """Chooses the power whose use leaves the best chance of winning."""
    book, table = view.book, view.table
    keep_values(view, mind, table.established)
    if forgets_powers(view, mind, dice):
        return NO_ORDER
    lean_on_own_hand(view, mind)
    look_at_now(view, mind)
    back_to_public(view, mind)
    if mind.power == NONE:
        return NO_ORDER
    kind = kind_at(book, table, mind.power)
    if kind == QUESTION:
        order = Order(mind.power, 0, mind.asked, 0)
        return (
            Order(mind.power, 0, mind.asked, spare_power(view, mind.power)) if costs_two(book, table, order) else order
        )
    return Order(mind.power, mind.asked if kind == SLOW else 0, 0, 0)


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Names the likeliest values or stays silent, whichever leaves the better chance of winning. Considers no more
    powers."""
    table = view.table
    keep_values(view, mind, table.established)
    lean_on_own_hand(view, mind)
    used = table.power_used
    table.power_used = 1
    look_at_now(view, mind)
    table.power_used = used
    mind.stated = belief_in(view, mind, mind.named)
    mind.forced = 1 if would_lose(view, pressing_doom(view, mind, NONE)) else 0
    back_to_public(view, mind)
    return mind.named


@compiled
def play_worth(view: View, mind: Judgement) -> float:
    """An estimate of the chance of winning before the play: one round of reasoning, one round of adapting. How likely
    each hand is must be known."""
    look(view)
    depth = mind.depth
    mind.depth = 1
    think_of(view, mind, averting_slots(view), view.book.values)
    mind.depth = depth
    foresee_signals(view, mind)
    listen(view, mind)
    decide_all(view, mind)
    adapt(mind)
    listen_to_code(view, mind)
    return decide_all(view, mind)


@compiled
def put_back(table: Table, at: int, card: int) -> None:
    """Puts a power back into its place in the pool."""
    for place in range(table.pooled, at, -1):
        table.pool[place] = table.pool[place - 1]
    table.pool[at] = card
    table.pooled += 1


@compiled
def before_play(view: View, mind: Mind, dice: Dice, first: int, second: int) -> Order:
    """Uses a power that raises the chance of winning, averaged over all possible hands. Only public information counts,
    so the use tells nothing about the hand."""
    book, table = view.book, view.table
    if not has_before_power(view) or forgets_powers(view, mind, dice):
        return NO_ORDER
    expect_hands(view, mind)
    best, most = NO_ORDER, play_worth(view, mind) + mind.before_gain
    for at in range(table.pooled):
        kind = kind_at(book, table, at)
        power = power_at(book, table, at)
        if kind not in (CYCLE, RAISE, RELOCATE) or has_twin_before(view, at):
            continue
        card = leave_pool(table, at)
        table.power_used = 1
        if kind == RAISE:
            table.raised = book.power_variant[power]
            promise = play_worth(view, mind)
            table.raised = 0
            if promise > most + BETTER:
                best, most = Order(at, 0, 0, 0), promise
        elif kind == RELOCATE:
            for slot in range(SLOTS):
                value = heaviest(view, slot)
                for to in range(SLOTS):
                    if value == 0 or to == slot or table.row[to] < 0:
                        continue
                    shift(view, slot, value, to)
                    promise = play_worth(view, mind)
                    shift(view, to, value, slot)
                    if promise > most + BETTER:
                        best, most = Order(at, slot, value, to), promise
        elif table.deck_left > 0:
            arriving = table.deck_top
            table.deck_top = NONE  # the next top card is not known
            for slot in range(SLOTS):
                if table.row[slot] >= 0 and table.here_count[slot] == 0:
                    replaced = table.row[slot]
                    table.row[slot] = arriving
                    promise = play_worth(view, mind)
                    table.row[slot] = replaced
                    if promise > most + BETTER:
                        best, most = Order(at, slot, 0, 0), promise
            table.deck_top = arriving
        table.power_used = 0
        put_back(table, at, card)
    return best


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    list_thefts(view, mind, thief)
    agree_on_choices(view, mind, thief)
    return mind.option[soft_choice(mind, 0, kept, 0.0)]


@compiled
def hear_theft(view: View, mind: Mind, thief: int, loot: int) -> None:
    list_thefts(view, mind, thief)
    agree_on_choices(view, mind, thief)
    hear_loot(view, mind, loot)


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    if not has_after_power(view) or forgets_powers(view, mind, dice):
        return NO_ORDER
    list_powers(view, mind)
    agree_on_choices(view, mind, NONE)
    return order_of(view, mind.option[soft_choice(mind, played_old, kept, 0.0)])


@compiled
def hear_power(view: View, mind: Mind, order: Order, answer: int) -> None:
    if has_after_power(view):
        list_powers(view, mind)
        agree_on_choices(view, mind, NONE)
        hear_order(view, mind, order, answer)


@compiled
def end_turn(view: View, mind: Mind) -> None:
    """Keeps the belief for the next turn. During training, also records the position."""
    carry_on(view, mind)
    if mind.learns and mind.samples < MOST_SAMPLES:
        note_position(view, mind)


@compiled
def note_position(view: View, mind: Judgement) -> None:
    """Records the position as numbers, for fitting the weights."""
    table, at = view.table, mind.samples
    mind.samples += 1
    mind.sample[at, 0] = mind.game
    mind.sample[at, 1] = table.score
    mind.sample[at, 2] = table.doom
    for slot in range(SLOTS):
        card = table.row[slot]
        mind.sample[at, 3 + 2 * slot] = card
        mind.sample[at, 4 + 2 * slot] = hours_left(view, slot, 0) if card >= 0 else 0
    for kind in range(KINDS):
        mind.sample[at, 3 + CARD_FACTS + kind] = 0
    for place in range(table.pooled):
        mind.sample[at, 3 + CARD_FACTS + kind_at(view.book, table, place)] += 1
    for distance in range(SEATS + 1):
        mind.sample[at, 3 + CARD_FACTS + KINDS + distance] = 0
        mind.square[at, distance] = 0.0
    for distance in range(1, table.seats + 1):
        seat = seat_after(table, table.seat, distance)
        if table.holds[seat]:
            mind.sample[at, 3 + CARD_FACTS + KINDS + distance] = 1
            for value in range(1, view.book.top + 1):
                mind.square[at, distance] += table.belief[seat, value] * table.belief[seat, value]
