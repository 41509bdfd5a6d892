"""What a position is worth: the chance of winning from it, according to the weights."""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp
from engine.shipwreck.minds.beliefs.danger import added_hours
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.rules.fade import FADE_DOOM
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.powers import kind_at
from engine.shipwreck.rules.prediction import RIGHT_SCORE, WRONG_DOOM
from engine.shipwreck.rules.seats import seat_after
from engine.shipwreck.rules.tokens import first_card
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
    silence with everything known. `spent` and `paid` are the kinds of power used up, or NONE."""
    table = view.table
    cost = fade_cost(view, fading)
    stage = stage_of(view, table.doom)
    rest = rest_after(view, mind, stage, landing, more, fading) - spent_worth(mind, stage, spent, paid)
    mind.right[row] = worth_of(view, mind, table.score + RIGHT_SCORE + extra_score(view, fading), table.doom, rest)
    doom = table.doom + WRONG_DOOM + cost
    stage = stage_of(view, doom)
    rest = rest_after(view, mind, stage, landing, more, fading) - spent_worth(mind, stage, spent, paid)
    mind.wrong[row] = worth_of(view, mind, table.score, doom, rest)
    doom = table.doom + cost
    stage = stage_of(view, doom)
    rest = rest_after(view, mind, stage, landing, more, fading) - spent_worth(mind, stage, spent, paid)
    rest += mind.holder[stage, table.seats]
    mind.dark[row] = worth_of(view, mind, table.score, doom, rest)
    lit = worth_of(view, mind, table.score, doom, rest + mind.known[stage, table.seats])
    mind.light[row] = lit - mind.dark[row]


@inlined
def spent_worth(mind: Judgement, stage: int, spent: int, paid: int) -> float:
    """What the position loses with the powers used up."""
    return (mind.kind[stage, spent] if spent >= 0 else 0.0) + (mind.kind[stage, paid] if paid >= 0 else 0.0)


@compiled
def fading_after(view: View, value: int, place: int) -> int:
    """The slots that fade if this value is played at this place, as a mask. Leaves out cards that depend on the hidden
    fate. With place NONE: the present state, after the play."""
    book, table = view.book, view.table
    landing = place if place < SLOTS else first_card(table)
    fading = 0
    for slot in range(SLOTS):
        card = table.row[slot]
        if card < 0:
            continue
        if book.moons[card] > 0:
            more = added_hours(view, slot, value) if slot == landing and value > 0 else 0
            fading |= (1 if table.hours[slot] + more >= book.moons[card] else 0) << slot
        elif book.on_play_rule[card] >= 0:
            triggers = book.rows[rule_row(view, book.on_play_rule[card], slot, 0)]
            played = table.played_mask | (1 << value if value > 0 else 0)
            fading |= (1 if triggers & played else 0) << slot
    return fading
