"""`fatecast compare` and `fatecast try`: two sides on the same luck."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from engine.game.registry import DEFAULT_GAME
from sim.cli.axis_flags import parts_of_a_game
from sim.cli.shared_flags import BaseFlags, GameName, Set, WorkerFlags, spread

if TYPE_CHECKING:
    from sim.compare.verdicts import DecisionRule

Games = Annotated[int | None, typer.Option(help="Games in each cell, on each side.")]
Margin = Annotated[float, typer.Option(help="Differences smaller than this many points are ignored.")]
UntilDecided = Annotated[
    bool,
    typer.Option(
        "--until-decided", help="Play each cell until it has moved or held, or until --games games are played."
    ),
]

MOST_GAMES = 262_144
"""The default limit of a sequential comparison."""
TRIAL_GAMES = 2_048


@spread
def compare(
    *,
    before: Annotated[str, typer.Argument(metavar="A", help=f"One of {parts_of_a_game()}, an experiment, a run.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The other one, of the same kind.")],
    base: BaseFlags,
    set_: Set = None,
    games: Games = None,
    margin: Margin = 0.5,
    risk: Annotated[
        float, typer.Option(help="The probability of a false alarm anywhere in the grid, in percent.")
    ] = 5.0,
    until_decided: UntilDecided = False,
    told: Annotated[int, typer.Option(help="Games to replay on both sides to see at which turn they diverge.")] = 64,
    game: GameName = DEFAULT_GAME,
    worker_flags: WorkerFlags,
) -> None:
    """Compare two versions, policies or runs on the same luck: what changed, where, how certain that is."""
    from sim.cli.parsing import settings
    from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
    from sim.compare.operands import games_of, is_run, read_sides
    from sim.compare.output import show_comparison
    from sim.compare.pairs import match_cells, pair_runs
    from sim.play.logs import log_to_terminal
    from sim.play.outcome_cache import outcome_cache

    rule = _rule(margin, risk, told)
    title = f"{before} → {after}"
    with log_to_terminal(logging.WARNING):
        if is_run(before) and is_run(after):
            if until_decided or base != BaseFlags() or set_ is not None or games is not None:
                raise BadInput("compare: two runs are compared as they were played; flags that play would not count")
            pairs, run = pair_runs(Path(before), Path(after))
            seed_of_run = int(run.manifest["seed"])
            show_comparison(compare_pairs(run.experiment.game, pairs, seed_of_run, rule), title)
            return
        common = base.experiment({"games": games, **settings("--set", set_ or [])})
        sides = read_sides(_operand(before, game), _operand(after, game), common, game)
        matches = match_cells(sides[0].game, sides[0].cells, sides[1].cells)
        luck = sides[0].settings.seed
        with outcome_cache(sides, worker_flags.options()) as played:
            if until_decided:
                found = compare_until_decided(played, matches, luck, games or MOST_GAMES, rule)
            else:
                found = compare_games(played, matches, luck, min(map(games_of, sides)), rule)
    show_comparison(found, title)


@spread
def try_change(
    *,
    changes: Annotated[list[str], typer.Argument(metavar="PATH=VALUE…", help="Fields and their new values.")],
    base: BaseFlags,
    set_: Set = None,
    games: Games = None,
    margin: Margin = 0.5,
    worker_flags: WorkerFlags,
) -> None:
    """Change something and see its effect in seconds: a sentence and a small table, no files."""
    from sim.cli.parsing import settings
    from sim.compare.operands import games_of
    from sim.compare.output import show_trial
    from sim.compare.pairs import match_variant, play_pairs
    from sim.compare.quick_trial import judge_trial
    from sim.experiment.changes import read_changes, variant
    from sim.play.logs import log_to_terminal
    from sim.play.outcome_cache import outcome_cache

    rule = _rule(margin, 5.0, 0)
    before = base.experiment({"games": games or TRIAL_GAMES, **settings("--set", set_ or [])}).resolved()
    after = variant(before, read_changes(changes, "try"), "try")
    matches = match_variant(before, after)
    with log_to_terminal(logging.WARNING), outcome_cache([before, after], worker_flags.options()) as played:
        pairs = play_pairs(played, matches, before.settings.seed, games_of(before))
    show_trial(judge_trial(pairs, before.game.about.skill, rule), " ".join(changes))


def _operand(word: str, game: str) -> str:
    """A side as typed; a file of code is loaded, and goes by its name from now on."""
    from engine.game.registry import load_game
    from sim.experiment.values import admitted

    return admitted(load_game(game), word) if word.split(" ")[0].endswith(".py") else word


def _rule(margin: float, risk: float, told: int) -> "DecisionRule":
    from sim.cli.parsing import percentage
    from sim.compare.verdicts import DecisionRule

    if told < 0:
        raise BadInput(f"--told: expected 0 or more, not {told}")
    return DecisionRule(percentage("--margin", margin), percentage("--risk", risk), told)
