"""Exact numbers: a tiny variant that is enumerated, predictions from the full bag, throws."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from engine.kernel.compiled import INTERPRETED
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.layout.board import board_of
from engine.oracle.layout.files import load_layout
from engine.oracle.words.sheets import piece_sheet
from tests.support.oracle.cells import make
from tests.support.oracle.exact import COUNTED, LAYOUT, OPTIONS, expected

GAMES = 60_000


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
def test_a_tiny_variant_is_what_its_enumeration_says() -> None:
    means, squares = expected()
    rows = TABLES.play_batch(make(LAYOUT, "random", **OPTIONS), 11, 0, GAMES).rows
    for name in COUNTED:
        mean = float(means[name])
        noise = (float(squares[name] - means[name] ** 2) / GAMES) ** 0.5
        off = abs(rows[name].astype(np.float64).mean() - mean)
        assert off <= 4.5 * noise + 1e-12, f"{name}: {rows[name].mean()} instead of {mean}"


@pytest.mark.parametrize("policy", ["random", "planner"])
@pytest.mark.skipif(INTERPRETED, reason="needs many games")
def test_throws_are_fair(policy: str) -> None:
    """Whatever the policy does: clumps, and what throws allow."""
    rows = TABLES.play_batch(make("A", policy), 12, 0, 6_000).rows
    later = rows["turns"].astype(np.float64) - 1
    checks = {"corruption_clump": later / 16}
    checks |= dict.fromkeys(("can_stars", "can_predict", "can_x"), 11 / 15 + 0.75 * later)
    if policy != "planner":
        changes = rows["change_plus"].astype(np.float64) + rows["change_move"] + rows["change_x"]
        checks["corruption_skull"] = changes / 2
    for name, mean in checks.items():
        off = rows[name] - mean
        assert abs(off.mean()) < 4.5 * off.std() / len(off) ** 0.5, name


def test_predictions_from_the_full_bag() -> None:
    """As the rule book has them, with 4 rogues."""
    rows = piece_sheet(load_layout("A"), "predict").tables[0].rows
    found = {(row[0], row[1]): row[2:] for row in rows}
    assert found["red, green", "4"] == ["47.3%", "14.9%", "10.9%", "26.9%"]
    assert found["red, green", "3"] == ["27.1%", "20.2%", "14.9%", "37.8%"]
    assert found["blue, yellow", "4"] == ["34.3%", "12.9%", "10.6%", "42.3%"]


def test_the_higher_die_with_the_bone() -> None:
    rows = piece_sheet(load_layout("A"), "stars").tables[0].rows
    assert [row[1] for row in rows] == ["16 of 64", "9 of 64", "11 of 64", "13 of 64", "15 of 64"]
    counts = [0] * 5
    for one, two, here, there in product(range(1, 5), range(1, 5), (0, 1), (0, 1)):
        counts[max(one * here, two * there)] += 1
    assert [Fraction(count, 64) for count in counts] == [Fraction(number, 64) for number in (16, 9, 11, 13, 15)]


@pytest.mark.parametrize(
    ("layout", "edges", "printed", "pairs"), [("A", 84, 4, 48), ("B", 84, 8, 18), ("C", 76, 4, 14)]
)
def test_edges_and_pairs_of_the_stand_ins(layout: str, edges: int, printed: int, pairs: int) -> None:
    loaded = load_layout(layout)
    board = board_of(loaded)
    rows = loaded.map
    beside = [(rows[y][x], rows[y][x + 1]) for y in range(loaded.height) for x in range(loaded.width - 1)]
    below = [(rows[y][x], rows[y + 1][x]) for y in range(loaded.height - 1) for x in range(loaded.width)]
    assert (board.edges, board.printed) == (edges, printed)
    assert sum(one == other for one, other in beside + below) == pairs
    cut = sum(
        board.colour[one] == board.colour[other]
        for edge in range(board.edges)
        if board.is_cross[edge]
        for one, other in [board.beside[edge]]
    )
    assert board.targets - board.cells == pairs - cut
