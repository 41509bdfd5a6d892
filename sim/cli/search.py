"""`fatecast ablate`, `fatecast sweep` and `fatecast tune`: play many changes of the game."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.flags.axes import OneNameFlags, goal_cells
from sim.cli.shared_flags import AsJson, BaseFlags, WorkerFlags, spread
from sim.display.messages import say, say_command, say_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game.axes import Axis
    from sim.experiment.experiment import ResolvedExperiment

Folder = Annotated[
    Path | None, typer.Option("--out", help="The folder for tables and figures; by default one under reports/.")
]

GOAL_EXAMPLE = f"'{goal_cells(1)}: 80 ± 1 %; {goal_cells(-1)}: 40 ± 2 %'"
CHANGE_EXAMPLE = f"'{goal_cells(1)}: 1 to 3 points harder; else within 0.5'"
OneOutcome = Annotated[
    str | None, typer.Option("--outcome", help="What to measure, by name; by default the first outcome.")
]

OF_EXPERIMENT = ("experiment", "on", "game", "policy", "table", "focus", "field", "seed", "axis", "option")
"""Flags that choose what is played."""

GAMES = 4_096
"""Of each cell and variant, by default."""
MOST_GAMES = 65_536
"""The default limit of a candidate in a search, for each cell."""


@spread
def ablate(
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Kinds of change to try (--list-kinds); by default the first."),
    ] = None,
    list_kinds: Annotated[bool, typer.Option("--list-kinds", help="List the kinds of change and exit.")] = False,
    pieces: Annotated[
        list[str] | None,
        typer.Option("--pieces", help="Only changes of these pieces; repeatable."),
    ] = None,
    base: BaseFlags,
    names: OneNameFlags,
    games: Annotated[int, typer.Option(help="Games in each cell, with and without.")] = GAMES,
    outcome: OneOutcome = None,
    out: Folder = None,
    json: AsJson = False,
    worker_flags: WorkerFlags,
) -> None:
    """Measure what each piece of the game does: the game without it, on the same luck as with it."""
    from engine.game.parts import content_of
    from sim.search.command import ablation, chosen_alterations, measured_outcome
    from sim.search.files import ablation_folder, folder_for
    from sim.search.kept_games import kept_games
    from sim.search.output import ablation_data, show_ablation

    whole = _base(base, names, games)
    if list_kinds and json:
        say_data(dict(content_of(whole.game).kinds))
        return
    if list_kinds:
        for name, meaning in content_of(whole.game).kinds.items():
            say(f"{name}: {meaning}")
        return
    alterations = chosen_alterations(whole, kind or [], pieces or [])
    measured = measured_outcome(whole, outcome)
    path = folder_for("ablate", whole, [*(alteration.changes for alteration in alterations), *_named(outcome)], out)
    with kept_games(path, whole) as kept:
        found = ablation(whole, alterations, measured, worker_flags.options(), kept)
        ablation_folder(path, whole, found)
    if json:
        say_data(ablation_data(found, whole, path))
    else:
        show_ablation(found, whole, path)


@spread
def sweep(
    *,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="A field and its values, path=2..5; repeatable: all combinations are played."),
    ] = None,
    base: BaseFlags,
    names: OneNameFlags,
    games: Annotated[int, typer.Option(help="Games in each cell of each variant.")] = GAMES,
    outcome: OneOutcome = None,
    yes: Annotated[bool, typer.Option("--yes", help="Play even a very large number of variants.")] = False,
    out: Folder = None,
    json: AsJson = False,
    worker_flags: WorkerFlags,
) -> None:
    """Play a grid of variants on the same luck: how an outcome changes with the settings."""
    from sim.experiment.value_ranges import read_settings
    from sim.search.command import measured_outcome, swept
    from sim.search.files import folder_for, sweep_folder
    from sim.search.kept_games import kept_games
    from sim.search.output import show_sweep, sweep_data
    from sim.search.sweep import check_sweep

    settings = read_settings(set_ or [], "sweep")
    whole = _base(base, names, games)
    check_sweep(whole, settings, yes)
    measured = measured_outcome(whole, outcome)
    path = folder_for("sweep", whole, [*(set_ or []), *_named(outcome)], out)
    with kept_games(path, whole) as kept:
        found = swept(whole, settings, measured, worker_flags.options(), kept)
        sweep_folder(path, whole, found, set_ or [])
    if json:
        say_data(sweep_data(found, whole, path))
    else:
        show_sweep(found, whole, path)


@spread
def tune(
    *,
    goal: Annotated[
        list[str],
        typer.Option(help=f"The outcomes to reach: {GOAL_EXAMPLE}; or changes: {CHANGE_EXAMPLE}. Repeatable."),
    ],
    vary: Annotated[list[str], typer.Option(help="What may change: a pattern of paths, or path=2..5; repeatable.")],
    reach: Annotated[int, typer.Option(help="By how many steps a number that matches a pattern may change.")] = 2,
    fields: Annotated[int, typer.Option(help="How many fields may change.")] = 5,
    base: BaseFlags,
    names: OneNameFlags,
    games: Annotated[int, typer.Option(help="The most games to play in each cell of each candidate.")] = MOST_GAMES,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("tuned.toml"),
    json: AsJson = False,
    worker_flags: WorkerFlags,
) -> None:
    """Search for the smallest change of the game that reaches the given outcomes, and write it as a file."""
    from sim.inspect.check import check_file
    from sim.search.command import tune_request
    from sim.search.kept_games import kept_games
    from sim.search.tune.changes_file import check_changes_file, close, next_commands, write_changes
    from sim.search.tune.output import show_tuned, tuned_data

    whole = _base(base, names, games)
    asked = tune_request(whole, "\n".join(goal), vary, reach, fields)
    check_changes_file(whole, out)
    with kept_games(out, whole, marks=False) as kept:
        found = asked.found(worker_flags.options(), kept)
        written = write_changes(out, whole, found, asked.goals, asked.space, vary)
    typed = _of_experiment(sys.argv, whole.game.about.axes)
    steps = next_commands(whole, found, asked.goals, written, typed) if written else {}
    if json:
        file = None if written is None else str(written)
        say_data({**tuned_data(found, whole, asked.goals), "file": file, "next": [*steps]})
    else:
        show_tuned(found, whole, asked.goals, asked.space)
        if written is not None:
            say(f"written: {written}, {check_file(written, whole.settings.game)}; next:")
        for command, purpose in steps.items():
            say_command(command, purpose)
    close(found)


def _named(outcome: str | None) -> list[str]:
    return [] if outcome is None else [outcome]


def _of_experiment(words: list[str], axes: "Sequence[Axis]") -> list[str]:
    """Of the words that called `tune`, those that chose the experiment; other verbs take them, too. The content is not
    among them: the file that `tune` writes says what it extends."""
    valued = {f"--{name}" for name in (*OF_EXPERIMENT, *(axis.name for axis in axes if axis.values == "numbers"))}
    switches = {f"--{no}{axis.name}" for axis in axes if axis.values == "switch" for no in ("", "no-")}
    kept: list[str] = []
    left = iter(words)
    for word in left:
        flag, equals, _ = word.partition("=")
        if flag in valued:
            kept += [word] if equals else [word, next(left, "")]
        elif word in switches:
            kept.append(word)
    return kept


def _base(base: BaseFlags, names: OneNameFlags, games: int) -> "ResolvedExperiment":
    """The experiment that variants are compared with."""
    return base.experiment({"games": games}, names).resolved()
