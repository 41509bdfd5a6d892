"""Many positions at once, and what the rules of cards say about them.

A lane is one position at the start of a turn: the row of cards and the fates in front of each. The *empty position* is
a single lane without cards or fates. *Typical positions* come from some games that are always the same, so that a sheet
always has the same numbers.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from engine.content.language import Expression
from engine.game.cell import Cell
from engine.kernel.records import Ints, new
from engine.policy.kernel import Seeds
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.table.events import SLOT
from engine.shipwreck.table.state import FATE_BITS, NONE, SLOTS, Log

Truths = NDArray[np.bool_]
Floats = NDArray[np.float64]


class Positions(NamedTuple):
    """Positions; the first axis of everything is the lane."""

    deck: Deck
    game: Ints
    """The game that a position belongs to: positions of one game resemble each other."""
    row: Ints
    """The cards of the four slots, by number in the alphabetical order of their ids; NONE for no card."""
    fates: Ints
    """How many fates of each value lie in front of each slot."""

    def only(self, lanes: Truths) -> Self:
        """Some of the positions."""
        return self._replace(game=self.game[lanes], row=self.row[lanes], fates=self.fates[lanes])

    @property
    def unseen(self) -> Ints:
        """Copies of each value that are not visible."""
        copies = np.zeros(self.fates.shape[-1], np.int64)
        for value, fate in self.deck.fates.items():
            copies[value] = fate.copies
        left: Ints = copies - self.fates.sum(axis=1)
        return left

    def slot_of(self, card: int) -> Truths:
        """The slot in which a card lies, the first one if there are two copies; no slot where it is not in the row."""
        lies = self.row == card
        first: Truths = lies & (lies.cumsum(axis=1) == 1)
        return first

    def in_front_of(self, card: int) -> Ints:
        """The fates in front of a card; none where it is not in the row."""
        there: Ints = (self.fates * self.slot_of(card)[:, :, None]).sum(axis=1)
        return there

    def hands(self) -> Floats:
        """The probability of each (played, kept) pair of fates, in this order, drawn from all that are not visible; 0
        where fewer than two are left."""
        left = self.unseen.astype(np.float64)
        pairs = left[:, :, None] * left[:, None, :]
        values = np.arange(left.shape[1])
        pairs[:, values, values] -= left
        total = pairs.sum(axis=(1, 2), keepdims=True)
        return np.divide(pairs, total, out=np.zeros_like(pairs), where=total > 0)

    def holds(self, rule: Expression, here: Ints, after_play: bool = False) -> Truths:
        """Whether a rule holds for each (played, kept) pair, with these fates in front of its card. Legality is judged
        before the fate is laid down, a card's answer after it."""
        top = self.fates.shape[-1] - 1
        values = np.arange(top + 1)
        played = values[None, :, None]
        hours = np.array([self.deck.fates[value].hours if value in self.deck.fates else 0 for value in values])
        env: dict[str, Ints] = {
            "played": played,
            "kept": values[None, None, :],
            "hours(played)": hours[None, :, None],
            "hours(kept)": hours[None, None, :],
        }
        for name, fates in (("visible", self.fates.sum(axis=1)), ("here", here)):
            mask = ((fates > 0) << values).sum(axis=1)[:, None, None]
            env[name] = mask | (1 << played) if after_play else mask
            env[f"total({name})"] = (fates * values).sum(axis=1)[:, None, None] + played * after_play
            env[f"count({name})"] = fates.sum(axis=1)[:, None, None] + after_play
        answers = rule.evaluate({name: env[name] for name in rule.inputs})
        truths = np.broadcast_to(answers, (len(self.game), top + 1, top + 1)).copy()
        truths[:, 0, :] = truths[:, :, 0] = False
        return truths


def empty_table(deck: Deck) -> Positions:
    """A single position without cards or fates."""
    lanes = max(deck.fates) + 1
    row = np.full((1, SLOTS), NONE, np.int64)
    return Positions(deck, np.zeros(1, np.int64), row, np.zeros((1, SLOTS, lanes), np.int64))


def tables_of_games(deck: Deck, cell: Cell, seed: int, games: int) -> Positions:
    """The position at the start of every turn of the first games of a cell, from the kernel's log."""
    lanes = max(deck.fates) + 1
    seen, game = [], []
    log = new(Log)
    for index in range(games):
        log.listens, log.count = 1, 0
        TABLES.play(TABLES.seat(cell), Seeds.of(seed), np.array([index]), log)
        events = log.event[: log.count]
        slots = events[events[:, 0] == SLOT].reshape(-1, SLOTS, events.shape[1])
        seen.append(slots)
        game.append(np.full(len(slots), index))
    shown = np.concatenate(seen)
    fates = np.zeros((len(shown), SLOTS, lanes), np.int64)
    for value in range(1, lanes):
        fates[:, :, value] = shown[:, :, 4] >> (FATE_BITS * (value - 1)) & ((1 << FATE_BITS) - 1)
    return Positions(deck, np.concatenate(game), shown[:, :, 2].copy(), fates)
