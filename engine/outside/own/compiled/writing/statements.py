"""Statements: one function of the file as one function of the kernel."""

import ast
from collections.abc import Sequence
from functools import partial

from engine.outside.own.compiled.program import Instance, Program
from engine.outside.own.compiled.types import DICT, FIXED, LIST, SET, THING, TUPLE, Refused, is_card, is_memory, width
from engine.outside.own.compiled.writer import INDENT, Val
from engine.outside.own.compiled.writing.calling.card_calls import CardCalls
from engine.outside.own.compiled.writing.calling.functions import names_set_in
from engine.outside.own.compiled.writing.loops import Walk
from engine.outside.own.compiled.writing.orders import passes
from engine.outside.own.compiled.writing.things import DICE, GAME, ROLES, TABLE

REFUSED = {
    ast.Try: "try cannot be compiled; test for it before",
    ast.With: "with cannot be compiled",
    ast.Global: "global: a game keeps nothing; hand it over as an argument",
    ast.Nonlocal: "nonlocal: hand it over as an argument",
    ast.ClassDef: "a class within a function; move it to the file",
    ast.Import: "import within a function; import it at the top",
    ast.ImportFrom: "import within a function; import it at the top",
    ast.Match: "match cannot be compiled; write if and elif",
}


class Statements(CardCalls):
    """One function."""

    def __init__(self, program: Program, instance: Instance) -> None:
        super().__init__(program, instance)
        self.names_set = names_set_in(instance.function) | frozenset(instance.parameters)
        self.lambdas, self.choices = {}, {}

    def write(self) -> str:
        """The text of the function; what cannot be compiled is noted."""
        function = self.instance.function
        self.block(function.body)
        if not self.has_ended and not self.is_incomplete:
            self._returned(self.none(), function)
        parameters = [name for name in self.instance.parameters if passes(self.instance.variables[name])]
        head = f"def {self.instance.name}({', '.join(['rec', *(f'v_{name}' for name in parameters)])}):"
        start = []
        for name in sorted(self.instance.unsure):
            start.append(f"{INDENT}is_{name} = {name in self.instance.parameters}")
            if name not in self.instance.parameters:
                start.append(f"{INDENT}v_{name} = {self.default(self.variable(name), function)}")
        return "\n".join(["@compiled", head, *start, *self.lines])

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Statements, up to one after which nothing comes."""
        self.has_ended = False
        for node in body:
            if self.has_ended:
                break
            try:
                if not self.or_stop(partial(self.statement, node)) and self.program.is_final:
                    self.emit(f"return {self.default(self.instance.result, node)}")
                    self.has_ended = True
            except Refused as refused:
                self.is_incomplete = True
                self.program.refuse(refused if refused.line else Refused.at(node, refused.why))

    def statement(self, node: ast.stmt) -> None:
        self.program.check_time(node)
        for kind, why in REFUSED.items():
            if isinstance(node, kind):
                raise self.no(node, why)
        method = getattr(self, f"do_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no(node, f"{type(node).__name__} cannot be compiled")
        method(node)

    # Simple statements

    def do_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        value = self.visit(node.value)
        if value.code and "(" in value.code:
            self.emit(value.code)

    def do_pass(self, node: ast.Pass) -> None:
        pass

    def do_break(self, node: ast.Break) -> None:
        self.emit("break")
        self.has_ended = True

    def do_continue(self, node: ast.Continue) -> None:
        self.emit("continue")
        self.has_ended = True

    def do_return(self, node: ast.Return) -> None:
        self._returned(self.none() if node.value is None else self.visit(node.value), node)

    def _returned(self, value: Val, node: ast.AST) -> None:
        if value.kind.now().shape == FIXED:
            raise self.no(node, "a table or a class cannot be returned")
        self.kinds.flow(value.kind, self.instance.result)
        self.emit(f"return {self.coerce(value, self.instance.result, node)}")
        self.has_ended = True

    def do_raise(self, node: ast.Raise) -> None:
        self.emit("raise Stop")
        self.has_ended = True

    def do_assert(self, node: ast.Assert) -> None:
        self.emit(f"need({self.test(node.test).code})")

    def do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.delete(target)

    # Assignments

    def do_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(node.value, ast.Lambda) and len(node.targets) == 1:
            self.named_lambda(target, node.value)
            return
        if len(node.targets) == 1 and self.one_of_two(target, node.value):
            return
        if len(node.targets) == 1 and self._side_by_side(target, node.value):
            return
        value = self.visit(node.value)
        if len(node.targets) > 1 and value.code:
            value = value._replace(code=self.fresh(value.code))
        for target in node.targets:
            self.assign(target, value)

    def _side_by_side(self, target: ast.expr, node: ast.expr) -> bool:
        """rules, n = table.rules, table.players: no tuple is needed, which could not hold the rules."""
        if not isinstance(target, ast.Tuple) or not isinstance(node, ast.Tuple) or len(target.elts) != len(node.elts):
            return False
        if any(isinstance(each, ast.Starred) for each in (*target.elts, *node.elts)):
            return False
        values = self.values(node.elts)
        held = [each._replace(code=self.fresh(each.code)) if each.code else each for each in values]
        for each, value in zip(target.elts, held, strict=True):
            self.assign(each, value)
        return True

    def do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.visit(node.value))

    def assign(self, target: ast.expr, value: Val) -> None:
        if isinstance(target, ast.Name):
            self._set(self.local(target.id), value, target)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value)
        elif isinstance(target, ast.Subscript):
            self._set_item(target, value)
        elif isinstance(target, ast.Attribute):
            self._set_attribute(target, value)
        else:
            raise self.no(target, "this cannot be assigned to")

    def _set(self, name: str, value: Val, node: ast.AST) -> None:
        kind = self.variable(name)
        self.kinds.flow(value.kind, kind)
        self.assigned.add(name)
        if kind.now().shape == FIXED and kind.now().fixed != DICE:
            if kind.now().scalars or kind.now().clash:
                raise self.no(node, f"{name} is sometimes one thing and sometimes another; use two variables")
            return
        self.emit(f"v_{name} = {self.coerce(value, kind, node)}")
        if name in self.instance.unsure:
            self.emit(f"is_{name} = True")

    def _unpack(self, target: ast.Tuple | ast.List, value: Val) -> None:
        kind = self.known_kind(value, target)
        stars = [at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        if kind.shape == TUPLE and not stars:
            if len(kind.items) != len(target.elts):
                raise self.no(target, f"{len(target.elts)} names for a tuple of {len(kind.items)}")
            held = Val(kind, self.fresh(value.code))
            parts = [self.part(held, at, target) for at in range(len(kind.items))]
            for each, part in zip(target.elts, parts, strict=True):
                self.assign(each, part)
            return
        many = self.as_list(value, target)
        if many.kind.now().shape != LIST:
            raise self.no(target, "only a tuple or a list can be unpacked")
        held = Val(many.kind, self.fresh(self.held(many, target)))
        item, number = many.kind.now().items[0], len(target.elts)
        if stars:
            self._unpack_rest(target, held, stars[0])
            return
        self.emit(f"need(length(rec, {held.code}) == {number})")
        parts = [
            Val(item, self.fresh(self.load(item, f"nth(rec, {held.code}, {at}, {width(item)})", target)))
            for at in range(number)
        ]
        for each, part in zip(target.elts, parts, strict=True):
            self.assign(each, part)

    def _unpack_rest(self, target: ast.Tuple | ast.List, held: Val, star: int) -> None:
        """a, *rest, z = …"""
        after = len(target.elts) - star - 1
        item = held.kind.now().items[0]
        self.emit(f"need(length(rec, {held.code}) >= {star + after})")
        for at, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                rest = f"sliced(rec, {held.code}, {star}, length(rec, {held.code}) - {after}, 1, {width(item)})"
                self.assign(each.value, Val(self.kinds.list_of(item), self.fresh(rest)))
            else:
                index = str(at) if at < star else f"length(rec, {held.code}) - {len(target.elts) - at}"
                self.assign(each, self.item_at(held, index, target))

    def _set_item(self, target: ast.Subscript, value: Val) -> None:
        if isinstance(target.slice, ast.Slice):
            raise self.no(target, "a slice that is written to; write a loop, or make a new list")
        if value.code:
            value = value._replace(code=self.fresh(value.code))
        many, key = self.values([target.value, target.slice])
        self._put_item(many, key, value, target)

    def _put_item(self, many: Val, key: Val, value: Val, target: ast.Subscript) -> None:
        kind = self.known_kind(many, target)
        if kind.shape == LIST:
            self.check_changes(kind, target)
            item = kind.items[0]
            self.kinds.flow(value.kind, item)
            code = self.temp(self.coerce(value, item, target))
            at = f"spot_to_change(rec, {self.held(many, target)}, {self.whole(key, target)}, {width(item)})"
            self.store(item, at, code, target)
        elif kind.shape == DICT:
            self.put_item(Val(kind, self.held(many, target)), key, value, target)
        elif kind.shape == THING and not kind.fields.now().named:
            if not isinstance(key.known, str):
                raise self.program.used_as_dict(kind.fields.now())
            self.set_field(many, key.known, value, target)
        elif is_memory(kind):
            self.remember(many, key, value, target)
        else:
            raise self.no(target, "only items of lists and dicts can be set")

    def _set_attribute(self, target: ast.Attribute, value: Val) -> None:
        if value.code:
            value = value._replace(code=self.fresh(value.code))
        thing = self.visit(target.value)
        kind = self.known_kind(thing, target)
        if kind.shape == FIXED and kind.fixed == GAME:
            if value.kind.now().shape == FIXED:
                raise self.no(target, f"self.{target.attr}: hand the table over as an argument")
            kept = self.program.kept
            kept.makers.setdefault(0, frozenset())
            self.set_field(Val(self.kinds.thing(kept), "word(rec, 1)"), target.attr, value, target)
            return
        if kind.shape == FIXED and kind.fixed == TABLE and target.attr == ROLES:
            self.set_roles(value, target)
            return
        if is_card(kind):
            raise self.no(target, f".{target.attr} = …: the numbers of a card stay the same in a game")
        if kind.shape != THING or not kind.fields.now().named or is_memory(kind):
            raise self.no(target, f".{target.attr} = … cannot be compiled here")
        self.set_field(thing, target.attr, value, target)

    def do_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            old = self.visit(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            new = self._augmented(old, node)
            if new is not None:
                self.assign(target, new)
        elif isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                raise self.no(target, "a slice that is written to; write a loop")
            many, key = (
                each._replace(code=self.fresh(each.code)) if each.code and not each.is_known else each
                for each in self.values([target.value, target.slice])
            )
            new = self._augmented(self.subscript(many, key, target), node)
            if new is not None:
                self._put_item(many, key, Val(new.kind, self.fresh(new.code)), target)
        else:
            if any(isinstance(each, ast.Call | ast.NamedExpr) for each in ast.walk(target.value)):
                raise self.no(target, "a call before the dot; give its result a name first")
            old = self.visit(ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target))
            new = self._augmented(old, node)
            if new is not None:
                self._set_attribute(target, new)

    def _augmented(self, old: Val, node: ast.AugAssign) -> Val | None:
        """The new value; nothing if the old one was changed in place, as a list is."""
        kind = self.known_kind(old, node)
        held = Val(kind, self.fresh(old.code), old.known)
        if kind.shape == LIST and isinstance(node.op, ast.Add) and kind.is_list and not kind.is_tuple:
            self.extend(Val(kind, self.held(held, node)), self.list_from(node.value), node)
            return None
        if kind.shape in (LIST, "set", DICT):
            raise self.no(node, "this changes a list or a set in place; write x = x … if you mean a new one")
        return self.binary(node.op, held, self.visit(node.value), node.value)

    # Branches and loops

    def do_if(self, node: ast.If) -> None:
        test = self.guessed(node.test)
        if test.is_known:
            ended = self.has_ended
            self.block(node.body if test.known else node.orelse)
            self.has_ended |= ended
            return
        before = set(self.assigned)
        self.emit(f"if {test.code}:")
        with self.indented():
            self.block(node.body)
        first, ended = self.assigned, self.has_ended
        self.assigned, self.has_ended = before, False
        if node.orelse:
            self.emit("else:")
            with self.indented():
                self.block(node.orelse)
        second, also = self.assigned, self.has_ended
        self.assigned = second if ended else first if also else first & second
        self.has_ended = ended and also

    def do_while(self, node: ast.While) -> None:
        with self.aside() as lines:
            self.depth += 1
            test = self.guessed(node.test)
            self.depth -= 1
        if test.is_known and not test.known:
            self.block(node.orelse)
            return
        if lines and node.orelse:
            raise self.no(node, "while … else; use a variable")
        self.emit("while True:" if lines else f"while {test.code}:")
        with self.indented(), self.perhaps():
            if lines:
                self.lines += lines
                self.emit(f"if not {test.code}:")
                with self.indented():
                    self.emit("break")
            self.block(node.body)
        is_endless = test.is_known and not any(_leaves(each) for each in node.body)
        self._after_loop(node.orelse)
        self.has_ended = is_endless

    def do_for(self, node: ast.For) -> None:
        walk = self._walk_set(node) or self.walk(node.iter)
        self.emit(f"while {walk.test}:")
        with self.indented(), self.perhaps():
            item = walk.item()
            item = item._replace(code=self.fresh(item.code)) if item.code else item
            for step in walk.step:
                self.emit(step)
            self.assign(node.target, item)
            self.block(node.body)
        self._after_loop(node.orelse)
        self.has_ended = walk.test == "True" and not any(_leaves(each) for each in node.body)

    def _walk_set(self, node: ast.For) -> Walk | None:
        """How a set is walked through, if the loop comes to the same in any order."""
        if isinstance(node.iter, ast.Call) and self.is_walk(node.iter):
            return None
        if not isinstance(node.target, ast.Name) or not all(
            _is_in_any_order(each, node.target.id) for each in node.body
        ):
            return None
        with self.aside() as lines:
            value = self.visit(node.iter)
        if self.known_kind(value, node).shape != SET:
            return None
        with self.aside():
            for each in node.body:
                if self.known_kind(self.visit(each.target.value), node).shape != LIST:  # type: ignore[attr-defined]
                    return None  # a dict would have its new keys in this order
        self.lines += lines
        return self.walk_value(Val(self.kinds.list_of(value.kind.now().items[0]), value.code), node)

    def _after_loop(self, orelse: Sequence[ast.stmt]) -> None:
        if orelse:
            self.emit("else:")
            with self.indented(), self.perhaps():
                self.block(orelse)
        self.has_ended = False


def _is_in_any_order(node: ast.stmt, name: str) -> bool:
    """Whether a statement only adds a number to the place of each item: scores[seat] += 1."""
    if not isinstance(node, ast.AugAssign) or not isinstance(node.op, ast.Add | ast.Sub):
        return False
    target, value = node.target, node.value
    if not isinstance(target, ast.Subscript) or not isinstance(target.slice, ast.Name) or target.slice.id != name:
        return False
    held = target.value.value if isinstance(target.value, ast.Attribute) else target.value
    is_steady = isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id != name)
    return isinstance(held, ast.Name) and held.id != name and is_steady


def _leaves(node: ast.AST) -> bool:
    """Whether a statement may break out of the loop that it stands in."""
    if isinstance(node, ast.Break):
        return True
    if isinstance(node, ast.For | ast.While):
        return any(_leaves(each) for each in node.orelse)
    return any(_leaves(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt))
