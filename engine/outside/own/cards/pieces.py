"""The cards of a game of one's own as reports and sheets want them; see `engine.game.optional_parts.Pieces`."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.game.cell import Cell
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.outside.own.cards.deck import OwnContent, OwnDecks
from engine.outside.own.cards.played import pack_of
from engine.outside.own.cards.tally import COUNTERS, FATES
from engine.policy.compiled_game.piece_content import CountedPieces

LAST_CARD = "last_card"
"""What the last event of a replay calls the card that was used last, or that left a hand last."""


@dataclass(frozen=True, eq=False)
class OwnPieces:
    """The names of cards come from the cell; sheets are about files."""

    decks_now: Callable[[], OwnDecks]
    piece: str
    counters = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return [card.id for card in pack_of(cell)]

    def features(self, cell: Cell) -> list[Feature]:
        return [Feature(self.piece, card.name, card.id, FATES.in_game) for card in pack_of(cell)]

    @property
    def _sheets(self) -> CountedPieces[OwnContent]:
        decks = self.decks_now()
        return CountedPieces(decks, lambda cell: decks.checked.of_data(cell.spec[decks.one], cell.name), COUNTERS)

    def sheet(self, content: str) -> Sheet:
        return self._sheets.sheet(content)

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        return self._sheets.piece_sheet(name, content, say)

    def decided_by(self, told: Replay) -> list[str]:
        """The card that was used last, or left a hand last."""
        found = told.events[-1].get(LAST_CARD) if told.events else None
        return [found] if isinstance(found, str) else []
