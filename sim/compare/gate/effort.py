"""How many games a gate plays: what some minutes allow here, and what a decision would need."""

from collections.abc import Sequence
from math import ceil, inf, isinf, log10, sqrt
from time import perf_counter

from scipy.special import ndtri

from engine.game.outcomes import Share
from sim.compare.gate.cell_evidence import CheckedCell
from sim.compare.pairs import play_pairs
from sim.play.outcome_cache import OutcomeCache
from sim.statistics.sequential import FIRST_LOOK
from sim.statistics.unseen import FEWEST_CHANGED, games_until, unseen_part

POWER = 0.95
"""The probability to be decided after the number of games that is named."""
QUANTILES = [(at + 0.5) / 101 for at in range(101)]
"""Of the changes that games leave possible."""
BEYOND_REACH = 10**8
"""Nobody plays more games of a cell than this for a gate."""


def games_in(minutes: float, cache: OutcomeCache, cells: Sequence[CheckedCell]) -> int:
    """The games of a cell that all cells together can play in this time, by the time that some of them take. Those at
    the first look do not count: one side of them was played to check the engine, which also warmed the workers."""
    began = perf_counter()
    for seed in {cell.seed for cell in cells}:
        matches = {id(cell.match): cell.match for cell in cells if cell.seed == seed}
        play_pairs(cache, list(matches.values()), seed, 2 * FIRST_LOOK, FIRST_LOOK)
    took = perf_counter() - began
    return max(1, int(60 * minutes / took)) * FIRST_LOOK


def games_needed(cell: CheckedCell, risk: float, tests: int) -> int | None:
    """About how many games would decide a cell, at this risk of the whole gate with so many tests: half of the changes
    that its games leave possible would be decided by then. The change that was seen is no better guess than its error
    allows: near the end of its claim it would take any number of games to tell it from that end. None if half of them
    would not be decided by any number that somebody plays."""
    if cell.table is None:
        return None
    low, high = cell.claim
    varied, unseen = cell.table.variance, _unseen(cell, risk)
    middle, error = _likely(cell.change, varied / cell.table.games, low, high)
    changes = [middle + error * float(ndtri(at)) for at in QUANTILES]
    games = sorted(_games_for(change, varied, unseen, (low, high), risk, tests) for change in changes)
    half = max(games[len(games) // 2], _games_that_tell(cell))
    return _rounded_up(half) if half < BEYOND_REACH else None


def _games_for(
    change: float, varied: float, unseen: float, claim: tuple[float, float], risk: float, tests: int
) -> float:
    """The games that decide a cell which changed by exactly this much."""
    inside = min(change - claim[0], claim[1] - change)
    level = risk / 2 if inside > 0 else risk / (4 * tests)
    reach = float(ndtri(1 - level) + ndtri((1 + POWER) / 2))
    return games_until(reach * sqrt(varied), unseen if inside > 0 else 0.0, abs(inside)) if inside else inf


def _unseen(cell: CheckedCell, risk: float) -> float:
    if isinstance(cell.outcome, Share) or cell.table is None:
        return 0.0
    table, one_look = cell.table, isinf(cell.table.reach) or bool(cell.outcome.over)
    return unseen_of(table.span if isinf(table.reach) else table.reach, risk, one_look)


def unseen_of(reach: float, risk: float, one_look: bool) -> float:
    """What a mean has to show beside its error, times the games: see `sim.statistics.unseen`. Where bets are made, too,
    the score has half of the risk. Where a ratio has nothing to divide by, nothing can be shown in this way."""
    return 0.0 if isinf(reach) else float(unseen_part(reach, 1, risk if one_look else risk / 2))


def _games_that_tell(cell: CheckedCell) -> float:
    """The games after which a mean without bounds says anything: those in which enough of them change."""
    table = cell.table
    if table is None or isinstance(cell.outcome, Share) or not isinf(table.reach):
        return 0.0
    return table.games * FEWEST_CHANGED / table.changed if table.changed else inf


def games_to_pass(cells: Sequence[CheckedCell], risk: float) -> int:
    """About how many games would show that none of these cells left its claim, if each lies in the middle of it."""
    reach = float(ndtri(1 - risk / 2) + ndtri(1 - (1 - POWER) / (2 * len(cells))))
    hardest = max(
        games_until(
            reach * sqrt(cell.table.variance + cell.table.difference**2),
            _unseen(cell, risk),
            (cell.claim.high - cell.claim.low) / 2,
        )
        for cell in cells
        if cell.table is not None
    )
    return games_to_ask_for(hardest, 0)


def games_to_ask_for(estimate: float, played: int) -> int:
    """An estimate as a number to type. What so many games left open needs more of them, whatever the estimate says:
    twice as many at least, and never fewer than a gate plays."""
    return _rounded_up(max(estimate, 2 * played, FIRST_LOOK))


def _likely(change: float, variance: float, low: float, high: float) -> tuple[float, float]:
    """Where the change of a cell likely lies, and how far from there: what was seen is drawn to the middle of its claim
    as far as its own error suggests. After few games it may lie at the end of the claim by chance alone."""
    if isinf(low) or isinf(high):
        return change, sqrt(variance)
    middle, half = (low + high) / 2, (high - low) / 2
    weight = half**2 / (half**2 + variance)
    return middle + (change - middle) * weight, sqrt(variance * weight)


def _rounded_up(games: float) -> int:
    """To two digits."""
    unit = int(10 ** max(0, int(log10(max(games, 1))) - 1))
    return ceil(games / unit) * unit
