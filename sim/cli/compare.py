"""The verbs of tuning: compare, try, gate, baseline. Each imports what it needs when it is called."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from sim.cli.bundles import spread
from sim.cli.shared_flags import Crew, On, Set, Workers

if TYPE_CHECKING:
    from sim.compare.comparison import Rule

Games = Annotated[int | None, typer.Option(help="Games of each cell, on each side.")]
Margin = Annotated[float, typer.Option(help="Differences up to so many points are none to care for.")]
GameName = Annotated[str, typer.Option("--game", help="Which game the names belong to.")]
UntilDecided = Annotated[
    bool, typer.Option("--until-decided", help="Play each cell until it moved or held, --games at most.")
]

MOST_GAMES = 262_144
"""A sequential comparison gives up here, if not told otherwise."""
TRIAL_GAMES = 2_048


@spread
def compare(
    *,
    before: Annotated[str, typer.Argument(metavar="A", help="A deck, a policy, an experiment or a run.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The other one, of the same kind.")],
    on: On,
    set_: Set = None,
    games: Games = None,
    margin: Margin = 0.5,
    risk: Annotated[float, typer.Option(help="Of a false alarm anywhere in the grid, in percent.")] = 5.0,
    until_decided: UntilDecided = False,
    told: Annotated[int, typer.Option(help="Games told twice to see at which turn they diverge.")] = 64,
    game: GameName = "shipwreck",
    crew: Crew,
) -> None:
    """Two decks, policies, experiments or runs on the same luck: what changed, where, and how sure that is."""
    from sim.cli.parsing import settings
    from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
    from sim.compare.operands import games_of, is_run, read_sides
    from sim.compare.output import show_comparison
    from sim.compare.pairs import match_cells
    from sim.compare.run_pairs import pair_runs
    from sim.play.logs import console
    from sim.play.outcome_cache import arena

    rule = _rule(margin, risk, told)
    title = f"{before} → {after}"
    with console(logging.WARNING):
        if is_run(before) and is_run(after):
            if until_decided or on != On() or set_ is not None or games is not None:
                raise BadInput("compare: two runs are compared as they were played; flags that play would not count")
            pairs, run = pair_runs(Path(before), Path(after))
            seed_of_run = int(run.manifest["seed"])
            show_comparison(compare_pairs(run.effective.game, pairs, seed_of_run, rule), title)
            return
        ground = on.ground({"games": games, **settings("--set", set_ or [])})
        sides = read_sides(before, after, ground, game)
        matches = match_cells(sides[0].game, sides[0].cells, sides[1].cells)
        luck = sides[0].settings.seed
        with arena(sides, crew.how()) as played:
            if until_decided:
                found = compare_until_decided(played, matches, luck, games or MOST_GAMES, rule)
            else:
                found = compare_games(played, matches, luck, min(map(games_of, sides)), rule)
    show_comparison(found, title)


@spread
def try_change(
    *,
    changes: Annotated[list[str], typer.Argument(metavar="PATH=VALUE…", help="cards.the-deep.moons=2")],
    on: On,
    set_: Set = None,
    games: Games = None,
    margin: Margin = 0.5,
    crew: Crew,
) -> None:
    """Change something and see, in seconds, what that does: a sentence and a small table, no files."""
    from sim.cli.parsing import settings
    from sim.compare.operands import games_of
    from sim.compare.output import show_trial
    from sim.compare.pairs import match_variant, play_pairs
    from sim.compare.quick_trial import judge_trial
    from sim.experiment.changes import read_changes, variant
    from sim.play.logs import console
    from sim.play.outcome_cache import arena

    rule = _rule(margin, 5.0, 0)
    before = on.ground({"games": games or TRIAL_GAMES, **settings("--set", set_ or [])}).effective()
    after = variant(before, read_changes(changes, "try"), "try")
    matches = match_variant(before, after)
    with console(logging.WARNING), arena([before, after], crew.how()) as played:
        pairs = play_pairs(played, matches, before.settings.seed, games_of(before))
    show_trial(judge_trial(pairs, before.game.rungs, rule), " ".join(changes))


@spread
def gate(
    *,
    baseline: Annotated[list[str] | None, typer.Option(help="A baseline, by name or file; else all there are.")] = None,
    intent: Annotated[Path | None, typer.Option(help="What is meant to change; else configs/intent.txt.")] = None,
    games: Annotated[int, typer.Option(min=1024, help="The most games of a cell.")] = 65_536,
    risk: Annotated[float, typer.Option(help="Of a false alarm anywhere in the grid, in percent.")] = 1.0,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write everything as JSON to this file.")] = None,
    self_test: Annotated[bool, typer.Option("--self-test", help="Measure the gate itself.")] = False,
    runs: Annotated[int, typer.Option(min=100, help="Of the self-test: gate runs of each kind.")] = 2_000,
    crew: Crew,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No table.")] = False,
) -> None:
    """Does the game keep to its baselines, or do what was intended? Passes (0), fails (3), or does not know (4)."""
    from sim.compare.gate.command import Gating, measure_gate, run_gate
    from sim.play.logs import console

    asked = Gating(baseline or [], intent, games, _share("--risk", risk), crew.how())
    with console(logging.WARNING):
        code = measure_gate(asked, runs) if self_test else run_gate(asked, junit, json, quiet)
    raise typer.Exit(code)


baseline_app = typer.Typer(no_args_is_help=True, help="Baselines: what the gate compares with.")


@baseline_app.command("accept")
def accept_baseline(
    name: Annotated[str, typer.Argument(help="A baseline, by name or file.")] = "default",
    experiment: Annotated[
        str | None, typer.Option(help="What to compare from now on: a name in configs/experiments, or a file.")
    ] = None,
    games: Annotated[int, typer.Option(min=1024, help="Games of each cell whose wins are stored.")] = 16_384,
    margin: Annotated[float | None, typer.Option(help="What a cell may move without intent, in points.")] = None,
    workers: Workers = None,
) -> None:
    """Accept the game as it is now: play it on new luck, and keep what the gate needs to know."""
    from sim.compare.gate.command import accept_now
    from sim.play.logs import console
    from sim.play.runner import How

    if margin is not None:
        _share("--margin", margin)
    with console(logging.WARNING):
        typer.echo(accept_now(name, experiment, games, margin, How(workers=workers)))


def register(app: typer.Typer) -> None:
    """Add the verbs to the command line."""
    app.command()(compare)
    app.command("try")(try_change)
    app.command()(gate)
    app.add_typer(baseline_app, name="baseline")


def _share(flag: str, percent: float) -> float:
    if not 0 < percent < 50:
        raise BadInput(f"{flag}: expected more than 0 and less than 50, not {percent:g}")
    return percent / 100


def _rule(margin: float, risk: float, told: int) -> "Rule":
    from sim.compare.comparison import Rule

    if told < 0:
        raise BadInput(f"--told: expected 0 or more, not {told}")
    return Rule(_share("--margin", margin), _share("--risk", risk), told)
