"""`fatecast compare` and `fatecast try`: two sides on the same luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.flags.axes import OneNameFlags
from sim.cli.shared_flags import AsJson, BaseFlags, Set, WorkerFlags, spread
from sim.display.messages import say_data

if TYPE_CHECKING:
    from engine.game.cell import Json

JsonFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Also write the result as JSON here.")]

Games = Annotated[int | None, typer.Option(help="Games in each cell, on each side.")]
OutcomeNames = Annotated[
    list[str] | None,
    typer.Option("--outcome", help="What to compare, by name, or all; by default the first outcome. Repeatable."),
]
Margins = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="NUMBER",
        help="Smaller differences are ignored: in points, or in the unit of a mean. By default what the game says. "
        "With several outcomes: 'NAME: NUMBER', repeatable.",
    ),
]
UntilDecided = Annotated[
    bool,
    typer.Option(
        "--until-decided", help="Play each cell until it has moved or held, or until --games games are played."
    ),
]


@spread
def try_change(
    *,
    changes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH=VALUE…", help="Fields and their new values; or a whole version, by the name of its file."
        ),
    ] = None,
    names: OneNameFlags,
    base: BaseFlags,
    set_: Set = None,
    games: Games = None,
    outcome: OutcomeNames = None,
    margin: Margins = None,
    json: AsJson = False,
    out: JsonFile = None,
    worker_flags: WorkerFlags,
) -> None:
    """Change something and see its effect in seconds: a sentence and a small table, no files."""
    from sim.cli.parsing import settings
    from sim.compare.command import TRIAL_GAMES, TestRequest, try_version
    from sim.compare.output import show_trials
    from sim.compare.rows import trials_data

    asked = TestRequest(outcome or [], margin or [], told=0)
    more = {"games": games or TRIAL_GAMES, **settings("--set", set_ or [])}
    words, named = changes or [], names.keys(base.game(more))
    found = try_version(base.experiment(more), named, words, asked, worker_flags.options())
    files = [str(name) for value in named.values() if isinstance(value, list) for name in value]
    title = " ".join([*files, *words])
    if not _written(trials_data(title, found), json, out):
        show_trials(found, title)


def _written(data: "Json", json: bool, out: Path | None) -> bool:
    """Whether the result was printed as data; it is written to a file if one was named."""
    from sim.runs.atomic_files import write_file
    from sim.text.json_text import readable

    if out is not None:
        write_file(out, readable(data))
    if json:
        say_data(data)
    return json
