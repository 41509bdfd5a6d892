"""What only single games can tell: how the cells of a table win together, and with which opening.

All cells of a run play the same luck, so their win rates rise and fall together. Whoever compares two of them must know
how often both were won, and whoever adds them up must count a game index once, however many cells played it. One pass
over the rows, a stretch of indices at a time, counts both; memory is that of a stretch.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sim.report.axes import Group, Place
from sim.report.material import Material

STRETCH = 250_000
"""Indices looked at together."""

ALL = "all"
"""Stands for every difficulty, pooled."""


@dataclass(frozen=True)
class Luck:
    """How the cells of one group went together."""

    places: list[Place]
    games: NDArray[np.float64]
    wins: NDArray[np.float64]
    both: NDArray[np.float64] | None
    """How many indices were won in the one cell and in the other; None if the run kept no rows."""
    openings: pl.DataFrame | None
    """For each difficulty and for all: how many indices (`games`) had this `opening` and of `cells` that played them
    won `wins`."""

    def covariance(self) -> NDArray[np.float64]:
        """Of the win rates. Without rows the worst is assumed: see `spread`."""
        share = (self.wins + 2) / (self.games + 4)
        alone = np.sqrt(share * (1 - share) / self.games)
        if self.both is None:
            return np.outer(alone, alone)
        shared = np.minimum.outer(self.games, self.games)
        rates = self.wins / self.games
        joint = (self.both / shared - np.outer(rates, rates)) * shared / np.outer(self.games, self.games)
        spread = np.sqrt(np.diag(joint))
        with np.errstate(invalid="ignore", divide="ignore"):
            correlation = np.nan_to_num(joint / np.outer(spread, spread))
        np.fill_diagonal(correlation, 1)
        return np.asarray(correlation * np.outer(alone, alone), np.float64)

    def spread(self, weights: NDArray[np.float64]) -> float:
        """The standard error of a weighted sum of the win rates. Where the rows are missing it is the largest that any
        shared luck could make it."""
        covariance = self.covariance()
        weights = np.abs(weights) if self.both is None else weights
        return sqrt(max(0.0, float(weights @ covariance @ weights)))

    @property
    def rates(self) -> NDArray[np.float64]:
        return self.wins / self.games


Lucks = dict[Group, Luck]


def luck_of(material: Material, group: Group) -> Luck:
    """Read the rows of a group once."""
    places = [place for place in material.axes.of(group) if material.games(place)]
    games = np.array([material.games(place) for place in places], float)
    wins = np.array([material.wins(place) for place in places], float)
    if not material.has_rows or not places:
        return Luck(places, games, wins, None, None)
    both = np.zeros((len(places), len(places)))
    counted: list[pl.DataFrame] = []
    longest = places[int(games.argmax())]
    scans = [material.rows(place) for place in places]
    for start in range(0, int(games.max()), STRETCH):
        won = _stretch(scans, "won", start)
        matrix = np.zeros((max(map(len, won)), len(places)), np.float32)
        there = np.zeros_like(matrix)
        for at, column in enumerate(won):
            matrix[: len(column), at] = column
            there[: len(column), at] = 1
        both += matrix.T @ matrix
        if material.story.opening:
            [opening] = _stretch([material.rows(longest)], material.story.opening, start)
            counted += _count_openings(opening, matrix, there, places)
    return Luck(places, games, wins, both, _merged(counted) if counted else None)


def _merged(counted: list[pl.DataFrame]) -> pl.DataFrame:
    """The counts of all stretches as one, in a fixed order, so that sums of it are the same to the last digit."""
    key = ["level", "opening", "cells", "wins"]
    return pl.concat(counted).group_by(key).agg(pl.col("games").sum()).sort(key)


def _stretch(scans: list[pl.LazyFrame], column: str, start: int) -> list[NDArray[np.unsignedinteger]]:
    frames = pl.collect_all([scan.select(column).slice(start, STRETCH) for scan in scans])
    return [frame[column].to_numpy() for frame in frames]


def _count_openings(
    opening: NDArray[np.unsignedinteger],
    won: NDArray[np.float32],
    there: NDArray[np.float32],
    places: list[Place],
) -> list[pl.DataFrame]:
    """Indices by opening, for all difficulties together and for each."""
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
