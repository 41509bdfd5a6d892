"""What a comparison found as rows of tables: plain data for Polars and for JSON."""

from collections.abc import Sequence

from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.verdicts import ComparedCell, ComparedOutcome, Comparison

Row = dict[str, object]


def cell_rows(found: Comparison) -> list[Row]:
    """One row for each outcome of each cell."""
    return [_cell_row(each, cell) for each in found.outcomes for cell in each.cells]


def rung_rows(found: Comparison) -> list[Row]:
    """The mean change of each outcome on every rung."""
    return [_pool_row(each.outcome.name, rung) for each in found.outcomes for rung in each.rungs]


def trial_rows(trials: Sequence[QuickTrial]) -> list[Row]:
    """One row for each outcome of each group of cells."""
    return [
        _pool_row(trial.outcome.name, pool) | {"verdict": verdict}
        for trial in trials
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
    ]


def _cell_row(each: ComparedOutcome, cell: ComparedCell) -> Row:
    paired, (low, high) = cell.paired, cell.tested.interval
    return {
        "outcome": each.outcome.name,
        **cell.match.labels,
        "games": paired.games,
        "before": paired.before if paired.games else None,
        "after": paired.after if paired.games else None,
        "difference": paired.difference if paired.games else None,
        "low": low,
        "high": high,
        "p": cell.corrected,
        "fell": paired.fell,
        "rose": paired.rose,
        "diverged": cell.diverged,
        "verdict": cell.verdict,
    }


def _pool_row(outcome: str, pool: PooledChange) -> Row:
    low, high = pool.interval()
    numbers = {"cells": pool.cells, "difference": pool.change, "low": low, "high": high, "diverged": pool.diverged}
    return {"outcome": outcome, **pool.labels, **numbers}
