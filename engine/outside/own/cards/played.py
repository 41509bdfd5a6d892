"""What the games of a cell tell about its cards, while they are played."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell, RecentlyMade, content_key
from engine.game.outcomes import Outcome, Share
from engine.game.results import Rows
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.deck import ONE
from engine.outside.own.cards.exchange import Exchanged
from engine.outside.own.cards.tally import Games, counted
from engine.outside.own.declared import Declared
from engine.outside.own.luck import Keys
from engine.outside.own.results.every_row import WINNERS, WON_COLUMN

ALL_SEATS = -1
"""The bits of all seats."""

_packs: RecentlyMade[Pack] = RecentlyMade()


def pack_of(cell: Cell) -> Pack:
    """The cards that a cell is played with; the same object for the same cards."""
    deck = cell.spec.get(ONE)
    return NO_CARDS if deck is None else _packs.get(content_key(deck), lambda: Pack(deck))


def exchange_key(seed: int) -> int:
    """Of the luck that decides which draw of a game is exchanged."""
    low, high = Keys(seed, "exchange").of("draw")
    return low | high << 32


_rows_only: list[None] = []
"""As long as it is not empty, no game is played again."""


@contextmanager
def rows_only() -> Iterator[None]:
    """Meanwhile games are played for their rows: no card is exchanged, which takes as long as the game itself."""
    _rows_only.append(None)
    try:
        yield
    finally:
        _rows_only.pop()


class Played(NamedTuple):
    """Games that were played."""

    rows: Rows
    cards: NDArray[np.int64]
    """Counters, one row a card; see `engine.outside.own.cards.tally`."""


class CardGames:
    """The notes of some games."""

    def __init__(self, game: Declared, pack: Pack, seed: int, games: int, searches: bool = False) -> None:
        self.pack, self.key = pack, exchange_key(seed) if pack.kinds else 0
        self._game = game
        self.is_judged = bool(pack.kinds) and judged_by(game) is not None and not _rows_only and not searches
        """Whether games are played again with a card exchanged. Not if somebody searches: such a card would lie where
        no world that he imagines has it."""
        self.notes = np.zeros((games, len(pack.kinds)), np.int64)
        self.weights = np.zeros(games, np.int64)
        self.exchanged = np.full(games, -1, np.int64)
        self.seats = np.zeros(games, np.int64)
        self.other_rows = np.zeros(games if pack.kinds else 0, game.row)

    def note(self, at: int, notes: list[int], weight: int) -> None:
        """What happened to the cards of a game, and the weight of the draw that is exchanged in it; 0 if none is."""
        self.notes[at], self.weights[at] = notes, weight

    def note_other(self, at: int, exchanged: Exchanged, row: tuple[int, ...] | None) -> None:
        """The same game with a card exchanged."""
        self.exchanged[at], self.seats[at] = exchanged
        if row is not None:
            self.other_rows[at] = row

    def of(self, which: NDArray[Any]) -> "CardGames":
        """The notes of some of these games."""
        if not self.pack.kinds:
            return self
        found = copy(self)
        found.notes, found.weights, found.exchanged = self.notes[which], self.weights[which], self.exchanged[which]
        found.seats, found.other_rows = self.seats[which], self.other_rows[which]
        return found

    def counted(self, rows: Rows) -> NDArray[np.int64]:
        """The counters of these games, which have these rows."""
        if not self.pack.kinds:
            return np.zeros((0, 0), np.int64)
        judge = judged_by(self._game) if self.is_judged else None
        gain = np.zeros(len(rows), np.int64)
        if judge is not None:
            gain = results(judge, rows, self.seats) - results(judge, self.other_rows, self.seats)
        exchanged = self.exchanged if judge is not None else np.full_like(self.exchanged, -1)
        return counted(Games(self.notes, _winners(self._game, rows), self.weights, exchanged, gain))


def judged_by(game: Declared) -> Outcome | str | None:
    """What a card is judged by: the column of winners, or an outcome of all players; None if nothing will do."""
    if game.kind == "competitive":
        return WINNERS.name
    outcome = game.outcomes[0]
    return outcome if isinstance(outcome, Share) or not outcome.over else None


def results(judge: Outcome | str, rows: Rows, seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each game brought the seat."""
    if isinstance(judge, str):
        return rows[judge].astype(np.int64) >> seats & 1
    values = rows[judge.column].astype(np.int64)
    if isinstance(judge, Share):
        return np.isin(values, judge.codes).astype(np.int64)
    return np.array(judge.values, np.int64)[values] if judge.values else values


def _winners(game: Declared, rows: Rows) -> NDArray[np.int64]:
    if game.kind == "competitive":
        return rows[WINNERS.name].astype(np.int64)
    if game.kind == "cooperative":
        return np.where(rows[WON_COLUMN.name] > 0, ALL_SEATS, 0)
    return np.zeros(len(rows), np.int64)
