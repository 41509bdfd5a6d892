"""Does a view show what its seat has not seen? Games are played up to a decision again, with the same choices, in
worlds where that lies otherwise: the view must be the same, and so must be what the policy makes of it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.game.cell import Cell, Json
from engine.game.results import Secrets
from engine.outside.own.author import Decide
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.worlds import Asked, Impossible, Recorded, World, orders_unlike
from engine.outside.own.luck import Keys
from engine.outside.own.play import tables, who_plays
from engine.outside.own.policies.shown_views import difference

WORLDS, FEWEST = 8, 2
"""Worlds that are tried for a decision, and that must be left for it to count as asked."""


class Noticed(Exception):  # noqa: N818 - what is looked for
    """A seat can tell two worlds apart."""


class Reached(Exception):  # noqa: N818 - nobody's error
    """The decision came, and nothing was noticed by then."""


class Compared(World):
    """A world that is played up to a decision of a seat."""

    target: int
    seat: int
    decide: Decide

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        at, before = len(self.asked), self.now()
        if seat != self.seat or before.seat != seat:
            return super().answer(seat, view, choices)
        if before.turn != self.turns or self.heard_by(seat) != self.record.heard_by(seat, before.lines):
            raise Impossible
        where = f"seat {seat + 1}, turn {before.turn}"
        what = difference("view", before.view, view) or difference("choices", before.choices, choices)
        if what:
            raise Noticed(f"{where}: {what}, where cards that the seat has not seen lie otherwise")
        if len(choices) > 1 and self.decide(view, choices) != before.answer:
            raise Noticed(f"{where}: the policy decides otherwise where cards that the seat has not seen lie otherwise")
        if at == self.target:
            raise Reached
        return before.answer


class Question(NamedTuple):
    """A decision of a recorded game."""

    game: int
    record: Recorded
    at: int

    @property
    def asked(self) -> Asked:
        return self.record.asked[self.at]


def secrets_of(game: Declared, cell: Cell, seed: int, games: int) -> Secrets:
    """What the seats of some games can see that they should not."""
    found = Secrets()
    for index in range(games):
        _, who = who_plays(cell, seed, index)
        record = tables(game, cell, who, seed, Recorded)(index, True)
        assert isinstance(record, Recorded)
        _play(game, record)
        found.hides |= record.has_zones
        for at in _decisions(record):
            _ask(game, cell, who, seed, Question(index, record, at), found)
    return found


def _play(game: Declared, table: Recorded) -> None:
    """To the end, if it comes: what is wrong with a game, others say."""
    try:
        game.file.game.play(table)
    except (Exception, SystemExit):
        return


def _decisions(record: Recorded) -> Iterator[int]:
    """Of each seat: the first, the last, and one in between."""
    for seat in record.seats:
        mine = [at for at, asked in enumerate(record.asked) if asked.seat == seat]
        yield from sorted({mine[0], mine[len(mine) // 2], mine[-1]} if mine else ())


def _ask(game: Declared, cell: Cell, who: Json, seed: int, question: Question, found: Secrets) -> None:
    asked, left = question.asked, 0
    keys = Keys(seed, f"worlds of game {question.game}, question {question.at}")
    tried = 0
    for orders in orders_unlike(question.record, asked, keys, WORLDS):
        tried += 1
        new = tables(game, cell, who, seed, partial(Compared, record=question.record, orders=orders, fixed=asked.seen))
        world = new(question.game, True)
        assert isinstance(world, Compared)
        world.target, world.seat, world.decide = question.at, asked.seat, world.decider_of(asked.seat)
        try:
            game.file.game.play(world)
        except Reached:
            left += 1
        except Noticed as noticed:
            found.leaks.append(f"{cell.name}: game {question.game}, {noticed}")
            return
        except (Exception, SystemExit):  # a world in which the game fails is none
            continue
    if tried:
        found.note(left, left >= FEWEST)
