"""A game file as the pass reads it: its functions and classes, its texts as numbers, and its constants in memory."""

import ast
import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from engine.outside.own.author import Game
from engine.outside.own.compiled.cards.schema import Schema
from engine.outside.own.compiled.kit.record import CODES, NONE, TEXT_BITS, TEXTS
from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    ENUM,
    FLOAT,
    INT,
    INT_ENUM,
    LIST,
    NOTHING,
    REAL,
    ROW,
    SET,
    TEXT,
    THING,
    Fields,
    Kind,
    Kinds,
    Refused,
    representation,
    width,
)
from engine.outside.own.compiled.versions import split_variables
from engine.policy.parameters import Parameter

LONGEST_TEXT = 200_000
"""Characters of a file."""
DEEPEST = 100
"""Expressions and blocks within each other."""
MOST_CONSTANTS = 50_000
"""Values within the constants of a file."""
MOST_WORDS = 200_000
"""Of memory for them."""
WALKED = 32
"""Letters of a text that can be walked through, at most."""
WHOLE_LIMIT = 1 << 62
SCALARS: dict[type, str] = {bool: BOOL, int: INT, float: FLOAT, str: TEXT}

NOTHING_PREPARED: Mapping[str, Mapping[str, str]] = MappingProxyType({})

Function = ast.FunctionDef


class Source:
    """One game file."""

    def __init__(
        self,
        text: str,
        module: ModuleType,
        game: Game,
        prepared: Mapping[str, Mapping[str, str]] = NOTHING_PREPARED,
        schema: Schema | None = None,
    ) -> None:
        if len(text) > LONGEST_TEXT:
            raise Refused(0, f"the file has more than {LONGEST_TEXT:,} characters")
        self.tree = ast.parse(text)
        _check_depth(self.tree)
        self.module, self.game = module, game
        self.prepared = prepared
        """What policies work out before the first game, by their names and those of their arguments: its shape."""
        self.schema = schema
        """What is known of cards; None if there are none."""
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, dict[str, Function]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, Function):
                split_variables(node)
        for node in self.tree.body:
            if isinstance(node, Function):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = {each.name: each for each in node.body if isinstance(each, Function)}
        self._left = MOST_CONSTANTS
        self.enums: dict[str, Any] = {
            name: value
            for name, value in vars(module).items()
            if isinstance(value, enum.EnumMeta) and value.__module__ == module.__name__ and _is_plain(value)
        }
        self.texts = self._all_texts()
        self.members: list[enum.Enum] = [
            member for each in self.enums.values() if not issubclass(each, int) for member in each
        ]
        if len(self.texts) + len(self.members) > TEXTS:
            raise Refused(0, f"the file has more than {TEXTS} texts")
        self._codes = {text: CODES + (at << TEXT_BITS) for at, text in enumerate(self.texts)}
        self._member_codes = {
            member: CODES + (len(self.texts) + at << TEXT_BITS) for at, member in enumerate(self.members)
        }
        self.memory: list[int] = [0, 0, 0, 0]
        self._kinds: dict[int, Kind] = {}
        self._addresses: dict[tuple[int, int], int] = {}
        self._kept: list[Any] = []

    def _all_texts(self) -> list[str]:
        """Every text of the file, in order."""
        found = {
            node.value for node in ast.walk(self.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for name, value in vars(self.module).items():
            if not name.startswith("__"):
                found.update(self._texts_in(value, 4))
        for value in vars(type(self.game)).values():
            found.update(self._texts_in(value, 4))
        words = [each for each in self.game.parameters.values() if not isinstance(each, Parameter)]
        found.update(self._texts_in(words, 4))
        for each in self.enums.values():
            for member in each:
                found.add(member.name)
                found.update(self._texts_in(member.value, 2))
        for text in [each for each in found if len(each) <= WALKED]:
            found.update(text)
        found.discard("")
        return ["", *sorted(found)]

    def _texts_in(self, value: Any, depth: int) -> Iterator[str]:
        self._left -= 1
        if self._left < 0:
            raise Refused(0, f"the constants of the file have more than {MOST_CONSTANTS:,} values")
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple | set | frozenset) and depth:
            for each in value:
                yield from self._texts_in(each, depth - 1)
        elif isinstance(value, Mapping) and depth:
            for key, each in value.items():
                yield from self._texts_in(key, depth - 1)
                yield from self._texts_in(each, depth - 1)
        elif is_dataclass(value) and not isinstance(value, type) and depth:
            for each in fields_of(value):
                yield from self._texts_in(getattr(value, each.name, None), depth - 1)

    def code(self, text: str) -> int:
        return self._codes[text]

    def member(self, value: enum.Enum) -> int:
        return self._member_codes[value]

    def value_of(self, code: int) -> Any:
        """The text, the member or None that a number stands for; a number stands for itself."""
        if code == NONE:
            return None
        if code < CODES:
            return code
        at = code - CODES >> TEXT_BITS
        return self.texts[at] if at < len(self.texts) else self.members[at - len(self.texts)]

    def is_as_written(self, function: Function, owner: str) -> bool:
        """Whether a name still stands for what its def says: nothing was put in its place when the file was loaded."""
        holder = vars(self.module).get(owner) if owner else self.module
        found: Any = vars(holder).get(function.name) if holder is not None else None
        found = getattr(found, "fget", None) or getattr(found, "__func__", None) or getattr(found, "py_func", found)
        code = getattr(found, "__code__", None)
        lines = [function.lineno, *(each.lineno for each in function.decorator_list)]
        return code is not None and code.co_name == function.name and code.co_firstlineno in lines

    def start_again(self) -> None:
        """Forget what was found out about constants."""
        self._kinds.clear()

    def kind_of(self, kinds: Kinds, value: Any, depth: int = 0) -> Kind:
        """Of a constant. ValueError if it cannot be one."""
        if isinstance(value, enum.Enum):
            if type(value).__name__ not in self.enums:
                raise ValueError("an enum that is more than names and values")
            return kinds.scalar((INT_ENUM if isinstance(value, int) else ENUM) + type(value).__name__)
        if type(value) is int and not -WHOLE_LIMIT < value < WHOLE_LIMIT:
            raise ValueError("a whole number beyond 64 bits")
        if type(value) is float and value != value:
            raise ValueError("a float that is no number")
        if type(value) in SCALARS:
            return kinds.scalar(SCALARS[type(value)])
        if value is None:
            return kinds.scalar(NOTHING)
        if id(value) not in self._kinds:
            if depth > 6:
                raise ValueError("a constant that is nested too deeply")
            self._kept.append(value)
            self._kinds[id(value)] = self._kind_of_many(kinds, value, depth)
        return self._kinds[id(value)]

    def _kind_of_many(self, kinds: Kinds, value: Any, depth: int) -> Kind:
        if isinstance(value, tuple) and (depth or hasattr(value, "_fields")):
            named = type(value).__name__ if hasattr(value, "_fields") else ""
            return kinds.tuple_of([self.kind_of(kinds, each, depth + 1) for each in value], named)
        if isinstance(value, list | tuple | range | set | frozenset):
            found = kinds.shaped(SET if isinstance(value, set | frozenset) else LIST, Kind())
            found.is_tuple, found.is_list = isinstance(value, tuple), isinstance(value, list)
            for each in value:
                kinds.flow(self.kind_of(kinds, each, depth + 1), found.items[0])
            return found
        if type(value) is dict and depth and value and all(isinstance(key, str) for key in value):
            return self._kind_of_fields(kinds, "", value, value, depth)
        if type(value) in (dict, Counter):
            found = kinds.shaped(DICT, Kind(), Kind())
            found.named = "Counter" if type(value) is Counter else ""
            for key, each in value.items():
                kinds.flow(self.kind_of(kinds, key, depth + 1), found.items[0])
                kinds.flow(self.kind_of(kinds, each, depth + 1), found.items[1])
            return found
        if is_dataclass(value) and type(value).__name__ in self.classes:
            given = {each.name: getattr(value, each.name) for each in fields_of(value)}
            return self._kind_of_fields(kinds, type(value).__name__, type(value), given, depth)
        raise ValueError(f"a {type(value).__name__}")

    def _kind_of_fields(self, kinds: Kinds, named: str, maker: object, given: Mapping[str, Any], depth: int) -> Kind:
        fields = Fields(named)
        fields.makers[id(maker)] = frozenset(given)
        for name, each in given.items():
            fields.of[name] = Kind()
            kinds.flow(self.kind_of(kinds, each, depth + 1), fields.of[name])
            if isinstance(each, str):
                fields.texts[name] = None
        return kinds.thing(fields)

    def words(self, value: Any, kind: Kind) -> list[int]:
        """A constant as words of memory, once it is known what its place holds."""
        kind = kind.now()
        how = representation(kind)
        if how == ROW:
            if value is None:
                raise ValueError("None among tuples of the file")
            words = [word for each, item in zip(value, kind.items, strict=True) for word in self.words(each, item)]
            return [1, *words] if kind.is_optional else words
        if how == REAL:
            return [int(np.float64(value).view(np.int64))]
        if kind.shape:
            return [0 if value is None else self.address(value, kind)]
        if value is None:
            return [NONE]
        if isinstance(value, str):
            return [self.code(value)]
        return [self.member(value) if isinstance(value, enum.Enum) and not isinstance(value, int) else int(value)]

    def address(self, value: Any, kind: Kind) -> int:
        """Where a constant lies."""
        kind = kind.now()
        key = id(value), id(kind.fields.now() if kind.shape == THING else kind.items[0].now())
        if key not in self._addresses:
            self._addresses[key] = at = self._reserve(3)
            if kind.shape == DICT:
                self.memory[at : at + 2] = [
                    self._list(list(value), kind.items[0]),
                    self._list(list(value.values()), kind.items[1]),
                ]
            elif kind.shape == THING:
                self._addresses[key] = self._thing(value, kind.fields.now())
            else:
                at = self._addresses[key] = self._list(list(value), kind.items[0])
        return self._addresses[key]

    def _thing(self, value: Any, fields: Fields) -> int:
        given = (
            value if isinstance(value, dict) else {each.name: getattr(value, each.name) for each in fields_of(value)}
        )
        words = [sum(fields.bit(name) for name in given)]
        for name, kind in fields.of.items():
            words += self.words(given[name], kind) if name in given else [0] * width(kind)
        at = self._reserve(len(words))
        self.memory[at : at + len(words)] = words
        return at

    def _list(self, items: list[Any], kind: Kind) -> int:
        at = self._reserve(3)
        words = [word for each in items for word in self.words(each, kind)]
        to = self._reserve(len(words))
        self.memory[to : to + len(words)] = words
        self.memory[at : at + 3] = [len(items), -1, to]
        return at

    def _reserve(self, words: int) -> int:
        at = len(self.memory)
        if at + words > MOST_WORDS:
            raise Refused(0, f"the constants of the file take more than {MOST_WORDS:,} words")
        self.memory += [0] * words
        return at


def _check_depth(tree: ast.AST) -> None:
    """Blocks and expressions within each other are few, or the pass would go too deep."""
    level, depth = [tree], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            line = next((node.lineno for node in level if hasattr(node, "lineno")), 0)
            raise Refused(line, f"more than {DEEPEST} things within each other; give parts of it names")
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def _is_plain(value: Any) -> bool:
    """Whether an enum is no text, no flag, and compares as enums do."""
    own = {"__eq__", "__hash__", "__bool__", "__lt__", "__gt__", "__le__", "__ge__", "__len__", "__new__"}
    return value.__bases__ in ((enum.Enum,), (enum.IntEnum,)) and not own & set(_written(value))


def _written(value: Any) -> Iterator[str]:
    """The names of what the author of a class wrote himself."""
    for name, each in vars(value).items():
        if getattr(each, "__module__", "") == value.__module__:
            yield name
