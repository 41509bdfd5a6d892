"""`fatecast report`: the page of a run, or of several side by side."""

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.shared_flags import Code, GameOfRun
from sim.display.messages import say


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN…", help="Run directories; several are compared side by side.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The report directory; by default one under reports, named after the run.")
    ] = None,
    game: GameOfRun = None,
    policy: Code = None,
) -> None:
    """Make the report of a finished run: how hard a game is, who wins or what it yields, and how certain that is."""
    from sim.inspect.opened import open_runs
    from sim.report.write import make_report

    open_runs(runs, game, policy)
    say(make_report(runs, out))
