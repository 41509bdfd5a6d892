"""Rows of tables: a cell with a change compared with the same cell without it."""

from collections.abc import Mapping, Sequence
from math import isfinite

import polars as pl

from engine.game.outcomes import Outcome, Share
from sim.compare.pairs import Pair
from sim.search.effects import Effect
from sim.statistics.intervals import wilson
from sim.statistics.paired import Paired, PairedOutcome

ResultRow = dict[str, object]


def paired_row(lead: Mapping[str, object], pair: Pair, outcome: Outcome) -> ResultRow:
    """The given columns, the labels of the cell, its outcome, and the paired difference to the base."""
    found = pair.of(outcome)
    low, high = ends_of((0.0, 0.0) if pair.match.same else found.interval())
    numbers = {
        "outcome": outcome.name,
        "games": found.games,
        **(_share_columns(found) if isinstance(found, Paired) else _mean_columns(found)),
        "difference": found.difference,
        "low": low,
        "high": high,
        "p": found.moved,
        "diverged": len(pair.diverged),
    }
    return {**lead, **pair.match.labels, **numbers}


def _share_columns(found: Paired) -> ResultRow:
    """The games that count for the share are its wins."""
    wins, base = found.both + found.gained, found.both + found.lost
    low, high = wilson(wins, found.games)
    return {
        "wins": wins,
        "win_rate": found.after,
        "win_low": low,
        "win_high": high,
        "base_wins": base,
        "lost": found.lost,
        "gained": found.gained,
    }


def _mean_columns(found: PairedOutcome) -> ResultRow:
    return {"mean": found.after, "base_mean": found.before, "fell": found.fell, "rose": found.rose}


def effect_row(lead: Mapping[str, object], effect: Effect, outcome: Outcome) -> ResultRow:
    """The same for the mean of several cells."""
    low, high = ends_of(effect.interval)
    before, after = ("base_rate", "win_rate") if isinstance(outcome, Share) else ("base_mean", "mean")
    numbers = {
        "outcome": outcome.name,
        "cells": effect.pool.cells,
        before: effect.before,
        after: effect.before + effect.change,
        "difference": effect.change,
        "low": low,
        "high": high,
        "p": effect.chance,
    }
    return {**lead, **effect.labels, **numbers}


def ends_of(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    """Of an interval; neither where it has no end, because too few games changed."""
    low, high = interval
    return (low, high) if isfinite(high - low) else (None, None)


def frame_of(rows: Sequence[ResultRow]) -> pl.DataFrame:
    """Rows as a table; a column with numbers and words becomes one of words."""
    names = list(rows[0])
    columns = {name: [row[name] for row in rows] for name in names}
    return pl.DataFrame({name: _alike(values) for name, values in columns.items()})


def _alike(values: list[object]) -> list[object]:
    kinds = {type(value) for value in values if value is not None}
    return values if len(kinds) < 2 or kinds == {int, float} else [str(value) for value in values]
