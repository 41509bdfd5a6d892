"""Hidden cards on the command line: the check finds a view that shows them, and a replay keeps them."""

import os
from pathlib import Path

import pytest

from tests.own_games.cells import text_of
from tests.support.command_line import Fatecast

SHOWN = 'view["known"] = [table.hand(other).seen_by(seat) for other in others]'
FEWER = ("players = (2, 4)", "players = (2, 2)"), ("Parameter(8, 1", "Parameter(3, 1")
"""Cells, as each is asked for a while, and rounds."""


@pytest.fixture(autouse=True)
def _plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "FATECAST_PLAIN", "1")


def shadows(folder: Path, *replaced: tuple[str, str]) -> Path:
    text = text_of("shadows")
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    path = folder / "shadows.py"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.full
def test_a_view_that_shows_another_hand_is_one_line(fatecast: Fatecast, tmp_path: Path) -> None:
    done = fatecast("check", shadows(tmp_path, *FEWER, (SHOWN, 'view["next"] = list(table.hand(others[0]))')))
    assert done.returncode == 1
    (fault, last) = done.stderr.splitlines()
    assert fault.startswith("fatecast: secrets: lively/players2: game 0, seat 1, turn 1: view['next']")
    assert "where cards that the seat has not seen lie otherwise" in fault
    assert last.endswith(": 1 fault")


@pytest.mark.full
def test_a_game_that_keeps_its_secrets_is_asked(fatecast: Fatecast, tmp_path: Path) -> None:
    done = fatecast("check", shadows(tmp_path, *FEWER))
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("secrets "))
    assert line.split(maxsplit=1)[1].startswith("ok (")


@pytest.mark.full
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
