"""A game of one's own as a run kept it: its results can be read and told, and no line of its text is run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from engine.errors import BadInput, NotComparable, message
from engine.game.cell import Cell, Json
from engine.game.differences import plain_changes
from engine.game.protocol import Game
from engine.game.results import Batch, Replay
from engine.language.current import said
from engine.outside.as_game import OutsideGame
from engine.outside.own.cards.changes import cards_in_words
from engine.outside.own.cards.deck import BASE, KEY, ONE
from engine.outside.own.cards.pieces import OwnPieces
from engine.outside.own.declared import CODE, PLAYERS, Declared
from engine.outside.own.editions.kept import Kept, read_kept
from engine.outside.own.editions.rules import rules_digest
from engine.outside.own.files import load
from engine.outside.own.telling import words


class KeptGame(OutsideGame[Declared]):
    """Implements the protocols `Game` and `OnlyDeclared` of `engine.game.protocol`."""

    content = policies = files = editions = spreadsheets = None

    def __init__(self, kept: Kept, source: str) -> None:
        declared = kept.declared(source)
        super().__init__(declared)
        self._kept, self._source = kept, source
        self.text_digest = kept.sha256
        self.notable = words.notable_of(declared)
        self.presentation = replace(words.presentation_of(declared), changes=self._changes)
        self.pieces = OwnPieces(lambda: declared.decks, declared.pieces_are[1]) if declared.has_cards else None

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        """The grid of a run that was played with this text. It says which rules it is for, and that stays as it is."""
        rest = {key: value for key, value in grid.items() if key != CODE}
        return {**super().resolve(rest, source), CODE: grid.get(CODE)}

    def whoever_plays(self, grid: Json) -> Json:
        text = self._kept.text
        return {**grid, CODE: self.text_digest if text is None else rules_digest(text, frozenset())}

    def cells(self, grid: Json) -> list[Cell]:
        rest = {key: value for key, value in grid.items() if key != CODE}
        return [self._as_played(cell) for cell in super().cells(rest)]

    def _as_played(self, cell: Cell) -> Cell:
        return Cell(cell.labels, {CODE: self._kept.code_of(cell.spec), **cell.spec})

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Luck belongs to labels, whoever plays; but more players draw otherwise, and another text may have other
        columns."""
        if before.spec[PLAYERS] != after.spec[PLAYERS]:
            return words.no_luck_with(before.spec[PLAYERS], after.spec[PLAYERS])
        if not {before.spec[CODE], after.spec[CODE]} <= {*self._kept.codes.values()}:
            return said("the two were played with different texts of the game")
        return None

    def part(self, word: str) -> Json | None:
        return None

    def provenance(self, grid: Json) -> Json:
        return {"own game": {"name": self.name, "version": self.version, "sha256": self.text_digest}}

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return replace(self.edition.ids, code=cell.spec[CODE]).game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        self._refuse()

    def _changes(self, before: Json, after: Json) -> list[str]:
        of_cards = []
        if ONE in before and ONE in after:
            of_cards = cards_in_words(before[ONE], after[ONE], self.edition.pieces_are[0])
        sides: list[Any] = [
            {key: value for key, value in spec.items() if key != ONE or not of_cards} for spec in (before, after)
        ]
        return [*of_cards, *plain_changes(*sides, but=CODE)]

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        self._refuse()

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise self._refusal

    @property
    def _refusal(self) -> NotComparable:
        return NotComparable(
            message("only what {name} declares is read here, and nothing plays it", name=self.name), source=self._source
        )


def game_kept(name: str, data: object, source: str) -> Game:
    """A game that reads the results of a run, from what that keeps."""
    return KeptGame(_named(name, data, source), source)


def load_kept(name: str, data: object, source: str) -> tuple[str, Json]:
    """Run the text that is kept, because this call says so. Returns its hash, by which it is found from now on, and the
    keys of a grid that plays it with its own cards."""
    kept = _named(name, data, source)
    if kept.text is None:
        raise BadInput(
            message("keeps no text of {name}, as it was too large; name the game's file: --game PATH", name=name),
            source=source,
        )
    found = load(name, kept.text, source, kept.own_cards)
    Declared(found).check()
    deck = {KEY: [{"name": BASE, "content": kept.deck}]} if kept.deck else {}
    return found.digest, {CODE: found.digest, **deck}


def _named(name: str, data: object, source: str) -> Kept:
    kept = read_kept(data, source)
    if kept.name != name:
        raise BadInput(message("keeps a text of {other}, not of {name}", other=kept.name, name=name), source=source)
    return kept
