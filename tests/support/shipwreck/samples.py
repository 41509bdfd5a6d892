"""Games of a cell for tests of averages: played once per process, with a fixed seed."""

from functools import cache

from engine.game.results import Batch, Rows
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells

SEED = 2024


@cache
def batch_of(policy: str, doom: int = 2, deck: str = "base", players: int = 3, games: int = 5000) -> Batch:
    """The first games of a cell."""
    return SHIPWRECK.simulate(cells.make(deck, policy, players, doom), SEED, 0, games)


def rows_of(policy: str, doom: int = 2, deck: str = "base", players: int = 3, games: int = 5000) -> Rows:
    """Their rows."""
    return batch_of(policy, doom, deck, players, games).rows
