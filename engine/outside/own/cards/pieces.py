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

DECIDED_BY = "decided_by"
"""In the last event of a replay: the cards that a winner used, or let go; if nobody won, that anybody did."""


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
        ends = [event[DECIDED_BY] for event in told.events if DECIDED_BY in event]
        return list(ends[0]) if ends else []
