"""`fatecast compare` and `fatecast try`: two sides on the same luck."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from engine.game.registry import DEFAULT_GAME, about, admit, is_file
from sim.cli.flags.axes import OneNameFlags, parts_of_a_game
from sim.cli.shared_flags import AsJson, BaseFlags, Set, WorkerFlags, spread
from sim.display.messages import say, say_data

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
def compare(
    *,
    before: Annotated[str, typer.Argument(metavar="A", help=f"One of {parts_of_a_game()}, an experiment, a run.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The other one, of the same kind.")],
    base: BaseFlags,
    set_: Set = None,
    games: Games = None,
    outcome: OutcomeNames = None,
    margin: Margins = None,
    risk: Annotated[
        float, typer.Option(help="The probability of a false alarm anywhere in the grid, in percent.")
    ] = 5.0,
    until_decided: UntilDecided = False,
    told: Annotated[int, typer.Option(help="Games to replay on both sides to see at which turn they diverge.")] = 64,
    report: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also write a page about it into this folder.")
    ] = None,
    json: AsJson = False,
    out: JsonFile = None,
    worker_flags: WorkerFlags,
) -> None:
    """Compare two versions, policies or runs on the same luck: what changed, where, how certain that is."""
    from sim.cli.parsing import settings
    from sim.compare.command import MOST_GAMES, TestRequest, compare_runs, compare_sides, sides_named
    from sim.compare.operands import is_game_file, is_run
    from sim.compare.output import show_comparison
    from sim.compare.rows import comparison_data
    from sim.inspect.opened import open_runs
    from sim.report.side_by_side.compared import write_comparison
    from sim.report.write import check_place, link_to
    from sim.runs.store import Store

    if report is not None:
        check_place(report)

    asked = TestRequest(outcome or [], margin or [], risk, told)
    if base.flags.game is None and is_game_file(before) and is_game_file(after):
        # The call names both files, and two games can only be compared as editions of one.
        base = replace(base, flags=replace(base.flags, game=admit(before if is_file(before) else f"./{before}")))
    if is_run(before) and is_run(after):
        plays = replace(base, flags=replace(base.flags, game=None)) != BaseFlags()
        if until_decided or plays or set_ is not None or games is not None:
            raise BadInput("compare: two runs are compared as they were played; flags that play would not count")
        open_runs([Path(before), Path(after)], base.flags.game)
        game = str(Store(Path(before)).manifest()["experiment"].get("game", DEFAULT_GAME))
        found = compare_runs(Path(before), Path(after), asked)
    else:
        more = settings("--set", set_ or [])
        common, game = base.experiment({"games": games, **more}), base.game(more)
        most = (games or MOST_GAMES) if until_decided else None
        found = compare_sides(sides_named(before, after, common, game), asked, worker_flags.options(), most)
    data = comparison_data(f"{before} → {after}", found)
    if not _written(data, json, out):
        show_comparison(found, f"{before} → {after}")
    if report is not None:
        page = write_comparison(found, (before, after), about(game), report)
        if not json:
            say(f"{page}\n{link_to(page)}")


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
    from sim.experiment.json_text import readable
    from sim.runs.atomic_files import write_file

    if out is not None:
        write_file(out, readable(data))
    if json:
        say_data(data)
    return json
