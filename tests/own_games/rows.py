"""Digests of games of every file of tests/games and of every game to copy, recorded in plain Python.

python -m tests.own_games.rows            # writes digests.json
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from engine.outside.own.compiled.kernels import SWITCH, OwnKernel, plain_only
from engine.outside.own.game import OwnGame
from tests.own_games.cells import GAMES, TO_COPY, cells_of, game_of

DIGESTS = Path(__file__).parent / "digests.json"
SEED = 11
OF_A_DIGEST = 8
"""Games of each cell."""


@contextmanager
def wanted() -> Iterator[None]:
    """Kernels are used, also for few games, and nothing is compared but here."""
    before = os.environ.pop(SWITCH, None)
    try:
        with patch("engine.outside.own.play.FEWEST", 1), patch("engine.outside.own.compiled.kernels.COMPARED", 0):
            yield
    finally:
        if before is not None:
            os.environ[SWITCH] = before


def ready(game: OwnGame) -> OwnKernel:
    """The kernel of a game, compiled."""
    kernel = game.kernel
    kernel.compile()
    assert kernel.is_ready, kernel.refusals
    return kernel


def plain_digest(name: str) -> str:
    """Of some games of every cell."""
    game, found = game_of(name), sha256()
    with plain_only():
        for cell in cells_of(game):
            found.update(game.simulate(cell, SEED, 0, OF_A_DIGEST).rows.tobytes())
    return found.hexdigest()


def compiled_digest(name: str) -> tuple[str, float]:
    """The same by machine code, and which share of the games the kernel left to plain Python."""
    game, found = game_of(name), sha256()
    left: list[bool] = []
    with wanted():
        player = ready(game)._player
        play = player.play

        def counting(*given: object) -> object:
            played = play(*given)
            left.extend(played.left)
            return played

        with patch.object(player, "play", counting):
            for cell in cells_of(game):
                found.update(game.simulate(cell, SEED, 0, OF_A_DIGEST).rows.tobytes())
    return found.hexdigest(), sum(left) / len(left)


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps({name: plain_digest(name) for name in [*GAMES, *TO_COPY]}, indent=2) + "\n")
