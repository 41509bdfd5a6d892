"""Mistakes planted into the pass and into what kernels run on: random programs must find each.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.planted
"""

import ast
import sys
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

from engine.outside.own.compiled.kit import lists, luck, numbers, table
from engine.outside.own.compiled.writing import comparisons
from engine.outside.own.compiled.writing.holding.dicts import Dicts
from engine.outside.own.compiled.writing.loops import Loops
from engine.outside.own.compiled.writing.statements import Statements
from engine.outside.own.compiled.writing.things import Things
from tests.own_games.programs import GAMES_EACH, Author
from tests.own_games.verdicts import DIFFERS, verdict

MOST_PROGRAMS = 80

MISTAKES: dict[str, Callable[[], Any]] = {
    "a swapped comparison": lambda: patch.dict(comparisons.SIGNS, {ast.Lt: "<="}),
    "a lost copy": lambda: patch.object(lists, "sliced", lambda rec, x, *others: x),
    "a copy too many": lambda: patch.object(Things, "set_field", _set_in_a_copy),
    "division towards zero": lambda: patch.object(numbers, "floor_div", lambda a, b: int(a / b)),
    "an order from the end": lambda: patch.object(lists, "_comes_before", _not_before),
    "a walk that skips the first": lambda: patch.object(Loops, "walk_value", _skipping),
    "a dict that forgets": lambda: patch.object(Dicts, "put_item", _only_new),
    "a turn too many": lambda: patch.object(table, "turn", lambda rec: 0),
    "the same die for all": lambda: patch.object(luck, "draw_number", lambda *given: 0),
    "assignments one after the other": lambda: patch.object(Statements, "_side_by_side", _one_by_one),
}


def _not_before(rec: Any, a: int, b: int, width: int, down: bool) -> bool:
    return bool(rec.mem[a] > rec.mem[b])


_walk = Loops.walk_value


def _skipping(self: Any, value: Any, node: Any) -> Any:
    found = _walk(self, value, node)
    self.emit(found.step[0])
    return found


_set_field, _put_item = Things.set_field, Dicts.put_item


def _set_in_a_copy(self: Any, value: Any, name: str, new: Any, node: Any) -> None:
    _set_field(self, self.thing_copied(value, node), name, new, node)


def _only_new(self: Any, many: Any, key: Any, value: Any, node: Any) -> None:
    """An item that is there already keeps its value."""
    _put_item(self, many, key, value, node)
    at = max(at for at, line in enumerate(self.lines) if line.strip() == "else:")
    self.lines[at + 1 :] = [f"{self.lines[at]}".replace("else:", "    pass")]


def _one_by_one(self: Any, target: Any, node: Any) -> bool:
    if not isinstance(target, ast.Tuple) or not isinstance(node, ast.Tuple) or len(target.elts) != len(node.elts):
        return False
    for each, value in zip(target.elts, node.elts, strict=True):
        self.assign(each, self.visit(value))
    return True


def programs_until_found(mistake: str) -> int:
    """How many programs it takes; 0 if all of them pass."""
    random = Random(mistake)
    with MISTAKES[mistake]():
        for number in range(1, MOST_PROGRAMS + 1):
            if verdict("odd", Author(random.randrange).program(), GAMES_EACH, 2) == DIFFERS:
                return number
    return 0


def main(mistakes: list[str]) -> int:
    found = {mistake: programs_until_found(mistake) for mistake in mistakes or MISTAKES}
    for mistake, number in found.items():
        print(f"{mistake}: {f'found by program {number}' if number else 'NOT FOUND'}")
    return sum(not number for number in found.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
