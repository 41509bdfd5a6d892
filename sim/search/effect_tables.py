"""Rows of tables: a cell with a change compared with the same cell without it."""

from collections.abc import Mapping, Sequence

import polars as pl

from sim.compare.pairs import Pair
from sim.search.effects import Effect
from sim.statistics.intervals import wilson
from sim.statistics.paired import interval, mcnemar

ResultRow = dict[str, object]


def paired_row(lead: Mapping[str, object], pair: Pair) -> ResultRow:
    """The given columns, the labels of the cell, its wins, and the paired difference to the base."""
    table = pair.table
    wins, base = table.both + table.gained, table.both + table.lost
    low, high = (0.0, 0.0) if pair.match.same else interval(table)
    win_low, win_high = wilson(wins, table.games)
    numbers = {
        "games": table.games,
        "wins": wins,
        "win_rate": table.after,
        "win_low": win_low,
        "win_high": win_high,
        "base_wins": base,
        "lost": table.lost,
        "gained": table.gained,
        "difference": table.difference,
        "low": low,
        "high": high,
        "p": mcnemar(table),
        "diverged": len(pair.diverged),
    }
    return {**lead, **pair.match.labels, **numbers}


def effect_row(lead: Mapping[str, object], effect: Effect) -> ResultRow:
    """The same for the mean of several cells."""
    low, high = effect.interval
    numbers = {
        "cells": effect.pool.cells,
        "base_rate": effect.before,
        "win_rate": effect.before + effect.change,
        "difference": effect.change,
        "low": low,
        "high": high,
        "p": effect.chance,
    }
    return {**lead, **effect.labels, **numbers}


def frame_of(rows: Sequence[ResultRow]) -> pl.DataFrame:
    """Rows as a table; a column with numbers and words becomes one of words."""
    names = list(rows[0])
    columns = {name: [row[name] for row in rows] for name in names}
    return pl.DataFrame({name: _alike(values) for name, values in columns.items()})


def _alike(values: list[object]) -> list[object]:
    kinds = {type(value) for value in values if value is not None}
    return values if len(kinds) < 2 or kinds == {int, float} else [str(value) for value in values]
