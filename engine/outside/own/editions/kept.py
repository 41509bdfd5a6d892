"""One text of a game as a run or a baseline keeps it: the text, its cards, and all that it declares, as data.

To read results, the declaration is enough, and nothing is run. The text is run only by a call that says so."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError

from engine.configs import read_text
from engine.errors import BadData, BadInput, complaints, message
from engine.game.cell import Cell, Json
from engine.game.protocol import KeptText
from engine.language.current import said
from engine.outside.own.cards.deck import BASE
from engine.outside.own.declared import CODE, Declared
from engine.outside.own.editions.plain import (
    NotPlain,
    check_bounds,
    declaration_of,
    game_declaring,
    plain,
    policies_in,
)
from engine.outside.own.files import OwnFile
from engine.policy.seats.seating import policies_in as policies_of_cell

SCHEMA = 1
MOST_TEXT = 1_000_000
"""Bytes of the text and its cards together; larger ones are not kept."""
MOST_POLICIES, MOST_COLUMNS = 256, 512
UNBOUNDED = ("text", "cards", "codes")
"""Keys with bounds of their own."""
LATER = message("later, only a file with the same rules opens this")

Sha256 = Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]
Name = Annotated[StrictStr, Field(min_length=1, max_length=100)]


class Part(BaseModel):
    model_config = ConfigDict(defer_build=True)


class KeptArgument(Part):
    name: Name
    default: Any = None


class KeptPolicy(Part):
    """What a policy is called and how it can be set."""

    name: Name
    says: StrictStr
    arguments: Annotated[list[KeptArgument], Field(min_length=1, max_length=MOST_POLICIES)]


class KeptColumn(Part):
    """A column of the rows, as the declaration gave it when games were played."""

    name: Name
    dtype: Name
    meaning: StrictStr
    values: list[StrictStr] = []


class KeptOutcome(Part):
    """What games were judged by."""

    name: Name
    meaning: StrictStr
    column: Name
    margin: float


class Kept(Part):
    """The file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    name: Name
    sha256: Sha256
    """Of the text, as it was."""
    text: StrictStr | None
    """None if it was too large."""
    cards: StrictStr | None = None
    """The text of the file of its cards."""
    codes: Annotated[dict[Annotated[StrictStr, Field(max_length=2_000)], Sha256], Field(max_length=65_536)]
    """By the policies that a cell is played with: what the cell says about the text."""
    declares: dict[StrictStr, Any]
    policies: Annotated[list[KeptPolicy], Field(max_length=MOST_POLICIES)]
    deck: dict[StrictStr, Any] = {}
    """Its own cards, as a run plays them; empty if it has none."""
    outcomes: Annotated[list[KeptOutcome], Field(min_length=1, max_length=MOST_COLUMNS)]
    columns: Annotated[list[KeptColumn], Field(min_length=1, max_length=MOST_COLUMNS)]

    def code_of(self, spec: Json) -> str:
        """What a cell said about the text."""
        return self.codes.get(_who(spec), self.sha256)

    @property
    def own_cards(self) -> dict[str, dict[str, Any]]:
        """Its cards by their ids, as a game declares them."""
        return next((table for table in self.deck.values() if isinstance(table, dict)), {})

    def declared(self, source: str) -> Declared:
        """The declaration, checked as that of any game file. No text belongs to it, so nothing of it can be run."""
        policies = [each.model_dump(exclude_unset=True) for each in self.policies]
        game = game_declaring(self.declares, policies, self.own_cards, source)
        file = OwnFile(self.name, self.sha256, "", "", source, game, is_ours=True)
        try:
            found = Declared(file).check()
        except BadInput as error:
            raise BadData(message("{error}", error=error.unplaced.line), source=source, place=error.place) from None
        rows = [(column.name, column.dtype) for column in self.columns]
        judged = [(outcome.name, outcome.column) for outcome in self.outcomes]
        if rows != [(column.name, column.dtype) for column in found.columns] or judged != [
            (outcome.name, outcome.column) for outcome in found.outcomes
        ]:
            raise BadData(message("its columns and outcomes do not follow from what it declares"), source=source)
        return found


def kept_of(game: Declared, cells: Sequence[Cell]) -> KeptText:
    """All that is kept of a game that plays these cells. It is read once, so that whoever opens the run can."""
    try:
        data = _data_of(game, cells)
        read_kept(loads(dumps(data)), game.where).declared(game.where)
    except (NotPlain, BadData) as odd:
        told = odd.unplaced.line if isinstance(odd, BadData) else odd
        why = said("{game} declares something that cannot be kept as data ({told})", game=game.where, told=told)
        return KeptText(None, ": ".join([why, str(LATER)]))
    why = said(
        "{game} and its cards have more than {most:,} bytes, so their text is not kept", game=game.where, most=MOST_TEXT
    )
    large = ": ".join([why, str(LATER)])
    return KeptText(data, "" if data["text"] is not None else large)


def _data_of(game: Declared, cells: Sequence[Cell]) -> Json:
    text, cards = game.file.text, _cards_text(game)
    small = len(text.encode()) + len((cards or "").encode()) <= MOST_TEXT
    deck = game.decks.checked.load(BASE).data() if game.has_cards else {}
    return {
        "schema": SCHEMA,
        "name": game.name,
        "sha256": game.file.digest,
        "text": text if small else None,
        **({} if cards is None else {"cards": cards if small else None}),
        "codes": {_who(cell.spec): cell.spec[CODE] for cell in cells},
        "declares": declaration_of(game.file.game),
        "policies": policies_in(game.policies.functions),
        "deck": plain(deck),
        "outcomes": [
            plain({key: asdict(outcome)[key] for key in ("name", "meaning", "column", "margin")})
            for outcome in game.outcomes
        ],
        "columns": [
            plain({key: asdict(column)[key] for key in ("name", "dtype", "meaning", "values")})
            for column in game.columns
        ],
    }


def read_kept(data: object, source: str) -> Kept:
    """What a run or a baseline keeps, checked: anybody may have written it."""
    if isinstance(data, dict):
        check_bounds({key: value for key, value in data.items() if key not in UNBOUNDED}, source)
    try:
        found = Kept.model_validate(data)
    except ValidationError as error:
        raise BadData.of_all(complaints(error, source)) from None
    texts = [each.encode(errors="surrogatepass") for each in (found.text, found.cards) if each is not None]
    if sum(map(len, texts)) > MOST_TEXT:
        raise BadData(source=source, place="text", expected=message("at most {most:,} bytes", most=MOST_TEXT))
    if found.text is not None and sha256(texts[0]).hexdigest() != found.sha256:
        raise BadData(message("is not the text with this hash"), source=source, place="text")
    if not found.name.isidentifier() or not found.name.isascii():
        raise BadData(source=source, place="name", expected=message("a name of letters, digits and _"))
    return found


def _cards_text(game: Declared) -> str | None:
    """The file of its cards, if there is one."""
    if not game.has_cards or not game.decks.own_kind.is_in_file:
        return None
    return read_text(Path(game.decks.own_kind.base))


def _who(spec: Mapping[str, Any]) -> str:
    """The policies that a cell is played with, by their names."""
    return "+".join(sorted({part["name"] for part in policies_of_cell(dict(spec))}))
