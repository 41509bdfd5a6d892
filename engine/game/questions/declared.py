"""Questions about what a game declares: columns, outcomes, tables, and the parts they play in a report."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import get_args

import numpy as np

from engine.game.about import Kind
from engine.game.optional_parts import counters_of
from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Calibration, Contest, Presentation, Returns
from engine.game.protocol import Game
from engine.game.questions.trial import Trial
from engine.game.results import Column
from engine.game.seats import FIELD, FOCUS

GAMES = "games"
"""In place of a column under a ratio."""
CONTEST_COLUMNS = (
    "winners",
    "turns",
    "decided_turns",
    "decisions",
    "choices",
    "behind",
    "behind_most",
    "lead_changes",
    "margin",
    "focus",
)


def declared(trial: Trial) -> Iterator[str]:
    game = trial.game
    columns = {column.name: column for column in game.columns}
    if game.about.kind not in get_args(Kind):
        yield f"kind: expected one of {', '.join(get_args(Kind))}, not {game.about.kind!r}"
    yield from _twice("column", [column.name for column in game.columns])
    yield from _twice("outcome", [outcome.name.lower().replace("-", " ") for outcome in game.outcomes])
    yield from _twice("axis", [axis.name for axis in game.about.axes])
    yield from _twice("key of an axis", [axis.key for axis in game.about.axes])
    yield from _twice("role of an axis", [axis.role for axis in game.about.axes if axis.role])
    for column in (*game.columns, *counters_of(game), *(each for table in game.tables for each in table.counters)):
        yield from _type(column)
    if not game.outcomes:
        yield "it has no outcome: nothing says what results are judged by"
    for outcome in game.outcomes:
        for fault in _outcome(outcome, columns, {axis.name for axis in game.about.axes}):
            yield f"outcome {outcome.name!r}: {fault}"
    yield from _measures(game, columns)
    for table in game.tables:
        if len(table.shape) != len(table.keys):
            yield f"table {table.name!r}: {len(table.keys)} keys, but a shape of {len(table.shape)}"
    for cell in trial.cells:
        if not any(outcome.applies(cell.labels) for outcome in game.outcomes):
            yield f"{cell.name}: it has no outcome"
    if game.outcomes and not any(all(each.applies(cell.labels) for cell in trial.cells) for each in game.outcomes):
        yield "no outcome belongs to all cells of an experiment, so it has no headline"


def _twice(what: str, names: Sequence[str]) -> Iterator[str]:
    yield from (f"{what} {name!r} is there twice" for name, count in Counter(names).items() if count > 1)


def _type(column: Column) -> Iterator[str]:
    try:
        kind = np.dtype(column.dtype)
    except TypeError:
        kind = np.dtype(np.void)
    if kind.kind not in "ui" or column.dtype[0] != "<":
        yield f"column {column.name!r}: expected a type of integers such as '<u2', not {column.dtype!r}"


def _outcome(outcome: Outcome, columns: dict[str, Column], axes: set[str]) -> Iterator[str]:
    for label in outcome.needs:
        if label not in axes | {FOCUS, FIELD}:
            yield f"it needs a label {label!r}, which no cell has"
    if not outcome.margin > 0:
        yield f"expected a margin above 0, not {outcome.margin:g}"
    column = columns.get(outcome.column)
    if column is None:
        yield f"there is no column {outcome.column!r}"
        return
    if isinstance(outcome, Mean):
        if outcome.over and outcome.over not in columns:
            yield f"there is no column {outcome.over!r}"
        if outcome.values and column.values and len(outcome.values) != len(column.values):
            yield f"{len(outcome.values)} values for the {len(column.values)} codes of {column.name!r}"
        if outcome.bounds and not outcome.bounds[0] < outcome.bounds[1]:
            yield f"bounds: expected the least and the most, not {outcome.bounds}"
        if not outcome.scale > 0:
            yield f"scale: expected a number above 0, not {outcome.scale:g}"
        return
    for code in outcome.codes:
        if (code < 0 and not column.is_signed) or (column.values and code >= len(column.values)):
            yield f"the column {column.name!r} has no code {code}"


def _measures(game: Game, columns: dict[str, Column]) -> Iterator[str]:
    outcomes = {outcome.name for outcome in game.outcomes}
    for measure in game.measures:
        of_outcome = measure.kind in ("low", "high")
        if measure.column not in (outcomes if of_outcome else columns):
            yield f"measure {measure.name!r}: there is no {'outcome' if of_outcome else 'column'} {measure.column!r}"
        if measure.kind == "ratio" and measure.over not in columns:
            yield f"measure {measure.name!r}: there is no column {measure.over!r}"


def presented(trial: Trial) -> Iterator[str]:
    game, shown = trial.game, trial.game.presentation
    columns = {column.name: column for column in game.columns}
    counters = {counter.name for counter in counters_of(game)}
    for part, name in _columns_named(shown):
        if name not in columns:
            yield f"{part}: there is no column {name!r}"
    for ratio in shown.pieces:
        for name in {ratio.over, ratio.under} - {GAMES}:
            if name not in counters:
                yield f"pieces, {ratio.name!r}: there is no counter {name!r}"
    yield from _tables(game)
    if shown.contest and shown.contest.time_outs:
        codes = len(columns[shown.end].values) if shown.end in columns else 0
        for code in shown.contest.time_outs:
            if not 0 <= code < codes:
                yield f"contest, time_outs: the column {shown.end!r} has no code {code}"
    declared = {outcome.name for outcome in game.outcomes}
    for question in shown.questions:
        for name in question.outcomes:
            if name not in declared:
                yield f"questions, {question.title!r}: there is no outcome {name!r}"
    if shown.contest and game.about.kind != "competitive":
        yield f"contest: the game is {game.about.kind}"
    if shown.returns:
        yield from _returns(game, shown.returns)
    if any(shape.won is not None for shape in shown.shape) and "won" not in columns:
        yield "shape: games that were won are asked for, and there is no column 'won'"
    yield from _notable(trial, columns)


def _notable(trial: Trial, columns: Collection[str]) -> Iterator[str]:
    for kind, notable in trial.game.notable.items():
        for name in notable.by:
            if name not in columns:
                yield f"notable {kind!r}: there is no column {name!r}"
        if notable.where is None or not trial.cells:
            continue
        rows = trial.rows(trial.cells[0])
        qualified = np.asarray(notable.where(rows))
        if qualified.shape != (len(rows),) or qualified.dtype != np.bool_:
            yield f"notable {kind!r}: expected yes or no for each row"


def _returns(game: Game, returns: Returns) -> Iterator[str]:
    if game.about.kind != "competitive":
        yield f"returns: the game is {game.about.kind}"
    means = {outcome.name: outcome for outcome in game.outcomes if isinstance(outcome, Mean) and not outcome.over}
    for name in filter(None, (*returns.seats, returns.focus, returns.gain, returns.total)):
        if name not in means:
            yield f"returns: there is no outcome {name!r} that is the mean of a column"
    if len({(means[name].unit, means[name].scale) for name in returns.seats if name in means}) != 1:
        yield "returns: expected outcomes of the seats that all count in the same parts of the same unit"


def _columns_named(shown: Presentation) -> Iterator[tuple[str, str]]:
    """Every column that a presentation names, and where."""
    yield from ((part, name) for part, name in (("opening", shown.opening), ("end", shown.end)) if name)
    yield from (("shape", shape.column) for shape in shown.shape)
    for ratio in shown.feel:
        yield from ((f"feel, {ratio.name!r}", name) for name in (ratio.over, ratio.under) if name != GAMES)
    if shown.comeback:
        yield "comeback", shown.comeback.column
    if isinstance(shown.calibration, Calibration):
        yield from (("calibration", getattr(shown.calibration, each)) for each in ("made", "right", "stated"))
    if isinstance(shown.contest, Contest):
        found = ((f"contest, {each}", getattr(shown.contest, each)) for each in CONTEST_COLUMNS)
        yield from ((part, name) for part, name in found if name)


def _tables(game: Game) -> Iterator[str]:
    shown = game.presentation
    tables = {table.name: table for table in game.tables}
    wanted = []
    if shown.calibration:
        wanted.append(("calibration", shown.calibration.table, 1, {"predictions", "stated", "right"}))
    if shown.course:
        wanted.append(("course", shown.course, 2, {"games", "wins"}))
    for part, name, keys, counters in wanted:
        if name not in tables:
            yield f"{part}: there is no table {name!r}"
            continue
        missing = sorted(counters - {counter.name for counter in tables[name].counters})
        if len(tables[name].keys) != keys or missing:
            yield f"{part}: expected {keys} keys and the counters {', '.join(sorted(counters))} in the table {name!r}"
