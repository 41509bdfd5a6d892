"""Games that go on from a decision in another way, for who looks back at them."""

import numpy as np

from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided
from engine.game.results import Rows
from engine.outside.own.cards.card import NO_CARDS
from engine.outside.own.cards.played import pack_of
from engine.outside.own.declared import PLAYERS, Declared
from engine.outside.own.hidden.forks.fork import Fork, Imagined, Players
from engine.outside.own.hidden.forks.past import past_at
from engine.outside.own.hidden.forks.turned_luck import TurnedLuck
from engine.outside.own.hidden.worlds import Recorded
from engine.outside.own.luck import Keys
from engine.outside.own.play import finish, row_maker, rules_of, tables, who_plays
from engine.players.world_numbers import world_number


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
    if not 0 <= at < len(made) or not 0 <= choice < made[at].choices:
        raise BadInput(
            source=cell.name,
            place=f"game {index}",
            expected=message("a decision below {decisions} and one of its choices", decisions=len(made)),
            got=f"{at}, {choice}",
        )
    _, who = who_plays(cell, seed, index)
    seats = cell.spec[PLAYERS]
    new = tables(game, cell, by or who, seed)(index, False)
    players = Players([new.decider_of(seat) for seat in range(seats)], [True] * seats)
    past, keys = past_at(record, at), Keys(seed, "luck")
    world = None if luck is None else Imagined(Keys(seed, "another luck"), world_number(index, at, luck))
    table = Fork(
        game.file.game, rules_of(game, cell), players, TurnedLuck(keys, index), past, choice, world, deals=False
    )
    if (pack := pack_of(cell)) is not NO_CARDS:
        table.lay_out(pack)
    rows = np.zeros(1, game.row)
    rows[0] = row_maker(game)(table, finish(game, table))
    return rows
