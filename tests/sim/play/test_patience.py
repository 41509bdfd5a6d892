"""A game that never ends: the run is given up after a while, says which game it was, and leaves nobody behind."""

import subprocess
from pathlib import Path

import pytest

from sim import run
from sim.errors import Stopped
from tests.support.command_line import RACE, Fatecast, race_flags


def children_of(path: Path) -> str:
    """The processes that were started to play into this directory."""
    return subprocess.run(["pgrep", "-f", str(path)], capture_output=True, text=True).stdout


def test_the_game_that_hangs_is_named(tmp_path: Path, fatecast: Fatecast) -> None:
    path = tmp_path / "run"
    flags = [*race_flags(dice=[6], goals=[15], hang_at=1234), "--workers", 2, "--block", 1000, "--patience", 2]
    done = fatecast("run", *flags, "--out", path)
    assert done.returncode == 1
    *_, looking, line = done.stderr.splitlines()
    assert looking == "fatecast: no answer for 2 s; looking for the game that does not end"
    assert line == (
        "fatecast: die6/goal15: game 1234 does not end (given 0.2 s alone): dice-6-15-6-7-1234; "
        f"finished blocks are kept, continue with: fatecast resume {path}"
    )
    assert children_of(path) == ""
    assert [*path.glob("blocks/*.json")], "what was finished is kept"


def test_where_workers_cannot_be_watched_the_time_is_for_a_block(tmp_path: Path) -> None:
    """As on a cluster: here, threads."""
    from concurrent.futures import ThreadPoolExecutor

    gate = tmp_path / "gate"
    with ThreadPoolExecutor(1) as threads:
        try:
            with pytest.raises(Stopped, match=r"die6/goal15: game 0 does not end \(given 0.1 s alone\)"):
                run({**RACE, "wait_for": str(gate)}, out=tmp_path / "run", executor=threads, workers=1, patience=1)
        finally:
            gate.touch()


def test_games_that_are_only_slow_are_told_from_one_that_hangs(tmp_path: Path) -> None:
    """Each call takes longer than the run has patience for, but no single game is to blame."""
    with pytest.raises(
        Stopped, match=r"games 0 to 2: no answer for 1 s, though each game ends within 0.1 s; give more"
    ):
        run({**RACE, "dice": [6], "goals": [15], "games": 3, "slow": 3.0}, out=tmp_path / "run", workers=1, patience=1)


def test_who_has_time_waits(tmp_path: Path) -> None:
    played = run({**RACE, "games": 4, "sleep": 0.3}, out=tmp_path / "run", workers=1, patience=30)
    assert played.manifest["complete"]


@pytest.mark.parametrize("patience", [0, -1, float("nan")])
def test_no_patience_at_all_is_refused(tmp_path: Path, fatecast: Fatecast, patience: float) -> None:
    done = fatecast("run", *race_flags(), "--patience", patience, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert "patience: expected more than 0 seconds" in done.stderr
