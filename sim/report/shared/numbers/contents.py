"""What holds for every content: the step of each axis, content by content, and the piece that leads."""

from collections.abc import Iterator

import polars as pl

from engine.language.current import said
from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell
from sim.report.shared.numbers.differences import difference
from sim.report.shared.numbers.where import Schema, TableRow
from sim.report.shared.run_data import RunData
from sim.text.agreement import verdict_of
from sim.text.axis_words import axis_word


def contents(data: RunData) -> pl.DataFrame:
    """What the headline changes from the first value of the axes of difficulty and size to the last, for every strategy
    on every content; and whether all contents agree. Nothing for a run with one content."""
    rows: list[TableRow] = []
    for who, groups in _by_who(data):
        for change, ends in _steps(data, groups):
            found = [(group, _difference(data, *pair)) for group, pair in ends]
            told = [(group.version, *each) for group, each in found if each is not None]
            if len(told) == len(groups):
                verdict = verdict_of([(low, high) for _, _, low, high in told])
                rows += [(change, who, *row, verdict) for row in told]
    numbers: Schema = dict.fromkeys(("difference", "low", "high"), pl.Float64)
    named: Schema = dict.fromkeys(("change", "who", "content"), pl.String)
    return pl.DataFrame(rows, {**named, **numbers, "verdict": pl.String}, orient="row")


def _by_who(data: RunData) -> Iterator[tuple[str, list[Group]]]:
    """Every strategy that plays several contents, and its groups."""
    for who in dict.fromkeys(group.who for group in data.layout.groups):
        groups = [group for group in data.layout.plain_groups if group.who == who]
        if len(groups) > 1:
            yield who, groups


def step_names(layout: CellLayout) -> list[str]:
    """What the steps along the axes are called: `doom 0 to 6`."""
    axes = ((layout.difficulty, layout.levels), (layout.size, layout.sizes))
    return [
        said("{axis} {first} to {last}", axis=axis_word(axis), first=values[0], last=values[-1])
        for axis, values in axes
        if axis and len(values) > 1
    ]


def _steps(
    data: RunData, groups: list[Group]
) -> Iterator[tuple[str, list[tuple[Group, tuple[PlacedCell | None, PlacedCell | None]]]]]:
    """The first and the last cell of each axis, for each of these groups; the other axis stands in the middle."""
    layout = data.layout
    levels, sizes = layout.levels, layout.sizes
    level = levels[(len(levels) - 1) // 2]
    names = iter(step_names(layout))
    if layout.difficulty and len(levels) > 1:
        name = next(names)
        at = [
            (each, (layout.at(each, levels[0], layout.middle), layout.at(each, levels[-1], layout.middle)))
            for each in groups
        ]
        yield name, at
    if layout.size and len(sizes) > 1:
        yield (
            next(names),
            [(each, (layout.at(each, level, sizes[0]), layout.at(each, level, sizes[-1]))) for each in groups],
        )


def _difference(
    data: RunData, before: PlacedCell | None, after: PlacedCell | None
) -> tuple[float, float, float] | None:
    if before is None or after is None or not data.games(before) or not data.games(after):
        return None
    found = difference(data, before, after, data.headline)
    return found[:3] if found else None
