"""A tiny variant of the game, enumerated exactly and without the kernel: random play, one day of two hours, one mark.

Only predict, change-x and horoscope exist, and there are no modifiers. The map plays no part. The upper row has one box
that pays an amulet of any colour, the lower row one that pays an X; nothing is funded; the strip has three icons.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

LAYOUT: dict[str, Any] = {
    "name": "exact",
    "content": {
        "name": "exact",
        "map": ["RR", "GB"],
        "cross_arm": 0,
        "upper": ["amulet:RGBY"],
        "lower": ["x"],
        "strip": 3,
        "boxes": 0,
        "funding": 0,
        "par": 1,
    },
}
CLOSED = ["change-plus", "change-move", "stars", "staff", "hire"]
OPTIONS: dict[str, Any] = {
    "days": 1,
    "hours": 2,
    "marks": [2],
    "draw": 2,
    "closed": CLOSED,
    "supply_amulets": 1,
    "supply_tablets": 1,
}
BAG = {"R": 13, "G": 13, "B": 9, "Y": 9, "K": 4}
SIZE = sum(BAG.values())
COUNTED = (
    *("worth", "amulets", "tablets", "lost_goods", "worth_predict", "worth_horoscope", "change_x", "predict"),
    *("horoscope", "idle_hours", "tier3", "tier2", "tier1", "failed", "open", "strip_used", "boxes_written"),
    *("x_horoscope", "turns"),
)


class State(NamedTuple):
    """Where a game stands."""

    hour: int = 0
    space: str = "staff"
    upper: bool = False
    """Whether its box is written."""
    lower: bool = False
    strip: int = 3
    amulets: int = 4
    """Left in the supply; so are the tablets."""
    predictions: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()


Chances = dict[State, Fraction]


def counted(state: State, **more: int) -> State:
    counts = Counter(dict(state.counts))
    counts.update(more)
    return state._replace(counts=tuple(sorted(counts.items())))


def mixed(parts: list[tuple[Fraction, Chances]]) -> Chances:
    found: dict[State, Fraction] = {}
    for share, chances in parts:
        for state, chance in chances.items():
            found[state] = found.get(state, Fraction(0)) + share * chance
    return found


def evenly(chances: list[Chances]) -> Chances:
    return mixed([(Fraction(1, len(chances)), each) for each in chances])


def throws(first: bool) -> list[tuple[tuple[int, int, int, int], int, int]]:
    """The halves of doll, coin, die 1 and die 2, and the dice; each as often as the bone and the coin's face allow."""
    found = []
    for bone, *halves in product((0, 1), repeat=5):
        if first and len({bone, *halves}) == 1:
            continue
        for one, two in product(range(1, 5), repeat=2):
            found.append(((halves[0], halves[1], halves[2], halves[3]), one, two))
    return found


def put_x(state: State, source: str) -> Chances:
    """An X goes to a free row; the upper box pays an amulet, the lower one another X."""
    rows = [row for row, full in (("upper", state.upper), ("lower", state.lower)) if not full]
    if not rows:
        return {state: Fraction(1)}
    return evenly([written(counted(state, x_horoscope=1), row) for row in rows])


def written(state: State, row: str) -> Chances:
    state = counted(state, boxes_written=1)
    if row == "lower":
        return put_x(state._replace(lower=True), "horoscope")
    return {amulet(state._replace(upper=True), "worth_horoscope"): Fraction(1)}


def amulet(state: State, source: str) -> State:
    if state.amulets == 0:
        return counted(state, lost_goods=1)
    return counted(state, worth=1, amulets=1, **{source: 1})._replace(amulets=state.amulets - 1)


def write_dice(state: State, numbers: tuple[int, ...]) -> Chances:
    """Both rows have one box, so every number fits where the box is free."""
    if not numbers:
        return {state: Fraction(1)}
    rows = [row for row, full in (("upper", state.upper), ("lower", state.lower)) if not full]
    if not rows:
        return write_dice(state, numbers[1:])
    first = evenly([written(state, row) for row in rows])
    return mixed([(chance, write_dice(each, numbers[1:])) for each, chance in first.items()])


def turn(state: State, thrown: tuple[tuple[int, int, int, int], int, int]) -> Chances:
    (doll, coin, at_1, at_2), one, two = thrown
    state = counted(state, turns=1)
    actions: list[Chances] = []
    if state.space != "change" and coin in (at_1, at_2) and not (state.upper and state.lower):
        after = counted(state, change_x=1)._replace(space="change", hour=state.hour + 1)
        actions.append(put_x(after, "horoscope"))
    with_doll = [face for half, face in ((at_1, one), (at_2, two)) if half == doll]
    if state.space != "predict" and with_doll and state.strip > 0:
        ways = []
        for face, colour in product(with_doll, "RGBY"):
            icons = min(face, state.strip)
            after = counted(state, predict=1, strip_used=icons)
            after = after._replace(space="predict", hour=state.hour + 1, strip=state.strip - icons)
            ways.append({after._replace(predictions=(*state.predictions, (colour, icons))): Fraction(1)})
        actions.append(evenly(ways))
    if state.space != "horoscope" and state.hour == 0:
        after = counted(state, horoscope=1)._replace(space="horoscope", hour=2)
        ways = []
        for half in (0, 1):
            dice = tuple(face for at, face in ((at_1, one), (at_2, two)) if at == half)
            ways.append(write_dice(after, dice))
        actions.append(evenly(ways))
    if not actions:
        return {counted(state, idle_hours=2 - state.hour)._replace(hour=2): Fraction(1)}
    return evenly(actions)


def meet(state: State, colour: str) -> Chances:
    """One adventurer, and every prediction, the oldest first."""
    chances: Chances = {state._replace(predictions=()): Fraction(1)}
    for foretold, icons in state.predictions:
        if foretold != colour:
            chances = {struck(each, foretold, icons): chance for each, chance in chances.items()}
        else:
            chances = mixed([(chance, paid(each, icons)) for each, chance in chances.items()])
    return chances


def struck(state: State, colour: str, icons: int) -> State:
    if icons == 1:
        return counted(state, failed=1)
    return state._replace(predictions=(*state.predictions, (colour, icons - 1)))


def paid(state: State, icons: int) -> Chances:
    state = counted(state, **{f"tier{min(icons, 3)}": 1})
    ways: list[Chances] = []
    if icons >= 3:  # four tablets are there, and two adventurers cannot take them all
        ways.append({counted(state, worth=2, tablets=1, worth_predict=2): Fraction(1)})
    if icons >= 2 and state.amulets:
        ways.append({amulet(state, "worth_predict"): Fraction(1)})
    if not (state.upper and state.lower):
        ways.append(put_x(state, "horoscope"))
    return evenly(ways) if ways else {state: Fraction(1)}


def end_of_day(state: State) -> Chances:
    """Two adventurers, in an order of which one is as likely as the other: that of the bag."""
    parts = []
    for first, second in product(BAG, repeat=2):
        left = BAG[second] - (first == second)
        share = Fraction(BAG[first] * left, SIZE * (SIZE - 1))
        if share:
            after = meet(state, first)
            parts.append((share, mixed([(chance, meet(each, second)) for each, chance in after.items()])))
    return {counted(each, open=len(each.predictions)): chance for each, chance in mixed(parts).items()}


def expected() -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The mean of every column, and the mean of its square."""
    chances: Chances = {State(): Fraction(1)}
    for first in (True, False):
        ways = Counter(throws(first))
        total = sum(ways.values())
        chances = mixed(
            [
                (chance * Fraction(times, total), turn(state, thrown))
                for state, chance in chances.items()
                if state.hour < 2
                for thrown, times in ways.items()
            ]
            + [(chance, {state: Fraction(1)}) for state, chance in chances.items() if state.hour == 2]
        )
    chances = mixed([(chance, end_of_day(state)) for state, chance in chances.items()])
    assert sum(chances.values()) == 1
    means, squares = ({name: Fraction(0) for name in COUNTED} for _ in range(2))
    for state, chance in chances.items():
        for name, number in state.counts:
            means[name] += chance * number
            squares[name] += chance * number * number
    return means, squares
