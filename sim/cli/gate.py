"""`fatecast gate` and `fatecast baseline accept`: does the game still behave as it was accepted?"""

from pathlib import Path
from typing import Annotated

import typer

from engine.game.registry import DEFAULT_GAME
from sim.cli.flags.axes import NameFlags
from sim.cli.flags.help import GameCommand
from sim.cli.flags.help_text import PlainGroup
from sim.cli.flags.voice import with_voice
from sim.cli.shared_flags import AsJson, Code, GameFlags, WorkerFlags, Workers, spread
from sim.display.messages import say


@spread
def gate(
    *,
    baseline: Annotated[
        list[str] | None, typer.Option(help="A baseline, by name or file; by default all of them.")
    ] = None,
    intent: Annotated[Path | None, typer.Option(help="What is meant to change; default: baselines/intent.txt.")] = None,
    games: Annotated[
        int | None, typer.Option(min=1024, help="The most games to play in a cell; default: 262,144.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0.01, help="Instead: as many games as fit in these minutes, all games together; prints the number."
        ),
    ] = None,
    risk: Annotated[
        float, typer.Option(help="The probability of a false alarm anywhere, in all games together, in percent.")
    ] = 1.0,
    outcome: Annotated[
        list[str] | None,
        typer.Option(help="What to check, by name, or all; by default what the baselines say. Repeatable."),
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")] = None,
    json: AsJson = False,
    json_file: Annotated[Path | None, typer.Option("--json-file", help="Write the same JSON to this file.")] = None,
    self_test: Annotated[bool, typer.Option("--self-test", help="Measure the error rates of the gate.")] = False,
    runs: Annotated[int, typer.Option(min=100, help="Gate runs of each kind in the self-test.")] = 2_000,
    game: Annotated[
        str | None, typer.Option("--game", help="Check the baselines of this game only; of your own, its path.")
    ] = None,
    before: Annotated[
        str | None,
        typer.Option(help="With --game PATH: the game's file or cmd:… as it was when the baseline was accepted."),
    ] = None,
    policy: Code = None,
    worker_flags: WorkerFlags,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no table.")] = False,
) -> None:
    """Check that each game keeps to its baselines, or changes as intended: pass (0), fail (3), inconclusive (4), not
    comparable (5)."""
    from sim.compare.gate.baseline_files import baseline_files

    baseline_files(baseline or [], game)  # before a second of imports, in case there is nothing to compare with
    from sim.compare.gate.command import GateFiles, GateRequest, measure_gate, run_gate
    from sim.experiment.values import percentage
    from sim.inspect.opened import admit, admit_before

    if before is not None:
        admit_before(before, game)
    admit(policy, game or DEFAULT_GAME)
    risked, effort = percentage("--risk", risk), worker_flags.options()
    asked = GateRequest(baseline or [], intent, games, minutes, risked, effort, outcome or [], game)
    code = measure_gate(asked, runs) if self_test else run_gate(asked, GateFiles(junit, json_file), quiet, json)
    raise typer.Exit(code)


baseline = typer.Typer(cls=PlainGroup, help="Accept the game as it is now, for the gate to compare with.")


@baseline.command("accept", cls=GameCommand)
@with_voice
@spread
def accept_baseline(
    *,
    name: Annotated[str, typer.Argument(help="A baseline, by name or file.")] = "default",
    experiment: Annotated[
        str | None,
        typer.Option("--experiment", "--on", help="The experiment to compare from now on, by name or file."),
    ] = None,
    names: NameFlags,
    flags: GameFlags,
    games: Annotated[int, typer.Option(min=1024, help="Games of each cell whose results are stored.")] = 16_384,
    outcome: Annotated[
        list[str] | None,
        typer.Option(help="What to check from now on, by name, or all; a new baseline checks the first. Repeatable."),
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER",
            help="How far a cell may move if no intent names it, in points or the unit of a mean. With several "
            "outcomes: 'NAME: NUMBER', repeatable.",
        ),
    ] = None,
    group_margin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER", help="How far a cell may move if its group stands in for it; default: three margins."
        ),
    ] = None,
    groups: Annotated[
        bool | None, typer.Option("--groups/--no-groups", help="Judge cells that differ only in size together, too.")
    ] = None,
    workers: Workers = None,
) -> None:
    """Accept the game as it is now: play it with a new seed and store what the gate needs. Flags for who plays and what
    is played override the experiment, and belong to the baseline from now on."""
    from sim.compare.gate.command import AcceptRequest, accept_now
    from sim.play.options import PlayOptions

    asked = AcceptRequest(games, margin or [], group_margin or [], groups, outcome or [])

    def typed(game: str) -> dict[str, object]:
        return {**names.keys(game), **flags.keys(game)}

    say(accept_now(name, experiment, asked, PlayOptions(workers=workers), flags.game, typed))
