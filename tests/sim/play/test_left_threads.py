"""A game that leaves threads behind does not keep a command from ending."""

from pathlib import Path

import pytest

from tests.support.command_line import start

THREADS = """
import threading
import time

from fatecast.game import Game


def steady(view):
    return True


class Threads(Game):
    title = "Threads"
    players = (2, 2)
    policies = [steady]

    def play(self, table):
        if threading.active_count() < 20:
            threading.Thread(target=time.sleep, args=(600,)).start()
        table.turn(0)
        table.win(table.luck.die("x", 2, 1) - 1)
"""


@pytest.mark.full
def test_a_thread_that_never_ends_does_not_keep_a_run_from_ending(tmp_path: Path) -> None:
    game = tmp_path / "threads.py"
    game.write_text(THREADS)
    with start("run", "--game", game, "--games", 20, "--out", tmp_path / "run", "--workers", 1) as process:
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, "")
    assert "20 games" in out
