"""The rule language: rules such as `played + kept <= 5`, read from a config and worked out on arrays.

A text becomes a tree through Python's own parser, and the tree is rebuilt node by node from what is listed in
this file. Whatever is not listed is refused; nothing is ever executed.

**Kinds.** An expression is a number (a 64-bit integer) or a truth value; a whole rule is a truth value. There
is no conversion: `played and 3` and `1 + (kept > 2)` are mistakes.

**Numbers.** `+ - *` and unary minus; `//` rounds down and `%` is its remainder, never negative. Both need a
written-out divisor of at least 1, so nothing is ever divided by zero. A product that could outgrow 64 bits is
refused.

**Truth.** `true`, `false`, comparisons of numbers (chained ones too), `==` and `!=` between two truth values,
`and`, `or`, `not`, `in`, `not in`. After `in` stands a set of numbers, `{1, 2, 2 * low}`, or a table.

**Words.** A game says which words are known in which place: its `Vocabulary`. A word is a number or a table of numbers;
a game may add functions of single words.

**Tables.** `total(t)` adds up the values and `count(t)` counts them, repeats included. `distinct(t)`,
`min(t)`, `max(t)`, `count_between(a, b, t)` (values v with a < v < b) and `in` look at the set of values.
Each gives 0 for the empty table. A number outside 0..62 is in no table.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.configs import unknown
from engine.content import terms
from engine.content.terms import Constant, Env, Input, Kind, Operation, Term
from engine.errors import BadText, message

MAX_CHARACTERS = 400
MAX_NODES = 120
MAX_NESTING = 20
MAX_CONSTANT = 999
MAX_NUMBER = 10**18
"""Products stay below this whatever the position, so int64 never overflows."""

ODD_CHARACTER = re.compile(r"[^A-Za-z0-9_\s+\-*/%<>=!(){},]", re.ASCII)
GLUED_NUMBER = re.compile(r"\b[0-9]+[A-Za-z_]\w*", re.ASCII)
SINGLE_EQUALS = re.compile(r"(?<![<>=!])=(?!=)")


@dataclass(frozen=True)
class GameFunction:
    """A function of a game that takes one word: `hours(kept)`."""

    usage: str
    words: frozenset[str]
    argument: str
    """What the word stands for."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words that a rule may use in one place."""

    names: Mapping[str, Term]
    functions: Mapping[str, GameFunction]
    members: str
    """What a table holds: `fates`."""


class ExpressionError(BadText):
    """An expression that is not of the language."""


@dataclass(frozen=True)
class Expression:
    """A checked rule."""

    text: str
    term: Term

    @property
    def inputs(self) -> frozenset[str]:
        """What `evaluate` needs to be told: words, tables as bit masks, and the likes of `total(visible)`."""
        return self.term.inputs

    def evaluate(self, env: Env) -> NDArray[np.bool_]:
        """Whether the rule holds, lane by lane; the inputs are broadcast against each other."""
        return np.asarray(self.term.evaluate(env), dtype=np.bool_)


def parse(text: str, vocabulary: Vocabulary) -> Expression:
    """Check a rule in which these words may stand."""
    _check_text(text)
    line = " ".join(text.split())
    tree = _tree(line)
    _check_size(tree)
    return Expression(line, _Reader(line, vocabulary).of_kind("truth", tree))


def _check_text(text: str) -> None:
    """Refuse what Python's parser should never see: a monster, or what it would only warn about."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            message(
                "expected at most {max_characters} characters, got {count}",
                max_characters=MAX_CHARACTERS,
                count=len(text),
            )
        )
    if odd := ODD_CHARACTER.search(text):
        raise ExpressionError(message("unexpected character {group!a}", group=odd.group()))
    if glued := GLUED_NUMBER.search(text):
        raise ExpressionError(message("{group!r} is neither a number nor a word", group=glued.group()))
    if SINGLE_EQUALS.search(text):
        raise ExpressionError(message("a single '=' compares nothing: write '=='"))


def _tree(line: str) -> ast.expr:
    try:
        return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        said = message("cannot be read as an expression")
        if error.offset:
            said = message("cannot be read as an expression (at character {offset})", offset=error.offset)
        raise ExpressionError(said) from None
    except (ValueError, MemoryError, RecursionError):
        raise ExpressionError(message("cannot be read as an expression")) from None


def _check_size(tree: ast.expr) -> None:
    """Count nodes level by level, so that not even a hopelessly deep tree is walked recursively."""
    nodes = nesting = 0
    level = [tree]
    while level:
        nodes += len(level)
        nesting += 1
        if nodes > MAX_NODES:
            raise ExpressionError(
                message("expected at most {max_nodes} numbers, words and operations in all", max_nodes=MAX_NODES)
            )
        if nesting > MAX_NESTING:
            raise ExpressionError(
                message("expected operations nested at most {max_nesting} deep", max_nesting=MAX_NESTING)
            )
        children = [child for node in level for child in ast.iter_child_nodes(node)]
        level = [child for child in children if isinstance(child, ast.expr)]


def number_term(compute: Callable[..., terms.Lanes], *parts: Term, limit: int) -> Operation:
    return Operation("number", compute, parts, limit)


def _truth(compute: Callable[..., terms.Lanes], *parts: Term) -> Operation:
    return Operation("truth", compute, parts)


def _not(term: Term) -> Operation:
    return _truth(np.logical_not, term)


COMPARISONS: dict[type[ast.cmpop], Callable[..., terms.Lanes]] = {
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
}

OF_A_TABLE = {"min": terms.lowest_in, "max": terms.highest_in, "distinct": terms.distinct}
OF_NUMBERS = {"min": terms.smallest, "max": terms.largest}

USAGE = {
    "abs": "abs(number)",
    "min": "min(table) or min(number, number, …)",
    "max": "max(table) or max(number, number, …)",
    "total": "total(table)",
    "count": "count(table)",
    "distinct": "distinct(table)",
    "count_between": "count_between(number, number, table)",
}
"""Every function that is the same in all games, and how it is called."""


class _Reader:
    """Turns syntax into terms, in a place where certain words are known."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.functions = vocabulary.functions
        self.names = {"true": Constant("truth", 1), "false": Constant("truth", 0), **vocabulary.names}
        self.a_kind = {
            "number": message("a number"),
            "truth": message("a truth value"),
            "table": message("a table of {members}", members=vocabulary.members),
        }

    def of_kind(self, kind: Kind, node: ast.expr) -> Term:
        return self.expect(kind, self.term(node), node)

    def expect(self, kind: Kind, term: Term, node: ast.expr) -> Term:
        if term.kind != kind:
            raise ExpressionError(
                message(
                    "expected {a_kind}, got {a_kind_2}: {quote}",
                    a_kind=self.a_kind[kind],
                    a_kind_2=self.a_kind[term.kind],
                    quote=self.quote(node),
                )
            )
        if term.kind == "number" and term.limit > MAX_NUMBER:
            raise ExpressionError(message("the number {quote} may become too large", quote=self.quote(node)))
        return term

    def numbers(self, nodes: list[ast.expr]) -> list[Term]:
        return [self.of_kind("number", node) for node in nodes]

    def term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=value) if type(value) is int:
                return self.constant(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.Not()):
                return _not(self.of_kind("truth", node.operand))
            case ast.UnaryOp(op=ast.USub()):
                operand = self.of_kind("number", node.operand)
                return number_term(np.negative, operand, limit=operand.limit)
            case ast.BoolOp():
                compute = terms.all_of if isinstance(node.op, ast.And) else terms.any_of
                return _truth(compute, *(self.of_kind("truth", value) for value in node.values))
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
                return self.arithmetic(node)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                return self.division(node)
            case ast.Compare():
                return self.chain(node)
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self.call(name, node.args)
        raise ExpressionError(message("{quote} is not part of the rule language", quote=self.quote(node)))

    def quote(self, node: ast.expr) -> str:
        piece = self.text[node.col_offset : node.end_col_offset]
        return repr(piece if len(piece) <= 60 else f"{piece[:59]}…")

    def constant(self, value: int) -> Term:
        if value > MAX_CONSTANT:
            raise ExpressionError(
                message(
                    "expected numbers of at most {max_constant}, got {value}", max_constant=MAX_CONSTANT, value=value
                )
            )
        return Constant("number", value)

    def name(self, name: str) -> Term:
        if name not in self.names:
            raise ExpressionError(unknown("name", name, self.names))
        return self.names[name]

    def arithmetic(self, node: ast.BinOp) -> Term:
        left, right = self.numbers([node.left, node.right])
        if isinstance(node.op, ast.Mult):
            return number_term(np.multiply, left, right, limit=left.limit * right.limit)
        compute = np.add if isinstance(node.op, ast.Add) else np.subtract
        return number_term(compute, left, right, limit=left.limit + right.limit)

    def division(self, node: ast.BinOp) -> Term:
        left, divisor = self.numbers([node.left, node.right])
        if not isinstance(divisor, Constant):
            raise ExpressionError(
                message("expected a written-out number as divisor, got {quote}", quote=self.quote(node.right))
            )
        if divisor.value == 0:
            raise ExpressionError(message("division by zero: {quote}", quote=self.quote(node)))
        if isinstance(node.op, ast.Mod):
            return number_term(np.remainder, left, divisor, limit=divisor.limit)
        return number_term(np.floor_divide, left, divisor, limit=left.limit)

    def chain(self, node: ast.Compare) -> Term:
        """`a < b <= c` says `a < b and b <= c`."""
        if len(node.ops) == 1:
            return self.comparison(node.left, node.ops[0], node.comparators[0])
        sides = [node.left, *node.comparators]
        links = zip(sides, node.ops, sides[1:], strict=False)
        return _truth(terms.all_of, *(self.link(left, op, right) for left, op, right in links))

    def comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Term:
        """Two truth values compare only outside a chain: nested chains would be worked out twice a level."""
        if isinstance(op, ast.Eq | ast.NotEq):
            first = self.term(left)
            kind: Kind = "truth" if first.kind == "truth" else "number"
            return _truth(COMPARISONS[type(op)], self.expect(kind, first, left), self.of_kind(kind, right))
        return self.link(left, op, right)

    def link(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Term:
        if isinstance(op, ast.In):
            return self.member(left, right)
        if isinstance(op, ast.NotIn):
            return _not(self.member(left, right))
        if type(op) not in COMPARISONS:
            raise ExpressionError(message("'is' is not part of the rule language: write '=='"))
        return _truth(COMPARISONS[type(op)], *self.numbers([left, right]))

    def member(self, left: ast.expr, right: ast.expr) -> Term:
        number = self.of_kind("number", left)
        if isinstance(right, ast.Set):
            return _truth(terms.is_one_of, number, *self.numbers(right.elts))
        return _truth(terms.lies_in, number, self.of_kind("table", right))

    def call(self, function: str, arguments: list[ast.expr]) -> Term:
        match function, arguments:
            case "abs", [argument]:
                number = self.of_kind("number", argument)
                return number_term(np.abs, number, limit=number.limit)
            case "min" | "max" | "distinct", [argument]:
                return number_term(OF_A_TABLE[function], self.of_kind("table", argument), limit=terms.INPUT_LIMIT)
            case "min" | "max", [_, _, *_]:
                numbers = self.numbers(arguments)
                return number_term(OF_NUMBERS[function], *numbers, limit=max(n.limit for n in numbers))
            case "total" | "count", [argument]:
                (table,) = self.of_kind("table", argument).inputs
                return Input("number", f"{function}({table})")
            case "count_between", [low, high, argument]:
                parts = [*self.numbers([low, high]), self.of_kind("table", argument)]
                return number_term(terms.count_between, *parts, limit=terms.INPUT_LIMIT)
        usage = USAGE | {name: own.usage for name, own in self.functions.items()}
        if function not in usage:
            raise ExpressionError(unknown("function", function, usage))
        if function in self.functions and len(arguments) == 1:
            return self.of_game(function, arguments[0])
        raise ExpressionError(
            message("expected {usage}, got {count} arguments", usage=usage[function], count=len(arguments))
        )

    def of_game(self, function: str, whose: ast.expr) -> Term:
        """A function of a word, not of a number: `hours(kept + 1)` would have to guess what is meant."""
        own = self.functions[function]
        if isinstance(whose, ast.Name) and whose.id in own.words & self.names.keys():
            return Input("number", f"{function}({whose.id})")
        raise ExpressionError(
            message(
                "expected {usage} of {argument} known here, got {quote}",
                usage=own.usage,
                argument=own.argument,
                quote=self.quote(whose),
            )
        )
