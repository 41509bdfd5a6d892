"""What a player chooses after his play at a table that knows what a position is worth: a small code again.

Which choice each kept fate makes is agreed from public information: all make the choice that is best for all, and then
each in turn takes another by which the team gains. A choice is heard like a play, so it says something, too.
"""

from engine.compiled import compiled, inlined
from engine.shipwreck.beliefs.choices import NOTHING, OLD_NO, OLD_YES, fading_if_moved, is_open, may_tell_old
from engine.shipwreck.beliefs.danger import added_hours
from engine.shipwreck.beliefs.judgement import Judgement
from engine.shipwreck.beliefs.plan import BETTER, appraise, likely_falls, look_ahead, outlook
from engine.shipwreck.moves import place_of, value_of
from engine.shipwreck.state import DISCARD, NONE, OLD, SLOTS, View

FIRST = 1
"""Choices take the rows of signals from here on: those of the play have been heard by now."""


@inlined
def power_of(option: int, thief: int) -> int:
    """The kind of power that a choice uses up, or NONE."""
    if option == NOTHING or thief != NONE:
        return NONE
    return OLD if option in (OLD_NO, OLD_YES) else DISCARD


@compiled
def agree_on_choices(view: View, mind: Judgement, thief: int) -> None:
    """Fill in the odds of every choice with zeros and ones. `thief` is the slot of the card that steals; NONE if the
    choice is about powers."""
    foresee_choices(view, mind, thief)
    best, most = 0, -1.0
    for choice in range(mind.choices):
        worth = all_take(view, mind, choice, thief)
        if worth > most + BETTER:
            best, most = choice, worth
    all_take(view, mind, best, thief)
    ages = 2 if thief == NONE and may_tell_old(view) else 1  # else nobody asks which token was the older
    for old in range(ages):
        for kept in range(1, view.book.top + 1):
            reconsider(view, mind, old, kept, thief, ages)


@compiled
def foresee_choices(view: View, mind: Judgement, thief: int) -> None:
    """What each choice leads to."""
    look_ahead(view, mind)
    falling = likely_falls(view, mind)
    for choice in range(mind.choices):
        option, landing, more = mind.option[choice], SLOTS, 0
        origin, value = (place_of(option), value_of(option)) if option >= 0 else (NONE, 0)
        if option >= 0 and thief == NONE:
            landing, more = origin, -added_hours(view, origin, value)
        fading = fading_if_moved(view, origin, value, thief) | falling
        mind.guesses[FIRST + choice] = 1 + view.table.extra_guesses
        mind.to[FIRST + choice] = outlook(view, mind, landing, more, fading, power_of(option, thief))


@compiled
def all_take(view: View, mind: Judgement, favourite: int, thief: int) -> float:
    """Everybody makes one choice if it is open to him, else the first that is. Returns the chance to win."""
    for choice in range(mind.choices):
        for kept in range(view.book.top + 1):
            mind.heard[FIRST + choice, kept] = 0.0
            mind.odds[choice, 0, kept] = 0.0
            mind.odds[choice, 1, kept] = 0.0
    for old in range(2):
        for kept in range(1, view.book.top + 1):
            taken = favourite if is_open(mind, favourite, old, kept) else first_open(mind, old, kept)
            if taken != NONE:
                mind.odds[taken, old, kept] = 1.0
                mind.heard[FIRST + taken, kept] += mind.belief[old, kept]
    total = 0.0
    for choice in range(mind.choices):
        mind.team[FIRST + choice] = decide_on(view, mind, choice, thief)
        total += mind.team[FIRST + choice]
    return total


@inlined
def first_open(mind: Judgement, old: int, kept: int) -> int:
    for choice in range(mind.choices):
        if is_open(mind, choice, old, kept):
            return choice
    return NONE


@compiled
def decide_on(view: View, mind: Judgement, choice: int, thief: int) -> float:
    """What the group makes of a choice; a second power may not be used in the same turn."""
    used = view.table.power_used
    if power_of(mind.option[choice], thief) != NONE:
        view.table.power_used = 1
    worth = appraise(view, mind, FIRST + choice)
    view.table.power_used = used
    return worth


@compiled
def reconsider(view: View, mind: Judgement, old: int, kept: int, thief: int, ages: int) -> None:
    """The best choice for one fate, all others choosing as they do."""
    weight = mind.belief[old, kept] if ages == 2 else mind.belief[0, kept] + mind.belief[1, kept]
    if weight <= 0.0:
        return
    now = 0
    while mind.odds[now, old, kept] == 0.0:
        now += 1
    mind.heard[FIRST + now, kept] -= weight
    without = decide_on(view, mind, now, thief)
    lost = mind.team[FIRST + now] - without
    best, gain, team = NONE, BETTER, 0.0
    for choice in range(mind.choices):
        if choice == now or not is_open(mind, choice, old, kept):
            continue
        mind.heard[FIRST + choice, kept] += weight
        there = decide_on(view, mind, choice, thief)
        mind.heard[FIRST + choice, kept] -= weight
        if there - mind.team[FIRST + choice] - lost > gain:
            best, gain, team = choice, there - mind.team[FIRST + choice] - lost, there
    taken = now if best == NONE else best
    mind.heard[FIRST + taken, kept] += weight
    if best != NONE:
        mind.team[FIRST + now] = without
        mind.team[FIRST + best] = team
        for each in range(2):
            if each == old or ages == 1:
                mind.odds[now, each, kept] = 0.0
                mind.odds[best, each, kept] = 1.0
