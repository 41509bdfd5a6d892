"""Results as Polars tables. Only the parent process uses this module, never a worker."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import product
from re import escape

import numpy as np
import polars as pl

from engine.game.cell import Json
from engine.game.parts import counters_of, piece_names
from engine.game.protocol import Game
from engine.game.results import CountTable, Rows
from sim.experiment.escapes import FORMULA
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.tally import Tally


def summary_table(summary: Json) -> pl.DataFrame:
    """One row for each cell: its number, its labels and its numbers."""
    rows = [{key: value for key, value in row.items() if key != "notable"} for row in summary["cells"]]
    return pl.DataFrame(rows, infer_schema_length=None).with_row_index("cell")


def cards_table(experiment: ResolvedExperiment, tallies: Sequence[Tally]) -> pl.DataFrame:
    """The counters of every piece of every cell."""
    game = experiment.game
    parts = []
    for number, (cell, tally) in enumerate(zip(experiment.cells, tallies, strict=True)):
        names = piece_names(game, cell)
        counters = {counter.name: tally.pieces[:, at] for at, counter in enumerate(counters_of(game))}
        parts.append(pl.DataFrame({"cell": np.full(len(names), number, np.uint16), "card": names, **counters}))
    return pl.concat(parts)


def count_table(table: CountTable, tallies: Sequence[Tally]) -> pl.DataFrame:
    """One of the game's count tables, for every cell, without the entries that are zero."""
    parts = []
    for number, tally in enumerate(tallies):
        counts = tally.tables[table.name]
        at = np.nonzero(counts.any(axis=-1))
        keys = {key.name: where.astype(key.dtype) for key, where in zip(table.keys, at, strict=True)}
        counters = {counter.name: counts[at][:, place] for place, counter in enumerate(table.counters)}
        parts.append(pl.DataFrame({"cell": np.full(len(at[0]), number, np.uint16), **keys, **counters}))
    return pl.concat(parts)


def histograms_table(experiment: ResolvedExperiment, tallies: Sequence[Tally]) -> pl.DataFrame:
    """For each cell, column and value: the number of games."""
    schema = {"cell": pl.UInt16, "column": pl.String, "value": pl.UInt32, "games": pl.UInt64}
    columns = [column.name for column in experiment.game.columns if column.histogram]
    return pl.DataFrame(list(_counts(columns, tallies)), schema, orient="row")


def _counts(columns: Sequence[str], tallies: Sequence[Tally]) -> Iterable[tuple[int, str, int, int]]:
    for (number, tally), column in product(enumerate(tallies), columns):
        counts = tally.histograms[column]
        for value in np.flatnonzero(counts):
            yield number, column, int(value), int(counts[value])


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """A small table as a file."""
    out = BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def csv_bytes(frame: pl.DataFrame) -> bytes:
    """A small table for people and spreadsheets; no text in it is taken for a formula."""
    words = pl.col(pl.String)
    safe = pl.when(words.str.contains(f"^[{escape(''.join(FORMULA))}]")).then("'" + words).otherwise(words)
    return frame.with_columns(safe.name.keep()).write_csv().encode()


def packed_rows(game: Game, frame: pl.DataFrame) -> Rows:
    """The rows of games in a frame, as the game returned them."""
    rows = np.empty(len(frame), row_type(game))
    for column in game.columns:
        rows[column.name] = frame[column.name].to_numpy()
    return rows


def row_type(game: Game) -> np.dtype[np.void]:
    """The type of a game's packed row."""
    return np.dtype([(column.name, column.dtype) for column in game.columns])
