"""A tiny variant, gone through exactly by a referee that shares no code with the engine."""

import numpy as np
import pytest

from engine.hadal.cells.play_cell import TABLES
from tests.support.hadal import exact
from tests.support.hadal.position import cell_with, small_mission

GAMES = 40_000
OPTIONS = {"free_refreshes": 0, "free_explores": "none", "azrak": exact.AZRAK}


@pytest.mark.parametrize(("goal", "fail_loss"), [(3, 1), (4, 1), (3, 2)])
def test_every_result_comes_as_often_as_it_must(goal: int, fail_loss: int) -> None:
    expected = exact.Exact(goal, fail_loss).distribution()
    assert sum(expected.values()) == 1
    attributes = [(first, second, 0) for first, second in exact.SKILL] + [(0, 0, 0)] * 2
    levels = (*exact.LEVELS, 1, 1)
    mission = small_mission(
        [f"T{exact.DIFFICULTY} D{exact.DIFFICULTY}"],
        levels=levels,
        fate=exact.FATE,
        attributes=attributes,
        goal=goal,
        fail_loss=fail_loss,
    )
    rows = TABLES.play_batch(cell_with(mission, 2, policy="gambler explore_at=99", options=OPTIONS), 11, 0, GAMES).rows
    names = ("end", "turns", "points", "returned")
    found, counts = np.unique(rows[list(names)], return_counts=True)
    seen = {tuple(int(value) for value in each): int(count) for each, count in zip(found, counts, strict=True)}
    assert seen.keys() <= expected.keys()
    for result, share in expected.items():
        p = float(share)
        spread = (GAMES * p * (1 - p)) ** 0.5
        assert abs(seen.get(result, 0) - GAMES * p) <= 4.5 * spread + 1, (result, p)
