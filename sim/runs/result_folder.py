"""A folder of results: either all of its files are there, or none."""

from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

from engine.errors import BadInput
from engine.game.cell import Json
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.atomic_files import write_whole, written_to
from sim.runs.manifest import begin

OF_A_RUN = ("detail", "block", "complete")
"""Keys of a manifest that only a run directory has."""


def check_free(path: Path) -> None:
    """Refuse a folder that cannot be written, before anything is played."""
    if path.is_dir() and not any(path.iterdir()):
        return
    if path.exists():
        raise BadInput(f"{path}: already exists, expected a new folder (--out names another)")
    above = path.parent
    while not above.exists():
        above = above.parent
    if not above.is_dir():
        raise BadInput(f"{path}: {above} is not a folder")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write all files into a folder with a temporary name, then rename it."""
    temporary = path.with_name(f".{path.name}.tmp")
    with written_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        try:
            for name, data in files.items():
                write_whole(temporary / name, data)
            temporary.replace(path)
        except BaseException:
            rmtree(temporary, ignore_errors=True)
            raise


def about(experiment: ResolvedExperiment, verb: str, **more: object) -> Json:
    """Where results come from: the experiment, the versions and the seed."""
    origin = {key: value for key, value in begin(experiment, "", 0).items() if key not in OF_A_RUN}
    return {"verb": verb, **more, **origin}
