"""Sides paired game by game: the right cells, the same luck, the same answer however it is played."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from engine.errors import BadInput, FatecastError, NotComparable
from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.compare.pairs import Pair, match_cells, match_variant, play_pairs
from sim.experiment.changes import read_changes, variant
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import PIECE, SeededCell, outcome_cache
from sim.play.outcomes import outcomes_of
from sim.statistics.paired import Paired
from tests.support.command_line import RACE
from tests.support.dice_race import GAME
from tests.support.runs import Shuffled

INLINE = PlayOptions("inline")
WON = GAME.outcomes[0]


def race(**changes: object) -> ResolvedExperiment:
    return resolve({**RACE, **changes}, "race")


def pairs_of(
    before: ResolvedExperiment, after: ResolvedExperiment, games: int, how: PlayOptions = INLINE
) -> list[Pair]:
    matches = match_variant(before, after)
    with outcome_cache([before, after], how) as played:
        return play_pairs(played, matches, 7, games)


def test_the_table_counts_every_game_once() -> None:
    [pair] = pairs_of(race(dice=[6], goals=[20]), variant(race(dice=[6], goals=[20]), {"goal": 1}), 5000)
    won, now = (side.columns["won"] == 1 for side in (pair.before, pair.after))
    expected = [np.sum(won & now), np.sum(won & ~now), np.sum(~won & now), np.sum(~won & ~now)]
    table = pair.of(WON)
    assert isinstance(table, Paired)
    assert list(table) == expected
    assert table.lost > 100
    assert table.gained == 0
    assert pair.steps(WON).sum() == table.gained - table.lost


def test_a_side_compared_with_itself_never_diverges_and_is_played_once() -> None:
    side = race()
    with outcome_cache([side], INLINE) as played:
        pairs = play_pairs(played, match_variant(side, side), 7, 3000)
        assert played.played == 3000 * len(side.cells)
    assert all(pair.diverged.size == 0 and pair.match.same for pair in pairs)


def test_a_change_without_effect_diverges_nowhere_although_it_is_played() -> None:
    """A limit that no game reaches changes the key of the cell, and nothing else."""
    before = race(dice=[6], goals=[5], limit=6)
    [pair] = pairs_of(before, variant(before, {"limit": 7}), 2000)
    assert not pair.match.same
    assert pair.diverged.size == 0


def test_games_diverge_where_their_rows_do() -> None:
    before = race(dice=[6], goals=[20])
    after = variant(before, {"limit": 5})
    [pair] = pairs_of(before, after, 2000)
    rows = [side.game.simulate(side.cells[0], 7, 0, 2000).rows for side in (before, after)]
    assert pair.diverged.tolist() == np.flatnonzero(rows[0] != rows[1]).tolist()
    assert 0 < pair.diverged.size < 2000


@pytest.mark.parametrize(
    "how",
    [PlayOptions("processes", workers=1), PlayOptions("processes", workers=2), PlayOptions(Shuffled(3), workers=3)],
)
def test_the_outcome_does_not_depend_on_the_workers(how: PlayOptions) -> None:
    before = race()
    after = variant(before, {"goal": 1})
    for mine, yours in zip(pairs_of(before, after, 9000), pairs_of(before, after, 9000, how), strict=True):
        for left, right in ((mine.before, yours.before), (mine.after, yours.after)):
            assert np.array_equal(left.marks, right.marks)
            assert left.columns.keys() == right.columns.keys()
            assert all(np.array_equal(left.columns[name], right.columns[name]) for name in left.columns)


def test_games_do_not_depend_on_how_they_were_asked_for() -> None:
    side = race(dice=[6], goals=[20])
    place = SeededCell(side.cells[0], 7)
    with outcome_cache([side], INLINE) as played:
        [late] = played.play([place], 3 * PIECE, PIECE + 5)
        [whole] = played.play([place], 3 * PIECE)
        played.forget([place])
        before = played.played
        [again] = played.play([place], 10)
        assert played.played == before + 10
    assert np.array_equal(whole.marks[PIECE + 5 :], late.marks)
    assert np.array_equal(whole.marks[:10], again.marks)


def test_a_piece_is_played_once_wherever_the_asking_began() -> None:
    side = race(dice=[6], goals=[20])
    place = SeededCell(side.cells[0], 7)
    with outcome_cache([side], INLINE) as played:
        played.play([place], 3 * PIECE, 5)
        before = played.played
        played.play([place], 3 * PIECE, PIECE)
        assert played.played == before


def test_a_mark_leaves_out_what_names_parts_by_number() -> None:
    """The rolls as a column that numbers its parts: games that differ in nothing else have equal marks."""
    side = race(dice=[6], goals=[20])
    rows = side.game.simulate(side.cells[0], 7, 0, 50).rows
    other = rows.copy()
    other["track"] += 1
    numbered = [replace(column, by_number=column.name == "track") for column in side.game.columns]
    game = cast(Game, SimpleNamespace(columns=numbered, outcomes=GAME.outcomes))
    assert np.array_equal(outcomes_of(game, rows).marks, outcomes_of(game, other).marks)
    assert not np.array_equal(outcomes_of(side.game, rows).marks, outcomes_of(side.game, other).marks)
    assert np.array_equal(other["track"], rows["track"] + 1), "the rows themselves stay as they were"


def test_another_seed_is_other_luck() -> None:
    side = race(dice=[6], goals=[20])
    with outcome_cache([side], INLINE) as played:
        mine, yours = played.play([SeededCell(side.cells[0], 7), SeededCell(side.cells[0], 8)], 1000)
    assert np.count_nonzero(mine.marks != yours.marks) > 900


def test_cells_are_matched_by_name_and_a_lone_difference_is_the_change() -> None:
    matches = match_cells(race().game, race(dice=[6], goals=[15, 20]).cells, race(dice=[6], goals=[20, 28]).cells)
    assert [match.name for match in matches] == ["die6/goal20"]
    [match] = match_cells(race().game, race(dice=[6], goals=[15]).cells, race(dice=[6], goals=[20]).cells)
    assert match.labels == {"die": 6, "goal": "15 → 20"}


def test_what_shares_no_luck_says_why() -> None:
    with pytest.raises(NotComparable, match="a die of 6 faces against one of 8"):
        match_cells(race().game, race(dice=[6], goals=[15]).cells, race(dice=[8], goals=[15]).cells)
    with pytest.raises(NotComparable, match="goal: 15, 20 on one side, 28 on the other"):
        match_cells(race().game, race(goals=[15, 20]).cells, race(goals=[28]).cells)
    with pytest.raises(NotComparable, match="no cell in common: one side has the axes die, goal, the other x"):
        match_cells(race().game, race().cells, [Cell({"x": 1}, {})])


def test_a_game_that_fails_is_told_in_one_line() -> None:
    side = race(dice=[6], goals=[20], fail_at=4100)
    with pytest.raises(FatecastError, match="die6/goal20, games 4096 to 4999: ZeroDivisionError"):
        pairs_of(side, side, 5000)


def test_changes_are_paths_with_values() -> None:
    assert read_changes(["a.b=2", "c=x >= 3", 'd=["e"]']) == {"a.b": 2, "c": "x >= 3", "d": ["e"]}
    for bad in ("a.b", "=2", "a="):
        with pytest.raises(BadInput, match="expected path=value"):
            read_changes([bad])
    with pytest.raises(BadInput, match=r"a\.b is changed twice"):
        read_changes(["a.b=2", "a.b=3"])


def test_games_that_diverged_are_named_by_their_indices() -> None:
    """Two runs may have skipped games."""
    before, after = (SimpleNamespace(marks=np.array(marks)) for marks in ([5, 5, 5, 5], [5, 6, 5, 6]))
    pair: Any = Pair(cast(Any, None), cast(Any, before), cast(Any, after))
    assert pair.diverged.tolist() == [1, 3]
    assert replace(pair, indices=np.array([2, 3, 8, 9])).diverged.tolist() == [3, 9]
