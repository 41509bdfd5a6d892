"""Teams and roles of a game file: who belongs together, and what a row tells of them.

A team is made of seats, or of roles. Roles can move from seat to seat; what a seat is when the game ends counts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from engine.content.labels import is_label
from engine.errors import BadInput, BrokenRule, Text, message
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.presentation import Question, RolesAtSeats
from engine.game.results import Column

MOST_ROLES, MOST_TEAMS = 20, 6
LONGEST = 40
"""Letters of a role or a team."""
SHOWN = 100
"""Letters that an error shows of what it found."""
TEAM = "team"
NOBODY, NO_ROLE = "nobody", "none"
IN_A_HUNDRED = 0.01
MARGIN = 0.5
"""Wins in 100 that are too few to matter."""


class Settled(NamedTuple):
    """Who won, of one game or of many at once."""

    winners: Any
    """One bit a seat."""
    teams: Any
    """One bit a team."""
    apart: Any
    """Whether only a part of a team won."""


@dataclass(frozen=True)
class Sides:
    """The teams and roles that a game declares, or only one of them, or neither."""

    roles: tuple[str, ...]
    teams: tuple[str, ...]
    members: tuple[int, ...]
    """The team of each seat, or if `by_role` of each role, from 0 on; empty without teams."""
    by_role: bool
    seats: int
    """The most that there can be."""

    def __bool__(self) -> bool:
        return bool(self.roles or self.teams)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        found = []
        if self.teams:
            found.append(Column(TEAM, "<u1", "the team that won", values=tuple(map(self.named, range(self._masks)))))
        if self.roles:
            states = [f"{role}, {how}" for role in self.roles for how in ("lost", "won")]
            for seat in range(1, self.seats + 1):
                meaning = f"what seat {seat} was at the end, and whether it won"
                found.append(Column(f"role_{seat}", "<u1", meaning, values=(NO_ROLE, *states)))
        for role, name in zip(self.roles, self._names, strict=True):
            limits = 0, self.seats
            found.append(Column(f"{name}_seats", "<u1", f"seats that were {role} at the end", limits=limits))
            found.append(Column(f"{name}_wins", "<u1", f"of these seats, those that won: {role}", limits=limits))
        return tuple(found)

    @property
    def _masks(self) -> int:
        return 1 << len(self.teams)

    def named(self, mask: int) -> str:
        """The teams of a mask in words."""
        return " and ".join(team for at, team in enumerate(self.teams) if mask >> at & 1) or NOBODY

    @cached_property
    def _names(self) -> list[str]:
        """The names of the roles in columns."""
        found: list[str] = []
        for number, role in enumerate(self.roles, 1):
            name = re.sub("[^a-z0-9]+", "_", role.lower()).strip("_") or "role"
            found.append(f"{name}_{number}" if name in found or name == "role" else name)
        return found

    def outcomes(self, shared_wins: bool) -> tuple[Outcome, ...]:
        """How often each team wins, and who has each role."""
        teams = [
            Share(
                name=f"team {team}",
                called=f"wins of team {team}",
                meaning=f"games that team {team} wins",
                column=TEAM,
                codes=tuple(mask for mask in range(self._masks) if mask >> at & 1),
                family="" if shared_wins else TEAM,
                kin=TEAM if shared_wins else "",
            )
            for at, team in enumerate(self.teams)
        ]
        roles = [
            Mean(
                name=f"role {role}",
                called=f"wins of role {role}",
                meaning=f"how often a seat wins that is {role} at the end",
                column=f"{name}_wins",
                over=f"{name}_seats",
                unit="wins in 100",
                margin=MARGIN,
                scale=IN_A_HUNDRED,
                is_part=True,
            )
            for role, name in zip(self.roles, self._names, strict=True)
        ]
        return (*teams, *roles)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What a page answers about them."""
        teams = Question(
            "Which team wins?",
            "How often each team wins. A team wins together.",
            [f"team {team}" for team in self.teams],
        )
        roles = Question(
            "Which role wins?",
            "How often a seat wins that has the role when the game ends, in 100 times that a seat has it; games "
            "without the role do not count.",
            [f"role {role}" for role in self.roles],
        )
        return (*((teams,) if self.teams else ()), *((roles,) if self.roles else ()))

    @property
    def at_seats(self) -> RolesAtSeats | None:
        """Where a page finds who wins by role and seat."""
        return RolesAtSeats(self.roles, [f"role_{seat + 1}" for seat in range(self.seats)]) if self.roles else None

    def seated(self, players: int) -> list[list[int]]:
        """The seats of each team that is there, in the order of their first seats; empty without teams of seats."""
        if self.by_role or not self.teams:
            return []
        found: dict[int, list[int]] = {}
        for seat in range(players):
            found.setdefault(self.members[seat], []).append(seat)
        return list(found.values())

    # What a game says at its end

    def codes_of(self, given: object, players: int) -> list[int]:
        """The roles of the seats at the end of a game, as numbers from 1 on."""
        if not self.roles:
            return []
        if not isinstance(given, list) or len(given) != players:
            raise BrokenRule(source="roles", expected=message("a list of {players} roles", players=players), got=given)
        for seat, role in enumerate(given):
            if role not in self.roles:
                raise BrokenRule(
                    source=f"roles of seat {seat + 1}",
                    expected=message(
                        "one of {known} at the end, got {role}", known=", ".join(self.roles), role=repr(role)
                    ),
                )
        return [self.roles.index(role) + 1 for role in given]

    def settle(self, players: int, winners: Any, teams: Any, roles: Sequence[Any]) -> Settled:
        """Who won in the end, if the rules let these seats and these teams win. All but the number of players may be
        arrays, with a number for each game. `roles` are numbers from 1 on; 0 is none."""
        winning = teams * 2  # bit 0 is for seats without a team
        team_of = [self._team_of(seat, roles) for seat in range(players if self.teams else 0)]
        for seat, team in enumerate(team_of):
            winners = winners | (winning >> team & 1) << seat
        won = apart = winners * 0
        for at in range(len(self.teams)):
            mine = sum(((team == at + 1) * 1) << seat for seat, team in enumerate(team_of))
            won = won | ((winners & mine) != 0) * 1 << at
            apart = apart | (((winners & mine) != 0) & ((winners & mine) != mine)) * 1
        return Settled(winners, won, apart)

    def _team_of(self, seat: int, roles: Sequence[Any]) -> Any:
        """The team of a seat, from 1 on; 0 for none."""
        if not self.by_role:
            return self.members[seat] + 1
        return sum((roles[seat] == role) * (team + 1) for role, team in enumerate(self.members, 1))

    def row(self, players: int, winners: Any, teams: Any, roles: Sequence[Any]) -> dict[str, Any]:
        """The columns, from who won in the end."""
        found = {TEAM: teams} if self.teams else {}
        won = [winners >> seat & 1 for seat in range(players)]
        for seat in range(self.seats if self.roles else 0):
            here = seat < players
            found[f"role_{seat + 1}"] = (roles[seat] > 0) * (2 * roles[seat] - 1 + won[seat]) if here else winners * 0
        for number, name in enumerate(self._names, 1):
            has = [(role == number) * 1 for role in roles[:players]]
            found[f"{name}_seats"] = sum(has)
            found[f"{name}_wins"] = sum(mine * won[seat] for seat, mine in enumerate(has))
        return found


def sides_of(roles: object, teams: object, seats: int, where: str) -> Sides:
    """The declaration of a game file with so many seats at most, checked."""
    named = _names(roles, 1, MOST_ROLES, "roles", where) if roles != () else ()
    if not isinstance(teams, Mapping):
        raise _wrong(where, "teams", message("a dictionary: the seats of each team, or its roles"), teams)
    if not teams:
        return Sides(named, (), (), False, seats)
    called = _names(tuple(teams), 2, MOST_TEAMS, "teams", where)
    lists = [(each,) if isinstance(each, int | str) else each for each in teams.values()]
    for name, members in zip(called, lists, strict=True):
        if not isinstance(members, tuple | list) or not members:
            raise _wrong(where, f"teams: {name}", message("a list of seats, or of roles"), members)
    given: list[Any] = list(chain.from_iterable(lists))
    by_role = any(isinstance(each, str) for each in given)
    wanted: Sequence[Any] = named if by_role else range(seats)
    for each in given:
        if type(each) is not (str if by_role else int) or each not in wanted:
            one = message("roles of the game, or seats: {known}", known=", ".join(named) or message("it has no roles"))
            last = message("seats from 0 to {last}, or only roles", last=seats - 1)
            raise _wrong(where, "teams", one if by_role else last, each)
    for each in wanted:
        if given.count(each) != 1:
            place = f"{'role' if by_role else 'seat'} {each}"
            times = message("to be in one team, and not in {times}", times=given.count(each))
            raise BadInput(source=where, place=f"teams: {place}", expected=times)
    owner = {each: at for at, members in enumerate(lists) for each in members}
    return Sides(named, called, tuple(owner[each] for each in wanted), by_role, seats)


def _names(given: object, fewest: int, most: int, field: str, where: str) -> tuple[str, ...]:
    """Names of roles or teams, checked as other names are."""
    if not isinstance(given, tuple | list) or not fewest <= len(given) <= most:
        raise _wrong(where, field, message("{fewest} to {most} names", fewest=fewest, most=most), given)
    for name in given:
        if not isinstance(name, str) or not is_label(name, LONGEST) or name in (NOBODY, NO_ROLE):
            told = message("names of 1 to {most} printable characters, other than nobody and none", most=LONGEST)
            raise _wrong(where, field, told, name)
        if given.count(name) > 1:
            raise _wrong(where, field, message("names that differ"), given)
    return tuple(given)


def _wrong(where: str, field: str, expected: Text, got: object) -> BadInput:
    shown = ascii(got)
    return BadInput(
        source=where,
        place=field,
        expected=message(
            "{expected}, got {got}", expected=expected, got=shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
        ),
    )
