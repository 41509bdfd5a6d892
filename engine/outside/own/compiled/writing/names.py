"""Names, attributes and items: of variables, of the table, of things, of lists."""

import ast
import builtins
import enum
from typing import Any

from engine.outside.own.compiled.kit.record import NONE
from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    ENUM,
    FIXED,
    FLOAT,
    INT,
    INT_ENUM,
    LIST,
    NOTHING,
    TEXT,
    THING,
    TUPLE,
    ZONE,
    Kind,
    Unknown,
    is_card,
    is_memory,
    is_zone,
)
from engine.outside.own.compiled.writer import UNKNOWN, Val
from engine.outside.own.compiled.writing.memories import Memories
from engine.outside.own.compiled.writing.things import ROLES
from engine.outside.own.hidden import zones
from engine.outside.own.policies.function_policy import rule_parameter

TABLE, LUCK, DICE, RULES, GAME, SCORES, COUNTS = "table", "luck", "dice", "rules", "game", "scores", "counts"


class Names(Memories):
    """What a name, a dot or a bracket leads to."""

    def visit_name(self, node: ast.Name) -> Val:
        name = self.local(node.id)
        if name in self.instance.variables or name in self.names_set:
            kind = self.variable(name)
            if kind.now().shape == FIXED and kind.now().fixed != DICE:
                return Val(kind, "")
            if name not in self.assigned:
                self.instance.unsure.add(name)
                self.emit(f"need(is_{name})")
            return Val(kind, f"v_{name}")
        module = vars(zones if self.instance.owner == ZONE else self.source.module)
        if node.id in module:
            return self.constant(module[node.id], node)
        if hasattr(builtins, node.id):
            return Val(self.kinds.fixed(("builtin", node.id)), "")
        raise self.no(node, f"{node.id}: there is no such name")

    def visit_attribute(self, node: ast.Attribute) -> Val:
        value = self.visit(node.value)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED:
            return self._of_fixed(kind.fixed, node)
        if kind.shape == TUPLE and kind.named:
            names = getattr(vars(self.source.module)[kind.named], "_fields", ())
            if node.attr in names:
                return self.part(value, names.index(node.attr), node)
        if is_zone(kind):
            return self.attribute_of_zone(value, node)
        if is_card(kind):
            known = node.attr in kind.fields.now().of
            return self.field(value, node.attr, node) if known else self._stops(node)
        if is_memory(kind):
            raise self.no(node, f".{node.attr} of a memory; write memory[{node.attr!r}]")
        if kind.shape == THING and kind.fields.now().named:
            fields = kind.fields.now()
            method = self.source.classes.get(fields.named, {}).get(node.attr)
            if method is not None and _is_property(method):
                return self.call_method(method, fields.named, value, node)
            if node.attr not in fields.of and hasattr(vars(self.source.module).get(fields.named), node.attr):
                return self.constant(getattr(vars(self.source.module)[fields.named], node.attr), node)
            return self.field(value, node.attr, node)
        if not kind.shape and any(each.startswith(("enum ", "int enum ")) for each in kind.scalars):
            return self._of_member(value, kind, node)
        raise self.no(node, f".{node.attr} cannot be compiled here")

    def call_method(self, method: ast.FunctionDef, owner: str, value: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def all_cards(self, node: ast.Attribute) -> Val:
        raise NotImplementedError

    def attribute_of_zone(self, zone: Val, node: ast.Attribute) -> Val:
        raise NotImplementedError

    def enum_of(self, kind: Kind) -> str:
        """The enum that a value is a member of, if it is of one only."""
        others = kind.scalars - {NOTHING}
        if kind.shape or len(others) != 1:
            return ""
        only = next(iter(others))
        return only.removeprefix(INT_ENUM).removeprefix(ENUM) if only.startswith((ENUM, INT_ENUM)) else ""

    def member(self, value: Val, node: ast.AST) -> Val:
        """A member of an enum, where None is of no use."""
        kind = value.kind.now()
        if NOTHING not in kind.scalars:
            return value
        held = self.temp(value.code)
        self.emit(f"need({held} != {NONE})")
        return Val(self.kinds.scalar(*(kind.scalars - {NOTHING})), held, value.known)

    def _of_member(self, value: Val, kind: Kind, node: ast.Attribute) -> Val:
        """The name or the value of a member of an enum, or what a property says of it."""
        owner = self.enum_of(kind)
        if not owner:
            raise self.no(node, f".{node.attr} of what is not always a member of one enum")
        value = self.member(value, node)
        method = self.source.classes.get(owner, {}).get(node.attr)
        if method is not None and _is_property(method):
            return self.call_method(method, owner, value, node)
        if node.attr not in ("name", "value"):
            raise self.no(node, f".{node.attr} of a member of an enum; expected .name, .value or a property")
        members = list(self.source.enums[owner])
        numbers = [int(each) if isinstance(each, int) else self.source.member(each) for each in members]
        wanted = tuple(getattr(each, node.attr) for each in members)
        if isinstance(value.known, enum.Enum):
            return self.constant(getattr(value.known, node.attr), node)
        key = ("members", tuple(numbers), node.attr)
        kept = self.program.constants.setdefault(key, (tuple(numbers), list(wanted)))
        index = self.fresh(f"find_word(rec, {self.constant(kept[0], node).code}, {value.code})")
        return self.item_at(self.constant(kept[1], node), index, node)

    def _of_fixed(self, what: Any, node: ast.Attribute) -> Val:
        if what == TABLE:
            return self._of_table(node)
        if what == RULES:
            return self._rule(node)
        if what == GAME:
            return self._of_game(node)
        if isinstance(what, tuple) and what[0] == "class":
            found = getattr(what[1], node.attr, UNKNOWN)
            if found is not UNKNOWN and (not callable(found) or isinstance(found, enum.Enum)):
                return self.constant(found, node)
        if what == ("module", "math") and node.attr == "inf":
            return self.constant(float("inf"), node)
        if isinstance(what, tuple) and what[0] == "module":
            import sys

            return self.constant(getattr(sys.modules[what[1]], node.attr, None), node)
        raise self.no(node, f".{node.attr} cannot be compiled here")

    def _of_table(self, node: ast.Attribute) -> Val:
        name = node.attr
        if name in (LUCK, RULES, COUNTS):
            return Val(self.kinds.fixed(name), "")
        if name == SCORES:
            return Val(self.kinds.list_of(self.program.scores), "rec.scores")
        if name == ROLES and self.source.game.roles:
            return Val(self.kinds.list_of(self.program.roles), "rec.roles")
        if name in ("players", "turns", "decisions"):
            return self.scalar(f"rec.{name}", INT)
        if name == "seats":
            return Val(self.kinds.fixed("seats"), "")
        if name == "cards":
            return self.all_cards(node)
        if name == "counts_cards":
            return self.constant(self.program.card is not None, node)
        raise self.no(node, f"table.{name} cannot be compiled")

    def _rule(self, node: ast.Attribute) -> Val:
        game = self.source.game
        names = [*game.axes, *game.parameters]
        if node.attr not in names:
            return self._stops(node)
        default = rule_parameter(game.parameters.get(node.attr, 0)).default
        at = names.index(node.attr)
        if isinstance(default, bool):
            return self.scalar(f"(rec.rules[{at}] != 0)", BOOL)
        if isinstance(default, str):
            return self.scalar(f"rec.rules[{at}]", TEXT)
        if isinstance(default, int):
            return self.scalar(f"rec.rules[{at}]", INT)
        return self.scalar(f"rec.real_rules[{at}]", FLOAT)

    def _of_game(self, node: ast.Attribute) -> Val:
        kept = self.program.kept
        if node.attr in kept.of:
            return self.field(Val(self.kinds.thing(kept), "word(rec, 1)"), node.attr, node)
        found = getattr(type(self.source.game), node.attr, UNKNOWN)  # not what a game has left behind
        if found is UNKNOWN or (callable(found) and not isinstance(found, type)):
            if self.program.is_final:
                raise self.no(node, f"self.{node.attr} cannot be compiled here")
            raise Unknown
        return self.constant(found, node)

    def visit_subscript(self, node: ast.Subscript) -> Val:
        if isinstance(node.slice, ast.Slice):
            return self.sliced(node)
        many, key = self.values([node.value, node.slice])
        return self.subscript(many, key, node)

    def subscript(self, many: Val, key: Val, node: ast.expr) -> Val:
        many = self.cards_of(many, node)
        kind = self.known_kind(many, node)
        if kind.shape == FIXED:
            return self._of_fixed_by_key(kind.fixed, key, node)
        if kind.shape == THING and not kind.fields.now().named:
            if not isinstance(key.known, str):
                raise self.program.used_as_dict(kind.fields.now())
            return self.field(many, key.known, node)
        if kind.shape == DICT:
            return self.item_of_dict(many, key, node)
        if is_memory(kind):
            return self.remembered(many, key, node)
        if kind.shape == TUPLE:
            if type(key.known) is int and -len(kind.items) <= key.known < len(kind.items):
                return self.part(many, key.known % len(kind.items), node)
            many = self.as_list(many, node)
        if many.kind.now().shape == LIST:
            held = self.held(many, node)
            return self.item_at(Val(many.kind, held), self.whole(key, node), node)
        raise self.no(node, f"an item of a {kind.shape or 'text'} cannot be compiled; keep a list")

    def _of_fixed_by_key(self, what: Any, key: Val, node: ast.expr) -> Val:
        if what == COUNTS:
            return self.scalar(f"count_of(rec, {key.code})", INT)
        if what == "seats":
            index = self.temp(self.whole(key, node))
            self.emit(f"need(0 <= {index} < rec.players)")
            return self.scalar(index, INT)
        if isinstance(what, tuple) and what[0] == "class" and isinstance(key.known, str):
            try:
                return self.constant(what[1][key.known], node)
            except (KeyError, TypeError):
                pass
        raise self.no(node, "an item of this cannot be compiled")

    def item_of_dict(self, many: Val, key: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def sliced(self, node: ast.Subscript) -> Val:
        raise NotImplementedError


def _is_property(method: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in method.decorator_list)
