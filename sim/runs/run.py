"""A finished run, opened: its manifest, its games and its tables."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path

import numpy as np
import polars as pl

from engine.errors import BadData, NotComparable, message
from engine.game.cell import Json
from engine.game.optional_parts import piece_names, pieces_of
from engine.game.registry import GAMES, admit, how_named
from sim.errors import Inconclusive, mended_by, resume_command
from sim.experiment.experiment import ResolvedExperiment, resolve, resolve_as_kept, resolve_as_played
from sim.experiment.kept_edition import EDITION, edition_in
from sim.runs.block import Block
from sim.runs.manifest_file import MANIFEST
from sim.runs.store import Damaged, Store
from sim.runs.summary import read_summary
from sim.runs.tables import (
    Schema,
    check_rows,
    count_schema,
    histograms_schema,
    pieces_file,
    pieces_schema,
    read_table,
    summary_table,
)

MOST_KEPT, MOST_KEPT_PER_BYTE = 10_000_000, 8
"""Games of a cell that a comparison keeps in memory: a small file may claim any number of them. Files of games that are
not all alike have at most six for each byte."""
MOST_SKIPPED = 1_000
"""Games that were skipped for each one that was played, at most: only a number in a small file tells of them."""


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
        return cells

    @cached_property
    def summary(self) -> pl.DataFrame:
        """One row for each cell: its number, its labels, games, measures, means and outcomes with their intervals."""
        return summary_table(self.cells)

    @property
    def games(self) -> pl.LazyFrame:
        """One row for each game, scanned lazily; `cell` is the row number in `summary`."""
        if self.manifest["detail"] != "games":
            raise Inconclusive(message("kept no rows (--detail cells); see histograms"), source=self.path)
        return self._rows(self.row_blocks)

    def games_of(self, cell: int, first: int = 0, last: int | None = None) -> pl.LazyFrame:
        """The games [first, last) of one cell: other files are not opened."""
        blocks = self.row_blocks if self.manifest["detail"] == "games" else []
        held = [each for each in blocks if each.cell == cell and first < each.last]
        held = [each for each in held if last is None or each.first < last]
        rows = self._rows(held) if held else self.games.filter(pl.lit(False))
        inside = pl.col("game") >= first
        return rows.filter(inside if last is None else inside & (pl.col("game") < last))

    def end_of(self, cell: int) -> int:
        """One more than the last index of a cell. BadData if its games are too many to keep in memory."""
        held = [block for block in self.row_blocks if block.cell == cell]
        games = sum(block.last - block.first for block in held)
        on_disk = sum(Store(self.path).rows_path(block).stat().st_size for block in held)
        if games > MOST_KEPT + MOST_KEPT_PER_BYTE * on_disk:
            raise BadData(
                message(
                    "{games:,} games of one cell in {on_disk:,} bytes are too many to compare",
                    games=games,
                    on_disk=on_disk,
                ),
                source=f"{self.path}/games",
            )
        return max((block.last for block in held), default=0)

    def _rows(self, blocks: list[Block]) -> pl.LazyFrame:
        store = Store(self.path)
        return pl.scan_parquet([store.rows_path(block) for block in blocks], glob=False)

    @cached_property
    def row_blocks(self) -> list[Block]:
        """The blocks that have rows. Their checksums are compared when the rows are first asked for, and that no block
        is missing: damaged rows are never read."""
        store, experiment, found = Store(self.path), self.experiment, []
        games, skipped = 0, 0
        ends = dict.fromkeys(range(len(experiment.cells)), 0)
        for block in store.found():
            if ends.get(block.cell) != block.first:
                raise BadData(
                    message("not a block of this run; {mended_by}", mended_by=mended_by(self.path)),
                    source=f"{self.path}/blocks/{block.name}.json",
                )
            ends[block.cell] = block.last
            try:
                tally = store.load(experiment, block)
                check_rows(store.rows_path(block), experiment.game, tally.games)
            except Damaged as damaged:
                raise BadData(
                    message("damaged; {mended_by}", mended_by=mended_by(self.path)), source=f"{self.path}/{damaged}"
                ) from None
            games += tally.games
            skipped += tally.skipped
            found += [block] if tally.games else []
        if skipped > MOST_SKIPPED * (games + MOST_SKIPPED):
            raise BadData(
                message(
                    "{skipped:,} games were skipped and {games:,} played, which is no run", skipped=skipped, games=games
                ),
                source=f"{self.path}/blocks",
            )
        if games != self.manifest["counts"]["games"]:
            wanted = self.manifest["counts"]["games"]
            raise BadData(
                message(
                    "{games} games, expected {wanted}; {mended_by}",
                    games=games,
                    wanted=wanted,
                    mended_by=mended_by(self.path),
                ),
                source=f"{self.path}/blocks",
            )
        return found

    @cached_property
    def pieces(self) -> pl.DataFrame:
        """The counters of every piece of every cell; the pieces are in the column that the game names them by."""
        game = self.experiment.game
        pieces_of(game)
        most = sum(len(piece_names(game, cell)) for cell in self.experiment.cells)
        return self._table(pieces_file(game), pieces_schema(game), most)

    @property
    def cards(self) -> pl.DataFrame:
        """The pieces of a game whose pieces are cards."""
        return self.pieces

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The game's count tables, by name."""
        return {
            table.name: self._table(
                f"{table.name}.parquet", count_schema(table), len(self.experiment.cells) * prod(table.shape)
            )
            for table in self.experiment.game.tables
        }

    @cached_property
    def histograms(self) -> pl.DataFrame:
        """For each cell, column and value: the number of games."""
        counted = [column for column in self.experiment.game.columns if column.histogram]
        values = sum(1 << 8 * np.dtype(column.dtype).itemsize for column in counted)
        schema = histograms_schema(self.experiment.game)
        played = len(counted) * self.manifest["counts"]["games"]  # each row stands for a game at least
        return self._table("histograms.parquet", schema, min(values * len(self.experiment.cells), played))

    @cached_property
    def experiment(self) -> ResolvedExperiment:
        """The resolved experiment, with its game by the rules that it was played by, if they can be read. A game of
        one's own is that of the call, if this has named it and it is still the same; else it is what the run keeps."""
        return read_experiment_of(self.path, self.manifest)

    def _table(self, file: str, schema: Schema, most_rows: int) -> pl.DataFrame:
        """A table of results, with these columns."""
        return read_table(self.path / file, Store(self.path).result(file, self.manifest), schema, most_rows)


def read_experiment_of(path: Path, manifest: Json, named: bool = True) -> ResolvedExperiment:
    """The experiment of a run, to read that; not with a game that this call has named if it should be read as kept."""
    data, source = manifest["experiment"], str(path / MANIFEST)
    game, kept = str(data.get("game")), edition_in(path, manifest)
    if kept is None or game in GAMES:
        return resolve_as_played(data, source, manifest["game"]["rules"], manifest["game"]["columns"])
    if named and how_named(game) is not None:
        with suppress(NotComparable):
            return resolve(data, source)
    return resolve_as_kept(data, source, kept, str(path / EDITION))


def load_run(path: str | Path, game: str | Path | None = None) -> Run:
    """Open a finished run. `game` is the path of a game of your own, if it was played with one."""
    if game is not None:
        admit(str(game))
    found = Run(Path(path))
    if not found.manifest["complete"]:
        raise Inconclusive(
            message("unfinished; continue with: {resume_command}", resume_command=resume_command(found.path)),
            source=path,
        )
    return found
