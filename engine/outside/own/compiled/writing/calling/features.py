"""What a seat is shown, and what it may choose, as pairs of a key and a number: functions of a kernel for trained
players. The rule is that of `engine.players.learning.features`."""

import ast
from collections.abc import Callable

from engine.outside.own.compiled.kit.record import NONE
from engine.outside.own.compiled.types import (
    DICT,
    FIXED,
    LIST,
    REAL,
    SET,
    THING,
    TUPLE,
    Kind,
    Refused,
    is_card,
    is_zone,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.digests import Digests
from engine.players.learning.features import CHOICE, DEEPEST, MASK, MOST_IN_ORDER, VIEW, key_of_text

FEATURES = """@compiled
def features_NAME(rec, seat, SHOWN):
    begin_features(rec)
    VIEWend_thing(rec)
    at = 0
    while at < length(rec, choices):
        choice_features_NAME(rec, seat, choices, at)
        end_thing(rec)
        at += 1
"""


class Features(Digests):
    """How things look to a trained player."""

    def features(self, view: Kind, choices: Kind, node: ast.Call, name: str) -> None:
        """Write `features_NAME` for what is asked at a place."""
        item = choices.now().items[0]
        has_view = view.now().shape != FIXED
        if has_view:
            self._features_function(f"view_features_{name}", "view", VIEW, lambda: Val(view, "view"), node)

        def choice() -> Val:
            return Val(item, self.fresh(self.load(item, f"nth(rec, choices, at, {width(item)})", node)))

        self._features_function(f"choice_features_{name}", "choices, at", CHOICE, choice, node)
        call = f"view_features_{name}(rec, seat, view)\n    " if has_view else ""
        shown = ", ".join([*(["view"] if has_view else []), "choices"])
        text = FEATURES.replace("NAME", name).replace("SHOWN", shown).replace("VIEW", call)
        self.program.extra[f"features_{name}"] = text

    def _features_function(self, name: str, given: str, root: int, value: Callable[[], Val], node: ast.AST) -> None:
        lines, self.lines, depth, self.depth = self.lines, [], self.depth, 1
        temps, self._temps = self._temps, 0  # so that two functions that do the same are one
        try:
            try:
                self._feel(value(), f"np.uint64({root})", node, 0)
            except Refused as refused:
                self.program.no_features = refused.told
                self.lines = []
            self.emit("return")
            self.program.extra[name] = "\n".join(["@compiled", f"def {name}(rec, seat, {given}):", *self.lines])
        finally:
            self.lines, self.depth, self._temps = lines, depth, temps

    def _feel(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        """Add the pairs of a value, which has a name, at a place that the key stands for."""
        kind = value.kind.now()
        if depth > DEEPEST:
            return
        if not kind.is_optional:
            self._feel_there(value, key, node, depth)
            return
        self.emit(f"if {value.code}{'[0]' * (kind.shape == TUPLE)} == 0:")
        with self.indented():
            self.emit(f"feel_code(rec, {key}, {NONE})")
        self.emit("else:")
        with self.indented():
            self._feel_there(value, key, node, depth)

    def _feel_there(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        kind = value.kind.now()
        key = key if key.isidentifier() else self.fresh(key)
        if kind.shape == TUPLE:
            self._feel_tuple(value, key, node, depth)
        elif kind.shape == LIST:
            self._feel_list(value, key, node, depth)
        elif kind.shape == SET:
            self.emit(f"feel_whole(rec, mixed_with({key}, LENGTH), length(rec, {value.code}))")
            inner = self.fresh(f"mixed_with({key}, EACH)")
            self._each(kind.items[0], value.code, node, lambda each: self._feel(each, inner, node, depth + 1))
        elif kind.shape == DICT:
            self._feel_dict(value, key, node, depth)
        elif kind.shape == THING and not is_zone(kind):
            self._feel_thing(value, key, node, depth)
        elif kind.shape:
            raise self.no(node, "what a seat is shown holds a class, a deck or the table")
        elif self.how(value.kind, node) == REAL:
            self.emit(f"feel_real(rec, {key}, {value.code})")
        elif self.how(value.kind, node) == "bool":
            self.emit(f"feel_whole(rec, {key}, 1 if {value.code} else 0)")
        else:
            self.emit(f"feel_code(rec, {key}, {value.code})")

    def _feel_tuple(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        kind = value.kind.now()
        self.emit(f"feel_whole(rec, mixed_with({key}, LENGTH), {len(kind.items)})")
        for at, item in enumerate(kind.items):
            held = Val(item, self.fresh(f"{value.code}[{at + kind.is_optional}]"))
            if at < MOST_IN_ORDER:
                self._feel(held, f"mixed({key}, {at})", node, depth + 1)
            self._feel(held, f"mixed_with({key}, EACH)", node, depth + 1)

    def _feel_list(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        kind = value.kind.now()
        if kind.is_tuple and kind.is_list:
            raise self.no(node, "what a seat is shown is sometimes a list and sometimes a tuple")
        number, item = self.fresh(f"length(rec, {value.code})"), kind.items[0]
        self.emit(f"feel_whole(rec, mixed_with({key}, LENGTH), {number})")
        if item.now().is_unknown:
            self.emit(f"need({number} == 0)")
            return
        first = self.fresh("0" if kind.is_tuple else f"seat if {number} == rec.players else 0")
        at = self.fresh("0")
        self.emit(f"while {at} < {number}:")
        with self.indented():
            place = f"nth(rec, {value.code}, ({at} + {first}) % {number}, {width(item)})"
            held = Val(item, self.fresh(self.load(item, place, node)))
            self.emit(f"if {at} < MOST_IN_ORDER:")
            with self.indented():
                self._feel(held, f"mixed({key}, {at})", node, depth + 1)
            self._feel(held, f"mixed_with({key}, EACH)", node, depth + 1)
            self.emit(f"{at} += 1")

    def _feel_dict(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        parts = [self.fresh(f"word(rec, {value.code} + {at})") for at in range(2)]
        items = value.kind.now().items
        if any(item.now().is_unknown for item in items):
            self.emit(f"need(length(rec, {parts[0]}) == 0)")
            return
        at = self.fresh("0")
        self.emit(f"while {at} < length(rec, {parts[0]}):")
        with self.indented():
            name, held = (
                Val(item, self.fresh(self.load(item, f"nth(rec, {part}, {at}, {width(item)})", node)))
                for item, part in zip(items, parts, strict=True)
            )
            self._feel(held, f"mixed_with({key}, {self._word_of_key(name, node)})", node, depth + 1)
            self.emit(f"{at} += 1")

    def _word_of_key(self, name: Val, node: ast.AST) -> str:
        kind = name.kind.now()
        if kind.shape == TUPLE and not kind.is_optional:
            found = self.fresh("LENGTH")
            for at, item in enumerate(kind.items):
                part = Val(item, self.fresh(f"{name.code}[{at}]"))
                self.emit(f"{found} = mixed_with({found}, {self._word_of_key(part, node)})")
            return found
        if kind.shape or self.how(name.kind, node) == REAL:
            raise self.no(node, "what a seat is shown has a dict whose keys are no texts or whole numbers")
        code = f"(1 if {name.code} else 0)" if self.how(name.kind, node) == "bool" else name.code
        return self.fresh(f"word_of_key(rec, {code})")

    def _feel_thing(self, value: Val, key: str, node: ast.AST, depth: int) -> None:
        """Fields by their names."""
        fields = value.kind.now().fields.now()
        there = self.kinds.thing(fields)
        for name in fields.of:
            if fields.of[name].now().is_unknown:
                raise self.no(node, f"nothing says what {name} is")
            test = "True" if is_card(value.kind) or fields.is_always_there(name) else self._has(value, name)
            self.emit(f"if {test}:")
            with self.indented():
                part = self.field(Val(there, value.code), name, node)
                inner = f"mixed_with({key}, np.uint64({key_of_text(name) & MASK}))"
                self._feel(Val(part.kind, self.fresh(part.code)), inner, node, depth + 1)
