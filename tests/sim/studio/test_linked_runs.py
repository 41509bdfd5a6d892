"""A run that a link leads to is not one of the folder's, wherever on the way the link is."""

from pathlib import Path
from shutil import copytree

import pytest

from engine.errors import BadInput
from sim.runs.manifest import RUNS
from sim.studio.runs.listing import FINISHED, UNFINISHED, run_named, runs_in
from sim.studio.studio import NoJobs, Studio
from tests.support.runs import forge_manifest


def studio_of(folder: Path) -> Studio:
    return Studio(folder, "shipwreck", None, (), NoJobs())


@pytest.fixture
def outside(played: Path, tmp_path: Path) -> Path:
    """A folder of somebody else, with a run."""
    copytree(played, tmp_path / "outside" / RUNS / "theirs")
    return tmp_path / "outside"


def test_a_run_of_the_folder_is_listed_and_named(outside: Path) -> None:
    studio = studio_of(outside)
    assert [run.name for run in runs_in(studio)] == ["theirs"]
    assert run_named(studio, "theirs") == RUNS / "theirs"


def test_an_unfinished_run_has_the_games_that_are_there(outside: Path) -> None:
    [finished] = runs_in(studio_of(outside))
    forge_manifest(outside / RUNS / "theirs", complete=False)
    [unfinished] = runs_in(studio_of(outside))
    assert (finished.state, unfinished.state) == (FINISHED, UNFINISHED)
    assert unfinished.games == finished.games > 100, "more than a block"


@pytest.mark.parametrize("linked", [RUNS / "theirs", RUNS, RUNS.parent])
def test_a_link_is_not_followed(linked: Path, outside: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / linked).parent.mkdir(parents=True)
    (folder / linked).symlink_to(outside / linked)
    assert (folder / RUNS / "theirs" / "manifest.json").exists(), "the trap works"
    assert runs_in(studio_of(folder)) == []
    with pytest.raises(BadInput):
        run_named(studio_of(folder), "theirs")
