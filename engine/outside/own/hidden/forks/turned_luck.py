"""Luck that becomes another at a decision: what has been drawn stays drawn, what comes is new."""

from typing import Any

from engine.outside.own.luck import DRAWN, Keys, Luck


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
