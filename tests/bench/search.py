"""Searches in compiled game files: rollouts a CPU second as a share of whole games a CPU second of the same kernel, and
the CPU time of a searched game as a multiple of as many whole games as it had rollouts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine.outside.own.compiled.kernels import SWITCH
from engine.outside.own.compiled.kit.record import ENDING_ROW, THROWN_AWAY
from engine.outside.own.compiled.player import Player
from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of
from tests.own_games.rows import ready
from tests.support.own_file import own_game, written

WORLDS, ROUNDS = 64, 5
SHARE, COST = 0.5, 2.3
"""At least, and at most."""
WHOLE_GAMES = 4_000


class Searched(NamedTuple):
    """A game, as it is timed."""

    name: str
    game: OwnGame
    base: str
    players: int
    games: int
    """With searches, in a round."""


class Rollouts:
    """Forks that were played to their ends, and the CPU time of all forks."""

    number = 0
    seconds = 0.0


def main() -> None:
    os.environ.pop(SWITCH, None)
    for each in searched():
        share, cost, rollouts = zip(*(_round(each) for _ in range(ROUNDS)), strict=True)
        speed = f"{median(rollouts):11,.0f} rollouts a CPU second, {median(share):5.2f} of whole games (aim: {SHARE:g})"
        times = f"a game takes {median(cost):5.2f} times its rollouts (aim: at most {COST:g})"
        print(f"search in {each.name:8} {speed}; {times}", flush=True)


def searched() -> Iterator[Searched]:
    """Dice, a deck, hands that go round, and partners who play tricks."""
    pig = own_game(written(("    parameters", "    open_information = True\n    parameters")))
    yield Searched("Pig", pig, "hold", 2, 10)
    yield Searched("Pirates", game_of("from_pirates"), "careful", 2, 10)
    yield Searched("draft", game_of("from_draft"), "shopper", 2, 5)
    yield Searched("trick", game_of("from_trick"), "crewmate", 4, 1)


def _round(each: Searched) -> tuple[float, float, float]:
    """The share, the cost, and rollouts a CPU second."""
    ready(each.game)
    whole, search = (
        each.game.cells(each.game.resolve({"players": [each.players], "policies": [who]}, "bench"))[0]
        for who in (each.base, f'search base="{each.base}" worlds={WORLDS}')
    )
    each.game.simulate(whole, 1, 0, WHOLE_GAMES // 10)
    each.game.simulate(search, 1, 0, 1)
    began = process_time()
    each.game.simulate(whole, 1, 0, WHOLE_GAMES)
    speed = WHOLE_GAMES / (process_time() - began)
    with _counted() as rollouts:
        began = process_time()
        each.game.simulate(search, 1, 0, each.games)
        seconds = process_time() - began
    rate = rollouts.number / rollouts.seconds
    return rate / speed, seconds * speed / rollouts.number, rate


@contextmanager
def _counted() -> Iterator[Rollouts]:
    found, usual = Rollouts(), Player.play_all

    def play_all(self: Player, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        began = process_time()
        raw = usual(self, indices)
        found.seconds += process_time() - began
        found.number += int((raw[ENDING_ROW] > THROWN_AWAY).sum())
        return raw

    with patch.object(Player, "play_all", play_all):
        yield found


if __name__ == "__main__":
    main()
