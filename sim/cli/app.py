"""The verbs. Each imports what it needs when it is called, so that `fatecast --help` answers at once."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from engine.errors import BadInput, FatecastError
from sim.cli import compare, policies, search
from sim.cli.bundles import spread
from sim.cli.shared_flags import Crew, Grid, Set, Workers

if TYPE_CHECKING:
    from sim.experiment.experiment import Effective
    from sim.play.runner import How


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
Patience = Annotated[float, typer.Option(help="Seconds that games may take without an answer; then the run stops.")]
Code = Annotated[list[str] | None, typer.Option("--policy", help="The file of a policy of your own, if it played.")]


@app.command()
@spread
def run(
    *,
    experiment: Annotated[str | None, typer.Argument(help="A name in configs/experiments, or a file.")] = None,
    deck: Annotated[list[str] | None, typer.Option(help="Deck, by name or file; repeatable.")] = None,
    policy: Annotated[
        list[str] | None, typer.Option(help="Policy with parameters, or a file of your own (./mine.py); repeatable.")
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option(help="Mixed table, a policy a seat: pragmatic,novice; repeatable.")
    ] = None,
    grid: Grid,
    challenge: Annotated[bool | None, typer.Option("--challenge/--no-challenge", help="Two-player challenge.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, key=value; repeatable.")] = None,
    set_: Set = None,
    games: Annotated[int | None, typer.Option(help="Games of each cell.")] = None,
    on_error: Annotated[str | None, typer.Option(help="stop, or skip games that fail and count them.")] = None,
    crew: Crew,
    detail: Annotated[str | None, typer.Option(help="games: a row each; cells: only what they add up to.")] = None,
    block: Annotated[int | None, typer.Option(help="Games in a block.")] = None,
    patience: Patience = 600.0,
    out: Annotated[Path | None, typer.Option(help="The run directory; else one under reports/runs.")] = None,
    report: Annotated[bool, typer.Option("--report", help="Make its report, too, and say where the page is.")] = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment: a file, flags, or a file with flags that override it."""
    from engine.game.registry import DEFAULT_GAME, load_game
    from sim.cli.parsing import admitted, policies, settings, words
    from sim.experiment.experiment import override, read_experiment, resolve
    from sim.runs.manifest import RUNS, run_name

    given = {
        "decks": words(deck) if deck else None,
        **grid.keys(),
        "challenge": challenge,
        "options": settings("--option", option) if option else None,
        "games": games,
        "on_error": on_error,
    }
    flags = {key: value for key, value in given.items() if value is not None} | settings("--set", set_ or [])
    data, source = read_experiment(experiment) if experiment is not None else ({}, "command line")
    merged = override(data, flags)
    if policy or table:
        game = str(merged.get("game", DEFAULT_GAME))
        merged["policies"] = policies(policy or [], game)
        merged["tables"] = [admitted(load_game(game), text) for text in table or []]
    effective = resolve(merged, source)
    how = replace(crew.how(), detail=detail, block=block, patience=patience)
    path = out or RUNS / run_name(effective)
    _play(effective, path, how, verbose, quiet)
    if report:
        from sim.report.write import make_report

        typer.echo(make_report([path], None))


@app.command()
@spread
def resume(
    *,
    directory: Annotated[Path, typer.Argument(help="A run directory.")],
    crew: Crew,
    patience: Patience = 600.0,
    policy: Code = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Go on with a run that was interrupted; replay blocks that were damaged."""
    from sim.experiment.experiment import resolve
    from sim.runs.store import Store

    experiment = Store(directory).manifest()["experiment"]
    _admit(policy, str(experiment.get("game")))
    effective = resolve(experiment, str(directory / "manifest.json"))
    _play(effective, directory, replace(crew.how(), patience=patience), verbose, quiet)


@app.command()
def verify(
    directory: Annotated[Path, typer.Argument(help="A run directory.")],
    sample: Annotated[int, typer.Option(help="Replay blocks until so many games were played again.")] = 20_000,
    policy: Code = None,
    report: Annotated[Path | None, typer.Option(help="Also recompute everything in this report of the run.")] = None,
) -> None:
    """Re-read a run, recompute every number of its summary and its digest, and replay a sample of its games."""
    from sim.inspect.verify import verify_run
    from sim.runs.store import Store

    if policy:
        _admit(policy, str(Store(directory).manifest()["experiment"].get("game")))

    for line in verify_run(directory, sample):
        typer.echo(line)
    if report is not None:
        from sim.report.verify import verify_report

        for line in verify_report(directory, report):
            typer.echo(line)


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run directories; several are put side by side.")],
    out: Annotated[
        Path | None, typer.Option(help="Where to write it; else under reports, by the name of the run.")
    ] = None,
) -> None:
    """Make a page of a finished run: how hard the game is, for whom, how sure that is, and which cards stand out."""
    from sim.report.write import make_report

    typer.echo(make_report(runs, out))


@app.command()
def replay(
    what: Annotated[str, typer.Argument(metavar="GAME_ID | RUN", help="A game id, or a run directory.")],
    cell: Annotated[str | None, typer.Argument(help="In a run: the cell, by name or number.")] = None,
    index: Annotated[str | None, typer.Argument(help="In a run: the index of the game.")] = None,
    game: Annotated[str, typer.Option(help="Which game an id belongs to.")] = "shipwreck",
    turn: Annotated[int, typer.Option(help="Begin at this turn.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="The events as data.")] = False,
    policy: Code = None,
) -> None:
    """Tell one game, turn by turn."""
    from sim.inspect.replay import by_id, cells_in, in_run, tell

    signal(SIGINT, SIG_DFL)  # nothing is written here, so Ctrl-C may end it even where compiled code hears nothing
    _admit(policy, game)

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
    from sim.inspect.check import check_file, file_schema

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
    from engine.game.registry import load_game
    from sim.display.terminal import console, sheet_table

    sheet, out = load_game(game).sheet(deck), console()
    out.print(sheet.title, soft_wrap=True)
    out.print(sheet_table(sheet))


@app.command()
def train(
    policy: Annotated[str, typer.Option(help="The policy that learns: expert or convention.")] = "expert",
    deck: Annotated[str, typer.Option(help="The deck it learns to play, by name or file.")] = "base",
    players: Annotated[str, typer.Option(help="Numbers of players: 2,4 or 2-5.")] = "2-5",
    games: Annotated[int, typer.Option(min=100, help="Games of a round.")] = 40_000,
    seed: Annotated[int, typer.Option(help="The luck of the games it learns from.")] = 1,
    out: Annotated[Path, typer.Option(help="The config folder; the file goes to its policies/.")] = Path("configs"),
    game: Annotated[str, typer.Option(help="Which game it plays.")] = "shipwreck",
) -> None:
    """Let a policy learn what positions are worth: play, fit, play again, until it improves no more."""
    from engine.game.registry import load_game
    from sim.cli.parsing import numbers
    from sim.runs.atomic_files import readable, write_whole

    seats = numbers("--players", players)
    path, learnt = load_game(game).train(policy, deck, seats, games, seed, typer.echo)
    target = out / path
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, readable(learnt))
    typer.echo(f"{target}: runs of {policy} with this deck play by it from now on")


app.add_typer(policies.verbs, name="policies")


@app.command()
def plan(
    half_width: Annotated[str | None, typer.Option(help="Know each win rate to this: 0.5%.")] = None,
    detect: Annotated[str | None, typer.Option(help="See a difference as small as this: 1pp.")] = None,
    win_rate: Annotated[str, typer.Option(help="The win rate expected; 50% takes the most games.")] = "50%",
    power: Annotated[str, typer.Option(help="The chance to see the difference.")] = "90%",
    paired_variance: Annotated[
        str | None, typer.Option(help="The part of the variance left where two sides share their luck: 0.3.")
    ] = None,
    confidence: Annotated[str, typer.Option(help="Of the interval, and of the test.")] = "95%",
    experiment: Annotated[str | None, typer.Option(help="The grid: a name in configs/experiments, or a file.")] = None,
    policy: Annotated[list[str] | None, typer.Option(help="Policy, with parameters; repeatable.")] = None,
    set_: Set = None,
    workers: Workers = None,
    timed: Annotated[bool, typer.Option("--timed/--untimed", help="Play some games to see how long it takes.")] = True,
) -> None:
    """How many games a question needs, for each cell and for the grid, and about how long that takes here."""
    from sim.cli.parsing import policies, settings
    from sim.display.terminal import show_needs, show_pace
    from sim.experiment.experiment import override, read_experiment, resolve
    from sim.play.executors import check_crew, crew_size
    from sim.play.logs import LOGGER, console
    from sim.play.speed import seconds_per_game
    from sim.statistics.sample_size import needs

    check_crew("processes", workers, None)
    needed = needs(half_width, detect, win_rate, power, paired_variance, confidence)
    data, source = read_experiment(experiment) if experiment is not None else ({}, "command line")
    flags = ({"policies": policies(policy)} if policy else {}) | settings("--set", set_ or [])
    effective = resolve(override(data, flags), source)
    pace: list[float] = []
    if timed:
        with console(logging.WARNING):
            effective.game.prepare(effective.cells, LOGGER.warning)
        pace = seconds_per_game(effective)
    show_needs(needed, len(effective.cells), pace, crew_size(workers))
    if timed:
        show_pace(effective.cells, pace, crew_size(workers))
    if detect is not None and paired_variance is None:
        typer.echo("Two sides of one seed share their luck and need fewer games: --paired-variance 0.3, say.")


@app.command()
def find(
    directory: Annotated[Path, typer.Argument(metavar="RUN", help="A run directory.")],
    card: Annotated[str | None, typer.Option(help="Games that this card decided.")] = None,
    won: Annotated[bool | None, typer.Option("--won/--lost", help="Games that were won, or lost.")] = None,
    lost_by: Annotated[str | None, typer.Option(help="Games lost this way; the first word is enough.")] = None,
    where: Annotated[list[str] | None, typer.Option(help="Cells with this label, axis=value; repeatable.")] = None,
    min_: Annotated[list[str] | None, typer.Option("--min", help="The least of a column, turns=20.")] = None,
    max_: Annotated[list[str] | None, typer.Option("--max", help="The most of a column, score=3.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Find so many.")] = 10,
    look: Annotated[int, typer.Option(min=1, help="Replay so many games at most to find them.")] = 2_000,
) -> None:
    """Games of a run to replay: those of some cells, with some end, that one card decided."""
    from sim.cli.parsing import bounds, choices
    from sim.inspect.find import Search, Wanted
    from sim.play.logs import console

    limits = bounds("--min", min_ or []), bounds("--max", max_ or [])
    search = Search(directory, Wanted(choices("--where", where or []), *limits, won, lost_by, card))
    found = 0
    with console(logging.WARNING):
        for game in search.games(limit, look):
            found += 1
            typer.echo(f"{game.command}   # {game.told}")
    more = "" if found == limit or search.looked == search.candidates else "; --look N looks at more"
    typer.echo(f"{found:,} found, {search.looked:,} of {search.candidates:,} candidates looked at{more}")


@app.command()
def card(
    name: Annotated[str, typer.Argument(help="A card, by id or title.")],
    deck: Annotated[str, typer.Option(help="Deck, by name or file.")] = "base",
    game: Annotated[str, typer.Option(help="Which game the deck belongs to.")] = "shipwreck",
    out: Annotated[Path | None, typer.Option(help="Draw it, too, into this file: .svg, .png or .pdf.")] = None,
) -> None:
    """One card before any game: who may play it, what that tells, what it has in common with the others."""
    from engine.game.registry import load_game
    from sim.display.terminal import show_piece
    from sim.play.logs import LOGGER, console

    if out is not None:
        from sim.display.panels import check_figure_path

        check_figure_path(out)
    with console(logging.WARNING):
        sheet = load_game(game).piece_sheet(name, deck, LOGGER.warning)
    if out is not None:
        from sim.display.panels import write_figure

        write_figure(out, sheet.title, sheet.panels)
    show_piece(sheet)
    if out is not None:
        typer.echo(f"drawn: {out}")


compare.register(app)
search.register(app)


def main() -> None:
    """The console command. A flag or an argument that does not fit is told in one line, as every other mistake is."""
    try:
        sys.exit(app(standalone_mode=False))
    except TyperException as error:
        typer.echo(f"fatecast: {error.format_message()} (fatecast --help lists the verbs)", err=True)
        sys.exit(error.exit_code)


def _play(effective: "Effective", path: Path, how: "How", verbose: bool, quiet: bool) -> None:
    from json import loads

    from sim.display.terminal import show_run
    from sim.play.logs import console
    from sim.play.runner import play

    level = logging.INFO if verbose else logging.ERROR if quiet else logging.WARNING
    with console(level):
        store = play(effective, path, how)
    if not quiet:
        summary = loads((path / "summary.json").read_bytes())
        show_run(summary, effective.cells, effective.game.story, str(store.path))


def _admit(files: list[str] | None, game: str) -> None:
    """Load the files of code that this call names."""
    from engine.game.registry import load_game

    for file in files or []:
        load_game(game).admit(Path(file))


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
