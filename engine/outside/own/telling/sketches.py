"""The table as the author's `draw(view)` shows it, whenever a seat is asked; without one, the scores.

What is drawn is bounded, and words only. A drawing that fails is left out from then on, and the replay says why: the
game goes on.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from numbers import Real
from typing import Any
from unicodedata import category

from engine.errors import BrokenRule, message
from engine.game.results import Stood
from engine.language.current import said, word
from engine.outside.own.author import Table
from engine.outside.own.declared import Declared
from engine.outside.own.files import reason
from engine.outside.own.telling.drawing import drawing_of

MOST_ROWS, MOST_WORDS, LONGEST_WORD = 100, 60, 200
MOST_DRAWN = 2_000_000
"""Characters of all tables of a game."""


@dataclass
class Sketches:
    """An onlooker who draws."""

    game: Declared
    table: Table
    seat: int | None = None
    """The seat whose views are drawn, from 0 on; None for all of them."""
    found: list[Stood] = field(default_factory=list)
    _is_over: bool = False
    _drawn: int = 0
    """Characters so far."""

    def __call__(self, seat: int, view: Any) -> None:
        if self._is_over or self.seat not in (None, seat):
            return
        drawing = drawing_of(self.game.file.game)
        if drawing is None:
            self._scores()
            return
        draw, line = drawing
        try:
            rows = rows_of(draw(deepcopy(view)), line)
            self._drawn += sum(len(each) for row in rows for each in row)
            if self._drawn > MOST_DRAWN:
                most = message("at most {most:,} characters in all tables of a game", most=MOST_DRAWN)
                raise BrokenRule(source=f"line {line}: draw", expected=most)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, it is the author's
            self._is_over = True
            self._note(Stood(fault=f"{self.game.where}: {reason(error, self.game.file.module)}", seat=seat + 1))
        else:
            self._note(Stood(rows=rows, seat=seat + 1))

    def _scores(self) -> None:
        """Everybody sees what all have, if the whole game is told."""
        if self.game.scored and self.seat is None:
            seats = [said("seat {seat}", seat=each + 1) for each in self.table.seats]
            scores = [str(score) for score in self.table.scores]
            self._note(Stood(rows=(("", *seats), (word(self.game.scored), *scores))))

    def end(self) -> None:
        """The scores when the game is over."""
        if drawing_of(self.game.file.game) is None:
            self._scores()

    def _note(self, stood: Stood) -> None:
        last = self.found[-1] if self.found else Stood()
        if (last.seat, last.rows, last.fault) != (stood.seat, stood.rows, stood.fault):
            heard = [line for line in self.table.lines if self.seat is None or line.to in (None, self.seat)]
            self.found.append(stood._replace(turn=self.table.turns, event=len(heard), line=len(heard)))


def rows_of(drawn: Any, line: int) -> tuple[tuple[str, ...], ...]:
    """What was drawn, as rows of words. A row that is one word stands for itself."""
    where = f"line {line}: draw"
    if isinstance(drawn, str) or not isinstance(drawn, Sequence):
        raise BrokenRule(source=where, expected=message("a list of rows of words, got {got}", got=_short(drawn)))
    if len(drawn) > MOST_ROWS:
        raise BrokenRule(
            source=where, expected=message("at most {most} rows, got {got}", most=MOST_ROWS, got=len(drawn))
        )
    return tuple(_row(row, f"{where}: row {at}") for at, row in enumerate(drawn, 1))


def _row(row: Any, where: str) -> tuple[str, ...]:
    words = [row] if isinstance(row, str) else row
    if not isinstance(words, Sequence):
        raise BrokenRule(source=where, expected=message("a list of words, got {got}", got=_short(row)))
    if len(words) > MOST_WORDS:
        raise BrokenRule(
            source=where, expected=message("at most {most} words, got {got}", most=MOST_WORDS, got=len(words))
        )
    return tuple(_word(each, where) for each in words)


def _word(given: Any, where: str) -> str:
    """A text, or a number."""
    if not isinstance(given, str | Real):
        raise BrokenRule(source=where, expected=message("texts and numbers, got {got}", got=_short(given)))
    text = str(given)
    if len(text) > LONGEST_WORD:
        expected = message("words of at most {most} characters, got {got}", most=LONGEST_WORD, got=len(text))
        raise BrokenRule(source=where, expected=expected)
    if not all(each.isprintable() or category(each) == "Zs" for each in text):
        raise BrokenRule(
            source=where, expected=message("words of letters that can be seen, got {got}", got=_short(text))
        )
    return text


def _short(thing: object) -> str:
    text = ascii(thing)
    return text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]}…"
