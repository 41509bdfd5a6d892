"""The sentences of the page of a competitive game in which points count. Each is written only if an interval supports
it."""

from collections.abc import Iterator

from engine.game.outcomes import Mean
from sim.display.outcome_format import OutcomeFormat
from sim.report.competitive import sentences as competitive_sentences
from sim.report.returns.tables import estimated, mean_named, seats_of
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.estimates import Estimate
from sim.text.number_format import capital, estimate


def returns_sentences(data: RunData, tables: Tables) -> list[str]:
    """The sentences of the first screen: what skill adds, if there is a focus; then what the seats get if all play
    alike, then how games go."""
    layout, group = data.layout, data.layout.even_focus
    ends = dict.fromkeys([layout.sizes[0], layout.sizes[-1]])
    places = [layout.at(group, layout.levels[-1], size) for size in ends]
    corners = [place for place in places if place is not None and data.games(place) and group.is_even]
    parts = [skill(data, tables)]
    parts += [part for place in corners for part in (first_seat(data, tables, place), extremes(data, tables, place))]
    parts += [together(data, place) for place in corners]
    parts += [wins(data, tables, place) for place in corners]
    middle = layout.at(group, layout.levels[-1], layout.middle)
    if middle is not None and data.games(middle):
        parts.append(competitive_sentences.length(data, tables, middle))
        parts.append(competitive_sentences.unfinished(data, tables, middle))
    return [capital(sentence) for part in parts for sentence in part]


def amount(outcome: Mean, found: Estimate) -> str:
    """`0.72 points a game (0.57 to 0.88)`"""
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    text, bracket, span = (
        OutcomeFormat(outcome, typeset=True).estimate(found.value, (found.low, found.high)).partition(" (")
    )
    return f"{text} {outcome.unit} a game{bracket}{span}"


def first_seat(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """What the first seat gets, and whether that is more than an equal share."""
    row = tables["returns"].filter(cell=place.number, seat=1).row(0, named=True)
    outcome = seats_of(data, place)[0]
    found = Estimate(row["value"], row["value_low"], row["value_high"])
    if found.low is None:
        return
    who = f"{at_place(data.layout, place).strip()}, all {place.group.called}:".removeprefix(", ")
    gets = f"{who} the first seat gets {amount(outcome, found)}"
    low, high = row["advantage_low"], row["advantage_high"]
    if low is None:
        yield f"{gets}."
    elif low > 0 or high < 0:
        yield f"{gets}, {'more' if low > 0 else 'less'} than all seats do on average."
    else:
        most = OutcomeFormat(outcome, typeset=True).difference(max(abs(low), abs(high)), (low, high)).removeprefix("+")
        yield f"{gets}; no advantage is found, and it is at most {most} {outcome.unit}."


def extremes(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """Which of several seats gets most and which least, if they can be told apart."""
    mine = tables["returns"].filter(cell=place.number).drop_nulls(["value_low", "value_high"]).sort("value")
    if len(mine) < 3:
        return
    least, most = mine.row(0, named=True), mine.row(-1, named=True)
    if least["value_high"] < most["value_low"]:
        outcome = seats_of(data, place)[0]
        one, other = (
            amount(outcome, Estimate(row["value"], row["value_low"], row["value_high"])) for row in (most, least)
        )
        at = at_place(data.layout, place)
        yield f"seat {most['seat']}{at} gets most, {one}; seat {least['seat']} least, {other}."


def together(data: RunData, place: PlacedCell) -> Iterator[str]:
    """What there is, if that differs from game to game."""
    declared = data.presentation.returns
    outcome = mean_named(data, declared.total) if declared else None
    found = estimated(data, place, outcome)
    if outcome is not None and found.low is not None:
        yield f"all seats together{at_place(data.layout, place)} get {amount(outcome, found)}."


def wins(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, where games have winners."""
    for row in tables["seats"].filter(cell=place.number, seat=1).iter_rows(named=True):
        if row["share"] is not None:
            share = estimate(row["share"], (row["low"], row["high"]))
            yield f"the first seat{at_place(data.layout, place)} wins {share} of the games."


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gets more than the one below it, at the size in the middle."""
    layout, table, declared = data.layout, tables["return_trace"], data.presentation.returns
    gets = mean_named(data, declared.focus) if declared else None
    gain = mean_named(data, declared.gain) if declared else None
    sizes = [size for size in layout.sizes if not table.filter(size=str(size)).is_empty()]
    if not sizes or gets is None or gain is None:
        return
    size, written = layout.middle if layout.middle in sizes else sizes[0], OutcomeFormat(gain, typeset=True)
    for row in table.filter(size=str(size), level=str(layout.levels[-1])).iter_rows(named=True):
        low, high = row["gain_low"], row["gain_high"]
        at = at_place(layout, layout.places[row["cell"]])
        names = f"one {row['focus']!r} among {row['field']!r}"
        if low > 0 or high < 0:
            close = (low, high) if low > 0 else (-high, -low)
            found = Estimate(row["focus_return"], row["focus_return_low"], row["focus_return_high"])
            more = written.change(abs(row["gain"]), close).replace("+", "")
            word = "more" if low > 0 else "less"
            would = f"{more} {word} than {row['field']!r} would in the same seat"
            yield f"skill{at}: {names} gets {amount(gets, found)}, {would}."
        else:
            most = written.difference(max(abs(low), abs(high)), (low, high)).removeprefix("+")
            yield f"skill{at}: {names} gains nothing that can be seen; it is at most {most} {gain.unit} a game."
