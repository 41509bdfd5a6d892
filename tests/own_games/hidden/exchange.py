"""A game as a seat is told it, before and after two cards are exchanged that the seat has still not seen at the end.
Everybody makes the same choices; the exchanged card takes the other's place in them."""

from collections.abc import Iterator
from functools import partial
from json import dumps

import numpy as np

from engine.game.cell import Cell
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.worlds import Exchange, Impossible, Orders, Recorded, World, card_of
from engine.outside.own.play import Replayed, row_maker, tables, who_plays
from engine.outside.own.telling.words import tell_as

MOST = 6
"""Exchanges for a seat of a game."""


def recorded(game: OwnGame, cell: Cell, seed: int, index: int) -> Recorded:
    _, who = who_plays(cell, seed, index)
    table = tables(game.edition, cell, who, seed, Recorded)(index, True)
    assert isinstance(table, Recorded)
    game.edition.file.game.play(table)
    return table


def exchanges(record: Recorded, seat: int) -> Iterator[Exchange]:
    """From each shuffle on: pairs of different cards that the seat has not seen since, up to the end."""
    seen = record.seen_by(seat)
    for number, shuffle in enumerate(record.shuffles):
        later = [(slot, each) for each in record.shuffles[number:] for slot in each.slots if slot in seen]
        known = [card_of(each, slot) for slot, each in later]
        hidden = [card for card in shuffle.cards if card not in known]
        for one, other in list(zip(hidden, reversed(hidden), strict=True))[: len(hidden) // 2]:
            if one != other:
                yield Exchange(number, one, other)


def planned(record: Recorded, exchange: Exchange, fixed: frozenset[int]) -> Orders:
    """The orders of all decks after an exchange, wherever the seat has not looked."""
    shuffles = [
        shuffle
        if number < exchange.shuffle
        else shuffle._replace(
            cards=tuple(
                card if slot in fixed else exchange.of(card)
                for slot, card in zip(shuffle.slots, shuffle.cards, strict=True)
            )
        )
        for number, shuffle in enumerate(record.shuffles)
    ]
    return Orders(shuffles, exchange)


def told(game: OwnGame, table: Recorded, seat: int) -> bytes:
    """The replay as this seat is told it, as data and as lines."""
    row = np.array([row_maker(game.edition)(table, False)], game.edition.row)
    found = tell_as(game.edition, Replayed(table, row, -1, ""), seat)
    return dumps([found.events, found.lines], default=str).encode()


def both_tellings(game: OwnGame, cell: Cell, seed: int, index: int, seat: int) -> Iterator[tuple[bytes, bytes]]:
    """The replay before and after each exchange in which the choices can still be made."""
    record = recorded(game, cell, seed, index)
    fixed, (_, who), made = record.seen_by(seat), who_plays(cell, seed, index), 0
    for exchange in exchanges(record, seat):
        orders = planned(record, exchange, fixed)
        new = tables(game.edition, cell, who, seed, partial(World, record=record, orders=orders, fixed=fixed))
        world = new(index, True)
        assert isinstance(world, World)
        try:
            game.edition.file.game.play(world)
        except Impossible:
            continue
        yield told(game, record, seat), told(game, world, seat)
        made += 1
        if made == MOST:
            return
