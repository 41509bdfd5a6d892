"""Several files that belong together: all of them are there, or none."""

from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

from engine.errors import BadInput
from engine.game.cell import Json
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.atomic_files import write_whole, written_to
from sim.runs.manifest import begin

OF_A_RUN = ("detail", "block", "complete")
"""What only a run directory says of itself."""


def check_free(path: Path) -> None:
    """Find out before anything is played that nothing may be written there."""
    if path.is_dir() and not any(path.iterdir()):
        return
    if path.exists():
        raise BadInput(f"{path}: is there already, expected a new folder (--out names another)")
    above = path.parent
    while not above.exists():
        above = above.parent
    if not above.is_dir():
        raise BadInput(f"{path}: {above} is no folder")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write all under a temporary name, then give the folder its own."""
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
    """Where results come from: what was played, by which version, on which luck."""
    origin = {key: value for key, value in begin(experiment, "", 0).items() if key not in OF_A_RUN}
    return {"verb": verb, **more, **origin}
