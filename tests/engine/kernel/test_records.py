"""Records as plain Python reads them: the same memory as NumPy's own records, by properties."""

from typing import Annotated, Any

import numpy as np
import pytest

from engine.kernel.records import Ints, dtype_of, plainly_read


class Purse:
    coins: int
    keys: Annotated[Ints, 3]


class Seat:
    score: int
    luck: Annotated[Any, np.uint64]
    share: Annotated[Any, np.float64]
    purse: Purse


def plain_seat() -> Any:
    return np.zeros(1, plainly_read(dtype_of(Seat)))[0]


def test_the_memory_is_that_of_numpys_records() -> None:
    layout, plain = dtype_of(Seat), plainly_read(dtype_of(Seat))
    assert plain.itemsize == layout.itemsize
    assert plain.fields is not None
    assert layout.fields is not None
    assert [field[1] for field in plain.fields.values()] == [field[1] for field in layout.fields.values()]
    seat = plain_seat()
    seat.score, seat.luck, seat.share = -3, np.uint64(1 << 63), 0.5
    seat.purse.coins = 7
    seat.purse.keys[1] = 5
    again = np.frombuffer(seat.tobytes(), layout).view(np.recarray)[0]
    assert (again.score, again.luck, again.share) == (-3, 1 << 63, 0.5)
    assert (again.purse.coins, again.purse.keys.tolist()) == (7, [0, 5, 0])


def test_numbers_keep_their_types() -> None:
    seat = plain_seat()
    assert [type(seat.score), type(seat.luck), type(seat.share)] == [np.int64, np.uint64, np.float64]


def test_a_record_in_an_array_has_its_fields_too() -> None:
    table = np.zeros(1, plainly_read(np.dtype([("turn", np.int64), ("seats", dtype_of(Seat), (2,))])))[0]
    table.seats[1].purse.keys[2] = 9
    assert table.seats[1].purse.keys.tolist() == [0, 0, 9]
    assert table.seats[0].purse.keys.tolist() == [0, 0, 0]


def test_a_field_that_is_not_there_is_refused() -> None:
    seat = plain_seat()
    with pytest.raises(AttributeError):
        seat.scores = 1
    with pytest.raises(AttributeError):
        _ = seat.purse.coin
