"""What a position is worth: the chance of winning from it, according to the weights."""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.rules.fade import FADE_DOOM
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.powers import kind_at
from engine.shipwreck.rules.prediction import RIGHT_SCORE, WRONG_DOOM
from engine.shipwreck.rules.seats import seat_after
from engine.shipwreck.table.state import AMPLIFY, NONE, SLOTS, TRACK, View
from engine.shipwreck.weights import LEFT, STAGES


@inlined
def stage_of(view: View, doom: int) -> int:
    """The stage of the game, by how much doom is left before the limit."""
    left = view.book.doom_limit - doom
    if left >= 5:
        return 0
    return 1 if left >= 3 else (2 if left == 2 else 3)


@inlined
def logistic(z: float) -> float:
    """The probability that a sum of weights stands for."""
    if z >= 0.0:
        return 1.0 / (1.0 + exp(-z))
    e = exp(z)
    return e / (1.0 + e)


@inlined
def worth_of(view: View, mind: Judgement, score: int, doom: int, rest: float) -> float:
    """The chance of winning with this score and doom, if everything else sums to `rest`."""
    if score >= view.book.goal:
        return 1.0
    if doom >= view.book.doom_limit:
        return 0.0
    return logistic(mind.track[min(score, TRACK - 1), min(doom, TRACK - 1)] + rest)


@inlined
def hours_left(view: View, slot: int, more: int) -> int:
    """The hours left on a card after this many more are added; 0 for a comet."""
    card = view.table.row[slot]
    if view.book.moons[card] == 0:
        return 0
    return max(1, min(LEFT - 1, view.book.moons[card] - view.table.hours[slot] - more))


@inlined
def card_worth(view: View, mind: Judgement, stage: int, slot: int, more: int) -> float:
    """What the card of a slot adds."""
    card = view.table.row[slot]
    return mind.card[stage, card, hours_left(view, slot, more)] if card >= 0 else 0.0


@compiled
def new_card_worth(view: View, mind: Judgement, stage: int, nth: int) -> float:
    """What the nth card from the deck adds. The top card is visible, the others are unknown."""
    table = view.table
    if nth >= table.deck_left:
        return 0.0
    if nth > 0 or table.deck_top == NONE:
        return mind.unknown[stage]
    return mind.card[stage, table.deck_top, min(LEFT - 1, view.book.moons[table.deck_top])]


@compiled
def survey(view: View, mind: Judgement) -> None:
    """Adds up what the present state is worth at every stage, without the active player's own fate."""
    table = view.table
    for stage in range(STAGES):
        rest = 0.0
        for slot in range(SLOTS):
            rest += card_worth(view, mind, stage, slot, 0)
        for at in range(table.pooled):
            rest += mind.kind[stage, kind_at(view.book, table, at)]
        mind.rest[stage] = rest
    for distance in range(1, table.seats):
        seat = seat_after(table, table.seat, distance)
        if table.holds[seat]:
            squares = 0.0
            for value in range(1, view.book.top + 1):
                squares += table.belief[seat, value] * table.belief[seat, value]
            for stage in range(STAGES):
                mind.rest[stage] += mind.holder[stage, distance] + mind.known[stage, distance] * squares


@compiled
def rest_after(view: View, mind: Judgement, stage: int, landing: int, more: int, fading: int) -> float:
    """What everything except score and doom sums to at the end of the turn, if this many hours are added to a slot and
    these slots fade."""
    book, table = view.book, view.table
    rest = mind.rest[stage]
    if landing < SLOTS and not (fading >> landing) & 1:
        rest += card_worth(view, mind, stage, landing, more) - card_worth(view, mind, stage, landing, 0)
    nth = 0
    for slot in range(SLOTS):
        if (fading >> slot) & 1:
            rest += new_card_worth(view, mind, stage, nth) - card_worth(view, mind, stage, slot, 0)
            kind = book.power_kind[book.power[table.row[slot]]]
            rest += mind.kind[stage, kind] if kind != AMPLIFY else 0.0
            nth += 1
    return rest


@compiled
def fade_cost(view: View, fading: int) -> int:
    """The doom that these fades cost without a right prediction."""
    fades = 0
    extra = 0
    for slot in range(SLOTS):
        if (fading >> slot) & 1:
            extra += view.table.amplified_doom[slot]
            fades += 0 if view.book.no_doom[view.table.row[slot]] else 1
    return fades * (FADE_DOOM + extra)


@compiled
def extra_score(view: View, fading: int) -> int:
    """The extra score of a right prediction if these slots fade."""
    extra = 0
    for slot in range(SLOTS):
        if (fading >> slot) & 1:
            extra += view.table.amplified_score[slot]
    return extra


@compiled
def foresee(view: View, mind: Judgement, row: int, landing: int, more: int, fading: int, spent: int, paid: int) -> None:
    """Fills a row with the chances of winning: after a right prediction, a wrong one, silence with nothing known, and
    silence with everything known. `spent` and `paid` are the kinds of power used up, or NONE. A right prediction also
    saves the turn that the group would need for it later."""
    table = view.table
    now = stage_of(view, table.doom)
    rest_now = rest_after(view, mind, now, landing, more, fading) - spent_worth(mind, now, spent, paid)
    mind.right[row] = worth_of(view, mind, table.score + RIGHT_SCORE + extra_score(view, fading), table.doom, rest_now)
    mind.right[row] += saved_turn(view, mind)
    doom = table.doom + fade_cost(view, fading)
    stage, rest = stage_of(view, doom), rest_now
    if stage != now:
        rest = rest_after(view, mind, stage, landing, more, fading) - spent_worth(mind, stage, spent, paid)
    silent = rest + mind.holder[stage, table.seats]
    mind.dark[row] = worth_of(view, mind, table.score, doom, silent)
    lit = worth_of(view, mind, table.score, doom, silent + mind.known[stage, table.seats])
    mind.light[row] = lit - mind.dark[row]
    after_wrong = stage_of(view, doom + WRONG_DOOM)
    if after_wrong != stage:
        rest = rest_after(view, mind, after_wrong, landing, more, fading) - spent_worth(mind, after_wrong, spent, paid)
    mind.wrong[row] = worth_of(view, mind, table.score, doom + WRONG_DOOM, rest)


@inlined
def saved_turn(view: View, mind: Judgement) -> float:
    """What it is worth not to wait. Without this, a group that wins nearly always stays silent whenever the fitted
    weights happen to prefer it by a trifle. Less when doom is near: there a turn of waiting can be worth more than its
    price."""
    left = (view.book.doom_limit - view.table.doom) / view.book.doom_limit
    return mind.turn_price * left * left


@inlined
def spent_worth(mind: Judgement, stage: int, spent: int, paid: int) -> float:
    """What the position loses with the powers used up."""
    return (mind.kind[stage, spent] if spent >= 0 else 0.0) + (mind.kind[stage, paid] if paid >= 0 else 0.0)


@inlined
def triggers(view: View, slot: int) -> int:
    """The values whose play makes the card of a slot fade, as a mask; 0 for a card with moons."""
    card = view.table.row[slot]
    if card < 0 or view.book.moons[card] > 0 or view.book.on_play_rule[card] < 0:
        return 0
    return view.book.rows[rule_row(view, view.book.on_play_rule[card], slot, 0)]


@compiled
def fading_now(view: View) -> int:
    """The slots that fade in the present state, as a mask. Leaves out cards that depend on the hidden fate."""
    book, table = view.book, view.table
    fading = 0
    for slot in range(SLOTS):
        card = table.row[slot]
        is_full = card >= 0 and book.moons[card] > 0 and table.hours[slot] >= book.moons[card]
        fading |= (1 if is_full or triggers(view, slot) & table.played_mask else 0) << slot
    return fading


@compiled
def foresee_fades(view: View, mind: Judgement) -> None:
    """Finds out which slots fade anyway, and which a play of each value makes fade wherever it is played."""
    now = fading_now(view)
    for value in range(1, view.book.top + 1):
        mind.fades_with[value] = now
    for slot in range(SLOTS):
        fragile = triggers(view, slot)
        for value in range(1, view.book.top + 1 if fragile else 0):
            mind.fades_with[value] |= ((fragile >> value) & 1) << slot


@inlined
def fading_after(view: View, mind: Judgement, value: int, landing: int, more: int) -> int:
    """The slots that fade if this value is played and adds this many hours to a slot, as a mask; see
    `foresee_fades`."""
    if landing == SLOTS:
        return mind.fades_with[value]
    moons = view.book.moons[view.table.row[landing]]
    is_full = moons > 0 and view.table.hours[landing] + more >= moons
    return mind.fades_with[value] | (1 if is_full else 0) << landing
