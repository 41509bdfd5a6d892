"""Games with cards, played with several decks, compiled and in plain Python: every row must be equal, and what is
counted about cards.

python -m tests.own_games.decks 1000 [GAME …]               # so many games of each cell
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engine.game.cell import Cell
from engine.game.seats import FOCUS
from engine.outside.own.cards.deck import ONE
from engine.outside.own.cards.played import pack_of
from engine.outside.own.compiled.player import Player
from engine.outside.own.play import _seats, play_plainly, rules_of
from tests.own_games.cells import cells_of, game_of
from tests.own_games.verdicts import player_of, without_digests

WITH_CARDS = ["harbour", "potions", "vault"]
SEED = 17
Fields = dict[str, Any]
Cards = dict[str, Fields]


def _other_numbers(found: Cards) -> Cards:
    for number, fields in enumerate(found.values()):
        for name, value in fields.items():
            if type(value) is int and name != "copies":
                fields[name] = value + number % 3
            elif type(value) is float:
                fields[name] = value * 1.25
            elif type(value) is bool and number % 2:
                fields[name] = not value
    return found


def _other_words(found: Cards) -> Cards:
    """Some words that no file has, between those that it has; and words of a card that others have."""
    before = "blue"
    for number, fields in enumerate(found.values()):
        for name, value in fields.items():
            if isinstance(value, str) and number % 3:
                fields[name], before = (f"{value}~" if number % 3 == 1 else before), value
    return found


def _other_copies(found: Cards) -> Cards:
    for number, fields in enumerate(found.values()):
        fields["copies"] = (fields["copies"] + number) % 4
    return found


def _more_cards(found: Cards) -> Cards:
    """One before all others, one after them, and one in between whose id is a word of a file."""
    first, *_, last = (dict(fields) for fields in found.values())
    return {"a-first-one": last, **found, "hand": {**first, "name": "red"}, "zzz": first}


def _a_card_less(found: Cards) -> Cards:
    del found[max(found)]
    return found


DECKS: Mapping[str, Callable[[Cards], Cards]] = {
    "as declared": lambda found: found,
    "other numbers": _other_numbers,
    "other words": _other_words,
    "other copies": _other_copies,
    "more cards": _more_cards,
    "a card less": _a_card_less,
}


def with_deck(cell: Cell, how: str) -> Cell:
    """A cell with other cards."""
    deck = cell.spec[ONE]
    found = {key: dict(fields) for key, fields in deck["cards"].items()}
    return replace(cell, spec={**cell.spec, ONE: {**deck, "name": how, "cards": DECKS[how](found)}})


def differences(name: str, games: int) -> Iterator[str]:
    """Where compiled and plain play are not the same. All decks are played by one kernel, which is not written anew."""
    game = game_of(name)
    with without_digests():
        cells = [cell for cell in cells_of(game) if FOCUS not in cell.spec]
    made = player_of(game.edition, pack_of(cells[0]))
    assert isinstance(made, Player), made
    for at, how in enumerate(DECKS):
        for cell in (with_deck(each, how) for each in cells[at % 4 :: 4]):
            if not _is_same(game.edition, made, cell, games):
                yield f"{name}, {how}: {cell.name}"


def _is_same(declared: Any, made: Player, cell: Cell, games: int) -> bool:
    who, indices = cell.spec["policy"], np.arange(games)
    plain = play_plainly(declared, cell, who, SEED, indices)
    found = made.play(_seats(cell, who), rules_of(declared, cell), SEED, indices, pack_of(cell))
    SEEN["games"] += games
    SEEN["left"] += int(found.left.sum())
    SEEN["exchanged"] += int((found.cards.exchanged >= 0).sum())
    SEEN["came to nothing"] += int(((found.cards.exchanged < 0) & (found.cards.weights > 0)).sum())
    counted = found.cards.counted(found.rows)
    return not found.left.any() and bool((plain.rows == found.rows).all() and (plain.cards == counted).all())


SEEN: "Counter[str]" = Counter()
"""What was met in games that were compared."""


def main(words: list[str]) -> int:
    found = [each for name in words[1:] or WITH_CARDS for each in differences(name, int(words[0]))]
    print("\n".join([*found, f"{len(found)} of {SEEN['games']} differ", f"{dict(SEEN)}"]))
    return len(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
