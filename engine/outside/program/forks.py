"""Questions to a program about games that go on from a decision in another way: `fork` and `decisions`.

The program keeps nothing between two questions. Each says all there is to know: the game, what is chosen at its first
decisions, and how it goes on from the next one.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.results import Rows
from engine.outside.program import process
from engine.outside.program.from_hello import WINNERS, Declared
from engine.outside.program.play import check_count, ends_rows, is_end, rows_reader, which
from engine.outside.program.process import Unanswered, shown
from engine.outside.program.program import read_json

MOST_DECISIONS, MOST_CHOICES, LONGEST_VIEW = 10_000, 1000, 4000
"""Of a game, of a decision, and characters of a view."""
MOST_SEATS = 64
AT_ONCE = 512
"""Games that one question asks for, or as many as there are choices."""


class Fork(NamedTuple):
    """From where a game goes on, and how."""

    chosen: Sequence[int] = ()
    """At its first decisions, in order. The game goes on in another way from the next decision."""
    tries: Sequence[int] = ()
    """What is chosen there, each in a game of its own; nothing if the policy decides."""
    luck: Sequence[int] = ()
    """Games whose luck it has from there on, each in a game of its own; nothing for the true luck."""
    redeal: int | None = None
    """The seat for which what it cannot know is dealt again there; None for nobody."""
    by: str = ""
    """Who plays on from there; empty if those who played before."""

    @property
    def games(self) -> int:
        return max(len(self.tries), 1) * max(len(self.luck), 1)

    @property
    def question(self) -> Json:
        """What a question says about it."""
        redeal = {} if self.redeal is None else {"redeal": self.redeal}
        by = {"by": self.by} if self.by else {}
        return {"chosen": list(self.chosen), "tries": list(self.tries), "luck": list(self.luck), **redeal, **by}


class Told(NamedTuple):
    """A decision that a program tells of."""

    seat: int
    choices: int
    chosen: int
    view: str
    """What the seat is shown; with its earlier views and choices, that is all that it knows."""


def forked_rows(game: Declared, cell: Cell, seed: int, index: int, fork: Fork) -> Rows:
    """The rows of a game that goes on in other ways: for each luck, for each try."""
    check_answers(game)
    question = {"ask": "fork", **which(cell, seed), "index": index, **fork.question}
    doing = message(
        "fork game {index} of {cell}, seed {seed}, at decision {at}",
        index=index,
        cell=cell.name,
        seed=seed,
        at=len(fork.chosen),
    )
    read = rows_reader(game, fork.games)
    return game.program.ask(question, fork.games, ends_rows, read, doing, process.PATIENCE)


def decisions(game: Declared, cell: Cell, seed: int, index: int, fork: Fork = Fork()) -> list[Told]:  # noqa: B008
    """The decisions of a game, or of one fork of it, in order."""
    check_answers(game)
    question = {"ask": "decisions", **which(cell, seed), "index": index, **fork.question}
    doing = message("tell the decisions of game {index} of {cell}, seed {seed}", index=index, cell=cell.name, seed=seed)
    read = _reader(_seats(game), [*fork.chosen, *fork.tries])
    return game.program.ask(question, MOST_DECISIONS, _ends_decisions, read, doing, process.PATIENCE)


def check_answers(game: Declared) -> None:
    if not game.hello.fork:
        raise BadInput(
            message("the program does not answer fork, so its games cannot go on from a decision in another way"),
            source=game.program.source,
        )


def _seats(game: Declared) -> int:
    """That a decision can be of."""
    winners = game.hello.column(WINNERS)
    return winners.highest.bit_length() if game.hello.kind == "competitive" and winners else MOST_SEATS


def _ends_decisions(line: bytes) -> bool:
    found = read_json(line)
    return not (isinstance(found, dict) and "seat" in found) and is_end(found, line)


def _reader(seats: int, forced: Sequence[int]) -> Callable[[list[bytes]], list[Told]]:
    """Reads the decisions of an answer, which begins with those that were forced."""

    def read(lines: list[bytes]) -> list[Told]:
        check_count(lines)
        told = [_told(line, seats) for line in lines[:-1]]
        made = [each.chosen for each in told[: len(forced)]]
        if made != list(forced):
            at = next((at for at, one in enumerate(made) if one != forced[at]), len(made))
            got = made[at] if at < len(made) else message("no decision")
            raise Unanswered(
                message("expected choice {choice} at decision {at}, got {got}", choice=forced[at], at=at, got=got)
            )
        return told

    return read


def _told(line: bytes, seats: int) -> Told:
    found = read_json(line)
    numbers = [found.get(key) for key in ("seat", "choices", "chosen")]
    if any(type(number) is not int for number in numbers):
        raise Unanswered(
            message("expected seat, choices and chosen, each a whole number, got {line}", line=shown(line))
        )
    seat, choices, chosen = numbers
    if not (0 <= seat < seats and 2 <= choices <= MOST_CHOICES and 0 <= chosen < choices):
        raise Unanswered(
            message(
                "expected a seat below {seats}, 2 to {most} choices, and one of them chosen, got {line}",
                seats=seats,
                most=MOST_CHOICES,
                line=shown(line),
            )
        )
    view = found.get("view")
    if not isinstance(view, str) or len(view) > LONGEST_VIEW or not view.isprintable():
        raise Unanswered(
            message(
                "expected a view of at most {longest} printable characters, got {line}",
                longest=LONGEST_VIEW,
                line=shown(line),
            )
        )
    return Told(seat, choices, chosen, view)
