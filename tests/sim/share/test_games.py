"""The games of a page: packed and unpacked, and which of them diverged."""

import numpy as np
import pytest

from engine.game.outcomes import Share
from sim.compare.operands import BaseExperiment, read_base
from sim.play.options import KeptGames, PlayOptions
from sim.play.outcome_cache import SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.share.games import Packed, Recorder, first_alike, packed, unpacked


@pytest.mark.parametrize("numbers", [[0, 1, 1], [-1, 300], [2**31], [-(2**40), 7], [255] * 5_000])
def test_numbers_are_what_they_were(numbers: list[int]) -> None:
    found = Packed.of(np.array(numbers))
    assert found.numbers(len(numbers)).tolist() == numbers
    for wrong in (len(numbers) - 1, len(numbers) + 1):
        with pytest.raises(ValueError, match="not as many numbers as games"):
            found.numbers(wrong)


def test_the_first_cell_with_the_same_row() -> None:
    rng = np.random.default_rng(7)
    marks = [rng.integers(0, 3, games).astype(np.uint64) for games in (2_000, 2_000, 1_500, 1_024, 3)]
    for at, alike in enumerate(first_alike(marks)):
        assert len(alike) == len(marks[at])
        for index, number in enumerate(alike):
            same = [cell for cell, each in enumerate(marks) if index < len(each) and each[index] == marks[at][index]]
            assert number in same
            assert (number == at) == (same[0] == at)


def test_games_of_earlier_comparisons_are_recorded_too() -> None:
    """What somebody keeps in memory is not played again, but a page needs it."""
    base = BaseExperiment(*read_base(None, "pig"), {"games": 40}).resolved()
    options = PlayOptions("inline", progress=False, kept=KeptGames(10**6))
    place, outcome = SeededCell(base.cells[0], 1), base.game.outcomes[0]
    with outcome_cache([base], options) as cache:
        [before] = cache.play([place], 40)
    recorder = Recorder()
    with outcome_cache([base], options, recorder) as cache:
        cache.play([place], 40)
    games = recorder.games([outcome])
    assert [cell.games for cell in games.cells] == [40]
    found = unpacked(games, base.game, [outcome], "page").by_key[base.cells[0].key]
    assert (found.of(outcome) == before.of(outcome)).all()


def test_a_cell_that_ends_earlier() -> None:
    share = Share(name="won", meaning="games won", column="won")
    longer, shorter = (
        Outcomes({"won": np.ones(games, np.uint8)}, np.arange(games, dtype=np.uint64)) for games in (1_500, 1_100)
    )
    found = packed({"a" * 16: longer, "b" * 16: shorter}, [share])
    assert [cell.games for cell in found.cells] == [1_500, 1_100]
    assert [len(cell.digests) for cell in found.cells] == [2, 2]
    assert found.cells[0].digests[0] == found.cells[1].digests[0]
    assert found.cells[0].digests[1] != found.cells[1].digests[1]
    assert not found.same_as.numbers(2_600).any(), "every game of the second is like one of the first"
