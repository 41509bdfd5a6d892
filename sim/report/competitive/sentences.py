"""The sentences of the page of a competitive game. Each is written only if an interval supports it."""

from collections.abc import Iterator

import polars as pl

from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.page.places import at_place, in_grid
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import Interval, newcombe
from sim.text.number_format import (
    bare,
    capital,
    cost,
    estimate,
    listed,
    number,
    number_digits,
    percent,
    plain_number,
)

RARE = 0.001
"""Draws and time-outs are mentioned if they may be more frequent than this."""


def competitive_sentences(data: RunData, tables: Tables, group: Group) -> list[str]:
    """The sentences of the first screen: what the focus gains, if there is one; then the seats and the length of the
    games of a group."""
    layout = data.layout
    extremes = dict.fromkeys([layout.sizes[0], layout.sizes[-1]])
    places = [layout.at(group, layout.levels[-1], size) for size in extremes]
    corners = [place for place in places if place is not None and data.games(place)]
    parts = [skill(data, tables), *(how_games_end(data, tables, each) for each in same_players(data, group))]
    parts += [first_seat(data, tables, place) for place in corners]
    middle = layout.at(group, layout.levels[-1], layout.middle)
    parts += [balance(data, tables, place) for place in corners if isinstance(place.size, int) and place.size > 2]
    if middle is not None and data.games(middle):
        parts += [length(data, tables, middle), drama(data, tables, middle), unfinished(data, tables, middle)]
    return [capital(sentence) for part in parts for sentence in part]


def same_players(data: RunData, group: Group) -> list[Group]:
    """These players in every version of the game."""
    return [each for each in data.layout.even_groups if each.who == group.who]


def how_games_end(data: RunData, tables: Tables, group: Group) -> Iterator[str]:
    """Where seats win together: how often games end as the first question asks, and how that changes from the smallest
    size to the largest."""
    if not (data.presentation.teams and data.presentation.questions):
        return
    layout, name = data.layout, data.presentation.questions[0].outcomes[0]
    outcome = next(each for each in data.outcomes if each.name == name)
    mine = tables["outcomes"].filter(pl.col("value").is_not_null(), table=group.name, outcome=name)
    mine = mine.filter(level=str(layout.levels[-1]))
    rows = [row for size in layout.sizes for row in mine.filter(size=str(size)).iter_rows(named=True)]
    if not rows:
        return
    who = ", ".join(filter(None, (group.called, group.version if len(layout.versions) > 1 else "")))
    told = []
    for row in (rows[0], rows[-1]):
        size = f" with {layout.size_name(layout.places[row['cell']].size)}" if layout.size else ""
        told.append(f"{estimate(row['value'], (row['low'], row['high']))}{size}")
    if len(rows) == 1:
        yield f"{who}: the {outcome.phrase} are {told[0]}."
        return
    wins = [(row["value"] * row["games"], row["games"]) for row in (rows[-1], rows[0])]
    low, high = newcombe(*wins[0], *wins[1])
    if low > 0 or high < 0:
        word, close = ("grow", (low, high)) if low > 0 else ("fall", (-high, -low))
        change = cost(abs(rows[-1]["value"] - rows[0]["value"]), close)
        yield f"{who}: the {outcome.phrase} {word} from {told[0]} to {told[1]}, by {change}."
    else:
        most = bare(max(abs(low), abs(high)))
        yield f"{who}: the {outcome.phrase} are {told[0]} and {told[1]}; they differ by {most} points at most."


def measured(tables: Tables, place: PlacedCell, name: str) -> tuple[float, Interval] | None:
    """A measure of a cell, if it has an interval."""
    for row in tables["measures"].filter(cell=place.number, name=name).iter_rows(named=True):
        if row["value"] is not None and row["low"] is not None:
            return row["value"], (row["low"], row["high"])
    return None


def first_seat(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, and whether that is more than its share."""
    found = measured(tables, place, "first_seat")
    mine = tables["seats"].filter(pl.col("share").is_not_null(), cell=place.number, seat=1)
    if found is None or mine.is_empty():
        return
    row, (value, ends) = mine.row(0, named=True), found
    alike = "all " if place.group.is_even else ""
    who = f"{at_place(data.layout, place).strip()}, {alike}{place.group.called}:".removeprefix(", ")
    wins = f"the first seat wins {estimate(row['share'], (row['low'], row['high']))}"
    if ends[0] > 0 or ends[1] < 0:
        word = "more" if value > 0 else "less"
        close = sorted((abs(ends[0]), abs(ends[1])))
        yield f"{who} {wins}, {cost(abs(value), (close[0], close[1]))} {word} than an equal share."
    else:
        most = max(abs(end) for end in ends)
        yield f"{who} {wins}; no advantage is found, and it is at most {bare(most)} points."


def balance(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How far apart the seats are."""
    found = measured(tables, place, "balance")
    if found is not None:
        value, (low, high) = found
        gap = cost(1 - value, (1 - high, 1 - low))
        yield f"the most and the least favoured seat{at_place(data.layout, place)} are {gap} apart."


def length(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How long games are."""
    for row in tables["outcomes"].filter(pl.col("median").is_not_null(), cell=place.number).iter_rows(named=True):
        if row["low"] is None:
            yield f"every game{at_place(data.layout, place)} takes {plain_number(row['value'])} {row['unit']}."
            continue
        digits = number_digits((row["low"], row["high"]))
        ends = f"{number(row['low'], digits)} to {number(row['high'], digits)}"
        median, late = (f"{round(row[key], 2):g}" for key in ("median", "p95"))
        yield (
            f"a game{at_place(data.layout, place)} takes {number(row['value'], digits)} {row['unit']} ({ends}) on "
            f"average; half of the games take at most {median}, 95 % at most {late}."
        )


def drama(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How tense games are."""
    often, far = measured(tables, place, "drama"), measured(tables, place, "drama_depth")
    changes = measured(tables, place, "lead_changes")
    contest, told = data.presentation.contest, []
    if often:
        told.append(f"is behind at the start of {estimate(*often)} of the turns")
    if far and contest:
        told.append(f"is {_number(*far)} {contest.points} behind at worst, on average")
    if told:
        yield f"{at_place(data.layout, place).strip()} the later winner {listed(told)}.".lstrip()
    if changes:
        yield f"the lead changes {_number(*changes)} times a game."


def unfinished(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """Draws and time-outs, if there are any to speak of."""
    undecided = "are won by nobody" if data.presentation.teams else "have no single winner"
    found = measured(tables, place, "draws")
    if found and found[0] > RARE:
        yield f"{estimate(*found)} of the games{at_place(data.layout, place)} {undecided}."
    yield from _broken_off(data, tables)


def _broken_off(data: RunData, tables: Tables) -> Iterator[str]:
    """Whether games end by their rules: in all cells, whoever plays. If not, those that do it least often."""
    places = [place for place in data.layout.places if data.games(place)]
    completed = [(found, place) for place in places if (found := measured(tables, place, "completion"))]
    if not completed:
        return
    found, worst = min(completed, key=lambda each: each[0][0])
    if found[0] >= 1 - RARE:
        least = min(low for (_, (low, _)), _ in completed)
        yield f"nearly all games end by their rules: at least {percent(least, 2)} of them."
    elif ended := measured(tables, worst, "time_outs"):
        who = f" of {worst.group.brief}" if len(data.layout.groups) > 1 else ""
        yield f"{estimate(*ended)} of the games{in_grid(data.layout, worst)}{who} are ended by a limit."


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gains over the one below it, at the size in the middle."""
    layout = data.layout
    table = tables["skill_trace"]
    sizes = [size for size in layout.sizes if not table.filter(size=str(size)).is_empty()]
    if not sizes:
        return
    size = layout.middle if layout.middle in sizes else sizes[0]
    for row in table.filter(size=str(size), level=str(layout.levels[-1])).iter_rows(named=True):
        low, high = row["gain_low"], row["gain_high"]
        at = at_place(layout, layout.places[row["cell"]])
        names = f"one {row['focus']!r} among {row['field']!r}"
        if low > 0 or high < 0:
            word, close = ("more", (low, high)) if low > 0 else ("less", (-high, -low))
            wins = estimate(row["focus_wins"], (row["focus_wins_low"], row["focus_wins_high"]))
            gain = f"{cost(abs(row['gain']), close)} {word} than {row['field']!r} would in the same seat"
            yield f"skill{at}: {names} wins {wins}, {gain}."
        else:
            most = bare(max(abs(low), abs(high)))
            yield f"skill{at}: {names} gains nothing that can be seen; it is at most {most} points."


def _number(value: float, interval: Interval) -> str:
    digits = number_digits(interval)
    low, high = (number(end, digits) for end in interval)
    return f"{number(value, digits)} ({low} to {high})"
