"""What only single games can tell: how the cells of a group win together, and with which opening.

All cells of a run share their luck, so their win rates rise and fall together. To compare two cells one must know how
often both were won; to pool cells one must count a game index once, however many cells played it. One pass over the
rows, a stretch of indices at a time, counts both, so memory stays bounded.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.game.outcomes import Share
from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.run_data import RunData

STRETCH = 250_000
"""Indices read at a time."""

ALL = "all"
"""The label of all difficulties together."""


@dataclass(frozen=True)
class JointOutcomes:
    """How the cells of one group were won together."""

    places: list[PlacedCell]
    games: NDArray[np.float64]
    wins: NDArray[np.float64]
    both: NDArray[np.float64] | None
    """How many indices were won in both of two cells; None if the run kept no rows."""
    shared: NDArray[np.float64] | None
    """How many indices both of two cells played."""
    openings: pl.DataFrame | None
    """For each difficulty and for all: how many indices (`games`) had this `opening`, were played by this many `cells`
    and won by this many (`wins`)."""

    def covariance(self) -> NDArray[np.float64]:
        """Of the win rates. Without rows the worst case is assumed: see `standard_error`."""
        share = (self.wins + 2) / (self.games + 4)
        alone = np.sqrt(share * (1 - share) / self.games)
        if self.both is None or self.shared is None:
            return np.outer(alone, alone)
        rates = self.wins / self.games
        joint = (self.both - np.outer(rates, rates) * self.shared) / np.outer(self.games, self.games)
        errors = np.sqrt(np.maximum(np.diag(joint), 0))
        with np.errstate(invalid="ignore", divide="ignore"):
            correlation = np.nan_to_num(joint / np.outer(errors, errors))
        np.fill_diagonal(correlation, 1)
        return np.asarray(correlation * np.outer(alone, alone), np.float64)

    def standard_error(self, weights: NDArray[np.float64]) -> float:
        """The standard error of a weighted sum of the win rates. Without rows it is the largest that any shared luck
        could cause."""
        covariance = self.covariance()
        weights = np.abs(weights) if self.both is None else weights
        return sqrt(max(0.0, float(weights @ covariance @ weights)))

    @property
    def rates(self) -> NDArray[np.float64]:
        return self.wins / self.games


JointByGroup = dict[Group, JointOutcomes]


def joint_outcomes(data: RunData, group: Group) -> JointOutcomes:
    """Read the rows of a group once."""
    places = [place for place in data.layout.of(group) if data.games(place)]
    games = np.array([data.games(place) for place in places], float)
    wins = np.array([data.wins(place) for place in places], float)
    if not data.has_rows or not places or data.share is None:
        return JointOutcomes(places, games, wins, None, None, None)
    both, shared = np.zeros((len(places), len(places))), np.zeros((len(places), len(places)))
    counted: list[pl.DataFrame] = []
    for start in range(0, max(map(data.indices, places)), STRETCH):
        won, there, opening = _stretch(data, data.share, places, start)
        both += won.T @ won
        shared += there.T @ there
        if data.presentation.opening:
            counted += _count_openings(opening, won, there, places)
    return JointOutcomes(places, games, wins, both, shared, _merged(counted) if counted else None)


def _stretch(
    data: RunData, share: Share, places: list[PlacedCell], start: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.uint64]]:
    """For a stretch of indices: in which cells each was won, in which it was played, and how it began."""
    won = np.zeros((STRETCH, len(places)), np.float32)
    there, opening = np.zeros_like(won), np.zeros(STRETCH, np.uint64)
    column = [data.presentation.opening] if data.presentation.opening else []
    for at, place in enumerate(places):
        rows = data.rows(place, start, start + STRETCH, share.column, *column)
        indices = rows["game"].to_numpy().astype(np.int64) - start
        won[indices, at], there[indices, at] = np.isin(rows[share.column].to_numpy(), share.codes), 1
        if column:
            opening[indices] = rows[column[0]].to_numpy()
    played = there.any(axis=1)
    return won[played], there[played], opening[played]


def _merged(counted: list[pl.DataFrame]) -> pl.DataFrame:
    """The counts of all stretches together, in a fixed order, so that sums are the same to the last digit."""
    key = ["level", "opening", "cells", "wins"]
    return pl.concat(counted).group_by(key).agg(pl.col("games").sum()).sort(key)


def _count_openings(
    opening: NDArray[np.uint64], won: NDArray[np.float32], there: NDArray[np.float32], places: list[PlacedCell]
) -> list[pl.DataFrame]:
    """Count indices by opening, for all difficulties together and for each."""
    levels = np.array([str(place.level) for place in places])
    wanted = [ALL, *dict.fromkeys(levels)] if len(set(levels)) > 1 else [ALL]
    counted = []
    for level in wanted:
        chosen = np.ones(len(places), bool) if level == ALL else levels == level
        frame = pl.DataFrame(
            {
                "opening": opening,
                "cells": there[:, chosen].sum(axis=1).astype(np.uint16),
                "wins": won[:, chosen].sum(axis=1).astype(np.uint16),
            }
        )
        tally = frame.lazy().filter(pl.col("cells") > 0).group_by("opening", "cells", "wins").agg(games=pl.len())
        counted.append(tally.select(pl.lit(level).alias("level"), pl.all()).collect())
    return counted
