"""The cards that a game declares, in a kernel: what the author asks the table, and what zones tell it. Where the file
leads, it is known of every value whether it is a card, so nothing is asked while a game is played."""

import ast

from engine.outside.own.compiled.types import INT, TEXT, is_card
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.zone_calls import ZoneCalls


class CardCalls(ZoneCalls):
    """`table.cards`, and what happens to cards."""

    def all_cards(self, node: ast.Attribute) -> Val:
        if self.program.card is None:
            return self.constant((), node)
        item = self.place(node, "cards")
        self.kinds.flow(self.program.card, item)
        return Val(self.kinds.list_of(item, True), "rec.cards")

    def _table_card(self, node: ast.Call) -> Val:
        given = self._arguments(node, "key")
        if "key" not in given:
            raise self.no(node, "card: expected an id")
        key = self.visit(given["key"])
        if self.program.card is None:
            return self._stops(node)
        if TEXT not in self.known_kind(key, node).scalars:
            self.emit("need(False)")
            return Val(self.program.card, "0")
        return Val(self.program.card, self.fresh(f"card_of(rec, {key.code})"))

    def _table_use(self, node: ast.Call) -> Val:
        given = self._arguments(node, "seat", "card")
        if set(given) != {"seat", "card"}:
            raise self.no(node, "use: expected a seat and a card")
        order = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = dict(zip((id(each) for each in order), self.values(order), strict=True))
        seat, card = values[id(given["seat"])], values[id(given["card"])]
        if is_card(self.known_kind(card, node)):
            self.emit(f"use(rec, {self.whole(seat, node)}, {card.code})")
        else:
            self.emit("need(False)")
        return self.none()

    # What only zones tell the table

    def _noted(self, node: ast.Call) -> list[Val]:
        """The arguments of a call that notes something; none if it is about no card."""
        self._of_zones_only(node)
        values = self.values(node.args)
        return values if is_card(self.known_kind(values[0], node)) else []

    def _table_note_in_game(self, node: ast.Call) -> Val:
        for card in self._noted(node):
            self.emit(f"note_in_game(rec, {card.code})")
        return self.none()

    def _table_note_drawn(self, node: ast.Call) -> Val:
        if given := self._noted(node):
            self.emit(f"note_drawn(rec, {given[0].code}, {self.whole(given[1], node)})")
        return self.none()

    def _table_note_left(self, node: ast.Call) -> Val:
        if given := self._noted(node):
            self.emit(f"note_left(rec, {given[0].code}, {self.whole(given[1], node)})")
        return self.none()

    def _table_exchanged_with(self, node: ast.Call) -> Val:
        given = self._noted(node)
        if not given:
            return self.constant(-1, node)
        card, seat, below = given[0].code, *(self.whole(each, node) for each in given[1:])
        return self.scalar(self.fresh(f"exchanged_with(rec, {card}, {seat}, {below})"), INT)

    def _table_exchange_fails(self, node: ast.Call) -> Val:
        self._of_zones_only(node)
        self.emit("exchange_fails(rec)")
        return self.none()
