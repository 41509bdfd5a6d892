"""`fatecast report`: the page of a run, or of several side by side."""

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.shared_flags import AsJson, Code, GameOfRun
from sim.display.messages import say, say_data


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN…", help="Run directories; several are compared side by side.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The report directory; by default one under reports, named after the run.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A title for the page, in place of the name of the game.")
    ] = None,
    json: AsJson = False,
    game: GameOfRun = None,
    policy: Code = None,
) -> None:
    """Make the report of a finished run: how hard a game is, who wins or what it yields, and how certain that is."""
    from sim.inspect.opened import open_runs
    from sim.report.write import link_to, make_report, report_data

    open_runs(runs, game, policy)
    page = make_report(runs, out, title or "")
    if json:
        say_data(report_data(page))
    else:
        say(f"{page}\n{link_to(page)}")
