"""`fatecast verify`, `fatecast find` and `fatecast replay`: look into a run."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import FatecastError
from engine.game.registry import DEFAULT_GAME
from engine.kernel.orphans import default_signals
from sim.cli.shared_flags import AsJson, Code, GameName, GameOfRun, RunDirectory
from sim.display.messages import say, say_command, say_data
from sim.display.plain_characters import lost_output


def verify(
    directory: RunDirectory,
    sample: Annotated[int, typer.Option(help="Play blocks again until this many games were replayed.")] = 20_000,
    seconds: Annotated[float, typer.Option(min=0, help="Begin no more games after this many seconds.")] = 60,
    game: GameOfRun = None,
    policy: Code = None,
    report: Annotated[Path | None, typer.Option(help="Also recompute every number of this report of the run.")] = None,
    json: AsJson = False,
) -> None:
    """Read a run again, recompute its digest and every number of its summary, and replay a sample of its games."""
    from sim.inspect.opened import open_runs
    from sim.inspect.verify import verify_run

    open_runs([directory], game, policy)
    found: list[str] = []
    tell = found.append if json else say
    try:
        for line in verify_run(directory, sample, seconds=seconds):
            tell(line)
        if report is not None:
            from sim.report.verify import verify_report

            for line in verify_report(directory, report):
                tell(line)
    except FatecastError as error:
        if json:
            say_data({"run": str(directory), "right": False, "told": found, "wrong": str(error)})
        raise
    if json:
        say_data({"run": str(directory), "right": True, "told": found})


def find(
    directory: RunDirectory,
    piece: Annotated[str | None, typer.Option("--piece", help="Games that this piece decided.")] = None,
    won: Annotated[bool | None, typer.Option("--won/--lost", help="Games that were won, or lost.")] = None,
    lost_by: Annotated[str | None, typer.Option(help="Games lost this way; the first word is enough.")] = None,
    end: Annotated[str | None, typer.Option(help="Games that ended this way; the first word is enough.")] = None,
    is_: Annotated[
        list[str] | None, typer.Option("--is", help="Games that count for this share, such as 'seat 2'; repeatable.")
    ] = None,
    not_: Annotated[list[str] | None, typer.Option("--not", help="Games that do not count for it; repeatable.")] = None,
    where: Annotated[list[str] | None, typer.Option(help="Cells with this label, axis=value; repeatable.")] = None,
    min_: Annotated[list[str] | None, typer.Option("--min", help="The smallest value of a column: turns=20.")] = None,
    max_: Annotated[list[str] | None, typer.Option("--max", help="The largest value of a column: score=3.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Find this many games.")] = 10,
    look: Annotated[int, typer.Option(min=1, help="Replay at most this many games to find them.")] = 2_000,
    game: GameOfRun = None,
    json: AsJson = False,
    policy: Code = None,
) -> None:
    """Find games of a run to replay: by cell, by how they ended, by the piece that decided them."""
    from sim.cli.parsing import bounds
    from sim.experiment.cell_selectors import read_conditions
    from sim.inspect.find import GameSearch, Wanted
    from sim.inspect.opened import open_runs

    open_runs([directory], game, policy)
    limits = bounds("--min", min_ or []), bounds("--max", max_ or [])
    cells = read_conditions(where or [], "--where")
    wanted = Wanted(cells, *limits, won, lost_by, end, is_ or (), not_ or (), piece)
    search = GameSearch(directory, wanted)
    found = []
    for each in search.games(limit, look):
        found.append(each)
        if not json:
            say_command(each.command, each.told)
        if lost_output():
            break  # nobody reads on, and to look at more games takes time
    if json:
        games = [each._asdict() for each in found]
        say_data({"games": games, "looked_at": search.looked, "candidates": search.candidates})
        return
    more = "" if len(found) == limit or search.looked == search.candidates else "; --look N looks at more"
    say(f"{len(found):,} found, {search.looked:,} of {search.candidates:,} candidates looked at{more}")


def replay(
    what: Annotated[str, typer.Argument(metavar="GAME_ID | RUN", help="A game id, or a run directory.")],
    cell: Annotated[str | None, typer.Argument(help="In a run: the cell, by name or number.")] = None,
    index: Annotated[str | None, typer.Argument(help="In a run: the index of the game.")] = None,
    game: GameName = DEFAULT_GAME,
    turn: Annotated[int, typer.Option(help="Begin at this turn.")] = 0,
    as_seat: Annotated[
        int | None, typer.Option("--as", metavar="SEAT", help="Tell it as this seat knows it, counted from 1.")
    ] = None,
    json: AsJson = False,
    policy: Code = None,
) -> None:
    """Show one game, turn by turn."""
    from sim.inspect.replay import game_meant, tell

    default_signals()  # nothing is written here, so Ctrl-C may end it even inside compiled code
    say(tell(*game_meant(what, cell, index, game, policy), turn=turn, as_json=json, as_seat=as_seat))
