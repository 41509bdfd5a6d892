"""`fatecast run` and `fatecast resume`: play an experiment, or the rest of one."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from sim.cli.flags.axes import NameFlags
from sim.cli.shared_flags import AsJson, Code, GameFlags, GameOfRun, RunDirectory, Seed, Set, WorkerFlags, spread
from sim.display.messages import Steps, say, say_data

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.experiment.experiment import ResolvedExperiment
    from sim.play.options import PlayOptions

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


@spread
def run(
    *,
    experiment: Annotated[str | None, typer.Argument(help="An experiment, by name or file.")] = None,
    on: Annotated[str | None, typer.Option("--experiment", "--on", help="The same.")] = None,
    names: NameFlags,
    flags: GameFlags,
    seed: Seed = None,
    set_: Set = None,
    games: Annotated[int | None, typer.Option(help="Games in each cell.")] = None,
    on_error: Annotated[
        str | None, typer.Option(help="stop: end the run when a game fails; skip: leave it out and count it.")
    ] = None,
    worker_flags: WorkerFlags,
    detail: Annotated[str | None, typer.Option(help="games: keep a row for each game; cells: keep only sums.")] = None,
    block: Annotated[int | None, typer.Option(help="Games in a block, which one worker plays at a time.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run directory; by default one under reports/runs.")] = None,
    report: Annotated[bool, typer.Option("--report", help="Also make the report and print where its page is.")] = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment: a file, flags, or a file with flags that override it."""
    from sim.cli.parsing import settings
    from sim.experiment.experiment import override, resolve
    from sim.runs.manifest import RUNS, run_name

    if experiment and on and experiment != on:
        raise BadInput(f"run: expected one experiment, not {experiment} and {on}")
    more = settings("--set", set_ or [])
    data, source, played = flags.experiment(experiment or on, more)
    given = {
        "game": played,
        **names.keys(played),
        **flags.keys(played),
        "seed": seed,
        "games": games,
        "on_error": on_error,
    }
    typed = {key: value for key, value in given.items() if value is not None} | more
    effective = resolve(override(data, typed), source, typed)
    steps = Steps(shown=report and not (quiet or json))
    options = replace(worker_flags.options(), detail=detail, block=block, step_over=steps.over)
    path = out or RUNS / run_name(effective)
    summary = _play(effective, path, options, quiet or json)
    page = None
    if report:
        from sim.report.write import link_to, make_report

        page = make_report([path], None)
        steps.over("report")
    if json:
        say_data(
            {
                "run": str(path),
                "report": None if page is None else str(page),
                **_with_contents(effective, path, summary),
            }
        )
    elif page is not None:
        say(f"{page}\n{link_to(page)}")


@spread
def resume(
    *,
    directory: RunDirectory,
    worker_flags: WorkerFlags,
    game: GameOfRun = None,
    policy: Code = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Continue an interrupted run, and play damaged blocks again."""
    from sim.experiment.experiment import resolve
    from sim.inspect.opened import open_runs
    from sim.runs.store import Store

    open_runs([directory], game, policy)
    experiment = Store(directory).manifest()["experiment"]
    effective = resolve(experiment, str(directory / "manifest.json"))
    summary = _play(effective, directory, worker_flags.options(), quiet or json)
    if json:
        say_data({"run": str(directory), **_with_contents(effective, directory, summary)})


def _with_contents(effective: "ResolvedExperiment", path: Path, summary: "Json") -> "Json":
    """A summary as data; of several contents, also what changed between them and what that did."""
    if not _has_several_contents(effective):
        return summary
    from sim.compare.rows import contents_data
    from sim.runs.run import Run

    found = contents_data(Run(path))
    return {**summary, "contents": found} if found else summary


def _play(effective: "ResolvedExperiment", path: Path, options: "PlayOptions", quiet: bool) -> "Json":
    from sim.play.runner import play
    from sim.runs.summary import read_summary

    store = play(effective, path, options)
    summary = read_summary(store, store.manifest(), effective)
    if not quiet:
        _show(effective, store.path, summary)
    return summary


def _show(effective: "ResolvedExperiment", path: Path, summary: "Json") -> None:
    from sim.display.terminal import show_run

    show_run(summary, effective, str(path))
    if _has_several_contents(effective):
        from sim.compare.output import show_contents_of
        from sim.runs.run import Run

        show_contents_of(Run(path))


def _has_several_contents(effective: "ResolvedExperiment") -> bool:
    """Comparisons take long to load, and most runs have nothing to compare."""
    from sim.experiment.labels import several_contents

    return bool(several_contents(effective.cells, effective.game.about))
