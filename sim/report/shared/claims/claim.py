"""The claims of a page. All of them form one family (Holm): a page on which nothing differs says that something does
with a probability of at most 5 %."""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl
from scipy.special import ndtri

from sim.report.shared.numbers.where import Schema
from sim.statistics.intervals import CONFIDENCE, holm, two_sided, z_of
from sim.statistics.paired import POWER

MORE, LESS, DIFFER, UNCLEAR = "more", "less", "differ", "unclear"
"""What a claim says of its subject: more or less than the other; or that several subjects are not all alike."""
MOST_NEEDED = 1e15
"""More games than anybody plays."""


class Claim(NamedTuple):
    """One difference that a sentence may speak of."""

    topic: str
    """Which sentence it belongs to: `first seat`, `skill`."""
    subject: str
    other: str
    """What the subject is compared with."""
    cell: int | None
    """The number of the cell; None if it speaks of several."""
    games: int
    value: float
    low: float
    high: float
    """How much more the subject has than the other, with its 95 % interval."""
    margin: float
    """A smaller difference does not matter."""
    chance: float | None = None
    """The p-value of no difference at all, where the interval does not say it: that of a whole group of subjects. Such
    a claim has no direction."""
    among: int = 1
    """How many subjects such a group has: any of them may have the difference that `games_needed` asks for."""


NUMBERS: Schema = dict.fromkeys(("value", "low", "high", "margin"), pl.Float64)
SCHEMA: Schema = {
    **dict.fromkeys(("topic", "subject", "other"), pl.String),
    "cell": pl.Int64,
    "games": pl.Int64,
    **NUMBERS,
    "p": pl.Float64,
    "adjusted": pl.Float64,
    "relation": pl.String,
    "needed": pl.Int64,
    "visible": pl.Float64,
}


def claims_table(claims: Sequence[Claim]) -> pl.DataFrame:
    """All claims of a page: what each says after the correction over all of them, and about how many games would show
    a difference as large as its margin; and how large a difference these games would probably have shown."""
    chances = [chance_of(claim) for claim in claims]
    corrected, many = holm(chances), len(claims)
    rows = [
        (*claim[:9], chance, adjusted, _relation(claim, adjusted), games_needed(claim, many), visible(claim, many))
        for claim, chance, adjusted in zip(claims, chances, corrected, strict=True)
    ]
    return pl.DataFrame(rows, SCHEMA, orient="row")


def chance_of(claim: Claim) -> float:
    """The p-value of no difference: below 5 % just where the interval excludes 0."""
    if claim.chance is not None:
        return claim.chance
    nearer = claim.value - claim.low if claim.value > 0 else claim.high - claim.value
    if nearer <= 0:
        return 1.0 if claim.value == 0 else 0.0
    return two_sided(claim.value * z_of() / nearer)


def _relation(claim: Claim, adjusted: float) -> str:
    if adjusted >= 1 - CONFIDENCE:
        return UNCLEAR
    if claim.chance is not None:
        return DIFFER
    return MORE if claim.value > 0 else LESS


def games_needed(claim: Claim, claims: int, promised: float = 0.85) -> int | None:
    """About how many games would show a difference as large as the margin, with a probability of 85 %, among this many
    claims: more than POWER, as few games say how many. None if no number of games would."""
    if claim.margin <= 0 or claim.high <= claim.low:
        return None
    needed = claim.games * (visible(claim, claims, promised) / claim.margin) ** 2
    return round(needed) if needed < MOST_NEEDED else None


def visible(claim: Claim, claims: int, power: float = POWER) -> float:
    """The smallest difference that would have been shown with a probability of 80 %, among this many claims."""
    error = (claim.high - claim.low) / (2 * z_of())
    return error * (z_of(1 - (1 - CONFIDENCE) / (claims * claim.among)) + float(ndtri(power)))


def equality(differences: Sequence[tuple[float, float, float]]) -> float:
    """The p-value of no difference between several subjects, from the differences of all pairs with their intervals
    (Bonferroni)."""
    chances = [chance_of(Claim("", "", "", None, 0, *each, margin=0)) for each in differences]
    return min(1.0, len(chances) * min(chances, default=1.0))
