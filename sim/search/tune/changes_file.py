"""The file that `tune` writes, what to do with it, and the exit code that `tune` ends with."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from engine.errors import BadInput, FatecastError, message
from engine.game.optional_parts import content_of
from engine.game.registry import DEFAULT_GAME, call_names
from engine.language.current import said, word
from sim.compare.tested_outcomes import headlines
from sim.errors import Inconclusive
from sim.experiment.experiment import ResolvedExperiment, read_data
from sim.experiment.values import as_typed
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
        raise BadInput(message("already exists, expected a new file (--out names another)"), source=path)
    if not path.parent.is_dir():
        raise BadInput(message("no such folder"), source=path.parent)
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


def next_commands(
    base: ResolvedExperiment, found: TuneResult, goals: Sequence[Goal], path: Path, typed: Sequence[str]
) -> dict[str, str]:
    """What to type next, each with what it is for. `typed` are the words that chose the experiment."""
    outcomes = _outcome_flags(base, goals)
    words, game = "".join(f" {quote(each)}" for each in typed), base.settings.game
    file, named = quote(str(path)), call_names().flags or ("" if game == DEFAULT_GAME else f" --game {quote(game)}")
    changes = " ".join(quote(f"{name}={as_typed(value)}") for name, value in found.changes.items())
    data = read_data(path)
    if extended := data.get("extends"):
        old = str(path.parent / str(extended)) if str(extended).endswith(".toml") else str(extended)
        return {
            f"fatecast compare {quote(old)} {file}{outcomes}{words}": said("what changed, cell by cell"),
            f"fatecast gate{named}": _once_played(base.game.about.axis("content")),
        }
    steps = {f"fatecast try {changes}{outcomes}{words}": said("the same changes, typed: edit one and see")}
    steps[f"fatecast run {file}{named}"] = said("the experiment as it is now")
    steps[f"fatecast baseline accept {quote(path.stem)} --experiment {file}{outcomes}{named}"] = said(
        "hold it by a gate"
    )
    steps[f"fatecast gate --baseline {quote(path.stem)}{named}"] = said("has it held?")
    return steps


def _once_played(content: str) -> str:
    """When a gate sees the changes; `content` is what the game calls its contents, if it has any."""
    if not content:
        return said("once these changes are in a file that a baseline plays")
    return said("once these changes are in a {content} that a baseline plays", content=word(content))


def _outcome_flags(base: ResolvedExperiment, goals: Sequence[Goal]) -> str:
    """The outcomes that the goals are about, if other verbs would not take them by themselves."""
    usual = headlines(base.game.outcomes, [cell.labels for cell in base.cells])
    names = dict.fromkeys(goal.outcome.name for goal in goals)
    if names.keys() <= {outcome.name for outcome in usual}:
        return ""
    return "".join(f" --outcome {quote(name)}" for name in names)


def shortcoming(found: TuneResult) -> FatecastError | None:
    """Why the goals are not reached, or not proven to be; it has the documented exit code."""
    if found.confirmation.verdict == "missed":
        return Missed(message("the goals were not reached"), source="tune")
    if found.confirmation.verdict == "likely":
        return Inconclusive(
            message("the games do not prove that the goals are reached; --games allows more"), source="tune"
        )
    return None


def _text(base: ResolvedExperiment, changes: dict[str, object], notes: Sequence[str], path: Path) -> str:
    return content_of(base.game).extension(base.settings.model_extra or {}, changes, notes, path)
