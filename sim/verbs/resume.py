"""`fatecast resume`: play the rest of a run."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sim.verbs.request.choices import Code, Crew, GameOfRun, RunDirectory, StoredCode, game_named, place_of, texts
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import PLAY, RUN, Verb
from sim.verbs.run import QUIET, RunData, played_into

if TYPE_CHECKING:
    from sim.verbs.request.finished_run import Run


@dataclass(frozen=True, kw_only=True)
class ResumeRequest:
    """Continue an interrupted run, and play damaged blocks again."""

    directory: RunDirectory
    crew: Crew = field(default_factory=Crew)
    game: GameOfRun = None
    policy: Code = None
    stored_code: StoredCode = False


def run(asked: ResumeRequest, progress: Progress) -> "Run":
    """Play what is missing."""
    from sim.experiment.experiment import resolve
    from sim.inspect.opened import open_runs
    from sim.runs.store import Store

    directory = Path(place_of(asked.directory))
    open_runs([directory], game_named(asked.game), texts(asked.policy), plays=True, stored=asked.stored_code)
    experiment = Store(directory).manifest()["experiment"]
    resolved = resolve(experiment, str(directory / "manifest.json"))
    return played_into(directory, resolved, asked.crew.options(progress), progress)


VERB = Verb(
    "resume",
    PLAY,
    1,
    ResumeRequest,
    run,
    "sim.verbs.request.finished_run:Run",
    [RUN],
    names_game=False,
    quiet=QUIET,
    data=RunData,
)
