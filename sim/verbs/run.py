"""`fatecast run`: play an experiment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from engine.errors import BadInput, message
from engine.language.current import said
from sim.verbs.request.choices import Count, Crew, GameChoice, Name, Names, Seed, Set, game_named, path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested, TryData
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import PLAY, Verb

if TYPE_CHECKING:
    from sim.experiment.experiment import ResolvedExperiment
    from sim.play.options import PlayOptions
    from sim.verbs.request.finished_run import Run
    from sim.verbs.request.keys import Chosen

QUIET = "Print nothing but errors."
DEFAULT = "default"


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """Play an experiment: a file, flags, or a file with flags that override it."""

    experiment: Annotated[
        str | Path | Mapping[str, object] | None, Says("An experiment, by name or file.", is_argument=True)
    ] = None
    on: Annotated[Name, Says("The same.", ["--experiment", "--on"])] = None
    names: Names = field(default_factory=dict)
    choice: GameChoice = field(default_factory=GameChoice)
    seed: Seed = None
    set_: Set = field(default_factory=dict)
    games: Annotated[Count | None, Says("Games in each cell.", kind="whole")] = None
    on_error: Annotated[str | None, Says("stop: end the run when a game fails; skip: leave it out and count it.")] = (
        None
    )
    crew: Crew = field(default_factory=Crew)
    detail: Annotated[
        Literal["games", "cells"] | None, Says("games: keep a row for each game; cells: keep only sums.")
    ] = None
    block: Annotated[int | None, Says("Games in a block, which one worker plays at a time.")] = None
    out: Annotated[str | Path | None, Says("The run directory; by default one under reports/runs.", metavar="PATH")] = (
        None
    )
    report: Annotated[bool, Says("Also make the report and print where its page is.")] = False
    code: Annotated[
        Sequence[str | Path],
        Says("Files of policies of your own that `policies` then names by their stems.", only_python=True),
    ] = ()


class RunData(TypedDict):
    """What `--json` prints: what summary.json says, and where the run is."""

    run: str
    report: str | None
    experiment: str
    game: str
    seed: int
    games: int
    digest: str
    cells: list[Nested]
    contents: NotRequired[list[TryData]]


def run(asked: RunRequest, progress: Progress) -> "Run":
    """Play the experiment into a directory. If that holds a part of the same experiment, the rest is played; if it
    holds all of it, nothing is."""
    from sim.experiment.experiment import override, resolve
    from sim.runs.manifest import RUNS, run_name

    chosen = chosen_by(asked, progress)
    resolved = resolve(override(chosen.data, chosen.typed), chosen.source, chosen.typed, progress.caller)
    options = replace(asked.crew.options(progress), detail=asked.detail, block=asked.block)
    played = played_into(path_of(asked.out) or RUNS / run_name(resolved), resolved, options, progress)
    if not asked.report:
        return played
    from sim.report.make import make_report

    page = make_report([played.path], None)
    progress.step_over(said("report"))
    return replace(played, page=page)


def played_into(path: Path, resolved: "ResolvedExperiment", options: "PlayOptions", progress: Progress) -> "Run":
    """The run that is in this directory when all is played; whoever asked is told about it at once."""
    from sim.play.runner import play

    store = play(resolved, path, options)
    from sim.verbs.request.finished_run import Run

    played = Run(store.path)
    vars(played)["experiment"] = resolved  # it would be read and resolved again
    progress.tell(played)
    return played


def chosen_by(asked: RunRequest, progress: Progress) -> "Chosen":
    """The experiment that a request names, with what it says over that."""
    """The experiment that is meant, and what overrides it."""
    from engine.configs import EXPERIMENTS, names
    from engine.game.optional_parts import policies_of
    from engine.game.registry import load_game
    from sim.verbs.request.keys import chosen_experiment

    if asked.experiment and asked.on and asked.experiment != asked.on:
        raise BadInput(
            source="run",
            expected=message("one experiment, not {experiment} and {on}", experiment=asked.experiment, on=asked.on),
        )
    name = asked.experiment if asked.experiment is not None else asked.on
    choice = replace(asked.choice, game=game_named(asked.choice.game))
    if name is None and (choice.game is None or DEFAULT in names(EXPERIMENTS, str(choice.game))):
        name = progress.usual_experiment
    more = {"seed": asked.seed, "games": asked.games, "on_error": asked.on_error}
    chosen = chosen_experiment("run", name, choice, asked.names, more, asked.set_, progress.caller)
    for file in asked.code:
        policies_of(load_game(chosen.game)).admit(Path(file))
    return chosen


VERB = Verb(
    "run",
    PLAY,
    0,
    RunRequest,
    run,
    "sim.verbs.request.finished_run:Run",
    ["--games 10k --report"],
    writes_page=True,
    quiet=QUIET,
    data=RunData,
)
