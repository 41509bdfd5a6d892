"""Calls of the table, its luck, and the dice of policies."""

import ast
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
from engine.outside.own.compiled.writing.calling.asking import Asking


class TableCalls(Asking):
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

    def _shuffle(self, label: Val, what: Val, place: str, node: ast.Call, marks: Val | None = None) -> Val:
        """Items in random order; of a deck, which has marks, so that a fork can lay it otherwise."""
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
        given = f"rec, {what.code}, {width(item)}, {label.code}, {place}"
        call = f"shuffled({given})" if marks is None else f"deck_shuffled({given}, {marks.code})"
        return Val(kind, self.fresh(call))

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

    def _table_turn(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat")
        if "seat" in given:
            self.effects(given["seat"])
        return self.scalar(self.fresh("turn(rec)"), INT)

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


def _is_flat(kind: Kind) -> bool:
    """Whether no list is within, of which nobody could say by its signature whether it is a tuple."""
    return is_card(kind) or (kind.now().shape in ("", TUPLE) and all(map(_is_flat, kind.now().items)))
