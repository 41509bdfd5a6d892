"""Is luck drawn that a seat which searches cannot know yet? Decks and hands say who has seen what; a number or a list
that is drawn beside them does not, and a search would know it.

So a few games are played again with one draw changed. If a seat that searches is shown the same by one of its
decisions, and the game goes on otherwise later, the draw is a secret, and the file gets no search.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.errors import BrokenRule, message
from engine.game.cell import Cell, Json
from engine.outside.own.author import Table
from engine.outside.own.cards.card import NO_CARDS
from engine.outside.own.cards.played import pack_of
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.forks.past import is_same
from engine.outside.own.hidden.worlds import Recorded
from engine.outside.own.luck import Keys, Luck

T = TypeVar("T")
GAMES, MOST_DRAWS = 2, 60
"""Games that are tried, and draws of each."""
LEAST, MOST = 0, (1 << 64) - 1
CHANGES = (LEAST, MOST)
"""What a draw becomes: one of the two gives another number, whatever it is for."""
NOT_YET = -1


class Drawn(NamedTuple):
    """A draw of a game beside decks and hands."""

    label: str
    decisions: int
    """Made before it."""


class ChangedLuck(Luck):
    """The luck of a game, of which one draw can be another."""

    def __init__(self, keys: Keys, game: int, changed: int = NOT_YET, becomes: int = LEAST) -> None:
        super().__init__(keys, game)
        self.drawn: list[Drawn] = []
        self.decisions = 0
        self.is_deck = False
        """Whether a deck is shuffled now."""
        self._changed, self._becomes = changed, becomes

    def shuffle(self, label: str, items: Sequence[T], *which: int) -> list[T]:
        if self.is_deck:
            return super().shuffle(label, items, *which)
        is_changed = self._note(label)
        self.is_deck = True  # one draw, not one for each item
        try:
            found = super().shuffle(label, items, *which)
        finally:
            self.is_deck = False
        if not is_changed:
            return found
        kept = 0 if self._becomes == LEAST else len(found) // 2
        return found[:kept] + found[kept:][::-1]

    def _bits(self, label: str, which: tuple[int, ...]) -> int:
        found = super()._bits(label, which)
        return self._becomes if not self.is_deck and self._note(label) else found

    def _note(self, label: str) -> bool:
        """Whether this is the draw that is changed."""
        self.drawn.append(Drawn(label, self.decisions))
        return len(self.drawn) - 1 == self._changed


class Watched(Recorded):
    """A game whose luck knows how many decisions have been made."""

    luck: ChangedLuck

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        found = super().answer(seat, view, choices)
        self.luck.decisions = len(self.asked) + 1
        return found

    def shuffled(self, *given: Any) -> list[Any]:
        self.luck.is_deck = True
        try:
            return super().shuffled(*given)
        finally:
            self.luck.is_deck = False


class AnsweredAgain(Watched):
    """The same game, in which everybody answers what he did, as long as he is asked the same."""

    record: Recorded

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        at = len(self.asked)
        before = self.record.asked[at] if at < len(self.record.asked) else None
        is_the_same = before is not None and before.seat == seat and before.answer in choices
        self.luck.decisions = at + 1
        return before.answer if before is not None and is_the_same else Table.ask(self, seat, view, choices)


Finish = Callable[[Table], object]
Deciders = Callable[[int], Sequence[Any]]
"""Those of a game."""


class SecretLuck:
    """Looks for secrets in the luck of a game file."""

    def __init__(self, game: Declared, cell: Cell, rules: Json, finish: Finish, deciders: Deciders, seed: int) -> None:
        self._game, self._cell, self._rules = game, cell, rules
        self._finish, self._deciders, self._keys = finish, deciders, Keys(seed, "luck")

    def refuse(self, seats: Sequence[int]) -> None:
        """Raises an error if one of these seats would search with such a secret."""
        if self._game.file.game.open_information is True:
            return
        for index in range(GAMES):
            record = self._played(Watched, index)
            drawn = record.luck.drawn
            step = max(1, -(-len(drawn) // MOST_DRAWS))
            for at in range(0, len(drawn), step):
                for seat in self._not_shown(record, index, at, seats):
                    raise BrokenRule(
                        message(
                            "search would know luck {label}, which seat {seat} is not shown: keep it in table.deck, or "
                            "say open_information = True if it lies open",
                            label=repr(drawn[at].label),
                            seat=seat + 1,
                        ),
                        source=self._cell.name,
                        place=message("game {game}", game=index),
                    )

    def _not_shown(self, record: Watched, index: int, at: int, seats: Sequence[int]) -> list[int]:
        """The seats that decide after a draw and before they are shown anything of it, though it matters."""
        found: list[int] = []
        for becomes in CHANGES:
            other = self._played(AnsweredAgain, index, record, at, becomes)
            if _matters(record, other):
                first = record.luck.drawn[at].decisions
                found += [seat for seat in seats if _decides_before(record, other, seat, first)]
        return found

    def _played(
        self, kind: type[Watched], index: int, record: Recorded | None = None, changed: int = NOT_YET, becomes: int = 0
    ) -> Watched:
        luck = ChangedLuck(self._keys, index, changed, becomes)
        table = kind(self._game.file.game, self._rules, self._deciders(index), luck, True)
        if isinstance(table, AnsweredAgain):
            assert record is not None
            table.record = record
        if (pack := pack_of(self._cell)) is not NO_CARDS:
            table.lay_out(pack)
        try:
            self._finish(table)
        except Exception:  # what is wrong with a game, others say
            if record is None:
                raise
        return table


def _matters(record: Recorded, other: Recorded) -> bool:
    """Whether somebody was shown something else, or it ended otherwise."""
    if _end(other) != _end(record) or len(other.asked) != len(record.asked):
        return True
    return not all(_is_same_question(*pair) for pair in zip(record.asked, other.asked, strict=True))


def _decides_before(record: Recorded, other: Recorded, seat: int, first: int) -> bool:
    """Whether a seat has a decision, from the first on, by which it was shown the same in both games."""
    for at, (mine, theirs) in enumerate(zip(record.asked, other.asked, strict=False)):
        if mine.seat != theirs.seat:
            return False
        if mine.seat != seat:
            continue
        heard = [table.heard_by(seat, asked.lines) for table, asked in ((record, mine), (other, theirs))]
        if not _is_same_question(mine, theirs) or heard[0] != heard[1]:
            return False
        if at >= first and len(mine.choices) > 1:
            return True
    return False


def _is_same_question(one: Any, other: Any) -> bool:
    return one.seat == other.seat and is_same(one.view, other.view) and is_same(one.choices, other.choices)


def _end(table: Table) -> tuple[Any, ...]:
    return table.winners, table.winning_teams, list(table.scores), dict(table.counts), table.turns
