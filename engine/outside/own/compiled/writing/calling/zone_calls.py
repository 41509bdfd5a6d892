"""Decks, hands and piles in a kernel. What they do is read from the text of `hidden.zones`, as if the author had
written it; here is how one is made, and what the table does for them."""

import ast
from inspect import getsource
from typing import Any

from engine.outside.own.compiled.program import Instance
from engine.outside.own.compiled.types import (
    BOOL,
    INT,
    NOTHING,
    TEXT,
    ZONE,
    Kind,
    Unknown,
    holds_zone,
    is_zone,
    offset,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.table_calls import TableCalls
from engine.outside.own.compiled.writing.things import TABLE
from engine.outside.own.hidden import zones


def read(tree: ast.Module) -> tuple[dict[str, ast.FunctionDef], dict[str, ast.FunctionDef]]:
    """The functions of a text of zones, and the verbs of a zone."""
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    (zone,) = (each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == zones.Zone.__name__)
    methods = {each.name: each for each in zone.body if isinstance(each, ast.FunctionDef)}
    return functions, {name: each for name, each in methods.items() if not name.startswith("__")}


FUNCTIONS, VERBS = read(ast.parse(getsource(zones)))
HANDS = "word(rec, 2)"
"""Where the list of all hands is kept."""
CARDS_OF_ZONE, MARKS_OF_ZONE = "_cards", "_marks"
"""The fields of a zone that hold its cards, and who has seen them."""
ROOM = 14
"""For cards, before a zone has to grow."""


class ZoneCalls(TableCalls):
    """What the author, and the text of zones itself, call."""

    def verb_of_zone(self, zone: Val, name: str, node: ast.Call) -> Val:
        if name not in VERBS or (name.startswith("_") and self.instance.owner != ZONE):
            raise self.no(node, f".{name}(…): a deck, a hand or a pile is changed by its own verbs; list(…) is a copy")
        return self.call_function(VERBS[name], ZONE, [zone], node)

    def attribute_of_zone(self, zone: Val, node: ast.Attribute) -> Val:
        if self.instance.owner != ZONE:
            raise self.no(node, f".{node.attr} of a deck, a hand or a pile cannot be compiled")
        return self._the_table() if node.attr == TABLE else self.field(zone, node.attr, node)

    def call_in_zones(self, what: Any, node: ast.Call) -> Val:
        """A call of what the text of zones itself says."""
        if what is not zones.Zone:
            return self.call_function(FUNCTIONS[what.__name__], ZONE, [], node)
        _, owner, label, number = self.values(node.args)
        return self._new_zone(node, owner, label, number)

    def _new_zone(self, node: ast.AST, owner: Val, label: Val, number: Val) -> Val:
        card, mark = self.place(node, "card"), self.place(node, "mark")
        self.kinds.flow(self.kinds.scalar(INT), mark)
        values = {
            CARDS_OF_ZONE: Val(self.kinds.list_of(card), self.fresh(f"new_list(rec, {ROOM}, {width(card)})")),
            MARKS_OF_ZONE: Val(self.kinds.list_of(mark), self.fresh(f"new_list(rec, {ROOM}, 1)")),
            "_owner": owner,
            "_label": label,
            "_number": number,
            "_times": self.constant(0, node),
        }
        fields = self._fields_made(node, ZONE, values)
        made = self.thing(fields, values, node)
        self.emit(f"record_zone(rec, {made.code} + {offset(fields, MARKS_OF_ZONE)})")
        self.program.has_zones = True
        return made

    def _the_table(self) -> Val:
        return Val(self.kinds.fixed(TABLE), "")

    def _table_deck(self, node: ast.Call) -> Val:
        given = self._arguments(node, "label", "cards", "number")
        if not {"label", "cards"} <= set(given):
            raise self.no(node, "deck: expected a label and cards")
        values = dict(zip(given, self.values(list(given.values())), strict=True))
        label = values["label"]
        if TEXT not in self.known_kind(label, node).scalars or (isinstance(label.known, str) and ": " in label.known):
            raise self.no(node, "the label of a deck: expected a text of the file, without a colon")
        cards = self._new_cards(values["cards"], node)
        self.emit("rec.has_zones = 1")
        nobody = self.constant(zones.NOBODY, node)
        number = values.get("number", nobody)
        whole = self.scalar(self.temp(self.whole(number, node)), INT)
        return self._filled("fill", self._new_zone(node, nobody, label, whole), cards, node)

    def _table_pile(self, node: ast.Call) -> Val:
        given = self._arguments(node, "cards")
        cards = self._new_cards(self.visit(given["cards"]), node) if "cards" in given else None
        self.emit("rec.has_zones = 1")
        nobody = self.constant(zones.NOBODY, node)
        made = self._new_zone(node, nobody, self.constant("", node), nobody)
        return made if cards is None else self._filled("lay_out", made, cards, node)

    def _new_cards(self, cards: Val, node: ast.AST) -> Val:
        if is_zone(self.known_kind(cards, node)):
            raise self.no(node, "these cards would be in two places; write deck.shuffle_in(pile)")
        return self._items(cards, node)

    def _filled(self, how: str, zone: Val, cards: Val, node: ast.Call) -> Val:
        self.call_with(FUNCTIONS[how], ZONE, {"zone": zone, "cards": cards}, node)
        return zone

    def _table_hand(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat")
        if "seat" not in given:
            raise self.no(node, "hand: expected a seat")
        seat = self.temp(self.whole(self.visit(given["seat"]), node))
        self.emit(f"need(0 <= {seat} < rec.players)")
        self.emit("rec.has_zones = 1")
        hand = self._hands(node).result.now().items[0]
        return Val(hand, self.fresh(self.load(hand, f"nth(rec, {HANDS}, {seat}, 1)", node)))

    def _hands(self, node: ast.expr) -> Instance:
        """The function that makes the hands, which is called before each game."""
        made = self.program.instance(FUNCTIONS["new_hands"], ZONE, [("table", self.kinds.fixed(TABLE))])
        made.at = made.at or self.instance.at or node.lineno
        self.program.hands = made
        if made.result.now().is_unknown:
            raise Unknown
        return made

    def _table_pass_hands(self, node: ast.Call) -> Val:
        given = self._arguments(node, "by")
        by = self.visit(given["by"]) if "by" in given else self.constant(1, node)
        return self.call_with(FUNCTIONS["pass_hands"], ZONE, {"table": self._the_table(), "by": by}, node)

    def _identical(self, a: Val, b: Val, node: ast.Compare) -> Val:
        """Whether an argument of a verb is None is known from the call: nothing of the other case is read, as it would
        say that a hand holds cards that are never dealt to it."""
        if self.instance.owner == ZONE and b.known is None:
            scalars, shape = a.kind.now().scalars, a.kind.now().shape
            if NOTHING not in scalars or (scalars == {NOTHING} and not shape):
                return Val(self.kinds.scalar(BOOL), repr(NOTHING in scalars), NOTHING in scalars)
        return super()._identical(a, b, node)

    def _py_isinstance(self, node: ast.Call) -> Val:
        if self.instance.owner != ZONE:
            return super()._py_isinstance(node)
        found = is_zone(self.known_kind(self.visit(node.args[0]), node))
        return Val(self.kinds.scalar(BOOL), repr(found), found)

    # What only zones ask of the table

    def _table_shuffled(self, node: ast.Call) -> Val:
        self._of_zones_only(node)
        label, cards, number, times, marks = self.values(node.args)
        numbers, place = self.fresh("0"), self.fresh("np.uint64(0)")
        for value, least in ((number, 0), (times, 1)):
            which = self.temp(value.code)
            self.emit(f"if {which} >= {least}:")
            with self.indented():
                self.emit(f"{place} = numbered({numbers}, {place}, {which})")
                self.emit(f"{numbers} += 1")
        held = Val(cards.kind, self.held(cards, node))
        return self._shuffle(self.place_of_label(label), held, f"{numbers}, {place}", node, marks)

    def _table_new_marks(self, node: ast.Call) -> Val:
        self._of_zones_only(node)
        number = self.whole(self.visit(node.args[0]), node)
        mark = self.place(node, "mark")
        self.kinds.flow(self.kinds.scalar(INT), mark)
        return Val(self.kinds.list_of(mark), self.fresh(f"new_marks(rec, {number})"))

    def _table_place_of(self, node: ast.Call) -> Val:
        self._of_zones_only(node)
        card, cards = self.values(node.args)
        self.known_kind(card, node)
        return self.scalar(self.position(cards, Val(card.kind, self.temp(card.code)), node), INT)

    def _table_mark_lost(self, node: ast.Call) -> Val:
        self._of_zones_only(node)
        self.emit(f"mark_lost(rec, {self.whole(self.visit(node.args[0]), node)})")
        return self.none()

    def _of_zones_only(self, node: ast.Call) -> None:
        if self.instance.owner != ZONE:
            raise self.no(node, "only decks, hands and piles ask this of the table")

    def check_view(self, view: Kind, node: ast.AST) -> None:
        """A policy gets copies of hands."""
        if holds_zone(view):
            raise self.no(node, "ask: the view holds a deck, a hand or a pile itself; write list(…)")
