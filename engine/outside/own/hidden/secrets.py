"""Does a view show what its seat has not seen? Games are played up to a decision again, with the same choices, in
worlds where that lies otherwise: the view must be the same, and so must be what the policy makes of it. What a seat was
told must be the same, too: a line that names a hidden card is found. Other lines may say something else (that a hand
has no sevens): in such a world the seat would have known, so it is thrown away."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.errors import Text, message
from engine.game.cell import Cell, Json
from engine.game.results import Secrets
from engine.outside.own.author import Decide
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.worlds import Asked, Exchange, Impossible, Recorded, World, orders_unlike
from engine.outside.own.luck import Keys
from engine.outside.own.play import tables, who_plays
from engine.outside.own.policies.shown_views import difference

WORLDS, FEWEST = 8, 2
"""Worlds that are tried for a decision, and that must be left for it to count as asked."""


class Noticed(Exception):  # noqa: N818 - what is looked for
    """A seat can tell two worlds apart."""

    def __init__(self, fault: Text) -> None:
        super().__init__()
        self.fault = fault


class Reached(Exception):  # noqa: N818 - nobody's error
    """The decision came, and nothing was noticed by then."""


class ToldOtherwise(Impossible):
    """The seat would have heard that this is another world."""


class Compared(World):
    """A world that is played up to a decision of a seat."""

    target: int
    seat: int
    decide: Decide

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        at, before = len(self.asked), self.now()
        if seat != self.seat or before.seat != seat:
            return super().answer(seat, view, choices)
        if before.turn != self.turns:
            raise Impossible
        where = message("seat {seat}, turn {turn}", seat=seat + 1, turn=before.turn)
        self._compare_lines(self.record.heard_by(seat, before.lines), self.heard_by(seat), where)
        what = difference("view", before.view, view) or difference("choices", before.choices, choices)
        if what:
            raise Noticed(
                message("{where}: {what}, where cards that the seat has not seen lie otherwise", where=where, what=what)
            )
        if len(choices) > 1 and self.decide(view, choices) != before.answer:
            raise Noticed(
                message(
                    "{where}: the policy decides otherwise where cards that the seat has not seen lie otherwise",
                    where=where,
                )
            )
        if at == self.target:
            raise Reached
        return before.answer

    def _compare_lines(self, heard: list[tuple[int, str]], now: list[tuple[int, str]], where: Text) -> None:
        if heard == now:
            return
        differing = [(one[1], other[1]) for one, other in zip(heard, now, strict=False) if one != other]
        if differing and self.exchange is not None:
            line, other = differing[0]
            if names_card(self.exchange, self.record.shuffles[self.exchange.shuffle].cards, line, other):
                raise Noticed(
                    message(
                        "{where}: told {line!r}, but has not seen that card; show it, or tell it to=…",
                        where=where,
                        line=line,
                    )
                )
        raise ToldOtherwise


def names_card(exchange: Exchange, cards: Sequence[Any], line: str, other: str) -> bool:
    """Whether a line names one of two exchanged cards: it became another by just the words in which these two differ.
    If they have words in common that other cards have not, it may have told but a part, such as the suit."""
    one, two = _words(exchange.one), _words(exchange.other)
    if (one - two).total() < max((one - _words(card)).total() for card in cards):
        return False
    before, after = _words(line), _words(other)
    found = before - after, after - before
    return found[0].total() > 0 and found in ((one - two, two - one), (two - one, one - two))


def _words(thing: object) -> Counter[str]:
    return Counter(re.findall(r"\w+", str(thing)))


class Question(NamedTuple):
    """A decision of a recorded game."""

    game: int
    record: Recorded
    at: int

    @property
    def asked(self) -> Asked:
        return self.record.asked[self.at]


def secrets_of(game: Declared, cell: Cell, seed: int, index: int) -> Iterator[Secrets]:
    """What the seats of a game can see that they should not, in parts."""
    _, who = who_plays(cell, seed, index)
    record = tables(game, cell, who, seed, Recorded)(index, True)
    assert isinstance(record, Recorded)
    _play(game, record)
    yield Secrets(hides=record.has_zones)
    for at in _decisions(record):
        yield from _ask(game, cell, who, seed, Question(index, record, at))


def _play(game: Declared, table: Recorded) -> None:
    """To the end, if it comes: what is wrong with a game, others say."""
    try:
        game.file.game.play(table)
    except (Exception, SystemExit):
        return


def _decisions(record: Recorded) -> Iterator[int]:
    """The first of each seat, then the last of each, and one in between."""
    by_seat = [[at for at, asked in enumerate(record.asked) if asked.seat == seat] for seat in record.seats]
    chosen = (mine[part] for part in (slice(0, 1), slice(-1, None), slice(1, -1)) for mine in by_seat)
    yield from dict.fromkeys(some[len(some) // 2] for some in chosen if some)


def _ask(game: Declared, cell: Cell, who: Json, seed: int, question: Question) -> Iterator[Secrets]:
    """A part after each world, and one with the result."""
    asked, tried, left, told = question.asked, 0, 0, 0
    keys = Keys(seed, f"worlds of game {question.game}, question {question.at}")
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
            leak = message("{cell}: game {game}, {fault}", cell=cell.name, game=question.game, fault=noticed.fault)
            yield Secrets(leaks=[leak], asked=1, worlds=tried)
            return
        except ToldOtherwise:
            told += 1
        except (Exception, SystemExit):  # a world in which the game fails is none
            pass
        yield Secrets()
    if tried:
        is_asked = left >= FEWEST
        yield Secrets(asked=int(is_asked), worlds=left, unasked=int(not is_asked), told_otherwise=told)
