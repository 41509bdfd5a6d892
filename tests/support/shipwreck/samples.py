"""Games of a cell for tests of averages: played once per process, with a fixed seed."""

from functools import cache

import numpy as np

from engine.game.results import Batch, Rows
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells

SEED = 2024
USUAL = 5000


@cache
def batch_of(policy: str, doom: int = 2, deck: str = "base", players: int = 3, games: int = USUAL) -> Batch:
    """The first games of a cell."""
    return SHIPWRECK.simulate(cells.make(deck, policy, players, doom), SEED, 0, games)


@cache
def rows_of(policy: str, doom: int = 2, deck: str = "base", players: int = 3, games: int = USUAL) -> Rows:
    """Their rows. More games than usual go on where the usual ones end."""
    first = batch_of(policy, doom, deck, players, min(games, USUAL)).rows
    if games <= USUAL:
        return first
    more = SHIPWRECK.simulate(cells.make(deck, policy, players, doom), SEED, USUAL, games).rows
    return np.concatenate([first, more])
