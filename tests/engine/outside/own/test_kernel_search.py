"""Searches in compiled games: the same results in the same worlds, and the same rows, as in plain Python."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from engine.game.results import Rows
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks import kernel_search, search_seat
from engine.players.search import Plan, Results, choose
from tests.own_games.cells import TO_COPY, game_of
from tests.own_games.rows import ready, wanted
from tests.support.hidden_games import BOTTOM, COIN, FAIR, FIVE, PICKS
from tests.support.own_file import own_game, written

OPEN_PIG = written(("    parameters", "    open_information = True\n    parameters"))
SEEDS = (1, 2, 3)
Found = list[tuple[Sequence[int], Sequence[Sequence[int]]]]
"""What a search tried, and what it got in each world."""


def noted(found: Found) -> Callable[..., int]:
    """`choose`, which writes down what it is told."""

    def decide(choices: Sequence[int], habit: int, plan: Plan, results: Results) -> int:
        def told(tried: Sequence[int], first: int, last: int) -> Sequence[Sequence[int]]:
            got = results(tried, first, last)
            found.append((list(tried), [list(each) for each in got]))
            return got

        return choose(choices, habit, plan, told)

    return decide


def both_ways(game: OwnGame, grid: dict[str, Any], games: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many results there were, and how many worlds were not to be had; the same in both ways."""
    cell = game.cells(game.resolve(grid, "test"))[0]
    compiled: Found = []
    plain: Found = []
    monkeypatch.setattr(kernel_search, "choose", noted(compiled))
    monkeypatch.setattr(search_seat, "choose", noted(plain))

    def play(seed: int) -> Rows:
        return game.simulate(cell, seed, 0, games).rows

    with wanted():
        ready(game)
        fast = [play(seed) for seed in SEEDS]
        assert not plain, "a game was left to plain Python"
        with plain_only():
            slow = [play(seed) for seed in SEEDS]
    assert compiled == plain
    assert all(map(np.array_equal, fast, slow))
    return len(plain), sum(len(got[0]) for _, got in plain)


@pytest.mark.parametrize("who", ["search base=modest worlds=4 caution=0", "search base=random worlds=4 caution=1"])
def test_a_game_with_all_that_forks_must_know(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sealed offers, views of many kinds, cards that are alike, a deck that is looked at and shuffled again."""
    results, worlds = both_ways(own_game(FAIR, "fair"), {"players": [3], "policies": [who]}, 2, monkeypatch)
    assert results > 40
    assert 4 * results > worlds > results, "some worlds are impossible, but not all"


def test_others_at_the_table_may_be_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"players": [3], "tables": ["search base=modest worlds=4 caution=0,random,modest slips=30"]}
    both_ways(own_game(FAIR, "fair"), grid, 3, monkeypatch)


def test_a_game_without_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    both_ways(own_game(OPEN_PIG), {"players": [2], "policies": ["search base=hold worlds=3 caution=0"]}, 1, monkeypatch)


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "base", "players"),
    [(COIN, "heads", 1), (FIVE, "lowest", 2), (BOTTOM, "lowest", 1), (PICKS, "any_card", 2)],
)
def test_small_games(text: str, base: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"players": [players], "policies": [f"search base={base} worlds=8 caution=0"]}
    both_ways(own_game(text, "small"), grid, 20, monkeypatch)


@pytest.mark.full
@pytest.mark.parametrize("name", [*TO_COPY, "shadows"])
def test_games_to_copy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """About 100 s in all."""
    game = game_of(name)
    if game.edition.has_cards:
        pytest.skip("played in plain Python")
    base, players = game.edition.file.game.policies[0].__name__, max(2, game.edition.fewest)
    grid = {"players": [players], "policies": [f"search base={base} worlds=4 caution=0"]}
    both_ways(game, grid, 2, monkeypatch)
