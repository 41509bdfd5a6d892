"""A grid of variants on common luck: how an outcome changes with the settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps

from engine.errors import BadInput, message
from engine.game.outcomes import Outcome
from sim.compare.pairs import Pair
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.value_ranges import Setting, SweepPoint, SweptAxis, count_points, sweep_points, swept_axes
from sim.play.outcome_cache import OutcomeCache
from sim.search.effect_tables import ResultRow, effect_row, paired_row
from sim.search.effects import Effect, effects_of, play_against_base

MANY = 10_000
"""More variants than this are played only if the user confirms it."""


@dataclass(frozen=True)
class Response:
    """The effects of one variant."""

    choice: SweepPoint
    rows: list[ResultRow]
    """One for each cell."""
    effects: list[Effect]
    """One for each rung and difficulty."""


@dataclass(frozen=True)
class Sweep:
    """The responses of all variants."""

    axes: list[SweptAxis]
    responses: list[Response]
    games: int
    outcome: Outcome

    def effect_rows(self, base: ResolvedExperiment) -> list[ResultRow]:
        """The mean change of every variant at every rung and difficulty."""
        return [
            effect_row(_lead(base, response.choice), effect, self.outcome)
            for response in self.responses
            for effect in response.effects
        ]


def check_sweep(base: ResolvedExperiment, settings: Sequence[Setting], sure: bool) -> None:
    """Refuse a sweep in which nothing varies, one that is too large, and values that the game refuses."""
    variants = count_points(settings)
    if variants < 2:
        raise BadInput(
            message("nothing varies, expected --set with two values or more (fatecast try plays a single one)"),
            source="sweep",
        )
    if variants > MANY and not sure:
        raise BadInput(
            message(
                "{variants:,} variants; more than {many:,} are played only with --yes", variants=variants, many=MANY
            ),
            source="sweep",
        )
    for setting in settings:
        for choice in sweep_points([setting]):
            variant(base, choice.changes, "sweep")


def play_sweep(
    cache: OutcomeCache, base: ResolvedExperiment, settings: Sequence[Setting], games: int, outcome: Outcome
) -> Sweep:
    """Play every variant against the unchanged experiment, and measure what it does to an outcome."""
    points = list(sweep_points(settings))
    played = play_against_base(cache, base, [choice.changes for choice in points], games, "sweep")
    responses = [_response(base, choice, pairs, outcome) for choice, pairs in zip(points, played, strict=True)]
    return Sweep(swept_axes(settings), responses, games, outcome)


def _response(base: ResolvedExperiment, choice: SweepPoint, pairs: Sequence[Pair], outcome: Outcome) -> Response:
    lead = _lead(base, choice)
    rows = [paired_row(lead, pair, outcome) | {"changes": dumps(choice.changes, ensure_ascii=False)} for pair in pairs]
    return Response(choice, rows, effects_of(pairs, base.game.about.skill, outcome))


def _lead(base: ResolvedExperiment, choice: SweepPoint) -> ResultRow:
    """The settings of a variant, as columns."""
    return {_column(name, base): value for name, value in choice.point.items()}


def _column(axis: str, base: ResolvedExperiment) -> str:
    """The column of an axis; another name if the cells have a label of that name."""
    return f"set.{axis}" if axis in base.cells[0].labels else axis
