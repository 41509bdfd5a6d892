"""A folder of results: either all of its files are there, or none."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from engine.errors import BadInput, message
from engine.game.cell import Json
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.atomic_files import temporary_for, write_whole, written_to
from sim.runs.manifest import begin

OF_A_RUN = ("detail", "block", "complete")
"""Keys of a manifest that only a run directory has."""


def check_free(path: Path) -> None:
    """Refuse a folder that cannot be written, before anything is played."""
    if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
        return
    if os.path.lexists(path):
        raise BadInput(message("already exists, expected a new folder (--out names another)"), source=path)
    above = path.parent
    while not above.exists():
        above = above.parent
    if not above.is_dir():
        raise BadInput(message("{above} is not a folder", above=above), source=path)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write all files into a folder with a temporary name, then rename it."""
    temporary = temporary_for(path)
    with written_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove(temporary, files)
        temporary.mkdir()
        try:
            for name, data in files.items():
                write_whole(temporary / name, data)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                _remove(temporary, files)
            raise


def _remove(folder: Path, files: Iterable[str]) -> None:
    """Remove a folder of ours, with the files that we write into it. Whatever else is in it stays, and so does it."""
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
        return
    for path in (folder / name for name in files):
        path.unlink(missing_ok=True)
        temporary_for(path).unlink(missing_ok=True)
    folder.rmdir()


def about(experiment: ResolvedExperiment, verb: str, **more: object) -> Json:
    """Where results come from: the experiment, the versions and the seed."""
    origin = {key: value for key, value in begin(experiment, "", 0).items() if key not in OF_A_RUN}
    return {"verb": verb, **more, **origin}
