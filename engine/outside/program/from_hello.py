"""What a program declares, in the words of the laboratory: columns, outcomes, axes, options, parts in a report."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from json import dumps

import numpy as np
from numpy.typing import NDArray

from engine.content.fields import shown
from engine.errors import Message, NotComparable, message
from engine.game.about import About
from engine.game.axes import Axis, Option
from engine.game.cell import Json
from engine.game.outcomes import Mean, Outcome, Share, length_of, seat_shares, win_rate
from engine.game.presentation import Contest, Presentation, Ratio, Rung, Shape
from engine.game.results import ByColumn, Column, Notable
from engine.outside.grid import AxisValues, OutsideGrid
from engine.outside.ids import OutsideIds
from engine.outside.program.hello import MOST_COUNTED, Hello, HelloAxis, HelloColumn, HelloOutcome, read_hello
from engine.outside.program.program import SCHEME, Program
from engine.outside.program.search_word import search_text
from engine.policy.naming import shown_number
from engine.policy.parameters import Parameter

PROGRAM = "program"
WINNERS, WON, TURNS, END, TIME_OUT = "winners", "won", "turns", "end", "time-out"
IN_CONTEST = ("decided_turns", "decisions", "choices", "behind", "behind_most", "lead_changes", "margin")
"""The columns that play the part of their name on the page of a competitive game."""
TURNS_MARGIN = 0.25


@dataclass(frozen=True)
class Declared:
    """A program, and what it said."""

    program: Program
    hello: Hello

    @property
    def name(self) -> str:
        """The name that experiments, runs and baselines have for it. They never hold the command."""
        return f"{SCHEME}:{self.hello.name}"

    @cached_property
    def pin(self) -> Json:
        """What was played: the same for the same program in any folder."""
        return {
            "version": self.hello.version,
            "hello": self.program.hello_digest,
            "command": self.program.digest,
        }

    @property
    def key(self) -> str:
        """The same in one word."""
        return key_of(self.pin)

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        return {each.name: Parameter(each.default, each.low, each.high, each.meaning) for each in self.hello.parameters}

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return tuple(_column(each) for each in self.hello.columns)

    @cached_property
    def row(self) -> np.dtype[np.void]:
        return np.dtype([(column.name, column.dtype) for column in self.columns])

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Those that it declares; if it declares none, wins and the length."""
        if self.hello.outcomes:
            return tuple(self._outcome(each) for each in self.hello.outcomes)
        return (*self._wins(), *self._length())

    @cached_property
    def about(self) -> About:
        size = self.hello.axis("size")
        axes = tuple(
            Axis(
                axis.name,
                axis.name,
                axis.help,
                "numbers" if axis.is_numbers else "names",
                ",".join(map(str, axis.values[:20])),
                axis.role,
            )
            for axis in self.hello.axes
        )
        return About(
            title=self.hello.title,
            kind=self.hello.kind,
            players=_span(size.values) if size and size.is_numbers else "any number of",
            real="the rules as the program plays them",
            axes=axes,
            options=tuple(Option(name, each.meaning, in_words(each)) for name, each in self.parameters.items()),
        )

    @cached_property
    def grid(self) -> "ProgramGrid":
        axes = {axis.name: self._values(axis) for axis in self.hello.axes}
        return ProgramGrid(
            axes=axes,
            parameters=self.parameters,
            pins={PROGRAM: self.pin},
            head={"game": self.hello.name, PROGRAM: self.pin},
            nests_axes=True,
            source=self.program.source,
        )

    def _values(self, axis: HelloAxis) -> AxisValues:
        """Beside the policies of the program, somebody can search."""
        read = partial(search_text, self.hello, axis) if axis.role == "skill" else None
        return AxisValues(axis.values, axis.default or axis.values, read)

    @cached_property
    def ids(self) -> OutsideIds:
        code = sha256(dumps(self.pin, sort_keys=True).encode()).hexdigest()[:8]
        where, version = self.program.source, self.hello.version
        return OutsideIds(name=self.name, rules=version, code=code, where=where, grid=self.grid, joint="=")

    @cached_property
    def presentation(self) -> Presentation:
        counted = {column.name for column in self.hello.columns if not column.base and column.span <= MOST_COUNTED}
        end = self.hello.column(END)
        ends = end.values if end else []
        skill = self.hello.axis("skill")
        contest = Contest(
            winners=WINNERS,
            time_outs=tuple(code for code, name in enumerate(ends) if name == TIME_OUT),
            turns=TURNS if TURNS in counted else "",
            **{name: name for name in IN_CONTEST if name in counted},
        )
        return Presentation(
            ladder=tuple(Rung(str(value), f"players who play {value}") for value in (skill.values if skill else ())),
            end=END if ends else "",
            shape=tuple(Shape(name, f"{name} of all games") for name in (TURNS, "margin") if name in counted),
            feel=tuple(self._feel()),
            contest=contest if self.hello.kind == "competitive" else None,
        )

    @property
    def notable(self) -> Mapping[str, Notable]:
        """The games worth showing: the longest, the closest, the farthest behind."""
        found = {}
        for kind, name, least, of_wins in (
            ("longest game", TURNS, False, False),
            ("shortest game", TURNS, True, False),
            ("biggest comeback", "behind_most", False, bool(self._winners)),
            ("narrowest win", "margin", True, bool(self._winners)),
        ):
            column = self.hello.column(name)
            if column is not None:
                found[kind] = Notable((name,), _is_won if of_wins else None, least=column.span if least else None)
        return found

    @property
    def _winners(self) -> HelloColumn | None:
        return self.hello.column(WINNERS)

    def _wins(self) -> tuple[Outcome, ...]:
        if self.hello.kind == "cooperative":
            return (win_rate(),)
        winners = self._winners
        if winners is None:
            return ()
        seats, size = winners.highest.bit_length(), self.hello.axis("size")
        fewest = min(map(int, size.values)) if size and size.is_numbers else seats
        found = seat_shares(WINNERS, seats, size.name if size else "", fewest)
        found = tuple(
            replace(each, codes=tuple(code for code in each.codes if code <= winners.highest)) for each in found
        )
        draws = Share(name="draws", meaning="games that nobody wins", column=WINNERS, codes=(0,), family="winner")
        shares = (*found, draws)
        return tuple(replace(each, family="") for each in shares) if self.hello.shared_wins else shares

    def _length(self) -> tuple[Outcome, ...]:
        turns = self.hello.column(TURNS)
        if turns is None or turns.least < 0 or turns.span > MOST_COUNTED:
            return ()
        return (length_of("turns of a game", margin=TURNS_MARGIN, bounds=(turns.least, turns.highest)),)

    def _outcome(self, each: HelloOutcome) -> Outcome:
        column = self.hello.column(each.column)
        base, least, most = (column.base, column.least, column.highest) if column else (0, 0, 0)
        if each.kind == "share":
            return Share(
                name=each.name,
                meaning=each.meaning,
                column=each.column,
                codes=tuple(code - base for code in each.codes),
                family=each.family,
                margin=each.margin or Share.margin,
                more=each.more,
                less=each.less,
                better=each.better,
                needs=each.needs,
            )
        return Mean(
            name=each.name,
            meaning=each.meaning,
            column=each.column,
            unit=each.unit,
            margin=each.margin or 1.0,
            over=each.over,
            scale=each.scale,
            offset=base,
            bounds=(least, most),
            over_bounds=self._limits(each.over),
            length=each.length,
            more=each.more,
            less=each.less,
            better=each.better,
            needs=each.needs,
        )

    def _limits(self, name: str) -> tuple[int, int] | None:
        """Of a column; none if there is no such column."""
        column = self.hello.column(name) if name else None
        return (column.least, column.highest) if column else None

    def _feel(self) -> list[Ratio]:
        return [
            Ratio(f"{column.name}_a_game", column.name.replace("_", " "), f"{column.meaning}, per game", column.name)
            for column in self.hello.columns
            if not column.values and not column.base and column.name not in (WINNERS, WON)
        ]


@dataclass(frozen=True, eq=False, kw_only=True)
class ProgramGrid(OutsideGrid):
    """A grid that is for one program only."""

    source: str
    """How a complaint about the program begins."""

    def resolve(self, data: Mapping[str, object], source: str) -> Json:
        played, here = data.get(PROGRAM, self.pins[PROGRAM]), self.pins[PROGRAM]
        if played != here:
            raise NotComparable(
                message("played with {difference}", difference=self._difference(played, here)), source=source
            )
        return super().resolve(data, source)

    def _difference(self, played: object, here: Json) -> Message:
        """How another program differs, as far as its identity tells."""
        name = f"{SCHEME}:{self.head['game']}"
        if not isinstance(played, Mapping):
            return message("another program of {name}, not what {source} is now", name=name, source=self.source)
        if played.get("version") != here["version"]:
            return message(
                "version {played} of {name}, {source} is {here}",
                played=shown(played.get("version")),
                name=name,
                source=self.source,
                here=here["version"],
            )
        if played.get("command") != here["command"]:
            return message(
                "another program of {name} (another file or other arguments), not what {source} is now",
                name=name,
                source=self.source,
            )
        return message(
            "another program of {name} (another hello), not what {source} is now", name=name, source=self.source
        )


def declared_by(program: Program) -> Declared:
    """What a program says when it is asked."""
    return Declared(program, read_hello(program))


def key_of(pin: object) -> str:
    """What was played, in one word; a file may have anything in its place."""
    return f"{pin.get('hello')}{pin.get('command')}" if isinstance(pin, Mapping) else ""


def in_words(parameter: Parameter) -> str:
    """`10 to 200; by default 100`"""
    low, high, default = (shown_number(each) for each in (parameter.low, parameter.high, parameter.default))
    return f"{low} to {high}; by default {default}"


def _column(each: HelloColumn) -> Column:
    size = next(size for size in (1, 2, 4) if each.span < 1 << 8 * size)
    counted_from = f", counted from {each.base}" if each.base else ""
    return Column(
        each.name,
        f"<u{size}",
        f"{each.meaning}{counted_from}",
        histogram=each.span <= MOST_COUNTED,
        values=tuple(each.values),
    )


def _is_won(rows: ByColumn) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows[WINNERS] > 0
    return won


def _span(values: list[int] | list[str]) -> str:
    low, high = min(map(int, values)), max(map(int, values))
    return f"{low}-{high}" if low < high else f"{low}"
