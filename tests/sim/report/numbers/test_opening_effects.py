"""Are chance findings in the opening rare? Simulated, each beside a way of doing it that fails."""

from math import sqrt

import numpy as np
import polars as pl

from sim.report.numbers.opening_effects import Openings, effects, openings_of, pairs

CARDS, ROW = 20, 4
NAMES = [f"card {number}" for number in range(CARDS)]


def null_openings(rng: np.random.Generator, indices: int, cells: int, shared: float) -> Openings:
    """Openings dealt by lot, wins that no card has a part in; `shared` of each cell's luck is common to all cells."""
    masks = np.zeros(indices, np.uint64)
    rows = rng.random((indices, CARDS)).argpartition(ROW, axis=1)[:, :ROW]
    for column in rows.T:
        masks |= np.uint64(1) << column.astype(np.uint64)
    common = rng.random((indices, 1)) < 0.8
    own = rng.random((indices, cells)) < 0.8
    wins = np.where(rng.random((indices, cells)) < shared, common, own).sum(axis=1)
    frame = pl.DataFrame({"opening": masks, "cells": np.full(indices, cells), "wins": wins})
    return openings_of(frame.group_by("opening", "cells", "wins").agg(games=pl.len()), CARDS)


def families_with_findings(tries: int, deff: float | None, shared: float = 0.9) -> float:
    """In how many simulated runs at least one card stood out. Where no card does anything this is the false discovery
    rate."""
    rng = np.random.default_rng(5)
    return float(
        np.mean([effects(null_openings(rng, 1500, 8, shared), NAMES, deff)["marked"].any() for _ in range(tries)])
    )


def test_of_cards_that_do_nothing_few_stand_out() -> None:
    tries = 400
    assert families_with_findings(tries, None) <= 0.05 + 2.6 * sqrt(0.05 * 0.95 / tries)


def test_counting_cells_that_share_their_luck_as_independent_would_mark_many() -> None:
    assert families_with_findings(40, deff=1.0) > 0.5


def test_without_correction_many_runs_would_have_a_finding() -> None:
    rng = np.random.default_rng(6)
    found = [(effects(null_openings(rng, 1500, 8, 0.9), NAMES)["p"] < 0.05).any() for _ in range(60)]
    assert np.mean(found) > 0.4


def test_of_pairs_that_do_nothing_few_stand_out() -> None:
    rng, tries = np.random.default_rng(7), 60
    found = [pairs(null_openings(rng, 3000, 4, 0.9), NAMES)["marked"].any() for _ in range(tries)]
    assert np.mean(found) <= 0.05 + 2.6 * sqrt(0.05 * 0.95 / tries)


def test_the_interval_of_an_effect_covers_nothing() -> None:
    rng = np.random.default_rng(8)
    tables = pl.concat([effects(null_openings(rng, 1500, 8, 0.9), NAMES) for _ in range(60)])
    covered = tables.filter((pl.col("low") <= 0) & (pl.col("high") >= 0))
    assert len(covered) / len(tables) >= 0.93
    careless = pl.concat([effects(null_openings(rng, 1500, 8, 0.9), NAMES, deff=1.0) for _ in range(20)])
    assert len(careless.filter((pl.col("low") <= 0) & (pl.col("high") >= 0))) / len(careless) < 0.7


def test_nothing_is_judged_where_everything_or_nothing_is_won() -> None:
    openings = null_openings(np.random.default_rng(9), 500, 2, 0.5)
    for wins in (openings.cells, openings.cells * 0):
        table = effects(Openings(openings.bits, openings.cells, wins, openings.indices), NAMES)
        assert table.is_empty()
