"""Players that learn in games in which what decides is hidden: they win as often as by chance."""

from math import sqrt

import numpy as np

from engine.game.cell import Cell, Json
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks.plain_lessons import plain_lessons
from engine.outside.own.play import play_plainly
from engine.players.learning.learner import Learner
from engine.players.learning.lessons import Plan, lessons_of
from tests.support.hidden_games import COIN
from tests.support.own_file import own_game

WON = 0
"""The ending of a game that is won."""


def taught(game: OwnGame, cell: Cell, rounds: int, positions: int) -> Json:
    """A player that learned by playing."""
    policy: Json = cell.spec["policy"]
    learner = Learner()
    for number in range(rounds):
        asked = plain_lessons(game.edition, cell, policy, Plan(4, 10), 5 + number, range(positions))
        learner = learner.after(lessons_of(asked), 5)
        given = {"name": "trained", "parameters": {"slips": 0, "level": 0, "net": learner.net.data}}
        policy = game.resolve({"policies": [given]}, "test")["policies"][0]
    return policy


def won_by_learning(text: str, name: str, players: int, rounds: int, positions: int, games: int) -> float:
    """How often the first seat wins. The others play at random: two of the same mind may agree on what to say."""
    game = own_game(text, name)
    cell = game.cells(game.resolve({"policies": ["random"], "players": [players]}, "test"))[0]
    by_chance = cell.spec["policy"]
    table = {"group": by_chance, "seats": [taught(game, cell, rounds, positions), *[by_chance] * (players - 1)]}
    rows = play_plainly(game.edition, cell, table, 99, np.arange(games)).rows
    return float(np.mean(rows["end"] == WON))


def is_chance(share: float, chance: float, games: int) -> bool:
    """Within four standard errors."""
    return abs(share - chance) < 4 * sqrt(chance * (1 - chance) / games)


def test_a_coin_is_guessed_as_by_chance_and_a_view_that_shows_it_is_seen() -> None:
    assert is_chance(won_by_learning(COIN, "coin", 1, 2, 150, 1000), 1 / 2, 1000)
    shown = COIN.replace('{"coins": 1}', '{"coins": 1, "lies": coin._cards[-1]}')
    assert shown != COIN
    assert won_by_learning(shown, "coin", 1, 2, 150, 400) > 0.9  # the planted one: this test would see it
