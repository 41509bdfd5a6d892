"""What becomes of a text of a game that is played both ways.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.verdicts GAME:GAMES …    # so many of every cell; files of tests/games
"""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any
from unittest.mock import patch

import numpy as np

from engine.errors import FatecastError
from engine.game.cell import Cell
from engine.game.seats import FOCUS
from engine.kernel.code_cache import kernel_folder, load_module, named_by_content, write_module
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.played import pack_of
from engine.outside.own.compiled.cards.schema import schema_of
from engine.outside.own.compiled.kernel_text import OUR_MISTAKE, Written, write_kernel
from engine.outside.own.compiled.player import GivenUp, Player
from engine.outside.own.declared import Declared
from engine.outside.own.game import OwnGame
from engine.outside.own.play import _seats, play_plainly, rules_of
from tests.own_games.cells import cells_of, game_of, text_of

SAME, REFUSED, UNTRANSLATED = "same", "refused", "not translated"
STOPPED, BAD, ENDLESS, DIFFERS = "stopped", "no game", "endless", "DIFFERS"
"""Rows are equal; there is no kernel; the compiler refuses it; no game went through the kernel; the text is no game; a
game does not end; the one thing that must not be."""
SEED = 7
SECONDS = 0.5
"""For a game in plain Python."""


class Endless(BaseException):
    """A game takes too long."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Meanwhile the processor works no longer than this, whatever becomes of an error of the game."""
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        raise Endless

    usual = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except BaseException:
        if came:
            raise Endless from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, usual)


def without_digests() -> Any:
    """Meanwhile no rules are hashed, for each set of policies: that would be half of the work."""
    return patch("engine.outside.own.files.rules_digest", lambda text, played: "")


def player_of(declared: Declared, pack: Pack = NO_CARDS) -> Player | list[str]:
    """What plays a game with its kernel, or why there is none."""
    written, maker = kernel_for(declared, pack)
    return written.refusals or maker()


def kernel_for(declared: Declared, pack: Pack, learns: bool = False) -> tuple[Written, Callable[[], Player]]:
    """The text of a kernel, and what makes players of it. Nobody looks at the clock while it is written."""
    module = sys.modules[type(declared.file.game).__module__]
    leads = "margin" in (declared.row.names or ())
    with patch("engine.outside.own.compiled.program.process_time", lambda: 0.0):
        written = write_kernel(
            declared.file.text, module, declared.file.game, leads, schema=schema_of(pack), learns=learns
        )
    assert not any(OUR_MISTAKE in line for line in written.refusals), written.refusals

    def maker() -> Player:
        path = write_module(kernel_folder("own"), named_by_content(f"own_{declared.name}", written.text), written.text)
        return Player(declared, written, load_module(path).play_games)

    return written, maker


def verdict(name: str, text: str, games: int, most_cells: int = 4) -> str:
    """Play some games of a text both ways."""
    try:
        with limited(10 * SECONDS), without_digests():
            game = game_of(name, text)
            cells = [cell for cell in cells_of(game) if FOCUS not in cell.spec]
    except (FatecastError, Endless):
        return BAD
    player = player_of(game.edition, pack_of(cells[0]))
    if isinstance(player, list):
        return REFUSED
    try:
        player.compile()
    except Exception as error:
        print(f"not translated: {type(error).__name__}: {error}", file=sys.stderr)
        return UNTRANSLATED
    chosen = cells[:: max(1, len(cells) // most_cells)][:most_cells]
    found = [_of_cell(game, player, cell, games) for cell in chosen]
    for each in (DIFFERS, SAME, ENDLESS):
        if each in found:
            return each
    return STOPPED


def _of_cell(game: OwnGame, player: Player, cell: Cell, games: int) -> str:
    declared = game.edition
    who = cell.spec["policy"]
    plain: list[Any] = []
    for index in range(games):
        try:
            with limited(SECONDS):
                plain.append(play_plainly(declared, cell, who, SEED, np.array([index])))
        except FatecastError:
            plain.append(None)
        except Endless:
            return ENDLESS
    return compared(plain, player, cell, _seats(cell, who), rules_of(declared, cell))


def compared(plain: Sequence[Any], player: Player, cell: Cell, seats: Sequence[Any], rules: Any) -> str:
    """What becomes of games of a cell; those in plain Python are there, one after the other, or None for an error."""
    indices = np.arange(len(plain))
    try:
        with limited(120 * SECONDS):
            rows, left, cards = player.play(seats, rules, SEED, indices, pack_of(cell))
    except GivenUp:
        return STOPPED
    except Endless:
        return DIFFERS  # plain Python came to an end
    for at in indices[~left]:
        which = indices[at : at + 1]
        if plain[at] is None or plain[at].rows[0] != rows[at]:
            return DIFFERS
        if (plain[at].cards != cards.of(which).counted(rows[which])).any():
            return DIFFERS
    return STOPPED if left.all() else SAME


def main(words: list[str]) -> int:
    asked = [(name, int(games)) for name, _, games in (word.partition(":") for word in words)]
    found = {name: verdict(name, text_of(name), games, 100) for name, games in asked}
    for name, what in found.items():
        print(f"{name}: {what}")
    return sum(what != SAME for what in found.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
