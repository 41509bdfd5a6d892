"""Calls of the table, its luck, and the dice of policies."""

import ast
import inspect
from dataclasses import fields as fields_of
from typing import Any

from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    FIXED,
    FLOAT,
    INT,
    INT_ENUM,
    LIST,
    REAL,
    SET,
    TEXT,
    THING,
    TUPLE,
    Kind,
    is_card,
    is_zone,
    signature,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.telling import Telling
from engine.outside.own.compiled.writing.memories import MEMORIES
from engine.outside.own.compiled.writing.things import DICE
from engine.outside.own.policies.function_policy import CHOICES
from engine.outside.own.policies.memory import is_memory
from engine.outside.own.policies.prepared import Prepared


class TableCalls(Telling):
    """Luck, decisions, columns, winners."""

    # Luck

    def luck(self, name: str, node: ast.Call) -> Val:
        if node.keywords or len(node.args) < 2 or name not in ("die", "number", "chance", "choose", "draw", "shuffle"):
            raise self.no(node, f"luck.{name}: expected a label, what to draw from, and numbers")
        label, what, *which = self.values(node.args)
        if TEXT not in self.known_kind(label, node).scalars:
            raise self.no(node, "the label of luck: expected a text of the file; give what changes as numbers after it")
        if isinstance(label.known, str) and ": " in label.known:
            raise self.no(
                node, "the label of luck: a colon in it looks like an item of a shuffled deck; choose another"
            )
        label = self.place_of_label(label)
        if name == "draw" and is_zone(what.kind):
            raise self.no(node, "luck.draw from a deck, a hand or a pile; write .give(…), .play(…) or .lay(…)")
        if name in ("choose", "draw", "shuffle"):
            what = self._items(what, node)
        else:
            is_real = name == "chance"
            what = Val(what.kind, self.temp(self.real(what, node) if is_real else self.whole(what, node)))
        place = self._place(which, node)
        if name in ("die", "number"):
            found = self.fresh(f"draw_number(rec, {label.code}, {what.code}, {place})")
            return self.scalar(f"(1 + {found})" if name == "die" else found, INT)
        if name == "chance":
            return self.scalar(self.fresh(f"draw_chance(rec, {label.code}, {what.code}, {place})"), BOOL)
        item = what.kind.now().items[0]
        if name == "shuffle":
            return self._shuffle(label, what, place, node)
        if name == "draw":
            self.check_changes(what.kind, node)
        at = self.fresh(f"draw_number(rec, {label.code}, length(rec, {what.code}), {place})")
        if name == "choose":
            return self.item_at(what, at, node)
        return Val(item, self.fresh(self.load(item, f"take(rec, {what.code}, {at}, {width(item)})", node)))

    def place_of_label(self, label: Val) -> Val:
        """The place of a label among the texts of the file. Its luck has no key if it is none of them."""
        if isinstance(label.known, str):
            return Val(label.kind, str(self.source.texts.index(label.known)))
        return Val(label.kind, self.fresh(f"place_of_text({label.code})"))

    def _items(self, what: Val, node: ast.AST) -> Val:
        kind = self.known_kind(what, node)
        if kind.shape == FIXED and kind.fixed == "seats":
            return self.list_of_walk(self.walk_value(what, node), node)
        if kind.shape == FIXED and isinstance(kind.fixed, tuple) and kind.fixed[0] == "class":
            return self.constant(self.members_of(kind.fixed[1]), node)
        what = self.as_list(what, node)
        if what.kind.now().shape != LIST:
            raise self.no(node, "luck: expected a list; a set has no order")
        return Val(what.kind, self.held(what, node))

    def _place(self, which: list[Val], node: ast.AST) -> str:
        """Which draw it is: how many numbers, and the numbers."""
        if len(which) > 3:
            raise self.no(node, "luck: expected at most three numbers")
        place = "np.uint64(0)"
        for at, value in enumerate(which):
            place = f"numbered({at}, {place}, {self.whole(value, node)})"
        return f"{len(which)}, {self.fresh(place) if which else place}"

    def _shuffle(self, label: Val, what: Val, place: str, node: ast.Call) -> Val:
        item = what.kind.now().items[0]
        kind = self.kinds.list_of(item)
        if item.now().is_unknown:
            return Val(kind, self.fresh(f"copied(rec, {what.code}, 1)"))
        deck = self._deck(item, node)
        at = self.fresh("0")
        self.emit(f"while {at} < length(rec, {what.code}):")
        with self.indented():
            each = self.fresh(self.load(item, f"nth(rec, {what.code}, {at}, {width(item)})", node))
            self.emit("begin_item(rec)")
            self._tell(Val(item, each), node)
            self.emit(f"slot_of_item(rec, {label.code}, {deck}, {at})")
            self.emit(f"{at} += 1")
        return Val(kind, self.fresh(f"shuffled(rec, {what.code}, {width(item)}, {label.code}, {place})"))

    def _deck(self, item: Kind, node: ast.AST) -> int:
        """The number of a kind of items that are shuffled; its host makes their texts."""
        self._check_text(item, node, 4)
        for number, known in enumerate(self.program.decks):
            if known.now() is item.now() or (signature(known) == signature(item) and _is_flat(item)):
                return number
        self.program.decks.append(item)
        return len(self.program.decks) - 1

    def _check_text(self, kind: Kind, node: ast.AST, depth: int) -> None:
        """Refuse items whose `repr` their words do not tell."""
        kind = kind.now()
        how = self.how(kind, node)
        whole = {each for each in kind.scalars if each in (INT, BOOL) or each.startswith(INT_ENUM)}
        if (how == REAL and kind.scalars != {FLOAT}) or len(whole) > 1:
            raise self.no(node, "a deck of numbers of different kinds (1, 1.0, True); use one kind")
        if kind.shape == LIST and kind.is_list and kind.is_tuple:
            raise self.no(node, "a deck of lists and tuples; use one of them")
        if kind.shape in (DICT, SET) or depth == 0 or (kind.shape == THING and not kind.fields.now().named):
            raise self.no(node, "a deck of dicts or sets; use numbers, texts, tuples or dataclasses")
        if is_card(kind):
            return
        if kind.shape == THING:
            fields = kind.fields.now()
            if not all(map(fields.is_always_there, fields.of)):
                raise self.no(node, f"a deck of {fields.named}: give each all its fields when it is made")
            if not self.has_text(fields.named) or list(fields.of) != self.fields_told(fields.named):
                raise self.no(node, f"a deck of {fields.named}: make it a dataclass without a __repr__ of its own")
            for each in fields.of.values():
                self._check_text(each, node, depth - 1)
        if kind.named and "__repr__" in self.source.classes.get(kind.named, {}):
            raise self.no(node, f"a deck of {kind.named}: its __repr__ cannot be compiled")
        for each in kind.items:
            self._check_text(each, node, depth - 1)

    def fields_told(self, named: str) -> list[str]:
        """The fields of a dataclass, as its text has them."""
        return [each.name for each in fields_of(vars(self.source.module)[named])]

    def has_text(self, named: str) -> bool:
        """Whether a class has the text that dataclasses have."""
        what: Any = vars(self.source.module).get(named)
        settings: Any = getattr(what, "__dataclass_params__", None)
        if settings is None or not settings.repr or "__repr__" in self.source.classes.get(named, {}):
            return False
        return all(each.repr for each in fields_of(what))

    def _tell(self, value: Val, node: ast.AST) -> None:
        """The words of an item, in the order in which its host reads them."""
        kind = value.kind.now()
        if kind.shape == TUPLE:
            if kind.is_optional:
                raise self.no(node, "a deck of tuples and None")
            for at, item in enumerate(kind.items):
                self._tell(Val(item, f"{value.code}[{at}]"), node)
        elif kind.shape == THING:
            if kind.is_optional:
                raise self.no(node, f"a deck of {kind.fields.now().named} and None")
            for name in ("id",) if is_card(kind) else kind.fields.now().of:
                field = self.field(value, name, node)
                self._tell(Val(field.kind, self.temp(field.code)), node)
        elif kind.shape == LIST:
            held = self.held(value, node)
            self.emit(f"tell_item(rec, length(rec, {held}))")
            self.run_walk(self.walk_value(Val(kind, held), node), lambda each: self._tell(each, node))
        elif self.how(kind, node) == REAL:
            self.emit(f"tell_item(rec, bits_of({value.code}))")
        else:
            word = f"1 if {value.code} else 0" if kind.scalars == {BOOL} else value.code
            self.emit(f"tell_item(rec, {word})")

    # Dice

    def dice(self, dice: Val, name: str, node: ast.Call) -> Val:
        if len(node.args) != 1 or node.keywords:
            raise self.no(node, f"dice.{name}: expected one argument")
        value = self.visit(node.args[0])
        if name == "chance":
            return self.scalar(self.fresh(f"dice_chance(rec, {dice.code}, {self.real(value, node)})"), BOOL)
        if name == "choose":
            many = self._items(value, node)
            at = self.fresh(f"dice_number(rec, {dice.code}, length(rec, {many.code}))")
            return self.item_at(many, at, node)
        if name not in ("die", "number"):
            raise self.no(node, f"dice.{name} cannot be compiled")
        found = self.fresh(f"dice_number(rec, {dice.code}, {self.whole(value, node)})")
        return self.scalar(f"(1 + {found})" if name == "die" else found, INT)

    # The table

    def table(self, name: str, node: ast.Call) -> Val:
        method = getattr(self, f"_table_{name}", None)
        if method is None:
            raise self.no(node, f"table.{name} cannot be compiled")
        found: Val = method(node)
        return found

    def _arguments(self, node: ast.Call, *names: str) -> dict[str, ast.expr]:
        """What is given for each name; the call names no other."""
        if len(node.args) > len(names):
            raise self.no(node, f"expected at most {len(names)} arguments")
        found = dict(zip(names, node.args, strict=False))
        for each in node.keywords:
            if each.arg not in names or each.arg in found:
                raise self.no(node, f"no argument {each.arg}")
            found[str(each.arg)] = each.value
        return found

    def _table_turn(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat")
        if "seat" in given:
            self.effects(given["seat"])
        return self.scalar(self.fresh("turn(rec)"), INT)

    def check_view(self, view: Kind, node: ast.AST) -> None:
        raise NotImplementedError

    def _text(self, node: ast.expr, what: str) -> str:
        value = self.visit(node)
        if TEXT not in self.known_kind(value, node).scalars:
            raise self.no(node, f"{what}: expected a text of the file")
        return value.code

    def _table_count(self, node: ast.Call) -> Val:
        given = self._arguments(node, "column", "by")
        if "column" not in given:
            raise self.no(node, "count: expected a column")
        column = given["column"]
        text = self.temp(self._text(column, "count"))
        by = self.whole(self.visit(given["by"]), node) if "by" in given else "1"
        columns = [*self.source.game.columns]
        if isinstance(column, ast.Constant) and column.value in columns:
            self.emit(f"count_in(rec, {columns.index(column.value)}, {by})")
        else:
            self.emit(f"count(rec, {text}, {by})")
        return self.none()

    def _table_win(self, node: ast.Call) -> Val:
        if node.keywords:
            raise self.no(node, "win: expected seats")
        values = [self.fresh(self.whole(value, node)) for value in self.values(node.args)]
        for value in values:
            self.emit(f"win(rec, {value})")
        if not values:
            self.emit("win_all(rec)")
        return self.none()

    def _table_win_team(self, node: ast.Call) -> Val:
        given = self._arguments(node, "team")
        if "team" not in given:
            raise self.no(node, "win_team: expected a team")
        self.emit(f"win_team(rec, {self._text(given['team'], 'win_team')})")
        return self.none()

    def set_roles(self, value: Val, node: ast.AST) -> None:
        """table.roles = …, all at once."""
        value = self.as_list(value, node)
        if not self.source.game.roles or value.kind.now().shape != LIST:
            raise self.no(node, "table.roles = …: expected a list of roles")
        roles = self.kinds.list_of(self.program.roles)
        self.kinds.flow(value.kind, roles)
        self.emit(f"rec.roles = {self.held(value, node)}")

    def _table_end(self, node: ast.Call) -> Val:
        given = self._arguments(node, "how")
        if "how" not in given:
            raise self.no(node, "end: expected how the game ended")
        self.emit(f"end(rec, {self._text(given['how'], 'end')})")
        return self.none()

    def _table_ask(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat", "view", "choices")
        if not {"seat", "view"} <= set(given):
            raise self.no(node, "ask: expected a seat, a view and choices")
        order = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = dict(zip((id(each) for each in order), self.values(order), strict=True))
        seat, view = values[id(given["seat"])], values[id(given["view"])]
        choices = values[id(given["choices"])] if "choices" in given else None
        if choices is None:
            choices = self.constant(self.program.constants.setdefault("yes or no", (True, False)), node)
        kind = self.known_kind(choices, node)
        self.check_view(self.known_kind(view, node), node)
        if is_zone(kind):
            choices = self.copied(self.cards_of(choices, node), node)
        if kind.shape == FIXED and kind.fixed == "seats":
            choices = self.list_of_walk(self.walk_value(choices, node), node)
        choices = self.as_list(choices, given.get("choices", node))
        if choices.kind.now().shape != LIST:
            raise self.no(node, "ask: expected the choices in a list or a tuple, which keep their order")
        codes = [self.whole(seat, node)] + [self.temp(each.code) for each in (view, choices) if each.code]
        answer = self.place(node, "answer")
        name = self._ask_function(view.kind, choices.kind, answer, node, is_yes_or_no="choices" not in given)
        return Val(answer, self.fresh(f"{name}({', '.join(['rec', *codes])})"))

    def _ask_function(self, view: Kind, choices: Kind, answer: Kind, node: ast.Call, is_yes_or_no: bool) -> str:
        """A function of its own, which lets the policy of a seat decide."""
        name = f"ask{self.number_of(node)}_{self.instance.name}"
        item = choices.now().items[0]
        self.kinds.flow(item, answer)
        lines, self.lines, depth, self.depth = self.lines, [], self.depth, 1
        shown = [] if view.now().shape == FIXED else ["view"]
        at = f"nth(rec, choices, dice_number(rec, seat, length(rec, choices)), {width(item)})"
        try:
            chosen = self.new_name()
            self.emit(f"if not begin_ask(rec, seat, {2 if is_yes_or_no else 'length(rec, choices)'}):")
            with self.indented():
                first = self.load(item, f"nth(rec, choices, 0, {width(item)})", node)
                self.emit(f"return {self.coerce(Val(item, first), answer, node)}")
            self.emit("if slips(rec, seat):")
            with self.indented():
                self.emit(f"return {self.coerce(Val(item, self.load(item, at, node)), answer, node)}")
            for number, policy in enumerate(self.program.policies):
                self.emit(f"{'if' if number == 0 else 'elif'} rec.who[seat] == {number}:")
                with self.indented():
                    found = self._decision(policy, view, choices, node)
                    self.kinds.flow(found.kind, answer)
                    self.emit(f"{chosen} = {self.coerce(found, answer, node)}")
            self.emit("else:" if self.program.policies else "if True:")
            with self.indented():  # the policy random
                self.emit(f"return {self.coerce(Val(item, self.load(item, at, node)), answer, node)}")
            if self.program.policies:
                kind = answer.now()
                if not (is_yes_or_no and kind.scalars == {BOOL} and not kind.shape):  # else each answer is a choice
                    place = self.position(Val(choices, "choices"), Val(answer, chosen), node)
                    self.emit(f"need({place} >= 0)")
                self.emit(f"return {chosen}")
            head = f"def {name}({', '.join(['rec', 'seat', *shown, 'choices'])}):"
            self.program.extra[name] = "\n".join(["@compiled", head, *self.lines])
        finally:
            self.lines, self.depth = lines, depth
        return name

    def _decision(self, policy: ast.FunctionDef, view: Kind, choices: Kind, node: ast.Call) -> Val:
        """What a policy decides."""
        real = vars(self.source.module)[policy.name]
        given: dict[str, Val] = {}
        number = 0
        for at, parameter in enumerate(inspect.signature(real).parameters.values()):
            if at == 0:
                given[parameter.name] = Val(view, "view")
            elif parameter.name == CHOICES:
                given[parameter.name] = Val(choices, "choices")
            elif parameter.name == DICE:
                given[parameter.name] = Val(self.kinds.fixed(DICE), "seat")
            elif is_memory(parameter.name, parameter.default):
                kind = self.program.memory_of(policy.name, parameter.default)
                given[parameter.name] = Val(kind, f"word(rec, {MEMORIES} + seat)")
            elif isinstance(parameter.default, Prepared):
                given[parameter.name] = Val(self._prepared(policy, parameter.name), f"rec.whole[seat, {number}]")
                number += 1
            else:
                default = getattr(parameter.default, "default", parameter.default)
                is_int = isinstance(default, int)
                code = f"rec.{'whole' if is_int else 'fractions'}[seat, {number}]"
                given[parameter.name] = self.scalar(code, INT if is_int else FLOAT)
                number += 1
        return self.call_with(policy, "", given, node, mark=(signature(choices),))

    def _prepared(self, policy: ast.FunctionDef, name: str) -> Kind:
        """The kind of what a policy has worked out before the first game."""
        known = self.program.prepared
        if (policy.name, name) not in known:
            scalar, *lists = self.source.prepared[policy.name][name].split() or [""]
            if not scalar:
                raise self.no(policy, f"{name}: what is prepared has empty lists, or lists that lie deeper than others")
            found = self.kinds.scalar(scalar)
            for _ in (*lists, "list"):
                found = self.kinds.list_of(found, True)
            known[policy.name, name] = found
        return known[policy.name, name]


def _is_flat(kind: Kind) -> bool:
    """Whether no list is within, of which nobody could say by its signature whether it is a tuple."""
    return is_card(kind) or (kind.now().shape in ("", TUPLE) and all(map(_is_flat, kind.now().items)))
