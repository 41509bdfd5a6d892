"""Forks and search of compiled games."""

from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.euphoria.game import EUPHORIA
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Share
from engine.game.protocol import Forks
from engine.hadal.cells.checked_cells import CHECK
from engine.hadal.game import HADAL
from engine.kernel.compiled import INTERPRETED
from engine.kernel.records import new
from engine.players.compiled_game import gate, worlds
from engine.players.compiled_game.payoff import payoff_of
from engine.players.compiled_game.worlds import CountedLuck, Imagined
from engine.shipwreck.game import SHIPWRECK

SEED = 5
GAME: Any = HADAL
BASE = "even"
SCENARIO: Json = {"missions": ["A"], "players": [3]}
"""A kernel of a table where somebody searches takes 20 to 60 s to compile, so that there is one."""
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes minutes as plain Python")


def cell_of(policy: str) -> Cell:
    found: Cell = GAME.cells(GAME.resolve({**SCENARIO, "policies": [policy]}, "test"))[0]
    return found


def searching(numbers: str) -> Cell:
    return cell_of(f"search base={BASE} {numbers}")


@compiled_only
def test_a_search_that_never_leaves_its_base_plays_its_games() -> None:
    true = GAME.simulate(cell_of(BASE), SEED, 0, 3)
    found = GAME.simulate(searching("worlds=2 caution=100"), SEED, 0, 3)
    assert np.array_equal(found.rows, true.rows)
    assert np.array_equal(found.pieces, true.pieces)
    assert all(np.array_equal(found.tables[each], counts) for each, counts in true.tables.items())


@pytest.mark.full
@compiled_only
def test_a_search_without_caution_plays_other_games() -> None:
    cell = searching("worlds=3 caution=0")
    found = GAME.simulate(cell, SEED, 0, 3)
    assert not np.array_equal(found.rows, GAME.simulate(cell_of(BASE), SEED, 0, 3).rows)
    assert GAME.simulate(cell, SEED, 2, 3).rows == found.rows[2:]
    assert GAME.replay(cell, SEED, 2).lines
    assert GAME.find_game(GAME.game_id(cell, SEED, 2)) == (cell, SEED, 2)


@compiled_only
def test_in_worlds_that_a_seat_cannot_tell_apart_it_decides_the_same() -> None:
    finding = CHECK.redeal(searching("worlds=3 caution=0"), SEED, 1, 2)
    assert finding.compared > 40
    assert not finding.different


@pytest.mark.full
@compiled_only
def test_a_search_that_sees_the_true_world_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_it_is(self: Any, numbers: list[int]) -> Any:
        dice = [worlds.fresh_dice(self._dice, CountedLuck(number)) for number in numbers]
        return [worlds.row_of(self._decisions, self._world, each) for each in dice]

    monkeypatch.setattr(Imagined, "_deal", as_it_is)
    assert CHECK.redeal(searching("worlds=3 caution=0"), SEED, 1, 2).different


@pytest.mark.full
@compiled_only
def test_forks_with_the_true_choice_are_the_true_game_and_all_forks_end() -> None:
    assert isinstance(GAME, Forks)
    cell = cell_of(BASE)
    row = HADAL.simulate(cell, SEED, 0, 1).rows
    made, others = GAME.decided(cell, SEED, 0), set()
    for at in range(0, len(made), len(made) // 3):
        each = made[at]
        assert GAME.forked(cell, SEED, 0, at, each.chosen) == row
        others |= {GAME.forked(cell, SEED, 0, at, choice, luck).tobytes() for choice, luck in ((0, 1), (1, None))}
    assert len(others) > 3
    with pytest.raises(BadInput, match="expected a decision below"):
        GAME.forked(cell, SEED, 0, len(made), 0)


@pytest.mark.parametrize("game", [SHIPWRECK, EUPHORIA], ids=lambda game: game.name)
def test_a_policy_that_sees_all_is_no_base(game: Any) -> None:
    with pytest.raises(BadInput, match="sees all is no base of a search"):
        game.resolve({"policies": ["search base=omniscient"]}, "test")


def test_a_seat_wants_to_win_and_a_maker_wants_the_first_outcome() -> None:
    rows = np.array([(5, 1, 7), (2, 0, 3)], [("winners", "u1"), ("won", "u1"), ("worth", "u2")])
    share = Share(name="won", meaning="", column="won", better="more")
    mean = Mean(name="worth", meaning="", column="worth", unit="", margin=1, better="less")
    assert payoff_of([share], ["winners", "won"])(rows, 2).tolist() == [1, 0]
    assert payoff_of([share], ["won"])(rows, -1).tolist() == [1, 0]
    assert payoff_of([mean], ["worth"])(rows, 0).tolist() == [-7, -3]


def test_the_gate_gives_known_answers_and_stops_where_one_is_missing() -> None:
    record: Any = new(gate.Gate)
    record.fork_at, record.by = gate.NEVER, gate.AS_BEFORE
    record.searches[1], record.is_found[0], record.found[0, 0] = 1, 1, 9
    gate.begin(record)
    assert not gate.meet(record, 3, 1, 0)
    assert record.answer[0] == 9
    assert not gate.meet(record, 3, 0, 0)  # the policy of this seat does not search
    with pytest.raises(gate.NeedsDecision):
        gate.meet(record, 4, 1, 0)
    assert (record.hook, record.part, record.decisions, record.made[1]) == (4, 1, 3, 3)
    record.fork_at, record.choice[0, 0], record.deals, record.by, record.game = 0, 5, 1, 1, 0
    gate.begin(record)
    assert gate.part_now(record, 0) == 0
    assert gate.meet(record, 3, 1, 0)
    assert record.answer[0] == 5
    assert gate.part_now(record, 0) == 1
    assert not gate.meet(record, 3, 1, 0)  # nobody searches in a fork
