"""Trained players in the memory of a kernel: their networks as words, and the keys by which they know texts."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.outside.own.compiled.kit.record import CODES, TEXT_BITS, TEXT_KEYS
from engine.outside.own.compiled.source import Source
from engine.outside.own.declared import PLAYERS
from engine.outside.own.policies.prepared import Numbers
from engine.players.learning.features import key_of_text, situation_pairs, word_of
from engine.policy.seats.trained_net import Net

MOST_NETS = 64


class NetWords:
    """Networks as words. The same network at the same seat is the same words each time."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Net, Numbers]] = {}

    def of_seat(self, seat: int, net: Net, rules: Mapping[str, Any]) -> Numbers:
        """A network for a seat. What comes with every view of the seat is added to it beforehand."""
        key = id(net), seat, tuple(rules.items())
        if key not in self._known:
            if len(self._known) >= MOST_NETS:
                self._known.clear()
            rest = {name: value for name, value in rules.items() if name != PLAYERS}
            self._known[key] = net, net.after(situation_pairs(seat, rules[PLAYERS], rest)).words()
        return self._known[key][1]


def put_text_keys(record: Any, source: Source, of_cards: Mapping[int, str]) -> None:
    """The keys of texts, of members of enums, and of words of cards, in a table of the record."""
    codes = [CODES + (at << TEXT_BITS) for at in range(len(source.texts) + len(source.members))]
    every = {**{code: source.value_of(code) for code in codes}, **of_cards}
    record.text_code[:] = 0
    if len(every) > TEXT_KEYS // 2:
        return  # a kernel that meets a text then stops
    for code, value in every.items():
        at = (code >> TEXT_BITS) * 7 + code & TEXT_KEYS - 1
        while record.text_code[at]:
            at = at + 1 & TEXT_KEYS - 1
        record.text_code[at], record.text_key[at] = code, np.uint64(key_of_text(word_of(value)))
