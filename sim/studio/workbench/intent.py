"""What a trial would tell the gate: the line of an intent, with every group that moved, as far as it moved."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10

from engine.errors import FatecastError
from engine.game.outcomes import Outcome
from engine.language.current import DEFAULT, speaking
from sim.compare.gate.intent import claims_of
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.verdicts import HELD
from sim.display.outcome_format import OutcomeFormat

DIGITS = 9
"""Numbers are rounded to so many decimals, against ends such as 0.30000000000000004."""


@speaking(DEFAULT)  # the gate reads it
def intent_of(trials: Sequence[QuickTrial]) -> str:
    """`doom 6: 1.2 to 3.1 points harder; everywhere else: within ±0.5`; empty if the gate could not read it."""
    trial = trials[0]
    said = [
        _statement(pool, trial)
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
        if verdict != HELD and not pool.same
    ]
    form = OutcomeFormat(trial.outcome)
    text = "; ".join([*filter(None, said), f"everywhere else: within ±{trial.margin * form.factor:g}"])
    labels = [dict(pool.labels) for pool in trial.pools]
    try:
        claims_of(text, labels, [trial.outcome], [trial.outcome], lambda outcome: trial.margin, "intent")
    except FatecastError:
        return ""
    return text


def _statement(pool: PooledChange, trial: QuickTrial) -> str:
    """What is said about one group: the interval of its change, rounded outwards."""
    low, high = pool.interval()
    if not pool.labels or not (isfinite(low) and isfinite(high)):
        return ""
    where = ", ".join(f"{axis} {value}" for axis, value in pool.labels.items())
    return f"{where}: {_range(low, high, trial.margin, trial.outcome)}"


def _range(low: float, high: float, margin: float, outcome: Outcome) -> str:
    form = OutcomeFormat(outcome)
    low, high = low * form.factor, high * form.factor
    step = 10.0 ** (floor(log10(max(high - low, 1e-6))) - 1)
    if low <= 0 <= high:
        return f"within ±{_up(max(-low, high, margin * form.factor), step):g}"
    way = outcome.less if high < 0 else outcome.more
    near, far = sorted((abs(low), abs(high)))
    least, most = round(floor(near / step) * step, DIGITS), _up(far, step)
    return f"{least:g} to {most:g} {form.unit} {way}" if least else f"at most {most:g} {form.unit} {way}"


def _up(number: float, step: float) -> float:
    return round(ceil(number / step) * step, DIGITS)
