"""What a trial would tell the gate: the lines of an intent, one for each outcome that the trial knows, with every group
that moved, as far as it moved.

The gate asks more than a trial: each cell of a group must keep to what is said of the group. So what is said reaches
over all cells of the group. It also reaches one margin further than what the games show: to tell a change from an end
of its own range, the gate would need more games than anybody has."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite, log10

from engine.errors import FatecastError
from engine.game.outcomes import Outcome, outcomes_of
from engine.language.current import DEFAULT, speaking
from sim.compare.gate.intent import claims_of
from sim.compare.pairs import reach_of
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.verdicts import HELD
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.values import as_typed

DIGITS = 9
"""Numbers are rounded to so many decimals, against ends such as 0.30000000000000004."""
RISK = 0.01
"""That anything that is said does not hold, because the games were lucky."""


@speaking(DEFAULT)  # the gate reads it
def intent_of(trials: Sequence[QuickTrial]) -> str:
    """`doom 6: win rate 1.2 to 3.1 points harder; everywhere else: win rate within ±0.5`, and a line like this for each
    other outcome; empty if the gate could not read it."""
    confidence = 1 - RISK / sum(len(trial.cells) for trial in trials)
    text = "\n".join("; ".join(_statements(trial, confidence)) for trial in trials)
    margins = {trial.outcome.name: trial.margin for trial in trials}
    outcomes = [trial.outcome for trial in trials]
    labels = [cell.labels for trial in trials for cell in trial.cells]
    try:
        claims_of(text, labels, outcomes, outcomes, lambda outcome: margins[outcome.name], "intent")
    except FatecastError:
        return ""
    return text


def untold(declared: Sequence[Outcome], trials: Sequence[QuickTrial]) -> list[Outcome]:
    """The outcomes of these cells that an intent of these trials does not speak of."""
    told = [trial.outcome for trial in trials]
    cells = [cell.labels for trial in trials for cell in trial.cells]
    return [outcome for outcome in outcomes_of(declared, cells) if outcome not in told]


def _statements(trial: QuickTrial, confidence: float) -> Iterator[str]:
    name, margin = trial.outcome.name, trial.margin
    for pool, verdict in zip(trial.pools, trial.verdicts, strict=True):
        ends = [cell.interval(confidence) for cell in trial.cells if pool.labels.items() <= cell.labels.items()]
        low, high = min(end for end, _ in ends), max(end for _, end in ends)
        is_beyond = any(least > margin or most < -margin for least, most in ends)
        is_known = bool(pool.labels) and isfinite(low) and isfinite(high)
        if is_known and not pool.same and (verdict != HELD or is_beyond):
            yield f"{_where(pool)}: {name} {_range(low, high, margin, trial.outcome)}"
    yield f"everywhere else: {name} within ±{margin * OutcomeFormat(trial.outcome).factor:g}"


def _where(pool: PooledChange) -> str:
    return ", ".join(f"{axis} {as_typed(value)}" for axis, value in pool.labels.items())


def _range(low: float, high: float, margin: float, outcome: Outcome) -> str:
    """An interval of changes and a margin to both sides, rounded outwards."""
    form = OutcomeFormat(outcome)
    reach, margin = reach_of(outcome) * form.factor, margin * form.factor
    low, high = low * form.factor, high * form.factor
    step = 10.0 ** (floor(log10(max(high - low, 1e-6))) - 1)
    if low <= 0 <= high:
        return f"within ±{_up(max(-low, high) + margin, step):g}"
    way = outcome.less if high < 0 else outcome.more
    near, far = sorted((abs(low), abs(high)))
    least = round(floor(max(near - margin, 0.0) / step) * step, DIGITS)
    most = min(_up(far + margin, step), reach)
    return f"{least:g} to {most:g} {form.own_unit} {way}" if least else f"at most {most:g} {form.own_unit} {way}"


def _up(number: float, step: float) -> float:
    return round(ceil(number / step) * step, DIGITS)
