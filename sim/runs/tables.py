"""Results as Polars tables. Only the parent process uses this module, never a worker."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from re import escape

import numpy as np
import polars as pl

from engine.errors import BadData, BadInput, first_line, message
from engine.game.cell import Json
from engine.game.optional_parts import counters_of, piece_names
from engine.game.protocol import Game
from engine.game.results import CountTable, Rows
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.parquet_size import (
    MOST_BYTES_OF_A_TABLE,
    MOST_ROWS_OF_A_BLOCK,
    MOST_ROWS_OF_A_TABLE,
    size_of_bytes,
    size_of_file,
)
from sim.runs.summary import flat_row
from sim.runs.tally import Tally
from sim.text.escapes import FORMULA

Schema = Mapping[str, pl.DataType | type[pl.DataType]]

CELL: Schema = {"cell": pl.UInt16}
HISTOGRAMS: Schema = {**CELL, "column": pl.String, "value": pl.UInt32, "games": pl.UInt64}
SIGNED_HISTOGRAMS: Schema = {**HISTOGRAMS, "value": pl.Int32}
"""Of a game with a column that can be below 0."""
BYTES_OF_A_TEXT = 16
"""What Polars keeps of a text in each row; the text itself is kept once."""
SLICE = 1 << 20
"""Rows of a block that are read at a time."""

UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
"""What Polars raises about a file that is not what its name says."""


@contextmanager
def readable_tables(path: Path) -> Iterator[None]:
    """Turn what Polars says about damaged data into an error of one line."""
    try:
        yield
    except UNREADABLE as error:
        reason = first_line(error) or type(error).__name__
        raise BadData(message("cannot be read as a table ({reason})", reason=reason), source=path) from None


def read_table(path: Path, raw: bytes, schema: Schema, most_rows: int = MOST_ROWS_OF_A_TABLE) -> pl.DataFrame:
    """The table in the bytes of a file, if it has these columns, and at most so many rows."""
    width = row_bytes(schema)
    with readable_tables(path):
        found = pl.read_parquet_schema(BytesIO(raw))
    if found != schema:
        raise BadData(source=path, expected=message("the columns {names} in their types", names=", ".join(schema)))
    try:
        size_of_bytes(raw).check(min(most_rows, MOST_ROWS_OF_A_TABLE, MOST_BYTES_OF_A_TABLE // width), width)
    except ValueError as error:
        raise BadData(message("{error}", error=error), source=path) from None
    with readable_tables(path):
        return pl.read_parquet(raw)


def check_rows(path: Path, game: Game, games: int) -> None:
    """Refuse rows of games with other columns, or of another number of games. Only the end of the file and the headers
    of its pages are read."""
    if not games:
        return
    try:
        str(path).encode()
    except UnicodeEncodeError:  # Polars opens no such file
        raise BadInput(
            source=path,
            expected=message("a path in UTF-8, where tables can be read"),
            hint=message("rename the folder"),
        ) from None
    schema = {**CELL, "game": pl.UInt64, **{column.name: as_polars(column.dtype) for column in game.columns}}
    with readable_tables(path):
        found = pl.read_parquet_schema(path)
    if found != schema:
        raise BadData(source=path, expected=message("the columns {names} in their types", names=", ".join(schema)))
    try:
        size = size_of_file(path)
        if size.rows != games:
            raise ValueError(f"{size.rows} rows, expected {games}")
        size.check(MOST_ROWS_OF_A_BLOCK, row_bytes(schema))
    except (ValueError, OSError) as error:
        raise BadData(message("{error}", error=error), source=path) from None


def slices_of(path: Path, rows: int) -> Iterator[pl.DataFrame]:
    """The rows of a block, some at a time."""
    for start in range(0, rows, SLICE):
        with readable_tables(path):
            frame = pl.scan_parquet(path, glob=False).slice(start, SLICE).collect()
        yield frame


def row_bytes(schema: Schema) -> int:
    """What a row takes in memory."""
    return sum(
        BYTES_OF_A_TEXT if kind == pl.String else pl.Series([], dtype=kind).to_numpy().itemsize
        for kind in schema.values()
    )


def as_polars(dtype: str) -> pl.DataType:
    """The Polars type of a column of a game."""
    return pl.Series(np.empty(0, dtype)).dtype


def pieces_file(game: Game) -> str:
    """The table of the pieces, named as the game names them: `cards.parquet`."""
    return f"{game.presentation.piece}s.parquet"


def pieces_schema(game: Game) -> Schema:
    return {**CELL, game.presentation.piece: pl.String, **{counter.name: pl.Int64 for counter in counters_of(game)}}


def count_schema(table: CountTable) -> Schema:
    keys = {key.name: as_polars(key.dtype) for key in table.keys}
    return {**CELL, **keys, **{counter.name: pl.Int64 for counter in table.counters}}


def same_table(found: bytes, expected: bytes) -> bool:
    """Whether two files have the same content. Another version of Polars may write it in other bytes."""
    try:
        if size_of_bytes(found).rows != size_of_bytes(expected).rows:
            return False
        right = pl.read_parquet(expected)
        return pl.read_parquet_schema(BytesIO(found)) == right.schema and pl.read_parquet(found).equals(right)
    except (*UNREADABLE, ValueError):
        return False


def summary_table(cells: Sequence[Json]) -> pl.DataFrame:
    """One row for each cell: its number, its labels and its numbers."""
    rows = [flat_row(row) for row in cells]
    return pl.DataFrame(rows, infer_schema_length=None).with_row_index("cell")


def pieces_table(experiment: ResolvedExperiment, tallies: Sequence[Tally]) -> pl.DataFrame:
    """The counters of every piece of every cell."""
    game = experiment.game
    parts = []
    for number, (cell, tally) in enumerate(zip(experiment.cells, tallies, strict=True)):
        names = piece_names(game, cell)
        declared = counters_of(game)
        counted = tally.pieces.reshape(len(names), len(declared))  # no piece at all leaves an array without a shape
        counters = {counter.name: counted[:, at] for at, counter in enumerate(declared)}
        columns = {"cell": np.full(len(names), number, np.uint16), game.presentation.piece: names, **counters}
        parts.append(pl.DataFrame(columns, schema_overrides={game.presentation.piece: pl.String}))
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
    columns = [column.name for column in experiment.game.columns if column.histogram]
    return pl.DataFrame(list(_counts(columns, tallies)), histograms_schema(experiment.game), orient="row")


def histograms_schema(game: Game) -> Schema:
    return SIGNED_HISTOGRAMS if any(column.is_signed for column in game.columns) else HISTOGRAMS


def _counts(columns: Sequence[str], tallies: Sequence[Tally]) -> Iterable[tuple[int, str, int, int]]:
    for (number, tally), column in product(enumerate(tallies), columns):
        for value, games in tally.counted(column):
            if games:
                yield number, column, value, games


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
