"""A compiled game as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic

from engine.content.checked import Model
from engine.errors import BadInput, message
from engine.game.about import About
from engine.game.cell import Cell, Json
from engine.game.optional_parts import Learning, Pieces, Spreadsheets
from engine.game.outcomes import Outcome
from engine.game.presentation import Presentation
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.policy.compiled_game.changes import Changes
from engine.policy.compiled_game.checking import Check
from engine.policy.compiled_game.files import ContentFiles
from engine.policy.compiled_game.play import Replayed
from engine.policy.policies_part import CheckedPolicies
from engine.policy.seats.new_tables import notes_on_new_tables
from engine.policy.seats.seating import outside_policies

Tell = Callable[[Any, Replayed], Replay]
"""Turns a game of some content, played again, into data and lines."""


@dataclass(eq=False, kw_only=True)
class CompiledGame(Generic[Model]):
    """Implements the protocol `engine.game.protocol.Game`."""

    presentation: Presentation
    check: Check
    """How it is played, and how its policies are checked."""
    content: Changes
    pieces: Pieces
    files: ContentFiles[Model]
    tell: Tell
    notes_of: Callable[[Sequence[Cell]], list[str]] = lambda cells: []
    """See `Game.notes`."""
    identity: Callable[[Model], Json] = lambda content: {}
    """What a manifest says of a content beside its digest and its rules."""
    share_no_luck: Callable[[Json, Json], str | None] = lambda before, after: None
    """Why games of the same index share no luck in cells of these specs; None if they do."""
    learning: Learning | None = None
    spreadsheets: Spreadsheets | None = None
    editions: None = None

    def __post_init__(self) -> None:
        self.played, self.ids = self.check.tables, self.check.ids
        self.grid = self.played.grid
        results = self.played.results
        self.schema = results.SCHEMA
        self.columns: Sequence[Column] = results.COLUMNS
        self.outcomes: Sequence[Outcome] = results.OUTCOMES
        self.notable: Mapping[str, Notable] = results.NOTABLE
        self.measures: Sequence[Measure] = getattr(results, "MEASURES", ())
        self.tables: Sequence[CountTable] = getattr(results, "TABLES", ())
        self.name, self.version = self.ids.name, self.ids.rules
        self.about: About = self.grid.about
        self.policies = CheckedPolicies(self.check.game())

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return self.grid.resolve(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return self.grid.cells(grid)

    def part(self, word: str) -> Json | None:
        return self.content.part(word, self.files.keys)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return self.share_no_luck(before.spec, after.spec)

    def provenance(self, grid: Json) -> Json:
        contents: dict[str, Any] = dict(self.grid.contents_of(grid))
        told = {
            name: {"digest": content.digest, "rules": content.rules, **self.identity(content)}
            for name, content in contents.items()
        }
        return {self.grid.key: told, **outside_policies(self.grid.policies, grid)}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernels of the cells."""
        self.played.preparation.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return self.played.preparation.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return self.played.play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return self.tell(self.grid.content_in(cell), self.played.replay(cell, seed, index))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return self.ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return self.ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return [
            *self.notes_of(cells),
            *notes_on_new_tables(self.about.axes, cells, self.played.grid.policies.learned_by),
        ]


@dataclass(eq=False, kw_only=True)
class GameWithSecrets(CompiledGame[Model]):
    """A game whose replay can be told as one player knows it."""

    tell_as: Callable[[Any, Replayed, int], Replay]
    """The same, without what is hidden from this seat, from 0 on."""

    def replay_as(self, cell: Cell, seed: int, index: int, seat: int) -> Replay:
        """The same as the player in this seat knows it, from 1 on."""
        if not 1 <= seat <= cell.spec["players"]:
            raise BadInput(
                source="--as",
                expected=message("a seat from 1 to {players}, got {seat}", players=cell.spec["players"], seat=seat),
            )
        return self.tell_as(self.grid.content_in(cell), self.played.replay(cell, seed, index), seat - 1)
