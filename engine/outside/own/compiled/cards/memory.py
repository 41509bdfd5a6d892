"""The cards of a deck as words of a kernel's memory. Whoever plays lays them out before the games."""

from bisect import bisect_right
from itertools import groupby
from typing import Any

import numpy as np

from engine.outside.own.cards.card import Card, Pack
from engine.outside.own.compiled.cards.schema import ALL_HAVE, KINDS
from engine.outside.own.compiled.kit.record import BETWEEN_TEXTS, CODES, NONE, TEXT_BITS
from engine.outside.own.compiled.source import Source
from engine.outside.own.compiled.types import REAL, Fields, representation

HEAD = 1
"""The word before the fields of a thing, which says which of them are there: a card has all."""
FIXED = -1
"""In place of the room of a list that nobody changes."""


class CardMemory:
    """Cards of one deck, from an address on."""

    def __init__(self, source: Source, fields: Fields, pack: Pack, start: int) -> None:
        self._source, self._fields, self._start = source, fields, start
        self._codes = self._codes_of_words(pack)
        self.words_of_cards = {code: word for word, code in self._codes.items()}
        """What numbers stand for that are texts of the deck, and not of the file."""
        self.words: list[int] = []
        at = [self._put(self._words(card)) for card in pack.kinds]
        self.kinds = self._put_list(at)
        """Where the list of one card of each kind is, and that of all cards."""
        self.cards = self._put_list([at[card.number] for card in pack.cards])

    def _codes_of_words(self, pack: Pack) -> dict[str, int]:
        """Numbers for the words that the file does not have, in the order of all texts."""
        texts = self._source.texts
        new = {value for card in pack.kinds for value in vars(card).values() if type(value) is str} - set(texts)
        found = {}
        for place, words in groupby(sorted(new), key=lambda word: bisect_right(texts, word) - 1):
            for number, word in enumerate(words, 1):
                if number > BETWEEN_TEXTS:
                    raise ValueError("more words than there are numbers between two texts")
                found[word] = CODES + (place << TEXT_BITS) + number
        return found

    def _words(self, card: Card) -> list[int]:
        """KeyError or ValueError if it has not the fields that the kernel knows."""
        wanted = dict((*ALL_HAVE, *(self._source.schema or ())))
        words = [HEAD]
        for name, kind in self._fields.of.items():
            value = vars(card)[name]
            if KINDS[type(value)] != wanted[name]:
                raise ValueError(f"{name} is of another kind")
            words.append(self._word(value, representation(kind)))
        return words

    def _word(self, value: Any, how: str) -> int:
        if isinstance(value, str):
            return self._codes.get(value) or self._source.code(value)
        if how == REAL:
            if value != value:
                raise ValueError("a float that is no number")
            return int(np.float64(value).view(np.int64))
        if not NONE < value < CODES:
            raise ValueError("a number that a kernel may take for a text")
        return int(value)

    def _put(self, words: list[int]) -> int:
        at = self._start + len(self.words)
        self.words += words
        return at

    def _put_list(self, items: list[int]) -> int:
        to = self._put(items)
        return self._put([len(items), FIXED, to])
