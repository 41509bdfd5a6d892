"""Questions about what a game declares: columns, outcomes, tables, and the parts they play in a report."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import get_args

import numpy as np

from engine.errors import Text, message, message_as
from engine.game.about import Kind
from engine.game.optional_parts import counters_of
from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Calibration, Contest, Presentation, Returns
from engine.game.protocol import Game
from engine.game.questions.trial import Trial
from engine.game.results import Column
from engine.game.seats import FIELD, FOCUS
from engine.language.kinds import kind_of_thing

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


def declared(trial: Trial) -> Iterator[Text]:
    game = trial.game
    columns = {column.name: column for column in game.columns}
    if game.about.kind not in get_args(Kind):
        yield message(
            "kind: expected one of {known}, not {got}", known=", ".join(get_args(Kind)), got=repr(game.about.kind)
        )
    yield from _twice(kind_of_thing("column"), [column.name for column in game.columns])
    yield from _twice(kind_of_thing("outcome"), [outcome.name.lower().replace("-", " ") for outcome in game.outcomes])
    yield from _twice(kind_of_thing("axis"), [axis.name for axis in game.about.axes])
    yield from _twice(message_as("kind of thing", "key of an axis"), [axis.key for axis in game.about.axes])
    yield from _twice(
        message_as("kind of thing", "role of an axis"), [axis.role for axis in game.about.axes if axis.role]
    )
    for column in (*game.columns, *counters_of(game), *(each for table in game.tables for each in table.counters)):
        yield from _type(column)
    if not game.outcomes:
        yield message("it has no outcome: nothing says what results are judged by")
    for outcome in game.outcomes:
        for fault in _outcome(outcome, columns, {axis.name for axis in game.about.axes}):
            yield message("outcome {outcome!r}: {fault}", outcome=outcome.name, fault=fault)
    yield from _measures(game, columns)
    for table in game.tables:
        if len(table.shape) != len(table.keys):
            yield message(
                "table {table!r}: {keys} keys, but a shape of {length}",
                table=table.name,
                keys=len(table.keys),
                length=len(table.shape),
            )
    for cell in trial.cells:
        if not any(outcome.applies(cell.labels) for outcome in game.outcomes):
            yield message("{cell}: it has no outcome", cell=cell.name)
    if game.outcomes and not any(all(each.applies(cell.labels) for cell in trial.cells) for each in game.outcomes):
        yield message("no outcome belongs to all cells of an experiment, so it has no headline")


def _twice(what: Text, names: Sequence[str]) -> Iterator[Text]:
    for name, count in Counter(names).items():
        if count > 1:
            yield message("{what} {name!r} is there twice", what=what, name=name)


def _type(column: Column) -> Iterator[Text]:
    try:
        kind = np.dtype(column.dtype)
    except TypeError:
        kind = np.dtype(np.void)
    if kind.kind not in "ui" or column.dtype[0] != "<":
        yield message(
            "column {column!r}: expected a type of integers such as '<u2', not {got}",
            column=column.name,
            got=repr(column.dtype),
        )


def _outcome(outcome: Outcome, columns: dict[str, Column], axes: set[str]) -> Iterator[Text]:
    for label in outcome.needs:
        if label not in axes | {FOCUS, FIELD}:
            yield message("it needs a label {label!r}, which no cell has", label=label)
    if not outcome.margin > 0:
        yield message("expected a margin above 0, not {margin:g}", margin=outcome.margin)
    column = columns.get(outcome.column)
    if column is None:
        yield _no_column(outcome.column)
        return
    if isinstance(outcome, Mean):
        if outcome.over and outcome.over not in columns:
            yield _no_column(outcome.over)
        if outcome.values and column.values and len(outcome.values) != len(column.values):
            yield message(
                "{values} values for the {codes} codes of {column!r}",
                values=len(outcome.values),
                codes=len(column.values),
                column=column.name,
            )
        if outcome.bounds and not outcome.bounds[0] < outcome.bounds[1]:
            yield message("bounds: expected the least and the most, not {bounds}", bounds=outcome.bounds)
        if not outcome.scale > 0:
            yield message("scale: expected a number above 0, not {scale:g}", scale=outcome.scale)
        return
    for code in outcome.codes:
        if (code < 0 and not column.is_signed) or (column.values and code >= len(column.values)):
            yield _no_code(column.name, code)


def _measures(game: Game, columns: dict[str, Column]) -> Iterator[Text]:
    outcomes = {outcome.name for outcome in game.outcomes}
    for measure in game.measures:
        of_outcome = measure.kind in ("low", "high")
        if measure.column not in (outcomes if of_outcome else columns):
            missing = _no_outcome(measure.column) if of_outcome else _no_column(measure.column)
            yield _of_measure(measure.name, missing)
        if measure.kind == "ratio" and measure.over not in columns:
            yield _of_measure(measure.name, _no_column(measure.over))


def _of_measure(name: str, fault: Text) -> Text:
    return message("measure {measure!r}: {fault}", measure=name, fault=fault)


def _no_column(name: str) -> Text:
    return message("there is no column {column!r}", column=name)


def _no_outcome(name: str) -> Text:
    return message("there is no outcome {outcome!r}", outcome=name)


def _no_code(column: str, code: int) -> Text:
    return message("the column {column!r} has no code {code}", column=column, code=code)


def _in(part: Text, fault: Text) -> Text:
    """What is wrong with a part that the game declares, which is called as in its code."""
    return message("{part}: {fault}", part=part, fault=fault)


def _of_name(part: str, name: str) -> Text:
    return message("{part}, {name!r}", part=part, name=name)


def _of_kind(part: str, kind: str) -> Text:
    return message("{part} {kind!r}", part=part, kind=kind)


def _field(part: str, name: str) -> Text:
    return message("{part}, {field}", part=part, field=name)


def presented(trial: Trial) -> Iterator[Text]:
    game, shown = trial.game, trial.game.presentation
    columns = {column.name: column for column in game.columns}
    counters = {counter.name for counter in counters_of(game)}
    for part, name in _columns_named(shown):
        if name not in columns:
            yield _in(part, _no_column(name))
    for ratio in shown.pieces:
        for name in {ratio.over, ratio.under} - {GAMES}:
            if name not in counters:
                yield _in(_of_name("pieces", ratio.name), message("there is no counter {counter!r}", counter=name))
    yield from _tables(game)
    if shown.contest and shown.contest.time_outs:
        codes = len(columns[shown.end].values) if shown.end in columns else 0
        for code in shown.contest.time_outs:
            if not 0 <= code < codes:
                yield _in(_field("contest", "time_outs"), _no_code(shown.end, code))
    declared = {outcome.name for outcome in game.outcomes}
    for question in shown.questions:
        for name in question.outcomes:
            if name not in declared:
                yield _in(_of_name("questions", question.title), _no_outcome(name))
    if shown.contest and game.about.kind != "competitive":
        yield _in("contest", message("the game is {kind}", kind=game.about.kind))
    if shown.returns:
        yield from _returns(game, shown.returns)
    if any(shape.won is not None for shape in shown.shape) and "won" not in columns:
        yield _in("shape", message("games that were won are asked for, and there is no column 'won'"))
    yield from _notable(trial, columns)


def _notable(trial: Trial, columns: Collection[str]) -> Iterator[Text]:
    for kind, notable in trial.game.notable.items():
        for name in notable.by:
            if name not in columns:
                yield _in(_of_kind("notable", kind), _no_column(name))
        if notable.where is None or not trial.cells:
            continue
        rows = trial.rows(trial.cells[0])
        qualified = np.asarray(notable.where(rows))
        if qualified.shape != (len(rows),) or qualified.dtype != np.bool_:
            yield _in(_of_kind("notable", kind), message("expected yes or no for each row"))


def _returns(game: Game, returns: Returns) -> Iterator[Text]:
    if game.about.kind != "competitive":
        yield _in("returns", message("the game is {kind}", kind=game.about.kind))
    means = {outcome.name: outcome for outcome in game.outcomes if isinstance(outcome, Mean) and not outcome.over}
    for name in filter(None, (*returns.seats, returns.focus, returns.gain, returns.total)):
        if name not in means:
            yield _in("returns", message("there is no outcome {outcome!r} that is the mean of a column", outcome=name))
    if len({(means[name].unit, means[name].scale) for name in returns.seats if name in means}) != 1:
        yield _in(
            "returns", message("expected outcomes of the seats that all count in the same parts of the same unit")
        )


def _columns_named(shown: Presentation) -> Iterator[tuple[Text, str]]:
    """Every column that a presentation names, and where."""
    yield from ((part, name) for part, name in (("opening", shown.opening), ("end", shown.end)) if name)
    yield from (("shape", shape.column) for shape in shown.shape)
    for ratio in shown.feel:
        yield from ((_of_name("feel", ratio.name), name) for name in (ratio.over, ratio.under) if name != GAMES)
    if shown.comeback:
        yield "comeback", shown.comeback.column
    if isinstance(shown.calibration, Calibration):
        yield from (("calibration", getattr(shown.calibration, each)) for each in ("made", "right", "stated"))
    if isinstance(shown.contest, Contest):
        found = ((_field("contest", each), getattr(shown.contest, each)) for each in CONTEST_COLUMNS)
        yield from ((part, name) for part, name in found if name)


def _tables(game: Game) -> Iterator[Text]:
    shown = game.presentation
    tables = {table.name: table for table in game.tables}
    wanted = []
    if shown.calibration:
        wanted.append(("calibration", shown.calibration.table, 1, {"predictions", "stated", "right"}))
    if shown.course:
        wanted.append(("course", shown.course, 2, {"games", "wins"}))
    for part, name, keys, counters in wanted:
        if name not in tables:
            yield _in(part, message("there is no table {table!r}", table=name))
            continue
        missing = sorted(counters - {counter.name for counter in tables[name].counters})
        if len(tables[name].keys) != keys or missing:
            wanted_table = message(
                "expected {keys} keys and the counters {counters} in the table {table!r}",
                keys=keys,
                counters=", ".join(sorted(counters)),
                table=name,
            )
            yield _in(part, wanted_table)
