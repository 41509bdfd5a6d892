"""Compiled or interpreted, a game is the same, whatever is played: row, counters, and all lines of its replay."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.results import Replay
from engine.hadal.cells.play_cell import TABLES
from engine.hadal.game import HADAL
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from tests.support.hadal.references import cell_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")

SEED, GAMES = 12, 2
VETERAN = "veteran g=3.7 rho=0.35 need=2.5 explore_at=2"
POLICIES = st.sampled_from(["random", "gambler", "safe", "even", "sharp", "counter broken=lose", VETERAN])
OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "azrak": st.integers(36, 60),
        "free_explores": st.sampled_from(["none", "captain", "each"]),
        "free_refreshes": st.integers(0, 3),
        "support": st.integers(0, 3),
        "surplus": st.just("off"),
        "bare_explore": st.just("off"),
        "retry": st.just("off"),
        "reshuffle": st.sampled_from(["round", "always"]),
        "emergency_pays": st.just("on"),
    },
)


def told(mission: str, policy: str, players: int, shift: int, options: dict[str, Any]) -> Replay:
    return HADAL.replay(cell_of(mission, policy, players, shift, **options), SEED, 0)


@settings(max_examples=12, derandomize=True)
@given(st.sampled_from("ABC"), POLICIES, st.integers(1, 4), st.integers(-2, 2), OPTIONS)
def test_both_ways_agree(mission: str, policy: str, players: int, shift: int, options: dict[str, Any]) -> None:
    cell = cell_of(mission, policy, players, shift, **options)
    compiled, plain = TABLES.play_batch(cell, SEED, 0, GAMES), elsewhere(TABLES.play_batch, cell, SEED, 0, GAMES)
    for column in compiled.rows.dtype.names or ():
        assert compiled.rows[column].tolist() == plain.rows[column].tolist(), column
    assert compiled.pieces.tolist() == plain.pieces.tolist()
    asked = (mission, policy, players, shift, options)
    assert told(*asked) == elsewhere(told, *asked)
