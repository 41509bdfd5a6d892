"""The words of the card language: which words a rule may use, by the place of the rule."""

import numpy as np

from engine.content.language import GameFunction, Vocabulary, number_term
from engine.content.terms import INPUT_LIMIT, Input, Term

COLLECTIONS = frozenset({"visible", "here"})
"""All visible fates, and those in front of the card in question."""
HOURS = GameFunction("hours(played) or hours(kept)", frozenset({"played", "kept"}), "a fate")
"""The hours printed on the token: a power that makes a fate count more does not change them."""


def vocabulary(*words: str) -> Vocabulary:
    """The vocabulary of a place where these words are allowed. If it has both `played` and `kept`, it also has some
    numbers made of the two."""
    names: dict[str, Term] = {word: Input("table" if word in COLLECTIONS else "number", word) for word in sorted(words)}
    if {"played", "kept"} <= names.keys():
        pair = (names["played"], names["kept"])
        apart = number_term(np.subtract, *pair, limit=2 * INPUT_LIMIT)
        names["sum"] = number_term(np.add, *pair, limit=2 * INPUT_LIMIT)
        names["difference"] = number_term(np.abs, apart, limit=2 * INPUT_LIMIT)
        names["low"] = number_term(np.minimum, *pair, limit=INPUT_LIMIT)
        names["high"] = number_term(np.maximum, *pair, limit=INPUT_LIMIT)
    return Vocabulary(names, {"hours": HOURS}, "fates")


IN_PLAY = vocabulary("played", "kept", "visible", "here")
"""A card's text while a fate is played."""
ON_PLAY = vocabulary("played", "visible", "here")
AT_END = vocabulary("kept", "visible", "here")
IN_QUESTION = vocabulary("kept", "played", "X", "visible")
OF_A_FATE = vocabulary("fate", "kept")
"""A text that selects fates by comparing them with the kept one."""
