"""`fatecast compare` and `fatecast try`: two sides on the same luck."""

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from sim.cli.flags.axes import parts_of_a_game
from sim.cli.shared_flags import BaseFlags, Set, WorkerFlags, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game.outcomes import Outcome
    from engine.game.protocol import Game
    from sim.compare.pairs import Match
    from sim.compare.verdicts import DecisionRule

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
    outcome: OutcomeNames = None,
    margin: Margins = None,
    risk: Annotated[
        float, typer.Option(help="The probability of a false alarm anywhere in the grid, in percent.")
    ] = 5.0,
    until_decided: UntilDecided = False,
    told: Annotated[int, typer.Option(help="Games to replay on both sides to see at which turn they diverge.")] = 64,
    worker_flags: WorkerFlags,
) -> None:
    """Compare two versions, policies or runs on the same luck: what changed, where, how certain that is."""
    from sim.cli.parsing import open_runs, settings
    from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
    from sim.compare.operands import games_of, is_run, read_sides
    from sim.compare.output import show_comparison
    from sim.compare.pairs import match_cells, pair_runs
    from sim.play.logs import log_to_terminal
    from sim.play.outcome_cache import outcome_cache

    asked = TestFlags(outcome or [], margin or [], risk, told)
    title = f"{before} → {after}"
    with log_to_terminal(logging.WARNING):
        if is_run(before) and is_run(after):
            plays = replace(base, flags=replace(base.flags, game=None)) != BaseFlags()
            if until_decided or plays or set_ is not None or games is not None:
                raise BadInput("compare: two runs are compared as they were played; flags that play would not count")
            open_runs([Path(before), Path(after)], base.flags.game)
            pairs, run = pair_runs(Path(before), Path(after))
            tested, rule = _tested(run.experiment.game, [pair.match for pair in pairs], asked)
            seed_of_run = int(run.manifest["seed"])
            show_comparison(compare_pairs(run.experiment.game, pairs, seed_of_run, rule, tested), title)
            return
        more = settings("--set", set_ or [])
        common, game = base.experiment({"games": games, **more}), base.game(more)
        sides = read_sides(_operand(before, game), _operand(after, game), common, game)
        matches = match_cells(sides[0].game, sides[0].cells, sides[1].cells)
        tested, rule = _tested(sides[0].game, matches, asked)
        luck = sides[0].settings.seed
        with outcome_cache(sides, worker_flags.options()) as played:
            if until_decided:
                found = compare_until_decided(played, matches, luck, games or MOST_GAMES, rule, tested)
            else:
                found = compare_games(played, matches, luck, min(map(games_of, sides)), rule, tested)
    show_comparison(found, title)


@spread
def try_change(
    *,
    changes: Annotated[list[str], typer.Argument(metavar="PATH=VALUE…", help="Fields and their new values.")],
    base: BaseFlags,
    set_: Set = None,
    games: Games = None,
    outcome: OutcomeNames = None,
    margin: Margins = None,
    worker_flags: WorkerFlags,
) -> None:
    """Change something and see its effect in seconds: a sentence and a small table, no files."""
    from sim.cli.parsing import settings
    from sim.compare.operands import games_of
    from sim.compare.output import show_trials
    from sim.compare.pairs import match_variant, play_pairs
    from sim.compare.quick_trial import judge_trial
    from sim.experiment.changes import read_changes, variant
    from sim.play.logs import log_to_terminal
    from sim.play.outcome_cache import outcome_cache

    asked = TestFlags(outcome or [], margin or [], 5.0, 0)
    before = base.experiment({"games": games or TRIAL_GAMES, **settings("--set", set_ or [])}).resolved()
    after = variant(before, read_changes(changes, "try"), "try")
    matches = match_variant(before, after)
    tested, rule = _tested(before.game, matches, asked)
    with log_to_terminal(logging.WARNING), outcome_cache([before, after], worker_flags.options()) as played:
        pairs = play_pairs(played, matches, before.settings.seed, games_of(before))
    show_trials(judge_trial(pairs, before.game.about.skill, rule, tested), " ".join(changes))


def _operand(word: str, game: str) -> str:
    """A side as typed. A file of code is loaded, and goes by its name from now on: an edition of a game that is code,
    or a policy. A program is started."""
    from engine.game.parts import editions_of
    from engine.game.registry import is_command, is_file, load_game
    from sim.experiment.values import admitted
    from sim.runs.manifest_file import MANIFEST

    played, is_python = load_game(game), word.split(" ")[0].endswith(".py")
    is_edition = played.editions and (is_python or (is_file(word) and not (Path(word) / MANIFEST).exists()))
    if is_command(word) or is_edition:
        return editions_of(played).admit(word)
    return admitted(played, word) if is_python else word


@dataclass(frozen=True)
class TestFlags:
    """What to test, and how certain a verdict must be, as typed."""

    outcomes: list[str]
    margins: list[str]
    risk: float
    told: int

    def __post_init__(self) -> None:
        from sim.cli.parsing import percentage

        percentage("--risk", self.risk)
        if self.told < 0:
            raise BadInput(f"--told: expected 0 or more, not {self.told}")


def _tested(game: "Game", matches: "Sequence[Match]", asked: TestFlags) -> "tuple[list[Outcome], DecisionRule]":
    """The outcomes to test, and the rule."""
    from sim.compare.tested_outcomes import margins_of, tested_outcomes
    from sim.compare.verdicts import DecisionRule

    tested = tested_outcomes(game.outcomes, [match.before.labels for match in matches], asked.outcomes)
    return tested, DecisionRule(margins_of(asked.margins, tested), asked.risk / 100, asked.told)
