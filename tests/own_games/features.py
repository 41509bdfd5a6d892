"""Mistakes planted into what policies remember, into columns below zero and into words of the rules: two games that use
all of these must find each.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.features [GAME …]
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any
from unittest.mock import patch

from engine.outside.own.compiled import kernel_text
from engine.outside.own.compiled.kit import table
from engine.outside.own.compiled.player import Player
from engine.outside.own.compiled.writing import memories
from engine.outside.own.compiled.writing.calling import asking
from engine.outside.own.policies import function_policy
from engine.outside.own.policies.memory import Memory
from tests.own_games.cells import text_of
from tests.own_games.verdicts import DIFFERS, SAME, verdict

NAMES = ("voyage", "pawnshop")
"""Games with switches, words, columns below zero and policies that remember."""
GAMES, CELLS = 6, 30

_new_memories, _seat = memories.new_memories, Player._seat


def _only_once(program: Any) -> str:
    """The fields are set in the first game only; later ones find their memories where these were."""
    return _new_memories(program).replace("  put(rec, held + ", "  if rec.game == 0: put(rec, held + ")


_kept: dict[int, Memory] = {}


def _same_for_all(values: Mapping[str, Any]) -> Memory:
    return _kept.setdefault(id(values), Memory(values))


def _without_sign(rec: Any, number: int, by: int) -> None:
    rec.counts[number] += abs(by)


def _swapped(self: Player, seats: Any, rules: Mapping[str, Any]) -> None:
    words = {name: each.values for name, each in self._declared.parameters.items() if hasattr(each, "values")}
    other = {name: words[name][-1 - words[name].index(value)] for name, value in rules.items() if name in words}
    texts = {name: value for name, value in other.items() if isinstance(value, str)}
    _seat(self, seats, {**rules, **texts})


MISTAKES: dict[str, Callable[[], Any]] = {
    "none": nullcontext,
    "a memory that is not reset": lambda: patch.object(kernel_text, "new_memories", _only_once),
    "a memory that seats share": lambda: patch.object(asking, "MEMORIES", "word(rec, 3) - seat"),
    "a memory that all games of plain play share": lambda: patch.object(function_policy, "Memory", _same_for_all),
    "a lost sign": lambda: patch.object(table, "count_in", _without_sign),
    "words that are swapped": lambda: patch.object(Player, "_seat", _swapped),
}


def main(names: Sequence[str]) -> int:
    wrong = 0
    for name in names:
        for mistake, planted in MISTAKES.items():
            with planted():
                found = verdict(name, text_of(name), GAMES, CELLS)
            wrong += found != (SAME if mistake == "none" else DIFFERS)
            print(f"{name}: {mistake}: {found}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or NAMES) > 0)
