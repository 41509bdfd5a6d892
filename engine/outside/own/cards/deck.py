"""The decks of a game of one's own: its cards as the game declares them, and files that change them.

The game's own cards say which fields a card has, and of which kind each is: whole numbers, numbers, words, or true and
false. A card that leaves a field out has 0, no word, or false. Other decks may change values, add cards and leave cards
out, but they have the same fields.
"""

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import AfterValidator, Field, StringConstraints, create_model

from engine import configs
from engine.content.checked import CheckedContent, Problem
from engine.content.errors import Field as FieldPath
from engine.content.errors import bad_field
from engine.content.fields import Between, Id, Switch, expects, shown
from engine.content.files import ContentFile, ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput, Message, message, nearest
from engine.game.cell import Json
from engine.game.optional_parts import Alteration
from engine.outside.own.cards.card import COPIES, MOST_CARDS, MOST_KINDS, NAME
from engine.policy.compiled_game.piece_content import Content, Heading, Piece, PieceContent

KEY, ONE = "decks", "deck"
"""Of an experiment, and of a cell."""
BASE = "base"
"""The name of the deck that the game itself declares."""
MOST_FIELDS = 50
"""Of a card."""
MOST_COPIES = 1000
LONGEST_WORD = 1_000
"""Characters of a text."""
LARGEST = 10**9
"""Numbers of cards lie between this and less this."""
TAKEN = ("id", "number")
"""What every card has, and no file sets."""
WORD = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)

Raw = Mapping[str, Any]


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("not one line")
    return text


Word = Annotated[
    str,
    StringConstraints(max_length=LONGEST_WORD),
    AfterValidator(_one_line),
    expects(message("one line of at most {most:,} printable characters", most=LONGEST_WORD)),
]
"""Also the text of a rule: it changes no game, unless the rules read it."""


def is_declaration(given: object) -> bool:
    """Whether a game can declare its cards so: by the name of a file beside its own, or as a table."""
    if not isinstance(given, str):
        return isinstance(given, Mapping)
    return given.endswith(".toml") and Path(given).name == given and "\\" not in given and not given.startswith(".")


def is_word_for_many(word: object) -> bool:
    """Whether cards can be called so: `tiles`."""
    return isinstance(word, str) and bool(WORD.fullmatch(word)) and word.endswith("s") and 3 < len(word) <= 20


class OwnContent(Content):
    """A deck. The table of its cards is added."""


@dataclass(frozen=True)
class OwnKind(ContentKind):
    """Where decks of a game lie. The game's own cards are called `base`, and also by the name of their file."""

    where: str = ""
    """The game, for people."""
    declared: str | Raw = ""
    """The name of the file of the game's own cards, or the cards."""

    def find(self, name: str, beside: Path | None = None) -> Path:
        if name == BASE and not (beside and (beside / f"{BASE}.toml").is_file()):
            return self.base
        if isinstance(self.declared, str) and name == self.declared.removesuffix(".toml"):
            return self.base
        return super().find(name, beside)

    @property
    def is_in_file(self) -> bool:
        """Whether the game's own cards lie in a file beside it."""
        return isinstance(self.declared, str)

    @property
    def base(self) -> Path:
        """The file of the game's own cards; the game's own file, if they are in it."""
        if not isinstance(self.declared, str):
            return Path(self.where)
        path = configs.folder_beside(self.game) / self.declared
        if not path.is_file():
            raise BadInput(message("no such file; {where} names it for its cards", where=self.where), source=path)
        return path

    def _read(self, path: Path) -> ContentFile:
        if not isinstance(self.declared, str) and path == self.base:
            heading = self.read_heading({}, str(path))
            return ContentFile(path, heading, {self.rules.pieces: {key: dict(card) for key, card in self._inline()}})
        return super()._read(path)

    def _inline(self) -> Iterator[tuple[str, Raw]]:
        assert not isinstance(self.declared, str)
        for key, card in self.declared.items():
            if not isinstance(key, str) or not isinstance(card, Mapping):
                got = f"{key!r}: {card!r}"[:60]
                raise bad_field(
                    self.where, (self.rules.pieces,), message("expected a table for each id, got {got}", got=got)
                )
            yield key, card


@dataclass(frozen=True)
class OwnChecked(CheckedContent[OwnContent]):
    """Decks, checked. Files have the fields of the game's own cards; data, those that they have: a run can be read
    although the game's cards have other fields by now."""

    def draft_of(self, path: Path) -> tuple[Draft, ContentFile]:
        """A new card whose id is nearly that of another one may be a slip, unless it has a name of its own."""
        draft, own = super().draft_of(path)
        pieces, below = self.kind.rules.pieces, self.kind.draft_below(path)
        known, mine = below.data.get(pieces) if below else None, own.layer.get(pieces)
        if not isinstance(known, dict) or not isinstance(mine, dict):
            return draft, own
        for key, card in mine.items():
            if key not in known and isinstance(card, dict) and NAME not in card and (meant := nearest(key, known, 1)):
                told = message("is new; did you mean {meant!r}? If not, give it a name", meant=meant)
                raise bad_field(str(path), (pieces, key), told)
        return draft, own

    def of_data(self, data: object, source: str) -> OwnContent:
        return super(OwnChecked, self._as_it_is(data, source)).of_data(data, source)

    def changed(self, data: object, changes: Mapping[str, object], source: str = "changes") -> OwnContent:
        return super(OwnChecked, self._as_it_is(data, source)).changed(data, changes, source)

    def _as_it_is(self, data: object, source: str) -> "OwnChecked":
        rules = self.kind.rules
        return replace(self, model=_model(self._laid(data, source), rules.pieces, rules.piece))


@dataclass(frozen=True, eq=False, kw_only=True)
class OwnDecks(PieceContent[OwnContent]):
    """All decks of one game."""

    own_kind: OwnKind

    @cached_property
    def checked(self) -> OwnChecked:
        return OwnChecked(self.own_kind, self.model, self._problems)

    def moved_numbers(self, grid: Json) -> Iterator[Alteration]:
        """Nothing goes below 0 of which no card has less than that: rules seldom expect to draw −1 cards."""
        cards = [card for deck in grid[self.key] for card in deck["content"][self.pieces].values()]
        below = {name for card in cards for name, value in card.items() if type(value) is int and value < 0}
        for each in super().moved_numbers(grid):
            [(path, value)] = each.changes.items()
            if value >= 0 or path.rpartition(".")[2] in below:
                yield each


def decks_of(game: str, where: str, declared: str | Raw, pieces: str, piece: str) -> OwnDecks:
    """The decks of a game that declares these cards. Its own cards are read now."""
    kind = OwnKind(
        game, KEY, ONE, Heading, [NAME, "rules", pieces], LayerRules(pieces, piece), where=where, declared=declared
    )
    draft, _ = kind.draft_of(kind.base)
    model = _model(draft, pieces, piece)
    return OwnDecks(
        game=game, key=KEY, one=ONE, model=model, pieces=pieces, piece=piece, most=MOST_KINDS, own_kind=kind,
        disagreements=lambda deck: _too_many(deck, pieces),
    )  # fmt: skip


def by_its_own_cards(draft: Draft, decks: OwnDecks) -> type[OwnContent]:
    """The model of a deck that extends nothing: its own cards say which fields there are."""
    return _model(draft, decks.pieces, decks.piece)


def _too_many(deck: OwnContent, pieces: str) -> Iterator[Problem]:
    total = sum(card.copies for card in getattr(deck, pieces).values())
    if not 1 <= total <= MOST_CARDS:
        yield (
            (pieces,),
            message(
                "expected 1 to {most:,} {pieces} with all copies, got {total:,}",
                most=MOST_CARDS,
                pieces=pieces,
                total=total,
            ),
        )


def _model(draft: Draft, pieces: str, piece: str) -> type[OwnContent]:
    """The model of a deck, by what the game's own cards have."""
    cards = draft.data.get(pieces)
    if not isinstance(cards, dict) or not cards:
        raise bad_field(
            draft.source_of((pieces,)),
            (pieces,),
            message("expected a table for each {piece}: [{pieces}.kraken]", piece=piece, pieces=pieces),
        )
    if len(cards) > MOST_KINDS:
        told = message(
            "expected at most {most} {pieces}, got {found}", most=MOST_KINDS, pieces=pieces, found=len(cards)
        )
        raise bad_field(draft.source_of((pieces,)), (pieces,), told)
    kinds: dict[str, list[tuple[FieldPath, Any]]] = {}
    for key, card in cards.items():
        if not isinstance(card, dict):
            where = (pieces, str(key))
            raise bad_field(draft.source_of(where), where, message("expected a table, got {card}", card=shown(card)))
        for name, value in card.items():
            kinds.setdefault(str(name), []).append(((pieces, str(key), str(name)), value))
    fields: dict[str, Any] = {COPIES: (Annotated[int, Between(0, MOST_COPIES)], 1)}
    for name, values in kinds.items():
        path = values[0][0]
        if complaint := _wrong_name(name, values, kinds):
            raise bad_field(draft.source_of(path), path, complaint)
        if name not in (NAME, COPIES):
            fields[name] = _field(draft, values)
    if len(fields) > MOST_FIELDS:
        told = message("expected at most {most} fields, got {found}", most=MOST_FIELDS, found=len(fields))
        raise bad_field(draft.source_of((pieces,)), (pieces,), told)
    card = create_model("Card", __base__=Piece, **fields)
    table: Any = (dict[Id, card], Field(default_factory=dict))  # type: ignore[valid-type]
    return create_model("Deck", __base__=OwnContent, **{pieces: table})


def _wrong_name(name: str, values: Sequence[object], kinds: Mapping[str, Sequence[object]]) -> Message | None:
    if name in TAKEN:
        return message("every card has this already; choose another name")
    if name not in (NAME, COPIES) and hasattr(Piece, name):
        return message("this word has another meaning here; choose another name")
    if not WORD.fullmatch(name) or keyword.iskeyword(name) or len(name) > 40:
        return message("expected a name of small letters, digits and _, such as power")
    shared = [each for each, found in kinds.items() if len(found) > 1]
    others = [each for each in (*shared, NAME, COPIES) if each != name and len(each) > 2]
    if len(values) == 1 and len(name) > 2 and (meant := nearest(name, others, 1)):
        return message("only this one has it; did you mean {meant!r}?", meant=meant)
    return None


def _field(draft: Draft, values: list[tuple[FieldPath, Any]]) -> Any:
    """The kind of a field, by all its values."""
    sorts = {_sort(value) for _, value in values}
    if sorts == {int}:
        return Annotated[int, Between(-LARGEST, LARGEST)], 0
    if sorts <= {int, float}:
        return Annotated[
            float, Interval(ge=-LARGEST, le=LARGEST), expects(message("a number up to {most:,}", most=LARGEST))
        ], 0.0
    if sorts == {str}:
        return Word, ""
    if sorts == {bool}:
        return Switch, False
    first = _sort(values[0][1])
    path, value = next((each for each in values if _sort(each[1]) not in (first, int, float)), values[0])
    if first is None or _sort(value) is None:
        told = message("expected a number, a word, or true or false, got {value}", value=shown(value))
    else:
        told = message("expected {like}, as others have it, got {value}", like=WORDS[first], value=shown(value))
    raise bad_field(draft.source_of(path), path, told)


WORDS = {
    int: message("a number"),
    float: message("a number"),
    str: message("a word in quotes"),
    bool: message("true or false"),
}


def _sort(value: object) -> type | None:
    return type(value) if type(value) in WORDS else None
