"""A game file, checked: what its class declares, as the laboratory needs it. One line names what is wrong."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

import numpy as np

from engine.content.labels import check_label
from engine.errors import BadInput, BadText, FatecastError, Text, first_line, message
from engine.game.about import About, Kind
from engine.game.axes import FOCUS_SEAT, Axis, Option, Role
from engine.game.outcomes import Mean, Outcome, Share, bounded, length_of, margin_expected, seat_shares, win_rate
from engine.game.results import TYPES, Column
from engine.game.seats import FOCUS, FOCUS_COLUMN, focus_outcomes
from engine.outside.author_names import is_author_name
from engine.outside.grid import AxisValues, Contents, OutsideGrid
from engine.outside.ids import OutsideIds
from engine.outside.own.author import FINISHED, LOST, TIME_OUT, WON
from engine.outside.own.cards.deck import BASE, KEY, ONE, OwnDecks, decks_of, is_declaration, is_word_for_many
from engine.outside.own.files import OwnFile, check_spelling
from engine.outside.own.policies.function_policy import rule_parameter
from engine.outside.own.policies.policy_set import FunctionPolicies, policies_of
from engine.outside.own.policies.rule_numbers import values_of
from engine.outside.own.policies.trained_function import facts_to_learn_by
from engine.outside.own.results.every_row import PLAYED, WINNERS, WON_COLUMN
from engine.outside.own.results.leads import lead_columns
from engine.outside.own.results.minutes import Pace, pace_of
from engine.outside.own.results.sides import Sides, sides_of
from engine.outside.own.telling.undrawn import check_undrawn
from engine.policy.parameters import RuleParameter
from engine.policy.seats.seating import SEATINGS

MOST_PLAYERS = 10
MOST_TURNS = 60_000
MOST_VALUES = 1_000
"""Of an axis."""
ZONES = re.compile(r"\.(deck|hand)\s*\(")
SECRETS_IN_LISTS = message(
    "what the file hides lies in plain lists, which search would see: move it into table.deck and table.hand, or say "
    "open_information = True if everything drawn lies open"
)
PLAYERS, POLICY, OPTIONS, CODE = "players", "policy", "options", "code"
TYPES_EXPECTED = message("<u1, <u2, <u4 or <u8; <i1, <i2, <i4 or <i8 for one that can be below 0 and has no codes")
UNTOLD = {int: "A number of the rules.", float: "A number of the rules.", bool: "A switch.", str: "One of some words."}
"""What is said of a parameter whose author says nothing."""
TAKEN = {*SEATINGS, PLAYERS, POLICY, OPTIONS, CODE, KEY, ONE, "name", "game", "seed", "games", "until", "on_error"}
"""Keys of an experiment, so no axis has such a name."""


@dataclass(frozen=True, eq=False)
class Declared:
    """One game file."""

    file: OwnFile

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def where(self) -> str:
        return self.file.where

    @cached_property
    def kind(self) -> Kind:
        found: Kind = self.file.game.kind
        if found not in get_args(Kind):
            raise self.wrong("kind", message("one of {get_args}", get_args=", ".join(get_args(Kind))), found)
        return found

    @cached_property
    def is_contest(self) -> bool:
        """Whether seats compete."""
        return self.kind == "competitive" and self.most > 1

    @cached_property
    def _span(self) -> tuple[int, int]:
        found = self.file.game.players
        span = (found, found) if isinstance(found, int) else tuple(found) if isinstance(found, Sequence) else ()
        if len(span) != 2 or not all(type(each) is int for each in span) or not 1 <= span[0] <= span[1] <= MOST_PLAYERS:
            raise self.wrong(
                "players",
                message("the fewest and the most, from 1 to {most_players}, such as (2, 4)", most_players=MOST_PLAYERS),
                found,
            )
        return span

    @property
    def fewest(self) -> int:
        return self._span[0]

    @property
    def most(self) -> int:
        return self._span[1]

    @cached_property
    def version(self) -> int:
        found = self.file.game.version
        if type(found) is not int or not 1 <= found < 1 << 31:
            raise self.wrong("version", message("a whole number from 1 on"), found)
        return found

    @cached_property
    def parameters(self) -> dict[str, RuleParameter]:
        found = self._table("parameters", self.file.game.parameters)
        if FOCUS in found:
            raise BadInput(
                message("{focus} is the seat in focus; choose another name", focus=FOCUS),
                source=self.where,
                place="parameters",
            )
        parameters = {}
        for name, given in found.items():
            try:
                parameters[name] = rule_parameter(given)
            except BadText as error:
                raise BadInput(error.said, source=self.where, place=f"parameters: {name}") from None
        return parameters

    @cached_property
    def axes(self) -> dict[str, tuple[int, ...]]:
        found = self._table("axes", self.file.game.axes)
        for name, values in found.items():
            if name[-1].isdigit():
                raise self.wrong("axes", message("names that do not end in a digit"), name)
            if name in TAKEN or name in self.parameters:
                raise BadInput(message("this name is taken; choose another"), source=self.where, place=f"axes: {name}")
            whole = isinstance(values, Sequence) and all(type(value) is int for value in values)
            if not whole or not 1 <= len(set(values)) == len(values) <= MOST_VALUES:
                raise self.wrong(f"axes: {name}", message("whole numbers, each once"), values)
        if self.file.game.difficulty and self.file.game.difficulty not in found:
            raise self.wrong("difficulty", message("the name of an axis of the game"), self.file.game.difficulty)
        return {name: tuple(values) for name, values in found.items()}

    @cached_property
    def pieces_are(self) -> tuple[str, str]:
        """What people call many cards, and one; two empty words if the game declares none."""
        given, many = self.file.game.cards, self.file.game.pieces_are
        if not is_declaration(given):
            expected = message("a table of cards, or the name of a file beside this one: cards.toml")
            raise self.wrong("cards", expected, given)
        if not is_word_for_many(many):
            expected = message("a word for several of them in small letters, which ends in s")
            raise self.wrong("pieces_are", expected, many)
        return (many, many[:-1]) if given else ("", "")

    @property
    def has_cards(self) -> bool:
        return bool(self.pieces_are[0])

    @cached_property
    def decks(self) -> OwnDecks:
        """Its decks. The game's own cards are read when they are asked for: a worker has those of its cells only."""
        return decks_of(self.name, self.where, self.file.cards or self.file.game.cards, *self.pieces_are)

    @cached_property
    def turn_limit(self) -> int:
        found = self.file.game.turn_limit
        if type(found) is not int or not 1 <= found <= MOST_TURNS:
            raise self.wrong(
                "turn_limit", message("a whole number from 1 to {most_turns}", most_turns=MOST_TURNS), found
            )
        return found

    @cached_property
    def policies(self) -> FunctionPolicies:
        given = self.file.game.policies
        every = [given] if callable(given) else given
        return policies_of(self.name, every, self.where, self._no_search, facts_to_learn_by(self.file))

    @property
    def _no_search(self) -> Text:
        """Why nobody can search in this game. Whether it has decks or hands is read off its text: to play it here could
        take forever."""
        is_fit = self.file.game.open_information is True or not self.file.source_text or self.has_zones
        return "" if is_fit else SECRETS_IN_LISTS

    @cached_property
    def has_zones(self) -> bool:
        """Whether its text speaks of decks or hands."""
        return ZONES.search(self.file.source_text) is not None

    @cached_property
    def scored(self) -> str:
        return check_label(self.file.game.scored, "scored", self.where) if self.file.game.scored else ""

    @cached_property
    def fewest_wins(self) -> bool:
        found = self.file.game.fewest_wins
        if type(found) is not bool or (found and not self.scored):
            raise self.wrong("fewest_wins", message("True only where scored says what scores count"), found)
        return found

    @cached_property
    def sides(self) -> Sides:
        """Its teams and roles."""
        game = self.file.game
        found = sides_of(game.roles, game.teams, self.most, self.where)
        if found and not self.is_contest:
            field = "teams" if found.teams else "roles"
            expected = message("them only in a competitive game of two players or more")
            raise self.wrong(field, expected, getattr(game, field))
        return found

    @cached_property
    def pace(self) -> Pace | None:
        """How long people take for it, if the file says."""
        return pace_of(self.file.game.minutes, self.where)

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """What the codes of the column `end` stand for. A cooperative game that is won has code 0."""
        if isinstance(self.file.game.endings, str):
            raise self.wrong("endings", message("a list of names"), self.file.game.endings)
        own = tuple(check_label(str(each), "endings", self.where) for each in self.file.game.endings)
        if {WON, TIME_OUT} & set(own) or len(set(own)) < len(own):
            raise self.wrong(
                "endings",
                message("names that differ, and neither {won} nor {time_out}", won=WON, time_out=TIME_OUT),
                own,
            )
        if self.kind == "cooperative":
            return (WON, *(own or (LOST,)), TIME_OUT)
        return (*(own or (FINISHED,)), TIME_OUT)

    @cached_property
    def own_columns(self) -> tuple[Column, ...]:
        found = self._table("columns", self.file.game.columns)
        columns = []
        for name, given in found.items():
            if isinstance(given, Column):
                small = given.dtype.endswith(("1", "2"))  # a histogram has a place for every value up to the largest
                columns.append(replace(given, name=name, histogram=given.histogram and small))
            else:
                columns.append(Column(name, "<u2", check_label(str(given), f"columns: {name}", self.where, 400)))
        return tuple(columns)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The result row."""
        found = [*({"competitive": (WINNERS,), "cooperative": (WON_COLUMN,), "production": ()}[self.kind]), *PLAYED]
        found.append(Column("end", "<u1", "how the game ended", values=self.endings))
        if self.is_contest and self.scored:
            found += lead_columns(self.scored, self.fewest_wins)
        found += [FOCUS_COLUMN] if self.is_contest else []
        found += [*self.sides.columns, *([self.pace.column(self.turn_limit)] if self.pace else [])]
        taken = {column.name for column in found}
        for column in self.own_columns:
            if column.name in taken:
                raise BadInput(
                    message("every game has this column; choose another name"),
                    source=self.where,
                    place=f"columns: {column.name}",
                )
            if column.dtype not in TYPES or (column.is_signed and column.values):
                raise self.wrong(f"columns: {column.name}: dtype", TYPES_EXPECTED, column.dtype)
            if not column.has_fitting_limits:
                expected = message("the least and the most, from 0 on")
                if column.is_signed:
                    expected = message("the least and the most")
                raise self.wrong(f"columns: {column.name}: limits", expected, column.limits)
        return (*found, *self.own_columns)

    @cached_property
    def row(self) -> np.dtype[np.void]:
        return np.dtype([(column.name, column.dtype) for column in self.columns])

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Those that every game of its kind has, and the author's."""
        own = tuple(self.file.game.outcomes)
        columns = {column.name: column for column in self.columns}
        for outcome in own:
            if not isinstance(outcome, Share | Mean):
                raise self.wrong("outcomes", message("Share(…) and Mean(…)"), outcome)
            if expected := margin_expected(isinstance(outcome, Share), outcome.margin):
                raise self.wrong(f"outcomes: {outcome.name}: margin", expected, outcome.margin)
            over = outcome.over if isinstance(outcome, Mean) else ""
            for column in (outcome.column, *([over] if over else [])):
                if column not in columns:
                    raise self.wrong(f"outcomes: {outcome.name}", message("a column of the game"), column)
            if over and columns[over].is_signed:
                raise self.wrong(f"outcomes: {outcome.name}: over", message("a column that is not below 0"), over)
        if self.kind == "production" and not own:
            raise BadInput(
                source=self.where,
                place="outcomes",
                expected=message("at least one, as nothing is won in a game of production"),
            )
        length = length_of("turns of a game, of all players together", bounds=(0, self.turn_limit))
        found = {"competitive": (*self._wins(), *own), "cooperative": (win_rate(), *own), "production": own}[self.kind]
        lengths = (length, *([self.pace.outcome] if self.pace else []))
        named = [outcome.name for outcome in (*found, *lengths)]
        for name in named:
            if named.count(name) > 1:
                raise BadInput(message("two outcomes have this name"), source=self.where, place=f"outcomes: {name}")
        return bounded((*found, *lengths), self.columns)

    def _wins(self) -> tuple[Outcome, ...]:
        focus = focus_outcomes() if self.is_contest else ()
        shares = seat_shares(WINNERS.name, self.most, PLAYERS, self.fewest)
        if self.file.game.draws:
            nobody = replace(shares[0], name="draws", called="", meaning="games that nobody wins", codes=(0,))
            shares = (*shares, nobody)
        if self.file.game.shared_wins or self.sides.teams:
            shares = tuple(replace(each, family="", kin=each.family) for each in shares)
        return (*focus, *self.sides.outcomes(bool(self.file.game.shared_wins)), *shares)

    @cached_property
    def about(self) -> About:
        game = self.file.game
        axes = [Axis(POLICY, "policies", "Who plays.", "policies", role="skill")]
        if self.has_cards:
            many = self.pieces_are[0]
            told = f"Which {many}: {BASE} for those of the game, or a file that extends them."
            axes.insert(0, Axis(ONE, KEY, told, "names", BASE, role="content"))
        span_of_players = f"{self.fewest}-{self.most}" if self.fewest < self.most else f"{self.fewest}"
        axes.append(
            Axis(PLAYERS, PLAYERS, f"Numbers of players, {span_of_players}.", "numbers", span_of_players, "size")
        )
        for name, values in self.axes.items():
            shown = ",".join(map(str, values[:20]))
            role: Role = "difficulty" if name == game.difficulty else ""
            axes.append(Axis(name, name, f"One of the numbers of the game: {shown}.", "numbers", shown, role))
        options = [
            Option(
                name,
                each.meaning or UNTOLD[type(each.default)],
                values_of(each),
            )
            for name, each in self.parameters.items()
        ]
        return About(
            title=check_label(game.title or self.name.replace("_", " ").capitalize(), "title", self.where),
            kind=self.kind,
            players=span_of_players,
            real="the rules as its file states them",
            axes=tuple(axes),
            options=(*options, *((FOCUS_SEAT,) if self.is_contest else ())),
        )

    @cached_property
    def grid(self) -> OutsideGrid:
        axes = {PLAYERS: range(self.fewest, self.most + 1), **self.axes}
        return OutsideGrid(
            policies=self.policies,
            contents=Contents(KEY, ONE, BASE, lambda: self.decks.checked) if self.has_cards else None,
            axes={name: AxisValues(values, values) for name, values in axes.items()},
            parameters=self.parameters,
            has_focus=self.is_contest,
            no_contest="" if self.is_contest else message("{name} has no seats that compete", name=self.name),
            code={self.file.digest: self.file.text} if self.file.text else {},
            code_key="" if self.file.is_ours else CODE,
            code_hash=self.file.digest,
            rules_for=None if self.file.is_ours else self.file.rules_for,
        )

    @cached_property
    def ids(self) -> OutsideIds:
        return OutsideIds(name=self.name, rules=self.version, where=self.where, grid=self.grid)

    def check(self) -> "Declared":
        try:
            return self._check()
        except FatecastError:
            raise
        except Exception as error:
            raise BadInput(
                message(
                    "the class declares something odd: {name}: {error}",
                    name=type(error).__name__,
                    error=first_line(error),
                ),
                source=self.where,
            ) from None

    def _check(self) -> "Declared":
        """Everything once, so that a mistake shows when the file is loaded."""
        check_spelling(self.file.game, self.where)
        check_undrawn(self.file)
        _ = self.about, self.outcomes, self.policies, self.turn_limit, self.version, self.row, self.fewest_wins
        return self

    def _table(self, field: str, given: object) -> Mapping[str, Any]:
        if not isinstance(given, Mapping):
            raise self.wrong(field, message("a dictionary, with a name for each"), given)
        for name in given:
            if not is_author_name(name):
                raise self.wrong(field, message("names of letters, digits and _"), name)
        return given

    def wrong(self, field: str, expected: Text, got: object) -> BadInput:
        return BadInput(
            source=self.where, place=field, expected=message("{expected}, got {got}", expected=expected, got=repr(got))
        )
