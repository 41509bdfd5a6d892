"""Are chance findings in the opening rare? Simulated, each beside a way of doing it that fails."""

from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from sim.report.cooperative.openings import effects, openings_of
from sim.report.cooperative.sentences import named_pieces
from sim.statistics.openings import Openings

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


@pytest.mark.full
def test_of_cards_that_do_nothing_few_stand_out() -> None:
    tries = 400
    assert families_with_findings(tries, None) <= 0.05 + 2.6 * sqrt(0.05 * 0.95 / tries)


def test_counting_cells_that_share_their_luck_as_independent_would_mark_many() -> None:
    assert families_with_findings(40, deff=1.0) > 0.5


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


# The cards that a report names.

TRUE = np.array(
    [5.6, 3.7, 3.5, 3.3, 2, 1.9, 1.4, 1.4, 0.1, 0, -0.3, -0.5, -0.9, -1.2, -1.4, -2.7, -3.2, -3.3, -4.5, -4.9]
)
"""The effects of a deck like a real one, in points; they add up to 0."""


def dealt_openings(
    rng: np.random.Generator, games: int, cells: int, shared: float
) -> tuple[Openings, dict[str, float]]:
    """A run in which every card of the opening adds its part to the chance of winning; and the true effects. Where a
    card lies, each other card is less likely by 1/19, so the true effect is 20/19 of its part."""
    part = rng.permutation(TRUE) / 100
    rows = rng.random((games, CARDS)).argpartition(ROW, axis=1)[:, :ROW]
    luck = np.where(rng.random((games, cells)) < shared, rng.random((games, 1)), rng.random((games, cells)))
    wins = (luck < 0.75 + part[rows].sum(axis=1, keepdims=True)).sum(axis=1)
    masks = (np.uint64(1) << rows.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    frame = pl.DataFrame({"opening": masks, "cells": np.full(games, cells), "wins": wins})
    counted = openings_of(frame.group_by("opening", "cells", "wins").agg(games=pl.len()), CARDS)
    return counted, dict(zip(NAMES, part * CARDS / (CARDS - 1), strict=True))


@pytest.mark.full
def test_cards_named_for_being_extreme_are_covered_and_not_overstated() -> None:
    """At 2,000 games a cell. The plain numbers of the same cards fail. About 450 cards are named; the true coverage is
    96 %, so a right program would fall below 94 % in one of 50 draws of the seed: the seed is fixed."""
    rng = np.random.default_rng(12)
    covered: dict[str, list[bool]] = {"shrunk": [], "plain": []}
    overstated: dict[str, list[float]] = {"shrunk": [], "plain": []}
    for _ in range(250):
        openings, true = dealt_openings(rng, 2000, 4, 0.3)
        hurting, helping, ends = named_pieces(effects(openings, NAMES))
        for row in pl.concat([hurting.head(3), helping.head(3), ends]).iter_rows(named=True):
            truth = true[row["piece"]]
            covered["shrunk"].append(row["shrunk_low"] <= truth <= row["shrunk_high"])
            covered["plain"].append(row["low"] <= truth <= row["high"])
            overstated["shrunk"].append(row["shrunk"] / truth - 1)
            overstated["plain"].append(row["effect"] / truth - 1)
    assert len(covered["shrunk"]) > 400
    assert np.mean(covered["shrunk"]) >= 0.94
    assert np.median(overstated["shrunk"]) <= 0.10
    assert np.mean(covered["plain"]) < 0.90
    assert np.median(overstated["plain"]) > 0.20


def test_out_of_line_is_what_the_page_and_the_reference_say() -> None:
    """Significant, and the whole interval beyond the median of the effects without their signs, to either side."""
    openings = null_openings(np.random.default_rng(7), 6000, 2, 0.5)
    push = openings.bits[:, :3].sum(axis=1) - openings.bits[:, 3:6].sum(axis=1)
    pushed = Openings(openings.bits, openings.cells, np.clip(openings.wins + push, 0, openings.cells), openings.indices)
    table = effects(pushed, NAMES)
    usual = sorted(abs(effect) for effect in table["effect"])
    size = (usual[CARDS // 2 - 1] + usual[CARDS // 2]) / 2
    beyond = [
        row["marked"] and (row["shrunk_low"] > size or row["shrunk_high"] < -size)
        for row in table.iter_rows(named=True)
    ]
    assert table["out_of_line"].to_list() == beyond
    assert {row["shrunk"] > 0 for row in table.filter("out_of_line").iter_rows(named=True)} == {True, False}
    for place in ("docs/reference/files/reports.md", "sim/report/cooperative/templates/cooperative.html"):
        told = " ".join((Path(__file__).parents[4] / place).read_text(encoding="utf-8").split())
        assert "lies beyond the usual size of an effect, upwards or downwards" in told
        assert "without their signs" in told
