"""Hidden cards on the command line: the check finds a view that shows them, and a replay keeps them."""

import os
from pathlib import Path

import pytest

from tests.own_games.cells import text_of
from tests.support.command_line import Fatecast

SHOWN = 'view["known"] = [table.hand(other).seen_by(seat) for other in others]'


@pytest.fixture(autouse=True)
def _plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "FATECAST_PLAIN", "1")


def shadows(folder: Path, text: str = "") -> Path:
    path = folder / "shadows.py"
    path.write_text(text or text_of("shadows"), encoding="utf-8")
    return path


def test_a_view_that_shows_another_hand_is_one_line(fatecast: Fatecast, tmp_path: Path) -> None:
    leaky = text_of("shadows").replace(SHOWN, 'view["next"] = list(table.hand(others[0]))')
    done = fatecast("check", shadows(tmp_path, leaky))
    assert done.returncode == 1
    (fault, last) = done.stderr.splitlines()
    assert fault.startswith("fatecast: secrets: lively/players2: game 0, seat 1, turn 1: view['next']")
    assert "where cards that the seat has not seen lie otherwise" in fault
    assert last.endswith(": 1 fault")


def test_a_game_that_keeps_its_secrets_is_asked(fatecast: Fatecast, tmp_path: Path) -> None:
    done = fatecast("check", shadows(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("secrets "))
    assert line.split(maxsplit=1)[1].startswith("ok (")


def test_a_replay_as_a_seat_is_a_part_of_the_whole(fatecast: Fatecast, tmp_path: Path) -> None:
    game = shadows(tmp_path)
    out = tmp_path / "run"
    assert fatecast("run", "--game", game, "--players", 3, "--games", 4, "--out", out, "--quiet").returncode == 0
    whole = fatecast("replay", out, 0, 2, "--game", game).stdout.splitlines()
    told = [fatecast("replay", out, 0, 2, "--game", game, "--as", seat).stdout.splitlines() for seat in (1, 2, 3)]
    for mine in told:
        assert len(mine) < len(whole)
        assert set(mine) <= set(whole)
    assert len({tuple(mine) for mine in told}) == 3
    refused = fatecast("replay", out, 0, 2, "--game", game, "--as", 4)
    assert (refused.returncode, refused.stderr) == (2, "fatecast: --as: expected a seat from 1 to 3, not 4\n")


def test_a_policy_of_a_game_file_is_checked(fatecast: Fatecast, tmp_path: Path) -> None:
    done = fatecast("policies", "check", "lively", "--game", shadows(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "legal",
        "hidden",
        "views",
        "repeatable",
        "speed",
    ]
