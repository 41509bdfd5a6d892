"""A block counts only where it was played: in its cell, at its place, with its seed, by its rules."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import BadData
from engine.language.current import about_game, speaking
from sim import Run, run
from sim.experiment.experiment import resolve
from sim.inspect.verify import verify_run
from sim.runs.manifest import begin
from tests.support.command_line import RACE
from tests.support.dice_race import GAME
from tests.support.runs import files_of

SMALL = {**RACE, "games": 200}
HERE = "00000-000000000000-000000000100"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(SMALL, out=tmp_path_factory.mktemp("played") / "run", executor="inline", block=100)


def put(run_: Path, other: Path) -> None:
    """Puts a block of another run in its place, both its files."""
    shutil.copy(other / "blocks" / f"{HERE}.json", run_ / "blocks")
    shutil.copy(other / "games" / f"{HERE}.parquet", run_ / "games")


def another_seed(path: Path) -> None:
    other = run({**SMALL, "seed": 8}, out=path.parent / "other", executor="inline", block=100)
    put(path, other.path)


def other_rules(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(GAME), "version", 2)
        other = run(SMALL, out=path.parent / "other", executor="inline", block=100)
    put(path, other.path)


def other_spec(path: Path) -> None:
    other = run({**SMALL, "handicap": 1}, out=path.parent / "other", executor="inline", block=100)
    put(path, other.path)


@pytest.mark.parametrize("mix_up", [another_seed, other_rules, other_spec])
def test_a_block_of_something_else_is_damaged_and_played_again(
    played: Run, tmp_path: Path, mix_up: Callable[[Path], None]
) -> None:
    path = Path(shutil.copytree(played.path, tmp_path / "run"))
    mix_up(path)
    lines: list[str] = []
    with pytest.raises(BadData, match="mend with: fatecast resume"):
        lines.extend(verify_run(path, 0))
    assert run(SMALL, out=path, executor="inline").digest == played.digest
    assert files_of(path) == files_of(played.path)
    assert list(verify_run(path, 0))[-1] == f"{path}: correct, digest {played.digest}"


def test_a_manifest_is_in_english_whatever_the_call_speaks() -> None:
    experiment = resolve({"game": "oracle", "layouts": ["A"], "policies": ["random"], "players": [1]}, "test")
    with speaking("es"), about_game("engine.oracle"):
        spoken = experiment.game.notes(experiment.cells)
        kept = begin(experiment, "games", 64)["notes"]
    assert kept == experiment.game.notes(experiment.cells) != spoken
