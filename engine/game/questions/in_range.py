"""Questions about results: every value is one that its column, its table and its outcome declare."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.optional_parts import counters_of, piece_names
from engine.game.outcomes import Mean, Share
from engine.game.questions.trial import Trial
from engine.game.results import Batch, Rows


def columns_in_range(trial: Trial) -> Iterator[str]:
    game = trial.game
    expected = np.dtype([(column.name, column.dtype) for column in game.columns])
    for cell in trial.cells:
        batch = trial.batch(cell)
        if batch.rows.dtype != expected:
            yield f"{cell.name}: expected rows of {_listed(expected)}, not {_listed(batch.rows.dtype)}"
            continue
        if batch.rows.shape != (trial.games,):
            yield f"{cell.name}: expected {trial.games} rows for {trial.games} games, not {batch.rows.shape}"
        for column in game.columns:
            values = batch.rows[column.name]
            low, high = column.span
            for at in np.flatnonzero((values < low) | (values > high))[:1]:
                limit = f"{'codes from ' if column.values else ''}{low} to {high}"
                yield f"{cell.name}, game {at}: {column.name}: expected {limit}, not {values[at]}"
        yield from _counts(trial, cell, batch)


def _listed(kind: "np.dtype[np.void]") -> str:
    return ", ".join(f"{name} {kind[name].str}" for name in kind.names or ()) or kind.str


def _counts(trial: Trial, cell: Cell, batch: Batch) -> Iterator[str]:
    game = trial.game
    shape = (len(piece_names(game, cell)), len(counters_of(game)))
    counted: list[tuple[str, NDArray[np.int64], tuple[int, ...]]] = [("pieces", batch.pieces, shape)]
    if set(batch.tables) != {table.name for table in game.tables}:
        names = ", ".join(table.name for table in game.tables) or "none"
        yield f"{cell.name}: expected the tables {names}, not {', '.join(batch.tables) or 'none'}"
        return
    counted += [
        (f"table {each.name}", batch.tables[each.name], (*each.shape, len(each.counters))) for each in game.tables
    ]
    for what, found, wanted in counted:
        if found.shape != wanted and (found.size or np.prod(wanted)):
            yield f"{cell.name}: {what}: expected the shape {wanted}, not {found.shape}"
        elif found.dtype.kind not in "iu" or (found < 0).any():
            yield f"{cell.name}: {what}: expected counts of 0 or more"


def outcomes_add_up(trial: Trial) -> Iterator[str]:
    for cell in trial.cells:
        rows = trial.rows(cell)
        yield from (f"{cell.name}, {fault}" for fault in _families(trial, cell, rows))
        for outcome in trial.game.outcomes:
            if isinstance(outcome, Mean) and outcome.applies(cell.labels):
                yield from (f"{cell.name}, {fault}" for fault in _mean(outcome, rows))


def _families(trial: Trial, cell: Cell, rows: Rows) -> Iterator[str]:
    """No game counts for two shares of one family, nor for one that the cell does not have."""
    families: dict[str, list[Share]] = {}
    for outcome in trial.game.outcomes:
        if isinstance(outcome, Share) and outcome.family:
            families.setdefault(outcome.family, []).append(outcome)
    for family, shares in families.items():
        counted = np.sum([_has(share, rows) for share in shares], axis=0)
        for at in np.flatnonzero(counted > 1)[:1]:
            names = [share.name for share in shares if _has(share, rows)[at]]
            yield f"game {at} counts for {' and for '.join(names)}, which are parts of one whole ({family})"
        for share in shares:
            if not share.applies(cell.labels):
                for at in np.flatnonzero(_has(share, rows))[:1]:
                    yield f"game {at} counts for {share.name}, which this cell does not have"


def _has(share: Share, rows: Rows) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.isin(rows[share.column], share.codes)
    return found


def _mean(outcome: Mean, rows: Rows) -> Iterator[str]:
    values: list[int] = rows[outcome.column].tolist()
    if outcome.values and max(values) >= len(outcome.values):
        yield f"{outcome.name}: the code {max(values)} of {outcome.column} is worth nothing that is known"
        return
    worth = {value: outcome.worth(value) for value in set(values)}
    if outcome.bounds:
        low, high = outcome.bounds
        for at, value in enumerate(values):
            if not low <= worth[value] <= high:
                yield f"game {at}: {outcome.name}: expected {low} to {high}, not {worth[value]}"
                return
    if outcome.over:
        for at in np.flatnonzero((rows[outcome.over] == 0) & (rows[outcome.column] != 0))[:1]:
            yield f"game {at}: {outcome.name}: {outcome.column} is {rows[outcome.column][at]}, {outcome.over} is 0"
