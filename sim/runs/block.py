"""A block: some consecutive games of one cell, played and stored together."""

from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple, Self

from engine.game.cell import Json
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.atomic_files import write_new
from sim.runs.tally import Tally


class Block(NamedTuple):
    """The games [first, last) of the cell with this number."""

    cell: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """The stem of its files; names sort as blocks do."""
        return f"{self.cell:05d}-{self.first:012d}-{self.last:012d}"

    @classmethod
    def named(cls, name: str) -> Self:
        """The block whose files have this stem."""
        return cls(*map(int, name.split("-")))


class RowsFolder(NamedTuple):
    """Where the rows of a run belong. A worker that reaches this folder writes them there itself, under a temporary
    name: megabytes need not travel through pipes or a scheduler."""

    path: str
    mark: str
    """The name of an empty file in it that no other folder has. On another machine the same path may lead elsewhere."""

    def write(self, block: Block, rows: Iterable[bytes | memoryview]) -> str:
        """The name of the new file; none if this is not the machine or not the disk for it. Two workers may play the
        same block, when a cluster believes that one of them is lost, so every file has a name of its own. The worker
        does not wait for the disk: see `Store.settle`."""
        name = f".{block.name}.parquet.{token_hex(4)}.tmp"
        try:
            if not (Path(self.path) / self.mark).exists():
                return ""
            write_new(Path(self.path) / name, rows, synced=False)
        except OSError:
            return ""  # the machine that started the run tries again, and says what is wrong with the disk
        return name


class PlayedBlock(NamedTuple):
    """What a worker returns for a block."""

    tally: Tally
    file: bytes
    """The rows as a Parquet file; empty if no rows are kept, or if they are already in the folder of the run."""
    written: str
    """The temporary name of the rows in that folder, if they are there."""
    checksum: str
    seconds: float
    """Time spent in the kernel."""


def identity(experiment: ResolvedExperiment, block: Block) -> Json:
    """Everything that decides the games of a block. Its record names it under its checksum, so that a block of another
    cell, another seed or another game is never counted."""
    game = experiment.game
    return {
        "block": block.name,
        "cell": experiment.cells[block.cell].key,
        "seed": experiment.settings.seed,
        "game": {"name": game.name, "rules": game.version, "columns": game.schema},
    }
