"""Our Parquet is everybody's Parquet."""

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.runs.parquet import Chunk, column_of, constant, counting, parquet_file, signed_column, varint, zigzag

WIDTHS = {"<u1": pl.UInt8, "<u2": pl.UInt16, "<u4": pl.UInt32, "<u8": pl.UInt64}
SIGNED = {"<i1": pl.Int8, "<i2": pl.Int16, "<i4": pl.Int32, "<i8": pl.Int64}


def whole_file(chunks: list[Chunk], rows: int) -> bytes:
    return b"".join(parquet_file(chunks, rows))


def columns(rows: int) -> st.SearchStrategy[dict[str, tuple[str, list[int]]]]:
    def values(dtype: str) -> st.SearchStrategy[tuple[str, list[int]]]:
        largest = np.iinfo(dtype).max
        number = st.integers(0, 12) | st.integers(250, min(260, largest)) | st.integers(0, largest)
        return st.tuples(st.just(dtype), st.lists(number, min_size=rows, max_size=rows))

    return st.dictionaries(st.text("abcdé", min_size=1), st.sampled_from(list(WIDTHS)).flatmap(values), max_size=8)


def read_back(data: st.DataObject, rows: int, cell: int, first: int) -> None:
    drawn = data.draw(columns(rows))
    arrays = {name: np.array(values, dtype) for name, (dtype, values) in drawn.items()}
    chunks = [constant("cell", 2, cell), counting("game", first, rows)]
    file = whole_file(chunks + [column_of(name, array.itemsize, [array]) for name, array in arrays.items()], rows)
    frame = pl.read_parquet(file)
    assert frame.schema == {"cell": pl.UInt16, "game": pl.UInt64} | {
        name: WIDTHS[dtype] for name, (dtype, _) in drawn.items()
    }
    assert frame["cell"].to_list() == [cell] * rows
    assert frame["game"].to_list() == list(range(first, first + rows))
    for name, array in arrays.items():
        assert frame[name].to_list() == array.tolist()


@given(st.data(), st.sampled_from(list(SIGNED)), st.integers(1, 40))
@settings(max_examples=30)
def test_numbers_below_zero_keep_their_sign(data: st.DataObject, kind: str, rows: int) -> None:
    held = np.iinfo(kind)
    number = st.integers(-3, 3) | st.integers(held.min, held.max) | st.just(held.min)
    values = data.draw(st.lists(number, min_size=rows, max_size=rows) | number.map(lambda each: [each] * rows))
    array = np.array(values, kind)
    frame = pl.read_parquet(whole_file([signed_column("debt", array.itemsize, [array[:1], array[1:]])], rows))
    assert frame.schema == {"debt": SIGNED[kind]}
    assert frame["debt"].to_list() == values


NUMBERS = st.data(), st.integers(1, 100), st.integers(0, 65_535), st.integers(0, 2**62)


@given(*NUMBERS)
@settings(max_examples=15)
def test_polars_reads_what_we_write(data: st.DataObject, rows: int, cell: int, first: int) -> None:
    read_back(data, rows, cell, first)


def test_lazy_scans_and_other_readers_find_their_way() -> None:
    won = np.arange(1000, dtype="<u1") % 2
    file = whole_file([constant("cell", 2, 3), counting("game", 0, 1000), column_of("won", 1, [won])], 1000)
    lazy = pl.scan_parquet(BytesIO(file)).filter(pl.col("game") >= 990).select(pl.col("won").sum())
    assert lazy.collect().item() == 5
    arrow = pytest.importorskip("pyarrow.parquet", reason="a second reader is welcome, not required")
    table = arrow.read_table(BytesIO(file))
    assert table["won"].to_pylist() == won.tolist()
    assert table["game"].to_pylist() == list(range(1000))


ROWS = 50_000


@pytest.mark.parametrize(
    ("dtype", "values", "bits"),
    [
        ("<u2", np.arange(ROWS) % 2, 1),
        ("<u2", 8 + np.arange(ROWS) % 8, 4),
        ("<u2", np.arange(ROWS) % 23, 8),
        ("<u4", np.arange(ROWS) % 8 * 10_000, 4),
        ("<u8", np.arange(ROWS) % 4845 << 40, 16),
        ("<u8", np.arange(ROWS), 64),
        ("<u2", np.full(ROWS, 300), 0),
        ("<u8", np.full(ROWS, 1 << 60), 0),
    ],
)
def test_a_game_takes_few_bits_where_few_say_it(dtype: str, values: np.ndarray, bits: int) -> None:
    """A bit for yes or no, four for a small count, eight or sixteen for one of few values, none where all are alike."""
    array = values.astype(dtype)
    file = whole_file([column_of("x", array.itemsize, [array[:777], array[777:]])], ROWS)
    assert pl.read_parquet(file)["x"].to_list() == values.tolist()
    dictionary = 8 * 4845 if bits == 16 else 0
    assert 0 <= len(file) - ROWS * bits // 8 - dictionary < 1000


def test_numbers_of_thrift() -> None:
    assert [varint(number) for number in (0, 127, 128, 300)] == [b"\0", b"\x7f", b"\x80\x01", b"\xac\x02"]
    assert [zigzag(number) for number in (0, -1, 1, -2, 64)] == [
        b"\0",
        b"\x01",
        b"\x02",
        b"\x03",
        b"\x80\x01",
    ]
