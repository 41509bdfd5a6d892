"""The seam: what `sim/` may ask of any game, and all that it knows about one.

A game turns the part of an experiment that describes the game (its axes and options) into cells, and plays any range of
game indices of a cell. A game is a pure function of (cell, seed, game index), never of the worker, the block, the order
or the machine. Results are integers; division happens once, in `sim/`.

`Game` is the core that every game has. What only some games have (content that can be changed, pieces, policies,
learning, files of their own) are its parts; see `engine.game.optional_parts`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, Protocol, runtime_checkable

from engine.errors import Text
from engine.game.about import About
from engine.game.cell import Cell, Json
from engine.game.optional_parts import HasParts
from engine.game.outcomes import Outcome
from engine.game.presentation import Presentation
from engine.game.results import Batch, Column, CountTable, ForkFindings, Measure, Notable, Replay, Rows, Secrets


class Game(HasParts, Protocol):
    """A game behind the seam."""

    version: int
    """Raised when a rule behaves differently, never for speed. Results of different versions do not compare."""
    schema: int
    """Raised when the columns change."""
    about: About
    """Its title, its kind, what the command line can vary."""
    columns: Sequence[Column]
    """The result row. A column named `end`, if there is one, says how the game ended; one named `turns` is the turn of
    the last event of a replay."""
    outcomes: Sequence[Outcome]
    """What results are judged by. The first that all cells of a run have is its headline."""
    tables: Sequence[CountTable]
    """What else games add up to, cell by cell."""
    measures: Sequence[Measure]
    """What the summary of a cell says beside its outcomes and the means of its columns, in order."""
    notable: Mapping[str, Notable]
    """The few games worth showing: for each kind, which games qualify, and by which columns they are ranked."""
    presentation: Presentation
    """The parts that all of these play in a report."""

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        """Check the game's part of an experiment, fill in what is left out, and replace every name by what it stands
        for. The answer is plain data and resolves to itself. `source` (a file name) starts the one line of a
        BadInput."""
        ...

    def cells(self, grid: Json) -> list[Cell]:
        """The cells of a resolved grid."""
        ...

    def part(self, word: str) -> Json | None:
        """The keys of a grid that a word stands for: a content file, a policy with its parameters. None if the word
        names nothing."""
        ...

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Why games of the same index do not share their luck in these cells; None if they do."""
        ...

    def provenance(self, grid: Json) -> Json:
        """What a manifest should say about the parts: content hashes, rule versions."""
        ...

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        """What a reader of the results should know, one line each: for example, that a policy was not trained for this
        content."""
        ...

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compile whatever the cells need, once, before workers start. `say` gets a line if that takes long."""
        ...

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        """Play the games with indices first, first + 1, … last − 1."""
        ...

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        """Play one game again, by the same kernel, and write down everything that happens."""
        ...

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        """One word that names a game for good. It needs no run directory if all its parts are shipped ones."""
        ...

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        """The cell, seed and index of a game id."""
        ...


class KeptText(NamedTuple):
    """What is kept of a text of a game."""

    data: Json | None = None
    """Plain data; None if nothing is kept."""
    note: str = ""
    """What is not kept, and why, in a line; empty if all is."""


@runtime_checkable
class OnlyRead(Protocol):
    """A game by older rules: its runs can be read, but nobody plays it any more."""

    today: Game
    """The game as it is played now."""


@runtime_checkable
class KeepsText(Protocol):
    """A game of one's own: its runs and baselines keep its text and its declaration."""

    def kept(self, grid: Json, cells: Sequence[Cell]) -> KeptText:
        """What to keep of the text that plays these cells."""
        ...


@runtime_checkable
class HasRulesInText(Protocol):
    """A game of one's own: its grid names the text that plays it by a hash, which differs with who plays."""

    def whoever_plays(self, grid: Json) -> Json:
        """The grid with the hash of the rules alone."""
        ...


@runtime_checkable
class OnlyDeclared(Protocol):
    """A game of one's own as a run keeps it: what it declares is read, and nothing of it is run."""

    text_digest: str
    """The SHA-256 of its text."""


@runtime_checkable
class TellsAsSeat(Protocol):
    """A game with secrets, whose replay can be told as one player knows it."""

    def replay_as(self, cell: Cell, seed: int, index: int, seat: int) -> Replay:
        """The replay without what is hidden from this seat, counted from 1."""
        ...


@runtime_checkable
class AnswersForSecrets(Protocol):
    """A game that knows who has seen which of its cards."""

    def secrets(self, cell: Cell, seed: int, index: int) -> Iterator[Secrets]:
        """Ask the seats of a game; what is found comes in parts, each after a game was played once more at most."""
        ...


class Decided(NamedTuple):
    """A decision of a game that was played."""

    seat: int
    choices: int
    """How many there were, two at least."""
    chosen: int
    """The place of the one that was taken, from 0 on."""


@runtime_checkable
class Forks(Protocol):
    """A game that can go on from any decision in another way."""

    def decided(self, cell: Cell, seed: int, index: int) -> list[Decided]:
        """The decisions of a game, in order."""
        ...

    def forked(
        self, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None = None, by: Json | None = None
    ) -> Rows:
        """The row of the game that goes on from its decision number `at` with another choice: what has not happened by
        then, and what nobody has seen, has new luck, of this number, or the true luck if none is given. Everybody plays
        by the policy `by` from there, or as before. Other hands stay what they are: this is for who looks back."""
        ...


@runtime_checkable
class AnswersForForks(Protocol):
    """A game that somebody else plays for us, who may not keep his word about forks."""

    def fork_findings(self, cell: Cell, seed: int) -> Iterator[ForkFindings]:
        """Ask for forks of some games; what is found comes in parts, each after a few games. Nothing comes if it has
        no forks."""
        ...


@runtime_checkable
class PreparesMeanwhile(Protocol):
    """A game that compiles in other processes, while games of cells that are ready can be played."""

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        """Compile what the cells need, in their order, for as long as the context lasts. The function tells whether a
        cell can be played by now without compiling, in any process: the code is in the cache. It also says so of a
        cell that failed to compile; `prepare` or the first game of the cell then reports why."""
        ...


@runtime_checkable
class PlaysTwoWays(Protocol):
    """A game of somebody's own, in plain Python: it is played plainly until it is compiled, and for as long as it
    cannot be."""

    def plainly(self) -> AbstractContextManager[None]:
        """Meanwhile it is played in plain Python only."""
        ...

    def compile_now(self) -> Sequence[Text]:
        """Compile it, and wait for that. Why it cannot be compiled, in lines; nothing if it is compiled."""
        ...

    def differences(self) -> list[str]:
        """What was different when compiled and plain play were last compared, in lines; nothing if all was equal."""
        ...


@runtime_checkable
class PlaysRows(Protocol):
    """A game that is quicker to play if nobody asks for the counters of its pieces."""

    def simulate_rows(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        """The same games as `simulate`, with the same rows. Of the pieces, it may count less."""
        ...


def preparing(
    game: Game, cells: Sequence[Cell], say: Callable[[str], None]
) -> AbstractContextManager[Callable[[Cell], bool]]:
    """Prepare cells while others are played: see `PreparesMeanwhile`. A game that cannot do that prepares all of them
    first."""
    if isinstance(game, PreparesMeanwhile):
        return game.preparing(cells, say)
    game.prepare(cells, say)
    return nullcontext(lambda cell: True)
