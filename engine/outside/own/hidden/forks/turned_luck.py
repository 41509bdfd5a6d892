"""Luck that becomes another at a decision: what has been drawn stays drawn, what comes is new."""

from typing import Any

from engine.outside.own.luck import DRAWN, Keys, Luck

MASK = (1 << 64) - 1
GAME_BITS = 48


class TurnedLuck(Luck):
    """The luck of a game that is played again up to a decision. An author may have it in a variable of his own, so it
    is turned over in place."""

    def __init__(self, keys: Keys, game: int) -> None:
        super().__init__(keys, game)
        self._before: dict[tuple[Any, ...], list[int]] = {}

    def turn_over(self, keys: Keys, game: int) -> None:
        """From now on, draws are those of another game."""
        self._keys, self.game = keys, game
        self._before, self._drawn = self._drawn, {}

    def _new_row(self, key: tuple[Any, ...], label: str, which: tuple[int, ...], last: int) -> list[int]:
        row = super()._new_row(key, label, which, last)
        taken = self._before.get(key)
        return [DRAWN if was == DRAWN else now for was, now in zip(taken, row, strict=True)] if taken else row


def world_number(*numbers: int) -> int:
    """The number of a game for the luck of a world: a hash of what the world is for."""
    mixed = 0
    for number in numbers:
        mixed = ((mixed ^ number) + 0x9E3779B97F4A7C15) & MASK
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        mixed ^= mixed >> 31
    return mixed >> 64 - GAME_BITS
