"""The deck that a search writes, and how its verb ends."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadInput, FatecastError
from engine.game.parts import content_of
from sim.errors import Inconclusive
from sim.experiment.experiment import Effective
from sim.runs.atomic_files import write_whole
from sim.search.tune.goals import Goal
from sim.search.tune.output import evidence
from sim.search.tune.search import Tuned
from sim.search.tune.search_space import Dials


class Missed(FatecastError):  # noqa: N818 - the name is the message
    """A goal was not reached."""

    exit_code = 3


def check_file(base: Effective, path: Path) -> None:
    """Find out before anything is played that the file cannot be written."""
    if path.exists():
        raise BadInput(f"{path}: is there already, expected a new file (--out names another)")
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent}: no such folder")
    _text(base, {}, [], path)


def write_deck(
    path: Path, base: Effective, found: Tuned, goals: Sequence[Goal], dials: Dials, vary: Sequence[str]
) -> Path | None:
    """Write the changes as a file that lays them over the deck, with the evidence; nothing if there are none."""
    if not found.changes:
        return None
    notes = evidence(found, base, goals, dials, vary)
    write_whole(path, _text(base, found.changes, notes, path).encode())
    return path


def close(found: Tuned) -> None:
    """End as the documented exit codes say."""
    if found.confirmation.verdict == "missed":
        raise Missed("tune: the goals were not reached")
    if found.confirmation.verdict == "likely":
        raise Inconclusive("tune: the games do not tell for sure whether the goals are reached; --games allows more")


def _text(base: Effective, changes: dict[str, object], notes: Sequence[str], path: Path) -> str:
    return content_of(base.game).extension(base.settings.model_extra or {}, changes, notes, path)
