"""What policies remember: a thing of fixed fields for each seat, made when a game begins."""

import ast

from engine.outside.own.compiled.kit.record import CODES, NONE
from engine.outside.own.compiled.program import Program
from engine.outside.own.compiled.types import (
    BOOL,
    CODE,
    ENUM,
    FLOAT,
    INT,
    TEXT,
    Kind,
    is_memory,
    is_whole,
    offset,
)
from engine.outside.own.compiled.writer import INDENT, Val
from engine.outside.own.compiled.writing.things import Things

MEMORIES = "word(rec, 3)"
"""Where the list of the memories of all seats begins."""
WORDS = {INT: "a whole number", FLOAT: "a number", BOOL: "True or False", TEXT: "a text"}


class Memories(Things):
    """Reading and writing a field. Its kind is that of its first value, as in plain play."""

    def remembered(self, memory: Val, key: Val, node: ast.AST) -> Val:
        return self.field(memory, self._name(key, node), node)

    def set_by_name(self, many: Val, key: Val, new: Val, node: ast.AST) -> None:
        """Set an item of a memory, or of a dict whose keys are texts of the file."""
        kind = self.known_kind(many, node)
        if is_memory(kind):
            self.remember(many, key, new, node)
        elif isinstance(key.known, str):
            self.set_field(many, key.known, new, node)
        else:
            raise self.program.used_as_dict(kind.fields.now())

    def remember(self, memory: Val, key: Val, new: Val, node: ast.AST) -> None:
        name = self._name(key, node)
        fields = self.known_kind(memory, node).fields.now()
        if name not in fields.of:
            self._stops(node)
            return
        place = fields.of[name].now()
        if not self._fits(new, place, name, node):
            self._stops(node)
            return
        if self.how(new.kind, node) == CODE and place.scalars != {TEXT}:
            new = self.scalar(f"({new.code} != 0)", BOOL) if place.scalars == {BOOL} else self.scalar(new.code, INT)
        code = self.temp(self.coerce(new, place, node))
        self.store(place, f"({self.held(memory, node)} + {offset(fields, name)})", code, node)

    def _name(self, key: Val, node: ast.AST) -> str:
        if not isinstance(key.known, str):
            raise self.no(node, "memory[…]: expected the name of a field in the file")
        return key.known

    def _fits(self, new: Val, place: Kind, name: str, node: ast.AST) -> bool:
        """Whether a value may be kept in a field; one that only may fit is looked at when the game is played."""
        kind = self.known_kind(new, node)
        (wanted,) = place.scalars
        fitting = {each for each in kind.scalars if _fits(each, wanted)}
        if kind.shape or not fitting:
            return False
        if fitting == kind.scalars:
            return True
        unclear = {each for each in kind.scalars - fitting if each.startswith(ENUM) or is_whole(each)}
        if self.how(kind, node) != CODE or unclear:
            raise self.no(node, f"memory[{name!r}] is {WORDS[wanted]}, and this may be something else")
        held = self.temp(new.code)
        self.emit(f"need({held} >= {CODES})" if wanted == TEXT else f"need({NONE} < {held} < {CODES})")
        return True


def new_memories(program: Program) -> str:
    """The function that begins the memories of all seats anew."""
    lines = [
        "@compiled",
        "def new_memories(rec):",
        f"{INDENT}at = reserve(rec, rec.players)",
        f"{INDENT}put(rec, 3, at)",
        f"{INDENT}for seat in range(rec.players):",
    ]
    numbers = {policy.name: number for number, policy in enumerate(program.policies)}
    for policy, (kind, begins) in program.memories.items():
        fields = kind.now().fields.now()
        lines.append(f"{INDENT * 2}if rec.who[seat] == {numbers[policy]}:")
        lines.append(f"{INDENT * 3}held = reserve(rec, {1 + len(fields.of)})")
        lines.append(f"{INDENT * 3}put(rec, held, {sum(map(fields.bit, fields.of))})")
        for name, place in fields.of.items():
            word = program.source.words(begins[name], place)[0]
            lines.append(f"{INDENT * 3}put(rec, held + {offset(fields, name)}, {word})")
        lines.append(f"{INDENT * 3}put(rec, at + seat, held)")
    return "\n".join(lines)


def _fits(scalar: str, wanted: str) -> bool:
    if wanted == FLOAT:
        return is_whole(scalar) or scalar == FLOAT
    return is_whole(scalar) if wanted == INT else scalar == wanted
