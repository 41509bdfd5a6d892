"""A finished run, opened: its manifest, its games and its tables."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl

from engine.errors import BadData
from engine.game.cell import Json
from engine.game.parts import pieces_of
from engine.game.registry import admit
from sim.errors import Inconclusive, mended_by, resume_command
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.runs.block import Block
from sim.runs.manifest_file import SCHEMA
from sim.runs.store import Damaged, Store
from sim.runs.summary import outcome_rows, read_summary
from sim.runs.tables import (
    HISTOGRAMS,
    Schema,
    check_rows,
    count_schema,
    pieces_file,
    pieces_schema,
    read_table,
    summary_table,
)
from sim.runs.tally import Tally

OLD_PIECES = "cards.parquet"
"""Before schema 3, the pieces of every game were cards."""


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
    def cells(self) -> list[Json]:
        """The entries of summary.json, one for each cell."""
        cells: list[Json] = read_summary(Store(self.path), self.manifest, self.experiment)["cells"]
        return cells if all("outcomes" in row for row in cells) else self._with_outcomes(cells)

    @cached_property
    def summary(self) -> pl.DataFrame:
        """One row for each cell: its number, its labels, games, measures, means and outcomes with their intervals."""
        return summary_table(self.cells)

    @property
    def games(self) -> pl.LazyFrame:
        """One row for each game, scanned lazily; `cell` is the row number in `summary`."""
        if self.manifest["detail"] != "games":
            raise Inconclusive(f"{self.path}: kept no rows (--detail cells); see histograms")
        return self._rows(self.row_blocks)

    def games_of(self, cell: int) -> pl.LazyFrame:
        """Those of one cell: the files of other cells are not opened."""
        mine = [block for block in self.row_blocks if block.cell == cell] if self.manifest["detail"] == "games" else []
        return self._rows(mine) if mine else self.games.filter(pl.col("cell") == cell)

    def _rows(self, blocks: list[Block]) -> pl.LazyFrame:
        store = Store(self.path)
        return pl.scan_parquet([store.rows_path(block) for block in blocks], glob=False)

    @cached_property
    def row_blocks(self) -> list[Block]:
        """The blocks that have rows. Their checksums are compared when the rows are first asked for, and that no block
        is missing: damaged rows are never read."""
        store, experiment, found = Store(self.path), self.experiment, []
        games = 0
        for block in store.found():
            try:
                tally = store.load(experiment, block, self.manifest["schema"])
                check_rows(store.rows_path(block), experiment.game, tally.games)
            except Damaged as damaged:
                raise BadData(f"{self.path}/{damaged}: damaged; {mended_by(self.path)}") from None
            games += tally.games
            found += [block] if tally.games else []
        if games != self.manifest["counts"]["games"]:
            wanted = self.manifest["counts"]["games"]
            raise BadData(f"{self.path}/blocks: {games} games, expected {wanted}; {mended_by(self.path)}")
        return found

    @cached_property
    def pieces(self) -> pl.DataFrame:
        """The counters of every piece of every cell; the pieces are in the column that the game names them by."""
        game = self.experiment.game
        pieces_of(game)
        schema, piece = pieces_schema(game), game.presentation.piece
        if self.manifest["schema"] == SCHEMA:
            return self._table(pieces_file(game), schema)
        older = {"card" if name == piece else name: kind for name, kind in schema.items()}
        return self._table(OLD_PIECES, older).rename({"card": piece})

    @property
    def cards(self) -> pl.DataFrame:
        """The pieces of a game whose pieces are cards."""
        return self.pieces

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The game's count tables, by name."""
        return {
            table.name: self._table(f"{table.name}.parquet", count_schema(table))
            for table in self.experiment.game.tables
        }

    @cached_property
    def histograms(self) -> pl.DataFrame:
        """For each cell, column and value: the number of games."""
        return self._table("histograms.parquet", HISTOGRAMS)

    @cached_property
    def experiment(self) -> ResolvedExperiment:
        """The resolved experiment, with its game."""
        return resolve(self.manifest["experiment"], str(self.path / "manifest.json"))

    def _with_outcomes(self, cells: list[Json]) -> list[Json]:
        """The entries of a run of an old format, with the outcomes that follow from its histograms."""
        counted = self.histograms.partition_by("cell", "column", as_dict=True)
        filled = []
        for number, (row, cell) in enumerate(zip(cells, self.experiment.cells, strict=True)):
            tally = Tally(games=row["games"])
            for (at, column), part in counted.items():
                if at == number:
                    tally.histograms[str(column)] = np.bincount(part["value"], weights=part["games"]).astype(np.int64)
            filled.append(row | {"outcomes": outcome_rows(self.experiment.game.outcomes, cell.labels, tally)})
        return filled

    def _table(self, file: str, schema: Schema) -> pl.DataFrame:
        """A table of results, with these columns."""
        return read_table(self.path / file, Store(self.path).result(file, self.manifest), schema)


def load_run(path: str | Path, game: str | Path | None = None) -> Run:
    """Open a finished run. `game` is the path of a game of your own, if it was played with one."""
    if game is not None:
        admit(str(game))
    found = Run(Path(path))
    if not found.manifest["complete"]:
        raise Inconclusive(f"{path}: unfinished; continue with: {resume_command(found.path)}")
    return found
