"""Our numbers beside those of an independent program."""

import pytest

from engine.kernel.compiled import INTERPRETED
from engine.oracle.cells.play_cell import TABLES
from tests.support.oracle.cells import make
from tests.support.oracle.references import Cell, compared, expected

LARGEST = 4.5


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
@pytest.mark.parametrize("policy", ["random", "stargazer", "prophet", "greedy", "planner"])
def test_a_few_games_of_every_policy(policy: str) -> None:
    cells = {cell: means for cell, means in expected().items() if cell.policy == policy and cell.layout == "A"}
    for cell, means in cells.items():
        rows = TABLES.play_batch(make(*cell), 21, 0, 4_000).rows
        found = list(compared(cell, rows, means))
        assert found
        assert [each for each in found if abs(each.z) >= LARGEST] == []


@pytest.mark.published
def test_every_reference() -> None:
    """100 comparisons with the independent program."""
    found = []
    for cell, means in expected().items():
        found += list(compared(cell, TABLES.play_batch(make(*cell), 22, 0, 200_000).rows, means))
    assert len(found) == 100
    assert [each for each in found if abs(each.z) >= LARGEST] == []


def test_every_cell_of_the_tables_is_compared() -> None:
    cells = expected()
    assert len(cells) == 15 + 3 + 3
    assert Cell("A", "prophet", 4) in cells
