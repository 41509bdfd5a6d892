"""Games that go on from a decision in another way, for who looks back at them."""

from contextlib import suppress

import numpy as np

from engine.errors import BadInput, BrokenRule, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided
from engine.game.results import Rows
from engine.outside.own.cards.card import NO_CARDS
from engine.outside.own.cards.played import pack_of
from engine.outside.own.declared import PLAYERS, Declared
from engine.outside.own.hidden.forks.fork import Fork, Imagined, Players
from engine.outside.own.hidden.forks.past import Past, past_at
from engine.outside.own.hidden.forks.turned_luck import TurnedLuck
from engine.outside.own.hidden.worlds import Impossible, Recorded
from engine.outside.own.luck import Keys
from engine.outside.own.play import finish, row_maker, rules_of, tables, who_plays
from engine.players.fork_bounds import check_fork
from engine.players.world_numbers import world_number
from engine.policy.seats.mixed_table import parts_of
from engine.policy.seats.search_policy import is_search

FORKS, MOST_TRIES = "forks", 20


def recorded(game: Declared, cell: Cell, seed: int, index: int) -> Recorded:
    """A game, played and written down."""
    _, who = who_plays(cell, seed, index)
    table = tables(game, cell, who, seed, Recorded)(index, False)
    assert isinstance(table, Recorded)
    finish(game, table)
    return table


def decided(record: Recorded) -> list[Decided]:
    return [
        Decided(asked.seat, len(asked.choices), asked.choices.index(asked.answer))
        for asked in record.asked
        if len(asked.choices) > 1
    ]


def forked(
    game: Declared, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None, by: Json | None
) -> Rows:
    """See `engine.game.protocol.Forks`."""
    record = recorded(game, cell, seed, index)
    made = decided(record)
    check_fork(made, cell, index, at, choice)
    _, who = who_plays(cell, seed, index)
    if any(map(is_search, parts_of(by or who))):
        raise BadInput(message("a fork is played on by policies that do not search"), source=cell.name)
    past, rows = past_at(record, at), np.zeros(1, game.row)
    for number in range(MOST_TRIES):
        world = luck if luck is None else Imagined(Keys(seed, FORKS), world_number(index, at, luck, number))
        with suppress(Impossible):
            rows[0] = _row(game, cell, seed, index, by or who, past, choice, world)
            return rows
    raise BrokenRule(
        message("what nobody has seen cannot be dealt again"),
        source=cell.name,
        place=message("game {game}", game=index),
    )


def _row(
    game: Declared, cell: Cell, seed: int, index: int, who: Json, past: Past, choice: int, world: Imagined | None
) -> tuple[int, ...]:
    seats = range(cell.spec[PLAYERS])
    new = tables(game, cell, who, seed)(index, False)
    players = Players([new.decider_of(seat) for seat in seats], [True for _ in seats])
    luck = TurnedLuck(Keys(seed, "luck"), index)
    table = Fork(game.file.game, rules_of(game, cell), players, luck, past, choice, world)
    if (pack := pack_of(cell)) is not NO_CARDS:
        table.lay_out(pack)
    return row_maker(game)(table, finish(game, table))
