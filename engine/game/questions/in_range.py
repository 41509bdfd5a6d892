"""Questions about results: every value is one that its column, its table and its outcome declare."""

from collections.abc import Iterator
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message, message_as
from engine.game.cell import Cell
from engine.game.optional_parts import counters_of, piece_names
from engine.game.outcomes import Mean, Share
from engine.game.questions.trial import Trial
from engine.game.results import Batch, Rows


def columns_in_range(trial: Trial) -> Iterator[Text]:
    game = trial.game
    expected = np.dtype([(column.name, column.dtype) for column in game.columns])
    for cell in trial.cells:
        batch = trial.batch(cell)
        if batch.rows.dtype != expected:
            yield message(
                "{cell}: expected rows of {columns}, not {got}",
                cell=cell.name,
                columns=_listed(expected),
                got=_listed(batch.rows.dtype),
            )
            continue
        if batch.rows.shape != (trial.games,):
            yield message(
                "{cell}: expected {games} rows for {games} games, not {got}",
                cell=cell.name,
                games=trial.games,
                got=batch.rows.shape,
            )
        for column in game.columns:
            values = batch.rows[column.name]
            low, high = column.span
            for at in np.flatnonzero((values < low) | (values > high))[:1]:
                limits = message("{low} to {high}", low=low, high=high)
                yield message(
                    "{cell}, game {game}: {column}: expected {limits}, not {got}",
                    cell=cell.name,
                    game=at,
                    column=column.name,
                    limits=message("codes from {limits}", limits=limits) if column.values else limits,
                    got=values[at],
                )
        yield from _counts(trial, cell, batch)


def _listed(kind: "np.dtype[np.void]") -> str:
    return ", ".join(f"{name} {kind[name].str}" for name in kind.names or ()) or kind.str


def _counts(trial: Trial, cell: Cell, batch: Batch) -> Iterator[Text]:
    game = trial.game
    shape = (len(piece_names(game, cell)), len(counters_of(game)))
    counted: list[tuple[Text, NDArray[np.int64], tuple[int, ...]]] = [(message("pieces"), batch.pieces, shape)]
    if set(batch.tables) != {table.name for table in game.tables}:
        none = message_as("tables", "none")
        yield message(
            "{cell}: expected the tables {tables}, not {got}",
            cell=cell.name,
            tables=", ".join(table.name for table in game.tables) or none,
            got=", ".join(batch.tables) or none,
        )
        return
    counted += [
        (message("table {table}", table=each.name), batch.tables[each.name], (*each.shape, len(each.counters)))
        for each in game.tables
    ]
    for what, found, wanted in counted:
        if found.shape != wanted and (found.size or np.prod(wanted)):
            yield message(
                "{cell}: {what}: expected the shape {shape}, not {got}",
                cell=cell.name,
                what=what,
                shape=wanted,
                got=found.shape,
            )
        elif found.dtype.kind not in "iu" or (found < 0).any():
            yield message("{cell}: {what}: expected counts of 0 or more", cell=cell.name, what=what)


def outcomes_add_up(trial: Trial) -> Iterator[Text]:
    for cell in trial.cells:
        rows = trial.rows(cell)
        faults = [*_families(trial, cell, rows)]
        for outcome in trial.game.outcomes:
            if isinstance(outcome, Mean) and outcome.applies(cell.labels):
                faults += _mean(outcome, rows)
        yield from (message("{cell}, {fault}", cell=cell.name, fault=fault) for fault in faults)


def _families(trial: Trial, cell: Cell, rows: Rows) -> Iterator[Text]:
    """No game counts for two shares of one family, nor for one that the cell does not have."""
    families: dict[str, list[Share]] = {}
    for outcome in trial.game.outcomes:
        if isinstance(outcome, Share) and outcome.family:
            families.setdefault(outcome.family, []).append(outcome)
    for family, shares in families.items():
        counted = np.sum([_has(share, rows) for share in shares], axis=0)
        for at in np.flatnonzero(counted > 1)[:1]:
            names: list[Text] = [share.name for share in shares if _has(share, rows)[at]]
            yield message(
                "game {game} counts for {outcomes}, which are parts of one whole ({family})",
                game=at,
                outcomes=reduce(_and_for, names),
                family=family,
            )
        for share in shares:
            if not share.applies(cell.labels):
                for at in np.flatnonzero(_has(share, rows))[:1]:
                    yield message(
                        "game {game} counts for {outcome}, which this cell does not have",
                        game=at,
                        outcome=share.name,
                    )


def _and_for(some: Text, last: Text) -> Text:
    return message("{some} and for {last}", some=some, last=last)


def _has(share: Share, rows: Rows) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.isin(rows[share.column], share.codes)
    return found


def _mean(outcome: Mean, rows: Rows) -> Iterator[Text]:
    values: list[int] = rows[outcome.column].tolist()
    if outcome.values and max(values) >= len(outcome.values):
        yield message(
            "{outcome}: the code {code} of {column} is worth nothing that is known",
            outcome=outcome.name,
            code=max(values),
            column=outcome.column,
        )
        return
    worth = {value: outcome.worth(value) for value in set(values)}
    if outcome.bounds:
        low, high = outcome.bounds
        for at, value in enumerate(values):
            if not low <= worth[value] <= high:
                yield message(
                    "game {game}: {outcome}: expected {low} to {high}, not {got}",
                    game=at,
                    outcome=outcome.name,
                    low=low,
                    high=high,
                    got=worth[value],
                )
                return
    if outcome.over:
        for at in np.flatnonzero((rows[outcome.over] == 0) & (rows[outcome.column] != 0))[:1]:
            yield message(
                "game {game}: {outcome}: {column} is {value}, {column2} is 0",
                game=at,
                outcome=outcome.name,
                column=outcome.column,
                value=rows[outcome.column][at],
                column2=outcome.over,
            )
