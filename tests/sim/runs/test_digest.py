"""One experiment, one digest: whoever plays it, in whatever pieces and order."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rows.digest import MODULUS, digest_rows
from sim import Run, run
from tests.support.command_line import RACE
from tests.support.dice_race import GAME
from tests.support.runs import Shuffled

KEY = "00ff00ff00ff00ff"


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(RACE, out=tmp_path_factory.mktemp("inline") / "run", executor="inline")


@pytest.mark.parametrize(("workers", "detail"), [(1, "cells"), (5, "games")])
def test_any_number_of_workers_with_rows_and_without(expected: Run, tmp_path: Path, workers: int, detail: Any) -> None:
    played = run(RACE, out=tmp_path / "run", workers=workers, detail=detail, block=700)
    assert played.digest == expected.digest == played.manifest["digest"]
    assert (played.path / "summary.json").read_bytes() == (expected.path / "summary.json").read_bytes()
    assert played.pieces.equals(expected.pieces)


@pytest.mark.parametrize("block", [97, 10**9])
def test_any_size_of_blocks(expected: Run, tmp_path: Path, block: int) -> None:
    one = run(RACE, out=tmp_path / "a", executor="inline", block=block, detail="cells")
    other = run(RACE, out=tmp_path / "b", executor="inline", detail="cells")
    assert one.digest == other.digest
    assert (one.path / "summary.json").read_bytes() == (other.path / "summary.json").read_bytes()


def test_any_order_of_blocks(expected: Run, tmp_path: Path) -> None:
    with Shuffled(1) as executor:
        played = run(RACE, out=tmp_path / "run", executor=executor, workers=8, block=100)
    order = [line.split(" played ")[1] for line in (played.path / "run.log").read_text().splitlines()[1:-1]]
    assert order != sorted(order)
    assert played.digest == expected.digest
    assert (played.path / "summary.json").read_bytes() == (expected.path / "summary.json").read_bytes()


def test_the_same_bytes_of_rows_wherever_they_are_played(expected: Run, tmp_path: Path) -> None:
    played = run(RACE, out=tmp_path / "run", workers=2)
    files = sorted(path.relative_to(played.path) for path in played.path.glob("*/*.*"))
    assert len(files) == 8
    for file in files:
        assert (played.path / file).read_bytes() == (expected.path / file).read_bytes()


def test_another_seed_is_another_digest(expected: Run, tmp_path: Path) -> None:
    assert run(RACE, seed=8, out=tmp_path / "run", executor="inline").digest != expected.digest


def test_cells_of_the_same_name_but_other_rules_differ(tmp_path: Path) -> None:
    one, other = (
        run({"game": "dice", "limit": limit, "games": 50}, out=tmp_path / str(limit), executor="inline")
        for limit in (6, 7)
    )
    assert one.digest != other.digest


@settings(max_examples=30)
@given(st.integers(1, 200), st.integers(0, 2**40), st.data())
def test_a_digest_is_the_sum_of_its_parts(games: int, first: int, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, games))
    rows = GAME.simulate(GAME.cells(GAME.resolve({}, ""))[0], 1, first, first + games).rows
    parts = digest_rows(KEY, first, rows[:cut]) + digest_rows(KEY, first + cut, rows[cut:])
    assert digest_rows(KEY, first, rows) == parts % MODULUS


@settings(max_examples=50)
@given(st.integers(0, 99), st.integers(0, 8 * 17 - 1))
def test_every_bit_of_every_row_matters(row: int, bit: int) -> None:
    rows = GAME.simulate(GAME.cells(GAME.resolve({}, ""))[0], 1, 0, 100).rows
    changed = rows.copy()
    changed.view(np.uint8).reshape(100, -1)[row, bit // 8] ^= 1 << bit % 8
    assert digest_rows(KEY, 0, changed) != digest_rows(KEY, 0, rows)


def test_swapped_rows_differ() -> None:
    rows = GAME.simulate(GAME.cells(GAME.resolve({}, ""))[0], 1, 0, 100).rows
    assert digest_rows(KEY, 0, rows[::-1].copy()) != digest_rows(KEY, 0, rows)
    assert digest_rows(KEY, 1, rows) != digest_rows(KEY, 0, rows)
    assert digest_rows("00ff00ff00ff00fe", 0, rows) != digest_rows(KEY, 0, rows)


def test_the_digest_is_what_the_documents_say() -> None:
    """Old runs and baselines carry digests: the definition, here in plain Python, must never drift."""

    def spread(value: int) -> int:
        value ^= value >> 33
        for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
            value = value * factor % 2**64
            value ^= value >> 33
        return value

    odd = 0x9E3779B97F4A7C15
    rows = GAME.simulate(GAME.cells(GAME.resolve({}, ""))[0], 1, 5, 25).rows
    total = 0
    for game, row in enumerate(rows, 5):
        raw = row.tobytes()
        words = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, len(raw), 8)]
        value = sum(word * (spread(place * odd % 2**64) | 1) for place, word in enumerate(words, 2))
        total += spread(value % 2**64 ^ game * odd % 2**64 ^ int(KEY, 16))
    assert digest_rows(KEY, 5, rows) == total % 2**64
