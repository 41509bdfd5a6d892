"""A finished run, opened: its manifest, its games and its tables."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from engine.game.cell import Json
from sim.errors import Inconclusive, resume_command
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.runs.store import Store
from sim.runs.tables import summary_table


@dataclass(frozen=True)
class Run:
    """A finished run, opened."""

    path: Path

    @cached_property
    def manifest(self) -> Json:
        """What was played, by which versions, and the digest."""
        return Store(self.path).manifest()

    @property
    def digest(self) -> str:
        """The digest of all games: the same for the same games, however they were played."""
        return str(self.manifest["digest"])

    @cached_property
    def summary(self) -> pl.DataFrame:
        """One row for each cell: its number, its labels, games, wins, the win rate with its interval, the measures."""
        return summary_table(Store(self.path).summary())

    @property
    def games(self) -> pl.LazyFrame:
        """One row for each game, scanned lazily; `cell` is the row number in `summary`."""
        if self.manifest["detail"] != "games":
            raise Inconclusive(f"{self.path}: kept no rows (--detail cells); see histograms")
        return pl.scan_parquet(self.path / "games" / "*.parquet")

    @cached_property
    def cards(self) -> pl.DataFrame:
        """The counters of every piece of every cell."""
        return pl.read_parquet(self.path / "cards.parquet")

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The game's count tables, by name."""
        return {
            table.name: pl.read_parquet(self.path / f"{table.name}.parquet") for table in self.experiment.game.tables
        }

    @cached_property
    def histograms(self) -> pl.DataFrame:
        """For each cell, column and value: the number of games."""
        return pl.read_parquet(self.path / "histograms.parquet")

    @cached_property
    def experiment(self) -> ResolvedExperiment:
        """The resolved experiment, with its game."""
        return resolve(self.manifest["experiment"], str(self.path / "manifest.json"))


def load_run(path: str | Path) -> Run:
    """Open a finished run."""
    found = Run(Path(path))
    if not found.manifest["complete"]:
        raise Inconclusive(f"{path}: unfinished; continue with: {resume_command(found.path)}")
    return found
