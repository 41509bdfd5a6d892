"""Compiled or interpreted, a game is the same: every column, every counter, every line of its replay. And at every
decision of interpreted games, nothing is lost and nobody knows too much."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.euphoria.cells.checked_cells import CHECK
from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.game import EUPHORIA
from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from tests.support.euphoria.cells import make
from tests.support.euphoria.plainly import told, watched

pytestmark = pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")

SEED = 7
CELLS = {
    "random, none": make("none", "random", 5),
    "random, wide": make("wide", "random", 8, aim_trigger="every", arm_cost=0),
    "random, options": make("surrogate", "random", 4, anarchists=False, hide_action=False, start_artifacts=4, lasers=5),
    "investigator": make("no-barter", "investigator lambda=0.5 theta=0.4", 5),
    "omniscient": make("wide", "omniscient", 5),
    "a table": make("wide", "guardian,random,hunter,omniscient", 6),
}
GAMES = 3


DECKS = st.sampled_from(["none", "surrogate", "no-barter", "wide"])
WHO = st.sampled_from(
    ["random", "guardian", "gunslinger", "investigator theta=0.4", "guardian,random,hunter,omniscient"]
)
OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "aim_trigger": st.just("every"),
        "arm_cost": st.just(0),
        "anarchists": st.just(False),
        "hide_action": st.just(False),
        "lasers": st.integers(1, 5),
    },
)


@settings(max_examples=8, derandomize=True)
@given(deck=DECKS, who=WHO, players=st.integers(4, 8), options=OPTIONS)
def test_both_ways_agree(deck: str, who: str, players: int, options: dict[str, Any]) -> None:
    cell = make(deck, who, players, **options)
    compiled, plain = TABLES.play_batch(cell, SEED, 0, GAMES), elsewhere(TABLES.play_batch, cell, SEED, 0, GAMES)
    for column in compiled.rows.dtype.names or ():
        assert compiled.rows[column].tolist() == plain.rows[column].tolist(), column
    assert compiled.pieces.tolist() == plain.pieces.tolist()
    assert EUPHORIA.replay(cell, SEED, 0) == elsewhere(told, cell, SEED, 0)


@pytest.mark.parametrize("name", ["random, options", "a table"])
def test_nothing_is_lost(name: str) -> None:
    decisions, faults = elsewhere(watched, CELLS[name], SEED, 8)
    assert faults == []
    assert decisions > 200


@pytest.mark.parametrize("plant", ["laser", "knowledge"])
def test_a_planted_loss_is_noticed(plant: str) -> None:
    assert elsewhere(watched, CELLS["random, none"], SEED, 2, plant)[1] != []


def differing(cell: Cell) -> tuple[int, list[str]]:
    found = CHECK.redeal(cell, SEED, 3, 2)
    return found.compared, [*map(str, found.different)]


@pytest.mark.parametrize("name", ["random, wide", "investigator"])
def test_no_decision_depends_on_what_is_hidden(name: str) -> None:
    compared, different = differing(CELLS[name])
    assert different == []
    assert compared > 200


def test_who_sees_all_is_noticed() -> None:
    assert differing(CELLS["omniscient"])[1] != []
