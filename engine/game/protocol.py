"""The seam: what `sim/` may ask of any game, and all that it knows of one.

A game turns the part of an experiment that speaks of the game (decks, players, policies, …) into cells, and
plays any range of game indices of a cell. A game is a pure function of (cell, seed, game index): never of the
worker, the block, the order or the machine. Results are integers; division happens once, in `sim/`.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell, Json
from engine.game.presentation import Feature, Story
from engine.game.results import Batch, Column, CountTable, Measure, Replay, Rows
from engine.game.sheets import PieceSheet, Sheet


class Alteration(NamedTuple):
    """A change of the rules with a name: what an ablation tries, one after the other."""

    label: str
    pieces: tuple[str, ...]
    """The pieces (cards) that it is about."""
    changes: Json
    """What `Game.changed` makes of it."""


class Game(Protocol):
    """A game behind the seam."""

    name: str
    version: int
    """Raised when a rule behaves differently, never for speed; results of different versions do not compare."""
    schema: int
    """Raised when the columns change."""
    columns: Sequence[Column]
    """The result row. The first two are `won` (0 or 1) and `turns`; one named `end`, if there is one, says how the game
    ended."""
    counters: Sequence[Column]
    """The columns of `Batch.pieces`."""
    tables: Sequence[CountTable]
    """What else games add up to, cell by cell."""
    measures: Sequence[Measure]
    """What the summary of a cell says beside games, wins and win_rate, in order."""
    notable: Mapping[str, Callable[[Rows], NDArray[np.int64]]]
    """The few games worth showing: for each kind, a rank per row; the highest is shown, −1 never."""
    story: Story
    """The parts that all of these play in a report."""
    rungs: str
    """The axis of the labels that says who plays; a change should be looked at from every rung of it."""
    worsens: str
    """The path of a change that makes games harder, by little if its value is little above 0: for planting an effect
    of known size."""

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        """Check the game's part of an experiment, fill in what is left out, and replace every name by what it
        stands for. The answer is plain data and resolves to itself. `source` (a file's name) leads the one
        line of a BadInput."""
        ...

    def cells(self, grid: Json) -> list[Cell]:
        """The cells of a resolved grid."""
        ...

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        """A resolved grid with some fields of its parts changed, each named by a dotted path; resolved again. It
        spans as many cells, in the same order. `source` leads the one line of a BadInput."""
        ...

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        """All changes of one kind: `cards` leaves out each piece, `powers` disables what each can do, `moons` makes
        each last a little shorter and a little longer. BadInput if the game, or the grid, has no such thing."""
        ...

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        """The numbers and rules that a search may change, by the path that `changed` takes, as they are now."""
        ...

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """The text of a file for `to` that lays these changes over what a grid, before it was resolved, plays; the
        notes lead it as comments."""
        ...

    def trained(self, cell: Cell) -> bool:
        """Whether those who play here have learned from games: then they know the rules they learned with, and a
        change finds them unprepared."""
        ...

    def part(self, word: str) -> Json | None:
        """The keys of a grid that play a part by its name: a deck, a policy with its parameters; None if the word
        names no part."""
        ...

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Why games of the same index do not share their luck in these cells; None if they do."""
        ...

    def provenance(self, grid: Json) -> Json:
        """What a manifest should say of the parts: content hashes, rule versions."""
        ...

    def pieces(self, cell: Cell) -> list[str]:
        """The names of the rows of `Batch.pieces`."""
        ...

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        """What a reader of the results should know, one line each: a policy that was not trained for a deck, say."""
        ...

    def train(
        self, policy: str, deck: str, players: Sequence[int], games: int, seed: int, say: Callable[[str], None]
    ) -> tuple[Path, Json]:
        """Let a policy that learns play so many games a round until it improves no more: what it has learnt, and under
        which path of a config folder that belongs."""
        ...

    def features(self, cell: Cell) -> list[Feature]:
        """What the rules of a cell provide for: its pieces by their titles, and whatever else each of them can do."""
        ...

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compile whatever the cells need, once, before workers start; `say` gets a line if that takes long."""
        ...

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        """Play the games with indices first, first + 1, … last − 1."""
        ...

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        """One game again, by the same kernel, with everything it did written down."""
        ...

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        """One word that names a game for good; it needs no run directory where all parts are shipped ones."""
        ...

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        """The cell, seed and index of a game id."""
        ...

    def admit(self, path: Path) -> str:
        """Load a file of the user's own code (a policy), which the command line named in this very call; returns the
        name by which the experiment may speak of it from now on. Nothing else ever loads such a file."""
        ...

    def policies(self) -> Sequence[Sheet]:
        """Who can play, and what can be set about them."""
        ...

    def check_policy(self, name: str, say: Callable[[str], None]) -> list[str]:
        """Test whether a policy keeps the rules; what failed, a line each. `say` hears how the test goes."""
        ...

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        """Check a file of the game's own kinds (a deck, a preset) and say in a few words what it is; None if it is of
        no such kind and must be an experiment."""
        ...

    def file_schema(self) -> Json:
        """The JSON Schema of the game's own kind of file, for editors."""
        ...

    def sheet(self, name: str) -> Sheet:
        """The parts of a deck, in words."""
        ...

    def piece_sheet(self, name: str, deck: str, say: Callable[[str], None]) -> PieceSheet:
        """What can be said of one piece of a deck before any game; `say` gets a line if something must be compiled."""
        ...

    def decided_by(self, told: Replay) -> list[str]:
        """The pieces whose doing ended a game, by the names that `pieces` gives them; none if it was none's."""
        ...
