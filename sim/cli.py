"""The verbs. Each imports what it needs when it is called, so that `fatecast --help` answers at once."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from engine.errors import BadInput, FatecastError
from sim import exploring, tuning

if TYPE_CHECKING:
    from sim.experiment import Effective
    from sim.runner import How


class Verbs(TyperGroup):
    """Says what went wrong in one line, with its documented exit code; never a traceback, unless asked."""

    def invoke(self, ctx: Any) -> Any:
        with _reported():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Verbs,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A Monte Carlo balance laboratory for tabletop games.",
)

Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Tell what is being done; tracebacks.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; all cores if not given.")]
ExecutorName = Annotated[str, typer.Option("--executor", help="inline, processes or dask.")]
Scheduler = Annotated[str | None, typer.Option(help="Address of a Dask scheduler; without one, a local cluster.")]


@app.command()
def run(
    experiment: Annotated[str | None, typer.Argument(help="A name in configs/experiments, or a file.")] = None,
    deck: Annotated[list[str] | None, typer.Option(help="Deck, by name or file; repeatable.")] = None,
    policy: Annotated[list[str] | None, typer.Option(help="Policy, with parameters; repeatable.")] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 2,4 or 2-5.")] = None,
    doom: Annotated[str | None, typer.Option(help="Difficulties: 0,2,4,6.")] = None,
    challenge: Annotated[bool | None, typer.Option("--challenge/--no-challenge", help="Two-player challenge.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, key=value; repeatable.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Any key of the experiment, key=value.")] = None,
    games: Annotated[int | None, typer.Option(help="Games of each cell.")] = None,
    seed: Annotated[int | None, typer.Option(help="The luck: equal seeds, equal games.")] = None,
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    detail: Annotated[str | None, typer.Option(help="games: a row each; cells: only what they add up to.")] = None,
    block: Annotated[int | None, typer.Option(help="Games in a block.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run directory; else one under reports/runs.")] = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment: a file, flags, or a file with flags that override it."""
    from sim.experiment import override, read_experiment, resolve
    from sim.flags import numbers, settings, words
    from sim.manifest import RUNS, run_name
    from sim.runner import How

    given = {
        "decks": words(deck) if deck else None,
        "policies": words(policy) if policy else None,
        "players": numbers("--players", players) if players is not None else None,
        "doom": numbers("--doom", doom) if doom is not None else None,
        "challenge": challenge,
        "options": settings("--option", option) if option else None,
        "games": games,
        "seed": seed,
    }
    flags = {key: value for key, value in given.items() if value is not None} | settings("--set", set_ or [])
    data, source = read_experiment(experiment) if experiment is not None else ({}, "command line")
    effective = resolve(override(data, flags), source)
    how = How(executor, workers, scheduler, detail, block)
    _play(effective, out or RUNS / run_name(effective), how, verbose, quiet)


@app.command()
def resume(
    directory: Annotated[Path, typer.Argument(help="A run directory.")],
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Go on with a run that was interrupted; replay blocks that were damaged."""
    from sim.experiment import resolve
    from sim.runner import How
    from sim.store import Store

    effective = resolve(Store(directory).manifest()["experiment"], str(directory / "manifest.json"))
    _play(effective, directory, How(executor, workers, scheduler), verbose, quiet)


@app.command()
def verify(
    directory: Annotated[Path, typer.Argument(help="A run directory.")],
    sample: Annotated[int, typer.Option(help="Replay blocks until so many games were played again.")] = 20_000,
) -> None:
    """Re-read a run, recompute every number of its summary and its digest, and replay a sample of its games."""
    from sim.verify import verify_run

    for line in verify_run(directory, sample):
        typer.echo(line)


@app.command()
def replay(
    what: Annotated[str, typer.Argument(metavar="GAME_ID | RUN", help="A game id, or a run directory.")],
    cell: Annotated[str | None, typer.Argument(help="In a run: the cell, by name or number.")] = None,
    index: Annotated[str | None, typer.Argument(help="In a run: the index of the game.")] = None,
    game: Annotated[str, typer.Option(help="Which game an id belongs to.")] = "shipwreck",
    turn: Annotated[int, typer.Option(help="Begin at this turn.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="The events as data.")] = False,
) -> None:
    """Tell one game, turn by turn."""
    from sim.replay import by_id, cells_in, in_run, tell

    if index is None and Path(what).is_dir():
        raise BadInput(f"replay: expected {what} CELL INDEX, with a CELL of {cells_in(Path(what))}")
    if (cell is None) != (index is None):
        raise BadInput("replay: expected a game id, or a run directory, a cell and an index")
    found = by_id(game, what) if cell is None or index is None else in_run(Path(what), cell, index)
    typer.echo(tell(*found, turn=turn, as_json=json))


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Decks and experiments.")] = None,
    game: Annotated[str, typer.Option(help="Which game the files belong to.")] = "shipwreck",
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a deck file instead.")] = False,
) -> None:
    """Check files before anything is played."""
    from sim.check import check_file, file_schema

    if schema:
        typer.echo(file_schema(game))
        return
    if not files:
        raise BadInput("check: expected files to check, or --schema")
    bad = 0
    for path in files:
        try:
            typer.echo(f"{path}: {check_file(path, game)}")
        except FatecastError as error:
            typer.echo(f"fatecast: {error}", err=True)
            bad = error.exit_code
    if bad:
        raise typer.Exit(bad)


@app.command()
def cards(
    deck: Annotated[str, typer.Option(help="Deck, by name or file.")] = "base",
    game: Annotated[str, typer.Option(help="Which game the deck belongs to.")] = "shipwreck",
) -> None:
    """The cards of a deck, in words."""
    from engine.game import load_game
    from sim.terminal import console, sheet_table

    sheet, out = load_game(game).sheet(deck), console()
    out.print(sheet.title, soft_wrap=True)
    out.print(sheet_table(sheet))


tuning.register(app)
exploring.register(app)


def main() -> None:
    """The console command. A flag or an argument that does not fit is told in one line, as every other mistake is."""
    try:
        sys.exit(app(standalone_mode=False))
    except TyperException as error:
        typer.echo(f"fatecast: {error.format_message()} (fatecast --help lists the verbs)", err=True)
        sys.exit(error.exit_code)


def _play(effective: "Effective", path: Path, how: "How", verbose: bool, quiet: bool) -> None:
    from json import loads

    from sim.logs import console
    from sim.runner import play
    from sim.terminal import show_run

    level = logging.INFO if verbose else logging.ERROR if quiet else logging.WARNING
    with console(level):
        store = play(effective, path, how)
    if not quiet:
        show_run(loads((path / "summary.json").read_bytes()), effective.cells, str(store.path))


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except FatecastError as error:
        _end(str(error), error.exit_code)
    except KeyboardInterrupt as interrupt:
        _end(str(interrupt) or "interrupted", 130)
    except (typer.Exit, typer.Abort, TyperException):
        raise
    except Exception as error:
        if {"-v", "--verbose"} & set(sys.argv):
            raise
        reason = " ".join(str(error).split())
        _end(f"unexpected {type(error).__name__}: {reason} (-v shows where)", 1)


def _end(line: str, code: int) -> None:
    typer.echo(f"fatecast: {line}", err=True)
    raise typer.Exit(code)
