"""The code for choices after a play, for policies that know what a position is worth.

Every fate that the player may have kept is a hand, every choice is a signal. The search starts with the single choice
that is best if every hand makes it, and improves this code hand by hand, as for plays. The group knows the code, so a
choice also tells something.
"""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.choices import NOTHING, OLD_NO, OLD_YES, fading_if_moved, is_open, may_tell_old
from engine.shipwreck.minds.beliefs.danger import added_hours
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.minds.planning.move_code import code_worth, improve
from engine.shipwreck.minds.planning.outlooks import likely_falls, list_signal, look_ahead, outlook
from engine.shipwreck.minds.planning.plan import BETTER
from engine.shipwreck.rules.moves import place_of, value_of
from engine.shipwreck.table.state import DISCARD, NONE, OLD, SLOTS, View

FIRST = 1
"""Choices use signal numbers from here on; the signals of the play are no longer needed."""


@inlined
def power_of(option: int, thief: int) -> int:
    """The kind of power that a choice uses up, or NONE."""
    if option == NOTHING or thief != NONE:
        return NONE
    return OLD if option in (OLD_NO, OLD_YES) else DISCARD


@compiled
def agree_on_choices(view: View, mind: Judgement, thief: int) -> None:
    """Sets the odds of every choice to 0 or 1. `thief` is the slot of the card that steals; NONE if the choice is about
    powers."""
    foresee_choices(view, mind, thief)
    ages = 2 if thief == NONE and may_tell_old(view) else 1  # otherwise it does not matter which token was the older
    list_fates(view, mind, ages)
    best, most = 0, -1.0
    for choice in range(mind.choices):
        all_take(mind, choice)
        worth = code_worth(view, mind)
        if worth > most + BETTER:
            best, most = choice, worth
    all_take(mind, best)
    improve(view, mind)
    note_odds(view, mind, ages)


@compiled
def foresee_choices(view: View, mind: Judgement, thief: int) -> None:
    """Works out what each choice leads to."""
    look_ahead(view, mind)
    falling = likely_falls(view, mind)
    for choice in range(mind.choices):
        signal, option, landing, more = FIRST + choice, mind.option[choice], SLOTS, 0
        origin, value = (place_of(option), value_of(option)) if option >= 0 else (NONE, 0)
        if option >= 0 and thief == NONE:
            landing, more = origin, -added_hours(view, origin, value)
        fading = fading_if_moved(view, origin, value, thief) | falling
        list_signal(mind, signal)
        mind.shows[signal] = view.table.played
        mind.guesses[signal] = 1 + view.table.extra_guesses
        mind.to[signal] = outlook(view, mind, landing, more, fading, power_of(option, thief))


@compiled
def list_fates(view: View, mind: Judgement, ages: int) -> None:
    """Lists every fate that may be kept as a hand, with the choices it allows as moves. With two ages, a hand also says
    whether the played token was the older one."""
    hands, count = 0, 0
    for old in range(ages):
        for kept in range(1, view.book.top + 1):
            mind.start[hands] = count
            for choice in range(mind.choices):
                if is_open(mind, choice, old, kept):
                    mind.signal[count] = FIRST + choice
                    mind.kept[count] = kept
                    count += 1
            mind.low[hands] = old
            mind.pair[hands] = mind.belief[old, kept] + (mind.belief[1, kept] if ages == 1 else 0.0)
            hands += 1 if count > mind.start[hands] else 0
    mind.hands = hands
    mind.start[hands] = count


@compiled
def all_take(mind: Judgement, favourite: int) -> None:
    """Lets every hand make one choice if it may, otherwise its first."""
    for hand in range(mind.hands):
        mind.chosen[hand] = mind.start[hand]
        for at in range(mind.start[hand], mind.start[hand + 1]):
            if mind.signal[at] == FIRST + favourite:
                mind.chosen[hand] = at


@compiled
def note_odds(view: View, mind: Judgement, ages: int) -> None:
    """Writes the code as odds, in the form that policies with beliefs use."""
    for choice in range(mind.choices):
        for kept in range(view.book.top + 1):
            mind.odds[choice, 0, kept] = 0.0
            mind.odds[choice, 1, kept] = 0.0
    for hand in range(mind.hands):
        choice, kept = mind.signal[mind.chosen[hand]] - FIRST, mind.kept[mind.chosen[hand]]
        mind.odds[choice, mind.low[hand], kept] = 1.0
        if ages == 1:
            mind.odds[choice, 1, kept] = 1.0
