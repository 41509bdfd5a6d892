"""A game that never ends: the run is given up after a while, says which game it was, and leaves nobody behind."""

import re
import subprocess
from dataclasses import replace
from json import loads
from pathlib import Path

import pytest

from engine.errors import FatecastError
from engine.game.cell import Cell
from engine.game.results import Batch
from sim import run
from sim.compare.gate.baseline import write_baseline
from sim.errors import Stopped
from sim.experiment.experiment import resolve
from sim.inspect.verify import verify_run
from sim.play.options import PlayOptions
from sim.play.pilot import seconds_per_game
from tests.support.command_line import RACE, Fatecast, race_flags, start
from tests.support.dice_race import DiceRace


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


HANGS = 1234

VERBS: dict[str, list[object]] = {
    "compare": ["ends.toml", "hangs.toml", "--game", "dice"],
    "gate": ["--baseline", "accepted.json"],
}
"""The verbs that play otherwise than the others."""


@pytest.fixture(scope="module")
def hanging_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an experiment that has a game which never ends, and with a baseline of the time when it did."""
    folder = tmp_path_factory.mktemp("hanging")
    grid = ["game = 'dice'", "dice = [6]", "goals = [15]", "games = 2000", "seed = 7"]
    (folder / "ends.toml").write_text("\n".join(grid))
    (folder / "hangs.toml").write_text("\n".join([*grid, f"hang_at = {HANGS}"]))
    accepted = folder / "accepted.json"
    with start("baseline", "accept", accepted, "--experiment", folder / "ends.toml") as accepting:
        accepting.communicate(timeout=600)
    assert accepting.returncode == 0
    baseline = loads(accepted.read_bytes())
    baseline["experiment"]["hang_at"] = HANGS
    write_baseline(accepted, baseline)
    return folder


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.full
def test_a_game_that_hangs_ends_every_verb_that_plays(hanging_game: Path, fatecast: Fatecast, verb: str) -> None:
    """With the line and the exit code of `run`."""
    files = {path.name: path for path in hanging_game.iterdir()}
    words = [files.get(str(word), word) for word in VERBS[verb]]
    done = fatecast(verb, *words, "--workers", 2, "--patience", 1)
    *_, looking, line = done.stderr.splitlines()
    assert looking == "fatecast: no answer for 1 s; looking for the game that does not end"
    assert line == f"fatecast: die6/goal15: game {HANGS} does not end (given 0.1 s alone): dice-6-15-6-7-{HANGS}"
    assert done.returncode == 1
    assert children_of(hanging_game) == ""


@pytest.mark.full
def test_a_game_that_hangs_ends_a_verification_and_a_measurement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell: dict[str, object] = {**RACE, "dice": [6], "goals": [15]}
    impatient = PlayOptions(workers=1, patience=1)
    hangs = rf"die6/goal15: game {HANGS} does not end \(given 0.1 s alone\): dice-6-15-6-7-{HANGS}$"
    with pytest.raises(FatecastError, match=hangs):
        seconds_per_game(resolve({**cell, "hang_at": HANGS}, "test"), impatient)
    path = run(cell, out=tmp_path / "run", executor="inline").path
    honest = DiceRace.simulate

    def simulate(game: DiceRace, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return honest(game, replace(cell, spec={**cell.spec, "hang_at": HANGS}), seed, first, last)

    monkeypatch.setattr(DiceRace, "simulate", simulate)
    with pytest.raises(FatecastError, match=hangs):
        list(verify_run(path, 3000, impatient))


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


@pytest.mark.full
def test_games_that_are_only_slow_are_told_from_one_that_hangs(tmp_path: Path) -> None:
    """Each call takes longer than the run has patience for, but no single game is to blame."""
    with pytest.raises(
        Stopped, match=r"games 0 to 2: no answer for 3 s, though each game ends within 0.3 s; allow more time"
    ):
        run({**RACE, "dice": [6], "goals": [15], "games": 3, "slow": 9.0}, out=tmp_path / "run", workers=1, patience=3)


def test_who_has_time_waits(tmp_path: Path) -> None:
    played = run({**RACE, "games": 4, "sleep": 0.3}, out=tmp_path / "run", workers=1, patience=30)
    assert played.manifest["complete"]


@pytest.mark.parametrize(
    ("patience", "expected"), [("0", "more than 0 seconds"), ("-1", "more than 0 seconds"), ("nan", "a number")]
)
def test_no_patience_at_all_is_refused(tmp_path: Path, typed: Fatecast, patience: str, expected: str) -> None:
    done = typed("run", *race_flags(), "--patience", patience, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert f"patience: expected {expected}" in done.stderr


def test_too_many_workers_are_refused(tmp_path: Path, fatecast: Fatecast) -> None:
    done = fatecast("run", *race_flags(), "--workers", 100_000, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert re.fullmatch(r"fatecast: workers: expected at most \d+ on this machine, not 100000\n", done.stderr)
    assert not (tmp_path / "run").exists()
    assert PlayOptions(workers=64).workers == 64
