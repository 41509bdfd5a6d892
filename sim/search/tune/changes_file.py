"""The file that `tune` writes, and the exit code it ends with."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadInput, FatecastError
from engine.game.parts import content_of
from sim.errors import Inconclusive
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.atomic_files import write_file
from sim.search.tune.goals import Goal
from sim.search.tune.output import evidence
from sim.search.tune.result import TuneResult
from sim.search.tune.search_space import SearchSpace


class Missed(FatecastError):  # noqa: N818 - the name is the message
    """A goal was not reached."""

    exit_code = 3


def check_changes_file(base: ResolvedExperiment, path: Path) -> None:
    """Find out before anything is played that the file cannot be written."""
    if path.exists():
        raise BadInput(f"{path}: already exists, expected a new file (--out names another)")
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent}: no such folder")
    _text(base, {}, [], path)


def write_changes(
    path: Path,
    base: ResolvedExperiment,
    found: TuneResult,
    goals: Sequence[Goal],
    space: SearchSpace,
    vary: Sequence[str],
) -> Path | None:
    """Write the changes, with the evidence, as a file that extends what was played; nothing if there are none."""
    if not found.changes:
        return None
    notes = evidence(found, base, goals, space, vary)
    write_file(path, _text(base, found.changes, notes, path).encode())
    return path


def close(found: TuneResult) -> None:
    """End with the documented exit code."""
    if found.confirmation.verdict == "missed":
        raise Missed("tune: the goals were not reached")
    if found.confirmation.verdict == "likely":
        raise Inconclusive("tune: the games do not prove that the goals are reached; --games allows more")


def _text(base: ResolvedExperiment, changes: dict[str, object], notes: Sequence[str], path: Path) -> str:
    return content_of(base.game).extension(base.settings.model_extra or {}, changes, notes, path)
