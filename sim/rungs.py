"""Whether those who play well and those who play less well feel a change the same way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from sim.pairing import Pair
from sim.stats import CONFIDENCE


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder, with the mean change over its cells."""

    name: str
    change: float
    low: float
    high: float

    @property
    def word(self) -> str:
        """The sign, if it is certain."""
        return "easier" if self.low > 0 else "harder" if self.high < 0 else "no sign"


def rungs_of(pairs: Sequence[Pair], axis: str, confidence: float = CONFIDENCE) -> list[Rung]:
    """The mean change of every rung. Cells share their luck, so games of one index are one observation."""
    rungs: dict[str, list[Pair]] = {}
    for pair in pairs:
        rungs.setdefault(str(pair.match.labels.get(axis, "")), []).append(pair)
    z = float(ndtri(0.5 + confidence / 2))
    found = []
    for name, members in rungs.items():
        games = min(pair.before.games for pair in members)
        steps = np.mean([pair.steps[:games] for pair in members], axis=0, dtype=np.float64)
        reach = z * float(steps.std(ddof=1)) / games**0.5 if games > 1 else 1.0
        mean = float(steps.mean()) if games else 0.0
        found.append(Rung(name, mean, mean - reach, mean + reach))
    return found


def agreement(rungs: Sequence[Rung]) -> str:
    """One sentence on whether the rungs agree on the sign; nothing to say of one rung."""
    if len(rungs) < 2:
        return ""
    told = ", ".join(f"{rung.name} {rung.change * 100:+.2f} ({rung.word})" for rung in rungs)
    words = {rung.word for rung in rungs}
    if words == {"no sign"}:
        return f"no rung shows a sign: {told}"
    if {"harder", "easier"} <= words:
        return f"the rungs disagree on the sign: {told}"
    return f"{'the rungs agree' if len(words) == 1 else 'not every rung shows the sign'}: {told}"
