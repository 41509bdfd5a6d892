"""Content that is a table of pieces with numbers: a deck of cards. Its files, sheets, changes and counters follow from
the model of it, so a game whose content needs no words of its own declares the model and nothing else."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, Generic, TypeVar

import numpy as np
from annotated_types import Interval
from pydantic import Field, create_model

from engine.configs import unknown_word
from engine.content.checked import CheckedContent, Problem
from engine.content.fields import Id, Switch, Table, Title, expects
from engine.content.files import ContentKind
from engine.content.layers import LayerRules
from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.differences import plain_changes
from engine.game.optional_parts import Alteration
from engine.game.presentation import Feature
from engine.game.results import Column, Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.kernel.records import Ints
from engine.language.current import said, several, word
from engine.policy.compiled_game.axes_and_options import Setting
from engine.policy.compiled_game.changes import REMOVE, Changes, KindOfChange, other_settings
from engine.policy.compiled_game.files import ContentFiles
from engine.policy.compiled_game.grid import OPTIONS, Grid
from engine.policy.compiled_game.records import fill
from engine.policy.registry import PolicySet
from engine.policy.seats.changes import parameter_fields

PLACE, PLACE_DIGITS = "place", 6
"""Where luck is drawn: a number of so many digits, to the base of 16. There is room for some copies of a piece."""


class Piece(Table):
    """A piece. A game adds its numbers."""

    name: Title = ""
    """For people; its id, if it has none."""


class Content(Table):
    """What a file and all that it extends say together. A game adds its numbers and its table of pieces."""

    name: Title
    rules: Annotated[int, Interval(ge=1, le=1), expects(message("1, the only rule version known"))] = 1
    """The version of the rules that it is written for."""

    def data(self) -> dict[str, Any]:
        """As plain data, with defaults filled in; reading it gives the same content."""
        return self.model_dump(mode="json")

    @cached_property
    def digest(self) -> str:
        """A hash of everything that can change a game: not of names, nor of the order of the tables."""
        canonical = json.dumps(_nameless(self.data()), sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()


def _nameless(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return {key: _nameless(value) for key, value in data.items() if key != "name" or isinstance(value, dict)}


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished content."""

    extends: Annotated[str | list[str], expects(message("a name, or a list of names"))] = Field(default_factory=list)
    """What this file extends, in this order."""
    remove: Annotated[list[Id], expects(message("a list of ids"))] = Field(default_factory=list)
    """Pieces of these files that are left out."""
    part: Switch = False
    """The file is meant to be extended."""


C = TypeVar("C", bound=Content)
R = TypeVar("R")


def nothing_else(content: Any) -> Iterable[Problem]:
    """Content of which each field is checked by itself."""
    return ()


@dataclass(frozen=True, eq=False, kw_only=True)
class PieceContent(Generic[C]):
    """One kind of content of one game."""

    game: str
    key: str
    """Of an experiment, and the folder of the files: `decks`."""
    one: str
    """`deck`"""
    model: type[C]
    pieces: str
    """The field of the model with the table of pieces: `cards`."""
    piece: str
    """`card`"""
    fewest: int = 1
    """Pieces that must be left, if some are left out."""
    most: int
    """Pieces for which the records of the game have room."""
    disagreements: Callable[[C], Iterable[Problem]] = nothing_else
    """What is wrong with the whole although every field is right by itself."""

    @cached_property
    def checked(self) -> CheckedContent[C]:
        rules = LayerRules(self.pieces, self.piece)
        kind = ContentKind(self.game, self.key, self.one, Heading, [*self.model.model_fields], rules)
        return CheckedContent(kind, self.model, self._problems)

    def _problems(self, content: C) -> Iterator[Problem]:
        if (found := len(self.pieces_of(content))) > self.most:
            yield (
                (self.pieces,),
                message(
                    "expected at most {most} {pieces}, got {found}", most=self.most, pieces=self.pieces, found=found
                ),
            )
        yield from self.disagreements(content)

    def pieces_of(self, content: C) -> Mapping[str, Piece]:
        """The pieces by id, in the order of their numbers. That of a file may be lost where its data are kept."""
        found: Mapping[str, Piece] = getattr(content, self.pieces)
        return dict(sorted(found.items()))

    def title(self, content: C, number: int) -> str:
        """What a person calls the piece of this number."""
        key, piece = [*self.pieces_of(content).items()][number]
        return piece.name or key

    def files(self, policies: PolicySet) -> ContentFiles[C]:
        whole_file = create_model(f"{self.model.__name__}File", __base__=(self.model, Heading))
        return ContentFiles(
            policies=policies,
            content=self.checked,
            keys={*self.model.model_fields, *Heading.model_fields} - {"name", "rules"},
            described=self._described,
            differences=lambda before, after: plain_changes(before.data(), after.data()),
            whole_file=whole_file,
            title=f"A fatecast {self.one}",
        )

    def _described(self, content: C) -> str:
        return said(
            "a {one} of {count} {pieces}, {digest}",
            one=word(self.one),
            count=len(self.pieces_of(content)),
            pieces=pieces_word(self.piece, self.pieces),
            digest=content.digest[:8],
        )

    def changes(self, grid: Grid[C]) -> Changes:
        """Changes of the content, the options and the policies, and the kinds that an ablation can try."""
        settings = [each for each in grid.about.options if isinstance(each, Setting) and each.parameter.words]

        def others(resolved: Json) -> Iterator[Alteration]:
            return other_settings(resolved, settings, *(each.name for each in settings))

        def rehearse(resolved: Json) -> list[Alteration]:
            return [*list(self.moved_numbers(resolved))[:1], *list(others(resolved))[:1]]

        return Changes(
            game=self.game,
            grid=grid,
            paths=[*(name for name in self.model.model_fields if name not in ("name", "rules")), REMOVE],
            alterable={
                self.pieces: KindOfChange(f"leave out each {self.piece}", self.left_out),
                "numbers": KindOfChange("lower and raise each number by one", self.moved_numbers),
                **({OPTIONS: KindOfChange("change each option of the rules", others)} if settings else {}),
            },
            rehearse=rehearse,
            list_fields=self._fields,
        )

    def left_out(self, grid: Json) -> Iterator[Alteration]:
        """Each piece that all contents have, if enough are left."""
        tables = [each["content"][self.pieces] for each in grid[self.key]]
        if min(map(len, tables)) > self.fewest:
            for key in tables[0]:
                if all(key in table for table in tables):
                    yield Alteration(f"without {key}", (key,), {REMOVE: [key]})

    def moved_numbers(self, grid: Json) -> Iterator[Alteration]:
        """Each number in which all contents agree, one less and one more, as far as the model allows it."""
        for path, value in self.numbers(grid).items():
            head, _, rest = path.partition(".")
            pieces = (rest.partition(".")[0],) if head == self.pieces else ()
            for other in (value - 1, value + 1):
                try:
                    for each in grid[self.key]:
                        self.checked.changed(each["content"], {path: other})
                except BadInput:
                    continue
                yield Alteration(f"{path} {value} → {other}", pieces, {path: other})

    def numbers(self, grid: Json) -> dict[str, int]:
        """The numbers in which all contents agree, by their paths."""
        first, *others = (dict(_numbers_in(each["content"])) for each in grid[self.key])
        return {path: value for path, value in first.items() if all(each.get(path) == value for each in others)}

    def _fields(self, grid: Json) -> dict[str, int | str]:
        options = {f"{OPTIONS}.{key}": value for key, value in grid[OPTIONS].items() if type(value) is int}
        return {**parameter_fields(grid), **self.numbers(grid), **options}

    def filled(self, scenario: R, content: C, spec: Json) -> R:
        """The record of a scenario with every whole number that has the name of a field: of the axes, of the options
        (1 if they are on), of the content, and in arrays, of each piece. Its `place` belongs to its id: luck that is
        drawn there stays the same if another piece comes or goes, although that may change the piece's number."""
        found = self.pieces_of(content)
        pieces = [
            {**piece.model_dump(), PLACE: place} for piece, place in zip(found.values(), places(found), strict=True)
        ]
        record: Any = scenario
        fill(record, {**content.data(), **spec, **spec[OPTIONS]})
        for name in {name for piece in pieces for name in piece} & {*record.dtype.names}:
            record[name][: len(pieces)] = [piece[name] for piece in pieces]
        return scenario

    def counts(self, counters: Sequence[Column]) -> Callable[[Any, C], Ints]:
        """The counters of a world that was played: for each, `tally` has an array of its name."""

        def count(world: Any, content: C) -> Ints:
            pieces = len(self.pieces_of(content))
            return np.stack([world.tally[counter.name][:pieces] for counter in counters], axis=1)

        return count

    def parts(self, grid: Grid[C], counters: Sequence[Column]) -> dict[str, Any]:
        """The parts of a `CompiledGame` that follow from its content, by name."""
        pieces = CountedPieces(self, grid.content_in, counters)
        return {"content": self.changes(grid), "pieces": pieces, "files": self.files(grid.policies)}


def pieces_word(piece: str, pieces: str) -> str:
    """What several pieces are called: as the language says it of one, or else as the game does."""
    of_language = several(piece)
    return word(pieces) if of_language == f"{piece}s" else of_language


def places(keys: Iterable[str]) -> list[int]:
    """A number from 1 on for each of these ids, which differs from those of the others."""
    found: list[int] = []
    for key in keys:
        place = int(sha256(key.encode()).hexdigest()[:PLACE_DIGITS], 16)
        while place in (0, *found):
            place += 1
        found.append(place)
    return found


def _numbers_in(data: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """Every number of a content but the version of the rules."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _numbers_in(value, (*path, key))
        elif type(value) is int and (path or key != "rules"):
            yield ".".join((*path, key)), value


@dataclass(frozen=True, eq=False)
class CountedPieces(Generic[C]):
    """The pieces as reports and sheets want them; see `engine.game.optional_parts.Pieces`."""

    content: PieceContent[C]
    content_in: Callable[[Cell], C]
    """The content that a cell is played with."""
    counters: Sequence[Column]
    """The first says whether a piece was in a game at all."""

    def names(self, cell: Cell) -> list[str]:
        return [*self.content.pieces_of(self.content_in(cell))]

    def features(self, cell: Cell) -> list[Feature]:
        content = self.content_in(cell)
        keys = self.content.pieces_of(content)
        titles = [self.content.title(content, number) for number in range(len(keys))]
        counter = self.counters[0].name
        return [Feature(self.content.piece, title, key, counter) for key, title in zip(keys, titles, strict=True)]

    def sheet(self, content: str) -> Sheet:
        loaded = self.content.checked.load(content)
        tables = [piece.model_dump() for piece in self.content.pieces_of(loaded).values()]
        numbers = [name for name in tables[0] if name != "name"] if tables else []
        rows = [
            [word(self.content.title(loaded, number)), key, *(str(table[name]) for name in numbers)]
            for number, (key, table) in enumerate(zip(self.content.pieces_of(loaded), tables, strict=True))
        ]
        title = said(
            "{deck}: {count} {pieces}, {digest}",
            deck=word(loaded.name),
            count=len(rows),
            pieces=pieces_word(self.content.piece, self.content.pieces),
            digest=loaded.digest[:8],
        )
        return Sheet(title, [word(self.content.piece), "id", *numbers], rows)

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        _, header, rows = self.sheet(content)
        for title, key, *words in rows:
            if name.strip().lower() in (key, title.lower()):
                lines = [f"{head}: {word}" for head, word in zip(header[1:], [key, *words], strict=True)]
                return PieceSheet(title, lines, [], [], [])
        raise unknown_word(self.content.piece, name, [row[1] for row in rows])

    def decided_by(self, told: Replay) -> list[str]:
        return []
