"""Every file of tests/games and every game to copy, played compiled and in plain Python, over all its cells: rows must
be equal, and what is counted about cards.

python -m tests.own_games.rows 10000 [GAME …]
python -m tests.own_games.rows digests            # writes digests.json
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from engine.outside.own.compiled.kernels import SWITCH, OwnKernel, plain_only
from engine.outside.own.game import OwnGame
from tests.own_games.cells import COMPILED, GAMES, TO_COPY, cells_of, game_of

DIGESTS = Path(__file__).parent / "digests.json"
SEED = 11
OF_A_DIGEST = 8
"""Games of each cell."""


class Compared(NamedTuple):
    """Rows of a game, both ways."""

    games: int
    equal: int
    left: int
    """Games that the kernel left to plain Python."""


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


def both_ways(name: str, games: int) -> Compared:
    """So many games in all, spread over the cells."""
    game = game_of(name)
    cells = cells_of(game)
    each = max(1, -(-games // len(cells)))
    played = equal = left = 0
    with wanted():
        player = ready(game)._player
        usual = player.play

        def counting(*given: object) -> object:
            nonlocal left
            found = usual(*given)
            left += int(found[1].sum())
            return found

        with patch.object(player, "play", counting):
            for cell in cells:
                compiled = game.simulate(cell, SEED, 0, each)
                with plain_only():
                    plain = game.simulate(cell, SEED, 0, each)
                played += each
                if (compiled.pieces == plain.pieces).all():
                    equal += int((compiled.rows == plain.rows).sum())
    return Compared(played, equal, left)


def digest(name: str, compiled: bool) -> str:
    """Of some games of every cell."""
    game, found = game_of(name), sha256()
    with wanted():
        if compiled:
            ready(game)
        for cell in cells_of(game):
            if compiled:
                rows = game.simulate(cell, SEED, 0, OF_A_DIGEST).rows
            else:
                with plain_only():
                    rows = game.simulate(cell, SEED, 0, OF_A_DIGEST).rows
            found.update(rows.tobytes())
    return found.hexdigest()


def main(words: list[str]) -> int:
    if words[0] == "digests":
        DIGESTS.write_text(json.dumps({name: digest(name, False) for name in [*GAMES, *TO_COPY]}, indent=2) + "\n")
        return 0
    wrong = 0
    for name in words[1:] or [*COMPILED, *TO_COPY]:
        found = both_ways(name, int(words[0]))
        wrong += found.games - found.equal
        print(f"{name}: {found.equal:,} of {found.games:,} equal, {found.left:,} left to plain Python", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
