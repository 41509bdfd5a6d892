"""The optional parts of a game, and how a verb asks for one.

A game needs none of them to be played. A verb that needs a part asks here; if the game has no such part, the person
gets one line that says so.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.errors import BadInput, Text, message
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.presentation import Feature
from engine.game.results import Column, Replay
from engine.game.sheets import PieceSheet, Sheet

P = TypeVar("P")


class Alteration(NamedTuple):
    """A named change of the content: what an ablation tries, one after the other."""

    label: str
    pieces: tuple[str, ...]
    """The pieces it changes."""
    changes: Json
    """What `Content.changed` takes."""
    takes_a_choice: bool = False
    """Whether it does nothing but take a choice from players who decide as one: alone, or all knowing the same. Without
    it they cannot be better off, unless they play badly. Not where opponents lose the choice, too, or where players of
    one side know different things; nor where a piece leaves a deck, since what is drawn in its place changes; and not
    what an author's switch does, of which nothing is known."""


class Content(Protocol):
    """Content that can be changed by dotted paths: cards, prices, options, parameters of policies."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of alteration an ablation can try, each with one line of help. The first is the default."""
        ...

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        """A resolved grid with some fields changed, each named by a dotted path; resolved again. It has as many cells,
        in the same order. `source` starts the one line of a BadInput."""
        ...

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        """All alterations of one kind. BadInput if the grid does not allow them."""
        ...

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """A few edits of the kind that people make: something under another id, something replaced by its like, a
        number moved by one. The gate's self-test tries itself on them."""
        ...

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        """The numbers and rules that a search may change: the path that `changed` takes, and the present value."""
        ...

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """The text of a content file for `to` that applies these changes to what an unresolved grid plays. The notes
        come first, as comments."""
        ...


class Choices(Protocol):
    """A field that holds one of some words, or is on or off."""

    @property
    def values(self) -> Sequence[str] | Sequence[bool]: ...

    def read(self, name: str, value: object) -> str | bool:
        """What a person wrote, as one of the values. BadInput if it is none."""
        ...


@runtime_checkable
class TellsMore(Protocol):
    """Pieces whose `piece_sheet` has tables or figures, beside the words that `sheet` has."""

    @property
    def tells_more(self) -> bool: ...


@runtime_checkable
class HasChoices(Protocol):
    """Content with such fields."""

    def choices(self) -> Mapping[str, Choices]:
        """By the paths that `Content.changed` takes."""
        ...


@dataclass(frozen=True)
class ContentByFunctions:
    """Content that functions of the game change and list; see `Content` for what each of them does."""

    kinds: Mapping[str, str]
    change: Callable[[Json, Mapping[str, object], str], Json]
    alter: Callable[[Json, str, str], list[Alteration]]
    rehearse: Callable[[Json, str], list[Alteration]]
    list_fields: Callable[[Json, str], dict[str, int | str]]
    extend: Callable[[Mapping[str, object], Mapping[str, object], Sequence[str], Path], str]

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return self.change(grid, changes, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        return self.alter(grid, kind, source)

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        return self.rehearse(grid, source)

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return self.list_fields(grid, source)

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        return self.extend(grid, changes, notes, to)


class Pieces(Protocol):
    """The pieces that games count things about: cards, faces of a die."""

    @property
    def counters(self) -> Sequence[Column]:
        """The columns of `Batch.pieces`."""
        ...

    def names(self, cell: Cell) -> list[str]:
        """The names of the rows of `Batch.pieces`."""
        ...

    def features(self, cell: Cell) -> list[Feature]:
        """What the rules of a cell contain: its pieces by their titles, and whatever else each of them can do."""
        ...

    def sheet(self, content: str) -> Sheet:
        """All pieces of one content file, in words."""
        ...

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        """What can be said about one piece before any game; `say` gets a line if something must be compiled."""
        ...

    def decided_by(self, told: Replay) -> list[str]:
        """The pieces that ended a game, by the names that `names` gives them; empty if none did."""
        ...


PolicyKind = Literal["random", "policy", "trained", "search"]
"""What a policy is: chance alone, what somebody wrote, what was learned, or a search over another."""


class Policies(Protocol):
    """Policies that a person can list, check and bring along."""

    def admit(self, path: Path) -> str:
        """Load a policy file that the command line named in this very call, and return the name an experiment may use
        for it from now on. Nothing else ever loads such a file."""
        ...

    def sheets(self) -> Sequence[Sheet]:
        """All policies, and what can be set about them."""
        ...

    def fair(self) -> list[str]:
        """The names of the policies that come with the game and see no more than their seats do."""
        ...

    def levels(self) -> int:
        """How many rounds of a trained player are at hand, each stronger than the one before; 0 if there is none."""
        ...

    def kind(self, policy: Json) -> PolicyKind:
        """What a policy is, whatever a person calls it; as resolved data."""
        ...

    def check(self, name: str, say: Callable[[str], None], seed: int = 1) -> list[Text]:
        """Test whether a policy keeps the rules, in games of a seed: one line for each failure. `say` hears how the
        test goes."""
        ...

    def meddling(self, play: Callable[[], object]) -> Sequence[Text]:
        """Where policies change what they are shown while games are played, a line each. Nothing for a game whose
        policies are checked for it elsewhere."""
        ...

    def from_outside(self, cell: Cell) -> bool:
        """Whether a policy that plays in a cell comes from a file or a package, and can be asked about its luck."""
        ...

    def suspicion(self, cell: Cell, seed: int, outcomes: Sequence[Outcome]) -> Text:
        """What speaks for a policy that knows the luck of this seed, in a line; empty if nothing does."""
        ...


class Learning(Protocol):
    """Policies that learn from games."""

    learner: str
    """The policy that is trained if none is named."""

    def trained(self, cell: Cell) -> bool:
        """Whether a policy of this cell learned from games. It then knows the rules it learned with, and a change finds
        it unprepared."""
        ...

    def train(
        self,
        policy: str,
        content: str,
        players: Sequence[int],
        games: int,
        seed: int,
        say: Callable[[str], None],
        played: Callable[[int, int], None],
    ) -> tuple[Path, Json]:
        """Let a policy play this many games a round until it improves no more. Returns what it learned in its best
        round, and the path in a config folder where that belongs. `say` hears how it goes, `played` how many games of
        a round are played, and of how many."""
        ...


class Files(Protocol):
    """Kinds of config file that are the game's own."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        """Check a file of one of these kinds and say in a few words what it is. None if it is of none of them, and must
        be an experiment."""
        ...

    def changes(self, path: Path) -> list[str]:
        """What a content file changes of what it extends, in words; nothing if it extends nothing."""
        ...

    def schema(self) -> Json:
        """The JSON Schema of the game's content files, for editors."""
        ...


class Editions(Protocol):
    """Other editions of a game that is code: its file as it was before, another build of a program."""

    def admit(self, word: str) -> str:
        """Let in an edition that the command line named in this very call, and return the word by which `Game.part`
        knows it from now on."""
        ...


@runtime_checkable
class KeptEditions(Protocol):
    """Editions that runs and baselines keep."""

    def admit_today(self, word: str) -> None:
        """By this word, `Game.part` knows the edition that the call names."""
        ...

    def admit_kept(self, word: str, kept: object, source: str) -> str:
        """Let in an edition that something keeps, because the call says so; by this word, `Game.part` knows it. The
        hash of its text is returned."""
        ...


FieldKind = Literal["whole", "number", "text", "switch"]
"""What a field of a piece holds; a `number` may be a fraction."""
FieldValue = bool | int | float | str


class PieceTable(NamedTuple):
    """The pieces of a content as rows, for a spreadsheet: one piece a row, one field a column."""

    table: str
    """The table of the content file that holds them: `cards`."""
    piece: str
    """What one of them is called."""
    pieces: Mapping[str, Mapping[str, FieldValue]]
    """By id: what each field holds. A field is named by its path inside of the piece; `name` is the piece's name."""
    fields: Mapping[str, FieldKind]
    """Every field that a column may stand for."""
    copies: str = "copies"
    """The field that says how many copies there are."""
    file: Path | None = None
    """The file that is written; None if a new one must extend the content."""
    is_open: bool = False
    """Whether pieces and fields may come and go. If not, only numbers change, of pieces that have them."""
    most: int = 1_000
    """The most pieces that the game can have."""
    inherited: Collection[str] = ()
    """Pieces that a file which this one extends has, too: they are taken out by `remove`."""
    is_read: Callable[[str], bool] = lambda field: True
    """Whether the rules could read a field of this name: a column for people only is no field."""


class Spreadsheets(Protocol):
    """Pieces that a designer may keep in a spreadsheet."""

    def table_of(self, content: str) -> PieceTable:
        """The pieces of a content, by its name or file. BadInput if it cannot be played."""
        ...


class HasParts(Protocol):
    """The name of a game, and its parts: None for a part that it does not have."""

    name: str

    @property
    def content(self) -> Content | None: ...

    @property
    def pieces(self) -> Pieces | None: ...

    @property
    def policies(self) -> Policies | None: ...

    @property
    def learning(self) -> Learning | None: ...

    @property
    def files(self) -> Files | None: ...

    @property
    def editions(self) -> Editions | None: ...

    @property
    def spreadsheets(self) -> Spreadsheets | None: ...


def _needed(part: P | None, game: HasParts, what: Text) -> P:
    if part is None:
        raise BadInput(message("the game {name} has no {what}, which this command needs", name=game.name, what=what))
    return part


def content_of(game: HasParts) -> Content:
    """The game's changeable content, for a verb that cannot do without."""
    return _needed(game.content, game, message("content that can be changed"))


def pieces_of(game: HasParts) -> Pieces:
    return _needed(game.pieces, game, message("pieces"))


def policies_of(game: HasParts) -> Policies:
    return _needed(game.policies, game, message("policies to choose from"))


def learning_of(game: HasParts) -> Learning:
    return _needed(game.learning, game, message("policies that learn"))


def files_of(game: HasParts) -> Files:
    return _needed(game.files, game, message("files of its own"))


def editions_of(game: HasParts) -> Editions:
    return _needed(game.editions, game, message("other editions: it is no file or program of your own"))


def spreadsheets_of(game: HasParts) -> Spreadsheets:
    return _needed(game.spreadsheets, game, message("pieces that a spreadsheet can hold"))


def counters_of(game: HasParts) -> Sequence[Column]:
    """The counters of the pieces; none for a game without pieces."""
    return game.pieces.counters if game.pieces else ()


def piece_names(game: HasParts, cell: Cell) -> list[str]:
    """The pieces of a cell; none for a game without pieces."""
    return game.pieces.names(cell) if game.pieces else []


def is_trained(game: HasParts, cell: Cell) -> bool:
    """Whether a policy of this cell learned from games."""
    return game.learning is not None and game.learning.trained(cell)
