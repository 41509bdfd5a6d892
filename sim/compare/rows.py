"""What a comparison found as rows of tables: plain data for Polars and for JSON."""

from collections.abc import Sequence
from math import isfinite

from engine.game.cell import Json
from engine.language.current import word
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.telling.sentences import all_sentences, trial_sentence
from sim.compare.verdicts import ComparedCell, ComparedOutcome, Comparison
from sim.compare.versions.contents import contents_in
from sim.runs.run import Run

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
        _pool_row(trial.outcome.name, pool) | {"before": pool.before, "after": pool.after, "verdict": verdict}
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


def comparison_data(title: str, found: Comparison) -> Json:
    """A comparison as plain data: what changed, the sentences, every cell."""
    families = [
        {"family": each.family, **each.match.labels, "p": each.corrected, "changed": each.corrected <= found.risk}
        for each in found.families
    ]
    return {
        "title": title,
        "changes": list(found.changes),
        "verdicts": {each.outcome.name: each.verdict for each in found.outcomes},
        "sentences": all_sentences(found),
        "risk": found.risk,
        "seed": found.seed,
        "cells": _finite(cell_rows(found)),
        "rungs": _finite(rung_rows(found)),
        **({"families": families} if families else {}),
    }


def trials_data(title: str, trials: Sequence[QuickTrial]) -> Json:
    """A quick look as plain data."""
    return {
        "title": title,
        "changes": list(trials[0].changes),
        "sentences": sentences_of_trials(trials),
        "games": trials[0].games,
        "groups": _finite(trial_rows(trials)),
    }


def sentences_of_trials(trials: Sequence[QuickTrial]) -> list[str]:
    """What a quick look found: a sentence for each outcome; first of all what was not played."""
    told = (f"{word(trial.outcome.name)}: {trial_sentence(trial, len(trials))}" for trial in trials)
    return [*trials[0].not_played, *told]


def contents_data(run: Run) -> list[Json]:
    """The contents of a run that keeps its games, each against the first; nothing if there is only one."""
    return [trials_data(each.title, [each.trial]) for each in contents_in(run)]


def _finite(rows: Sequence[Row]) -> list[Row]:
    """JSON has no number without an end."""
    return [
        {key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()}
        for row in rows
    ]
