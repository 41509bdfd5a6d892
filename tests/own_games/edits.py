"""Random edits of game files: compiled and plain play must agree, or there is no kernel, or the kernel stops.

python -m tests.own_games.edits 300 SEED
"""

import ast
import sys
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.own_games.cells import COMPILED, text_of
from tests.own_games.verdicts import DIFFERS, verdict

GAMES_EACH = 6
OPERATORS = [ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod]
SIGNS = [ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq]
FUNCTIONS = [["max", "min"], ["any", "all"], ["sorted", "list", "reversed"], ["len", "sum"]]
METHODS = [["append", "remove"], ["pop", "copy", "clear"], ["count", "index"], ["die", "number"], ["get", "pop"]]

Edit = Callable[[ast.AST, Random], bool]
"""Changes a node, if it is of the right kind."""


def _operator(node: ast.AST, random: Random) -> bool:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = random.choice(OPERATORS)()
        return True
    return False


def _sign(node: ast.AST, random: Random) -> bool:
    if isinstance(node, ast.Compare):
        node.ops[0] = random.choice(SIGNS)()
        return True
    return False


def _constant(node: ast.AST, random: Random) -> bool:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += random.choice([-2, -1, 1, 2, 1 << 40, 1 << 62])
        return True
    return False


def _branches(node: ast.AST, random: Random) -> bool:
    if isinstance(node, ast.If) and node.orelse:
        node.body, node.orelse = node.orelse, node.body
        return True
    return False


def _either(node: ast.AST, random: Random) -> bool:
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return True
    return False


def _function(node: ast.AST, random: Random) -> bool:
    for group in FUNCTIONS:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in group:
            node.func.id = random.choice([each for each in group if each != node.func.id])
            return True
    return False


def _method(node: ast.AST, random: Random) -> bool:
    for group in METHODS:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in group:
            node.func.attr = random.choice([each for each in group if each != node.func.attr])
            return True
    return False


def _no_copy(node: ast.AST, random: Random) -> bool:
    """A slice that reaches further or less far."""
    if isinstance(node, ast.Slice):
        node.upper = random.choice([None, ast.Constant(2), ast.Constant(-1)])
        node.step = random.choice([None, None, ast.Constant(-1), ast.Constant(2)])
        return True
    return False


def _lost(node: ast.AST, random: Random) -> bool:
    """A statement that is gone."""
    body = getattr(node, "body", None)
    if isinstance(node, ast.If | ast.For | ast.While | ast.FunctionDef) and isinstance(body, list) and len(body) > 1:
        del body[random.randrange(len(body))]
        return True
    return False


EDITS: list[Edit] = [_operator, _sign, _constant, _branches, _either, _function, _method, _no_copy, _lost]


def edited(text: str, random: Random) -> str:
    """The text with one change within its functions."""
    tree = ast.parse(text)
    inside = [
        node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
    ]
    while True:
        if random.choice(EDITS)(random.choice(inside), random):
            return ast.unparse(ast.fix_missing_locations(tree))


def main(number: int, seed: int, games: int = GAMES_EACH) -> int:
    """Prints what became of the edits; how many differ."""
    random, found = Random(seed), Counter[str]()
    for _ in range(number):
        name = random.choice(COMPILED)
        text = edited(text_of(name), random)
        what = verdict(name, text, games, games)
        found[what] += 1
        print(what, name, file=sys.stderr, flush=True)
        if what == DIFFERS:
            print(f"--- {name} differs\n{text}")
    print(f"{number} edits, seed {seed}: {', '.join(f'{count} {what}' for what, count in found.most_common())}")
    return found[DIFFERS]


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
