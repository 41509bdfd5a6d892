"""A block: some consecutive games of one cell, played and stored together."""

from typing import NamedTuple, Self

from engine.game.cell import Json
from sim.experiment.experiment import ResolvedExperiment
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


class PlayedBlock(NamedTuple):
    """What a worker returns for a block."""

    tally: Tally
    file: bytes
    """The rows as a Parquet file; empty if no rows are kept."""
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
