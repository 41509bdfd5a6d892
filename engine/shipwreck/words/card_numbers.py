"""What follows from a card's rule alone, in numbers. No policy takes part in it.

A *hand* is two fates drawn at random from all that are not visible. A *play* is such a hand with one fate played on the
card and the other kept. A play tells what the rule tells: with this fate played here, the kept one is among those for
which that is legal, and which give the answer that the card asks for. In bits: −log₂ of the chance that a random kept
fate would have agreed. What people conclude from the choice of a card comes in addition.
"""

from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.kernel.records import Ints
from engine.shipwreck.table.state import SLOTS
from engine.shipwreck.words.positions import Floats, Positions, Truths


class Estimate(NamedTuple):
    """A number with its standard error."""

    value: float | None
    """None where the denominator is 0."""
    error: float = 0.0
    """The standard error from sampling."""


class CardNumbers:
    """The numbers of one card in some positions."""

    def __init__(self, tables: Positions, card: str) -> None:
        """Leaves out positions in which fewer than two fates can be drawn."""
        self.tables = tables.only(tables.unseen.sum(axis=1) >= 2)
        self.names = sorted(tables.deck.cards)
        self.card = self.names.index(card)
        self.weight = self.tables.hands()

    def legal_at(self, card: int) -> Truths:
        """Which (played, kept) pairs are legal at a card of the deck. A card that is not in the row counts as lying
        there without fates."""
        rule = self.tables.deck.cards[self.names[card]].play_rule
        return self.tables.holds(rule, self.tables.in_front_of(card))

    @cached_property
    def legal(self) -> Truths:
        return self.legal_at(self.card)

    @cached_property
    def signals(self) -> tuple[Truths, Truths]:
        """The legal plays, split by the card's answer: yes first, then no. All are in the first part if the card asks
        for no answer."""
        tells = self.tables.deck.cards[self.names[self.card]].effects.tells_rule
        if tells is None:
            return self.legal, np.zeros_like(self.legal)
        yes = self.tables.holds(tells, self.tables.in_front_of(self.card), after_play=True)
        return self.legal & yes, self.legal & ~yes

    @cached_property
    def told(self) -> Floats:
        """The bits that each play tells; 0 where it is not legal."""
        prior = self.weight.sum(axis=2, keepdims=True)
        bits = np.zeros_like(self.weight)
        for signal in self.signals:
            agree = (self.weight * signal).sum(axis=2, keepdims=True)
            chance = np.divide(agree, prior, out=np.ones_like(agree), where=agree > 0)
            bits -= np.log2(chance) * signal
        return bits

    def hands(self) -> Estimate:
        """The share of hands with at least one fate that may be played here."""
        return self._mean((self.weight * either_way(self.legal)).sum(axis=(1, 2)))

    def plays(self) -> Estimate:
        """The share of (played, kept) pairs that are legal."""
        return self._mean((self.weight * self.legal).sum(axis=(1, 2)))

    def bits(self) -> Estimate:
        """The bits that a legal play tells, on average over all legal plays."""
        weight = self.weight * self.legal
        return self._ratio((weight * self.told).sum(axis=(1, 2)), weight.sum(axis=(1, 2)))

    def bits_of_each(self) -> list[float | None]:
        """The same for each value played, from 1 up."""
        weight = (self.weight * self.legal).sum(axis=(0, 2))
        total = (self.weight * self.legal * self.told).sum(axis=(0, 2))
        return _divided(total[1:], weight[1:])

    def values_left(self) -> Estimate:
        """How many values the kept fate can have after a legal play, on average over all legal plays."""
        weight = self.weight * self.legal
        left = [signal * ((self.weight > 0) & signal).sum(axis=2, keepdims=True) for signal in self.signals]
        return self._ratio((weight * sum(left)).sum(axis=(1, 2)), weight.sum(axis=(1, 2)))

    def legal_share(self) -> list[list[float | None]]:
        """For each value played (down) and kept (across), from 1 up: how often this pair is legal."""
        weight, legal = self.weight.sum(axis=0), (self.weight * self.legal).sum(axis=0)
        return [_divided(*row) for row in zip(legal[1:, 1:], weight[1:, 1:], strict=True)]

    def overlap(self, other: int) -> tuple[float | None, float | None, float | None]:
        """The overlap with another card: of the plays legal here, the share that is also legal there; of those legal
        there, the share that is also legal here; of those legal at either, the share legal at both."""
        there = self.legal_at(other)
        both = float((self.weight * (self.legal & there)).sum())
        overs = (self.weight * legal for legal in (self.legal, there, self.legal | there))
        mine, theirs, either = (both / total if (total := float(over.sum())) else None for over in overs)
        return mine, theirs, either

    def stuck_in_row(self, without: bool = False) -> Estimate:
        """The chance that a hand cannot be played anywhere in the row, or (`without`) on the other cards of the row."""
        open_ = np.zeros_like(self.legal)
        mine = self.tables.slot_of(self.card)
        for slot, card in product(range(SLOTS), range(len(self.names))):
            lies = (self.tables.row[:, slot] == card) & ~(mine[:, slot] & without)
            if lies.any():
                rule = self.tables.deck.cards[self.names[card]].play_rule
                open_ |= either_way(self.tables.holds(rule, self.tables.fates[:, slot])) & lies[:, None, None]
        return self._mean((self.weight * ~open_).sum(axis=(1, 2)))

    def stuck_in_random_row(self) -> tuple[float, float, float]:
        """The same, exactly, if the row is dealt at random: with this card and three others, with three others alone,
        and with any four. Another copy of this card counts as one of the others."""
        closed = [~either_way(self.legal_at(card)) for card in range(len(self.names))]
        copies = [self.tables.deck.cards[name].copies for name in self.names]
        shut: Ints = np.sum([number * each for number, each in zip(copies, closed, strict=True)], axis=0)
        mine = closed[self.card].astype(np.int64)
        three = _all_of(SLOTS - 1, shut - mine, sum(copies) - 1)
        chances = (mine * three, three, _all_of(SLOTS, shut, sum(copies)))
        with_it, without, any_four = (float((self.weight * chance).sum(axis=(1, 2)).mean()) for chance in chances)
        return with_it, without, any_four

    def _mean(self, values: Floats) -> Estimate:
        return self._ratio(values, np.ones_like(values))

    def _ratio(self, values: Floats, over: Floats) -> Estimate:
        """Σvalues / Σover over all positions, with the usual standard error of a ratio of sums, clustered by game
        because the positions of one game resemble each other."""
        total = over.sum()
        if total <= 0:
            return Estimate(None)
        ratio = values.sum() / total
        _, cluster = np.unique(self.tables.game, return_inverse=True)
        games = int(cluster.max()) + 1
        if games < 2:
            return Estimate(float(ratio))
        residuals = np.bincount(cluster, values - ratio * over)
        error = np.sqrt((residuals**2).sum() * games / (games - 1)) / total
        return Estimate(float(ratio), float(error))


def either_way(legal: Truths) -> Truths:
    """Whether a hand has a legal play with either fate."""
    both: Truths = legal | legal.swapaxes(1, 2)
    return both


def _all_of(drawn: int, marked: Ints, cards: int) -> Floats:
    """The chance that all cards drawn, without replacement, are among the marked ones."""
    chance = np.ones(marked.shape)
    for taken in range(drawn):
        chance *= np.maximum(marked - taken, 0) / (cards - taken)
    return chance


def _divided(values: Floats, over: Floats) -> list[float | None]:
    return [float(value / by) if by > 0 else None for value, by in zip(values, over, strict=True)]
