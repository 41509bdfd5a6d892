"""The luck of kernels: the draws of plain Python in whatever order they are asked for, each once."""

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from engine.errors import BrokenRule
from engine.kernel.records import new
from engine.outside.own.compiled.kit.luck import draw_bits, numbered
from engine.outside.own.compiled.kit.record import NEEDS_ROOM, RUNNING, Playing, Stop
from engine.outside.own.luck import Keys, Luck

LABELS = ["roll", "card", "wind"]
SEED = 3
ROOM = 1 << 10


def table() -> Any:
    rec = cast(Any, new(Playing))
    rec.draw_mask = ROOM - 1
    for at, label in enumerate(LABELS):
        rec.label_key[at] = Keys(SEED, "luck").of(label)
    return rec


def begin(rec: Any, game: int) -> Luck:
    rec.game, rec.filled, rec.state = np.uint64(game), 0, RUNNING
    rec.stamp += np.uint64(1)
    return Luck(Keys(SEED, "luck"), game)


def drawn(rec: Any, label: int, which: tuple[int, ...]) -> int | None:
    """The bits that a kernel draws; None if it stops."""
    place = np.uint64(0)
    for at, number in enumerate(which):
        place = np.uint64(numbered(at, place, number))
    try:
        return int(draw_bits(rec, label, len(which), place))
    except Stop:
        return None


def plainly(luck: Luck, label: int, which: tuple[int, ...]) -> int | None:
    try:
        return luck.number(LABELS[label], 1 << 64, *which)
    except BrokenRule:
        return None


@pytest.mark.parametrize("most", [1, 2, 70, 1 << 20])
def test_draws_are_those_of_plain_python_in_any_order(most: int) -> None:
    """Neighbours, rows, labels and how many numbers there are, mixed; a draw that was made stops the kernel."""
    rec, random, stopped = table(), Random(most), 0
    for game in range(40):
        luck = begin(rec, game)
        last = 0
        for _ in range(60):
            last = random.choice([last + 1, last + 1, last - 1, last, random.randrange(most)]) % (1 << 20)
            label, first = random.randrange(len(LABELS)) if random.random() < 0.3 else 0, random.randrange(3)
            which = random.choice([(first, last), (first, last), (last,), (), (first, 1, last)])
            want = plainly(luck, label, which)
            assert drawn(rec, label, which) == want, (game, label, which)
            stopped += want is None
    assert stopped > 40, "draws that were made are asked for again"


def test_a_table_that_is_half_full_asks_for_more_room() -> None:
    rec = table()
    begin(rec, 0)
    rows = 0
    while drawn(rec, 0, (rows, 0)) is not None:
        rows += 1
    assert rec.state == NEEDS_ROOM
    assert rows == ROOM // 2 - 1
