"""What a player chooses after the play, and what the choice tells: a fate to steal, Old?, a fate to discard, or
nothing.

This is a small speaker-listener model of its own, over the possible values of the kept fate. The group interprets a
choice as it interprets a play: by how likely each kept value is to lead to it.
"""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp
from engine.shipwreck.minds.beliefs.danger import added_hours, would_fade
from engine.shipwreck.minds.beliefs.memory import CHOICES, Thought
from engine.shipwreck.minds.beliefs.speaker import TIE, WORST, normalise
from engine.shipwreck.rules.moves import move_of, rule_row
from engine.shipwreck.rules.powers import find_power, power_at
from engine.shipwreck.table.state import DISCARD, NONE, OLD, SLOTS, View

NOTHING, OLD_NO, OLD_YES = -1, -2, -3
"""Choices that are not moves."""


@inlined
def fading_if_moved(view: View, origin: int, value: int, to: int) -> int:
    """The slots that fade if a fate of this value moves from one slot to another (NONE: leaves the row), as a mask."""
    fading = 0
    for slot in range(SLOTS):
        more = 0
        if view.table.row[slot] >= 0 and slot == origin:
            more = -added_hours(view, slot, value)
        elif view.table.row[slot] >= 0 and slot == to:
            more = added_hours(view, slot, value)
        fading |= (1 if would_fade(view, slot, more, 0) else 0) << slot
    return fading


@inlined
def fades_due(view: View, origin: int, value: int, to: int) -> int:
    """How many of these fades cost doom."""
    fading = fading_if_moved(view, origin, value, to)
    fades = 0
    for slot in range(SLOTS):
        if (fading >> slot) & 1 and not view.book.no_doom[view.table.row[slot]]:
            fades += 1
    return fades


@inlined
def add_choice(mind: Thought, option: int, fresh_played: int, older_played: int, price: float, fades: int) -> None:
    """Adds a choice: the kept values that allow it, its price, and the number of fades due after it."""
    at = mind.choices
    mind.option[at] = option
    mind.open_to[at, 0] = fresh_played
    mind.open_to[at, 1] = older_played
    mind.price[at] = price
    mind.fading[at] = 1 if fades > 0 else 0
    mind.choices += 1


@compiled
def list_thefts(view: View, mind: Thought, thief: int) -> None:
    """Lists every fate that the card may steal from other cards, and nothing, for the kept values that allow no
    theft."""
    book, table = view
    at = rule_row(view, book.steals_rule[table.row[thief]], thief, 0)
    mind.choices = 0
    nothing = book.values
    for slot in range(SLOTS):
        if slot == thief or table.here_count[slot] == 0:
            continue
        for value in range(1, book.top + 1):
            if table.fates[slot, value] > 0:
                open_to = book.rows[at + value]
                nothing &= ~open_to
                add_choice(mind, move_of(value, slot), open_to, open_to, 0.0, fades_due(view, slot, value, thief))
    add_choice(mind, NOTHING, nothing, nothing, 0.0, fades_due(view, NONE, 0, NONE))


@compiled
def may_tell_old(view: View) -> bool:
    """Whether Old? is available and would tell something: one token was held before this turn, the other was not."""
    return not view.table.fresh and view.table.plays == 1 and find_power(view.book, view.table, OLD) != NONE


@compiled
def list_powers(view: View, mind: Thought) -> None:
    """Lists the choices after a play: nothing, Old? with either answer, and every fate that may be discarded."""
    book, table = view
    mind.choices = 0
    due = fades_due(view, NONE, 0, NONE)
    add_choice(mind, NOTHING, book.values, book.values, 0.0, due)
    if may_tell_old(view):
        add_choice(mind, OLD_NO, book.values, 0, mind.power_price, due)
        add_choice(mind, OLD_YES, 0, book.values, mind.power_price, due)
    power = find_power(book, table, DISCARD)
    if power == NONE:
        return
    for slot in range(SLOTS):
        for value in range(1, book.top + 1):
            if table.row[slot] >= 0 and table.fates[slot, value] > 0 and mind.choices < CHOICES:
                rule = book.power_rule[power_at(book, table, power)]
                open_to = book.rows[rule_row(view, rule, slot, 0) + value]
                fades = fades_due(view, slot, value, NONE)
                add_choice(mind, move_of(value, slot), open_to, open_to, mind.power_price, fades)


@inlined
def is_open(mind: Thought, choice: int, old: int, kept: int) -> int:
    return (mind.open_to[choice, old] >> kept) & 1


@compiled
def value_choices(view: View, mind: Thought) -> None:
    """Works out what each choice is worth to a speaker for each kept value, given the present odds."""
    top = view.book.top
    for choice in range(mind.choices):
        mass = 0.0
        for kept in range(1, top + 1):
            heard = (
                mind.belief[0, kept] * mind.odds[choice, 0, kept] + mind.belief[1, kept] * mind.odds[choice, 1, kept]
            )
            mind.value[choice, kept] = heard
            mass += heard
        for kept in range(1, top + 1):
            found = mind.value[choice, kept] / mass if mass > 0.0 else 0.0
            loss = mind.fade_aversion * mind.fading[choice] * (1.0 - found)
            mind.value[choice, kept] = found - loss - mind.price[choice]


@compiled
def weigh_choices(view: View, mind: Thought) -> None:
    """Works out how likely each kept value is to lead to each choice, after `depth` rounds of reasoning."""
    for old in range(2):
        for kept in range(1, view.book.top + 1):
            count = 0
            for choice in range(mind.choices):
                count += is_open(mind, choice, old, kept)
            for choice in range(mind.choices):
                mind.odds[choice, old, kept] = 1.0 * is_open(mind, choice, old, kept) / count if count > 0 else 0.0
    for _ in range(mind.depth):
        value_choices(view, mind)
        for old in range(2):
            for kept in range(1, view.book.top + 1):
                choose_softly(mind, old, kept)


@inlined
def choose_softly(mind: Thought, old: int, kept: int) -> None:
    best = WORST
    for choice in range(mind.choices):
        if is_open(mind, choice, old, kept) and mind.value[choice, kept] > best:
            best = mind.value[choice, kept]
    total = 0.0
    for choice in range(mind.choices):
        odds = exp(mind.alpha * (mind.value[choice, kept] - best)) if is_open(mind, choice, old, kept) else 0.0
        mind.odds[choice, old, kept] = odds
        total += odds
    for choice in range(mind.choices):
        mind.odds[choice, old, kept] = mind.odds[choice, old, kept] / total if total > 0.0 else 0.0


@compiled
def best_choices(view: View, mind: Thought, old: int, kept: int) -> int:
    """The choices worth most to a speaker who expects a literal listener, near ties included, as a mask."""
    value_choices(view, mind)
    best = WORST
    for choice in range(mind.choices):
        if is_open(mind, choice, old, kept) and mind.value[choice, kept] > best:
            best = mind.value[choice, kept]
    chosen = 0
    for choice in range(mind.choices):
        if is_open(mind, choice, old, kept) and mind.value[choice, kept] >= best - TIE:
            chosen |= 1 << choice
    return chosen


@compiled
def hear_choice(view: View, mind: Thought, option: int) -> bool:
    """Updates the belief after a choice. Returns False if the model considers the choice impossible."""
    for choice in range(mind.choices):
        if mind.option[choice] == option:
            for value in range(1, view.book.top + 1):
                for old in range(2):
                    mind.belief[old, value] *= mind.odds[choice, old, value]
    return normalise(view, mind)
