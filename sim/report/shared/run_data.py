"""A finished run as a report needs it: its cells in order, its tables, its rows if it kept any."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import polars as pl

from engine.game.cell import Json
from engine.game.optional_parts import piece_names
from engine.game.outcomes import Outcome, Share, headline_of, outcomes_of
from engine.game.presentation import Feature, Presentation
from engine.game.protocol import Game
from engine.language.current import counted
from sim.experiment.experiment import ResolvedExperiment
from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell
from sim.runs.block import Block
from sim.runs.manifest import check_readable
from sim.runs.run import Run, load_run, read_experiment_of
from sim.runs.store import Store
from sim.runs.summary import is_fixed

Tables = dict[str, pl.DataFrame]
"""The tables of a report, by name."""


class RunData:
    """A run, opened for a report."""

    def __init__(self, path: Path, place: str | None = None, as_kept: bool = False) -> None:
        self.run: Run = load_run(path)
        if as_kept:
            vars(self.run)["experiment"] = read_experiment_of(path, self.run.manifest, named=False)
        self.place = place or path.as_posix()
        """How commands to copy name the run: as the call did that made the report."""
        self.experiment: ResolvedExperiment = self.run.experiment
        check_readable(path, self.run.manifest, self.experiment)
        self.game: Game = self.experiment.game
        self.presentation: Presentation = self.game.presentation
        self.layout = CellLayout(self.experiment.cells, self.game.about, self.presentation)
        self.has_rows: bool = self.run.manifest["detail"] == "games"
        self.summary: list[Json] = self.run.cells
        self._distributions: Tables = {}

    @property
    def name(self) -> str:
        """The last part of the path of the run, which stays the same when the run is moved."""
        return self.run.path.resolve().name

    @property
    def seed(self) -> int:
        return self.experiment.settings.seed

    @property
    def notes(self) -> Sequence[str]:
        """What a reader should know of the game."""
        return self.game.notes(self.experiment.cells)

    @property
    def left_out(self) -> list[str]:
        """How many games failed and were left out, if any did."""
        skipped = sum(int(cell.get("skipped", 0)) for cell in self.summary)
        if not skipped:
            return []
        return [counted(skipped, "one game failed and was skipped", "{count} games failed and were skipped")]

    @property
    def settings(self) -> list[str]:
        """What the rules of some cell are set to, where that is not as usual."""
        told = (self.presentation.settings(cell.spec) for cell in self.experiment.cells)
        return list(dict.fromkeys(each for some in told for each in some))

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """The outcomes that some cell has, in the order of the declaration."""
        return outcomes_of(self.game.outcomes, [cell.labels for cell in self.experiment.cells])

    @cached_property
    def headline(self) -> Outcome:
        """The first outcome that all cells have."""
        return headline_of(self.game.outcomes, [cell.labels for cell in self.experiment.cells])

    @property
    def share(self) -> Share | None:
        """The headline, if it is a share: then games that count for it can be told from the others."""
        return self.headline if isinstance(self.headline, Share) else None

    def games(self, place: PlacedCell) -> int:
        """Games played in a cell."""
        return int(self.summary[place.number]["games"])

    def wins(self, place: PlacedCell) -> int:
        """Games of a cell that count for the headline share; 0 if the headline is a mean."""
        return 0 if self.share is None else self.counting(place, self.share)

    def counting(self, place: PlacedCell, share: Share) -> int:
        """Games of a cell that count for a share."""
        if not self.games(place):
            return 0
        counted = self.distribution(share.column).filter(cell=place.number)
        return int(counted.filter(pl.col("value").is_in(share.codes))["games"].sum())

    def estimate(self, place: PlacedCell, outcome: Outcome) -> Json | None:
        """What the summary says about an outcome of a cell: value, low and high; for a length, median and p95."""
        found: Json | None = self.summary[place.number]["outcomes"].get(outcome.name)
        return found if found is not None and found["value"] is not None else None

    def is_fixed(self, place: PlacedCell, outcome: Outcome) -> bool:
        """Whether a length of a cell is the same in all games."""
        return is_fixed(self.summary[place.number], outcome)

    def distribution(self, column: str) -> pl.DataFrame:
        """How many games of each cell have which value in a column: `cell`, `value`, `games`. Empty if the column is
        not counted and the run kept no rows."""
        if column not in self._distributions:
            self._distributions[column] = (
                self._counted(column).select(pl.col("cell", "value", "games").cast(pl.Int64)).sort("cell", "value")
            )
        return self._distributions[column]

    def _counted(self, column: str) -> pl.DataFrame:
        if self.has_rows and not any(each.name == column and each.histogram for each in self.game.columns):
            rows = self.run.games.select("cell", pl.col(column).alias("value"))
            return rows.group_by("cell", "value").agg(games=pl.len()).collect(engine="streaming")
        return self.run.histograms.filter(column=column)

    def rows(self, place: PlacedCell, first: int, last: int, *columns: str) -> pl.DataFrame:
        """Some columns of the games [first, last) of a cell, with their indices; a skipped game has no row. Only the
        blocks that hold some of them are read."""
        store, wanted = Store(self.run.path), ["game", *columns]
        held = [block for block in self._blocks.get(place.number, []) if block.first < last and first < block.last]
        scans = [pl.scan_parquet(store.rows_path(block), glob=False).select(wanted) for block in held]
        if not scans:
            return pl.DataFrame(schema=dict.fromkeys(wanted, pl.UInt64))
        inside = pl.col("game").is_between(first, last, closed="left")
        return pl.concat(scans).filter(inside).collect()

    def indices(self, place: PlacedCell) -> int:
        """One more than the last index of a cell."""
        return max((block.last for block in self._blocks.get(place.number, [])), default=0)

    @cached_property
    def _blocks(self) -> dict[int, list[Block]]:
        """The blocks that have rows, by cell."""
        found: dict[int, list[Block]] = {}
        for block in self.run.row_blocks if self.has_rows else []:
            found.setdefault(block.cell, []).append(block)
        return found

    @cached_property
    def features(self) -> dict[Group, list[Feature]]:
        """What the rules of each group contain; they do not change with difficulty and size."""
        pieces = self.game.pieces
        return {group: pieces.features(self.layout.of(group)[0].cell) if pieces else [] for group in self.layout.groups}

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of all pieces by their ids."""
        features = (feature for found in self.features.values() for feature in found)
        return {feature.piece: feature.name for feature in features if feature.kind == self.presentation.piece}

    def pieces(self, group: Group) -> list[str]:
        """The ids of the pieces of a group, in the order of the results."""
        return piece_names(self.game, self.layout.of(group)[0].cell)

    def title(self, piece: str) -> str:
        return self.titles.get(piece, piece)
