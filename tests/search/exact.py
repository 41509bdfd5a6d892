"""What `search` gains in games whose exact values are known, in points: wins of 100 games, or per cent of the range of
returns."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine.game.registry import load_game
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.policies import search
from engine.outside.own.game import OwnGame
from tests.search.solved_files import SOLVED, Solved
from tests.support.advantages import ANY, Choice, gains, pig_advantage
from tests.support.own_file import own_game
from tests.support.spiel_bases import Threats, WithThreats, base_of, kuhn_base
from tests.support.spiel_values import Values, exact_gains, played_gains, uniform

CAUTION = 3.0
Array = NDArray[np.float64]
Gains = Callable[[int, float, int, range], Array]
"""Of each game (or each dice): worlds, caution, seed, which of them."""


class Measure(NamedTuple):
    """A game and a base."""

    name: str
    gains: Gains
    games: dict[int, int]
    """By the number of worlds, how many games are enough."""


def of_file(game: OwnGame, base: str, players: int, advantage: Callable[[Choice], float]) -> Gains:
    def found(worlds: int, caution: float, seed: int, games: range) -> Array:
        game.compile_now()
        who = f'search base="{base}" worlds={worlds} caution={caution:g}'
        among: Any = {"focus": [who], "field": [base]} if players > 1 else {"policies": [who]}
        cell = game.cells(game.resolve({"players": [players], **among}, "test"))[0]
        array: Array = gains(game, cell, seed, games, advantage)
        return array

    return found


def of_solved(solved: Solved) -> Gains:
    return of_file(own_game(solved.text, solved.name), solved.base, solved.players, solved.advantage)


def of_pig(base: str, at: int) -> Gains:
    game = load_game("pig")
    assert isinstance(game, OwnGame)
    return of_file(game, base, 2, partial(pig_advantage, at=at))


def of_tic_tac_toe(base: str) -> Gains:
    def found(worlds: int, caution: float, seed: int, games: range) -> Array:
        values = Values(uniform if base == "random" else Threats.mixed)
        numbers = range(seed * 1_000_000 + games.start, seed * 1_000_000 + games.stop)
        with patch.object(search, "POLICIES", WithThreats):
            got = list(played_gains(load("tic_tac_toe"), base_of(base), values, numbers, worlds, caution))
        return np.array(got) * 100 / 2

    return found


def of_kuhn(base: str) -> Gains:
    def found(worlds: int, caution: float, seed: int, games: range) -> Array:
        numbers = range(seed * 1_000_000 + games.start, seed * 1_000_000 + games.stop)
        got = list(exact_gains(load("kuhn_poker"), *kuhn_base(base), numbers, worlds, caution))
        return np.array(got) * 100 / 4

    return found


PIG_BASES = {"hold at=20": 20, "hold at=10": 10, "hold at=30": 30, "random": ANY}
KUHN_BASES = ("random", "solved 200 0", "solved 200 10", "solved 200 50", "solved 5 0", "solved 2 0")
MEASURES = (
    Measure("pig, hold at=20, by many worlds", of_pig("hold at=20", 20), {4096: 2_000}),
    *(Measure(f"pig, {base}", of_pig(base, at), {16: 2_000, 64: 1_000, 256: 1_000}) for base, at in PIG_BASES.items()),
    *(
        Measure(f"tic-tac-toe, {base}", of_tic_tac_toe(base), {16: 400, 64: 200, 256: 60})
        for base in ("random", "threats")
    ),
    *(Measure(f"kuhn poker, {base}", of_kuhn(base), {16: 400, 64: 200, 256: 200}) for base in KUHN_BASES),
    *(Measure(f"{each.name}, {each.base}", of_solved(each), {16: 2_000, 64: 1_000, 256: 300}) for each in SOLVED),
)
