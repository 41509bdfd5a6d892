"""What games have not shown, in words: why nothing can be said about a mean, and on which condition one held."""

from collections.abc import Sequence

from engine.game.outcomes import Outcome
from engine.language.current import said, word
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.verdicts import HELD, ComparedCell
from sim.display.outcome_format import OutcomeFormat
from sim.statistics.unseen import FEWEST_CHANGED


def too_few_changed() -> str:
    """Why nothing can be said about a mean."""
    return said(
        "fewer than {least} games changed, and no bounds are declared that limit a rare, large change",
        least=FEWEST_CHANGED,
    )


def too_few(where: str) -> str:
    """The same of some cells."""
    return said("in {where} {reason}", where=where, reason=too_few_changed())


def unless_beyond(where: str, outcome: Outcome, assumed: float) -> str:
    """Where something held, and that no game may change by more than those that were seen, if no bounds say it."""
    if not assumed:
        return where
    most = OutcomeFormat(outcome).amount(assumed)
    return said("{where}, if no game changes by more than {most}", where=where, most=most)


def most_assumed(each: Sequence[ComparedCell | PooledChange], verdicts: Sequence[str]) -> float:
    """The most that is taken for granted about a game where something held."""
    return max((one.assumed for one, verdict in zip(each, verdicts, strict=True) if verdict == HELD), default=0.0)


def with_what_is_assumed(trial: QuickTrial) -> str:
    name, assumed = word(trial.outcome.name), most_assumed(trial.pools, trial.verdicts)
    if not assumed:
        return name
    most = OutcomeFormat(trial.outcome).amount(assumed)
    return said("{name} (if no game changes by more than {most})", name=name, most=most)
