"""The cards of a game of one's own as rows, for a spreadsheet; see `engine.game.optional_parts.Spreadsheets`."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.game.optional_parts import FieldKind, PieceTable
from engine.outside.own.cards.card import COPIES, MOST_KINDS, NAME
from engine.outside.own.cards.deck import OwnDecks, by_its_own_cards

KINDS: dict[type, FieldKind] = {bool: "switch", int: "whole", float: "number", str: "text"}


@dataclass(frozen=True, eq=False)
class CardRows:
    """Cards and fields may come and go in the game's own file; a deck that extends another has the fields of that."""

    decks_now: Callable[[], OwnDecks]
    rules: str
    """The text of the game; empty if nobody has it."""

    def _is_read(self, field: str) -> bool:
        return not self.rules or re.search(rf"\b{re.escape(field)}\b", self.rules) is not None

    def table_of(self, content: str) -> PieceTable:
        decks = self.decks_now()
        path = decks.own_kind.find(content)
        draft, own = decks.checked.draft_of(path)
        if not own.heading.extends:
            decks = replace(decks, model=by_its_own_cards(draft, decks))
        cards: dict[str, dict[str, Any]] = decks.checked.checked(draft).data()[decks.pieces]
        below = decks.own_kind.draft_below(path)
        fields = next(iter(cards.values()))
        return PieceTable(
            decks.pieces,
            decks.piece,
            {key: {**card, NAME: card[NAME] or key} for key, card in cards.items()},
            {name: KINDS[type(value)] for name, value in fields.items()},
            copies=COPIES,
            file=path if decks.own_kind.is_in_file or own.heading.extends else None,
            is_open=True,
            most=MOST_KINDS,
            is_read=self._is_read,
            inherited=[*below.data.get(decks.pieces, ())] if below else (),
        )
