"""A mission: receptacles, locations, tests, Fate cards and the goal. All of it is data.

The models here say which values each key may have; `disagreements` checks what several keys must agree on. Only
`engine.hadal.mission.files`, which does both, creates missions.
"""

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from engine.content.fields import Between, Id, Switch, Table, Title, expects
from engine.errors import BadText, Text, message
from engine.hadal.mission.panorama_words import Card, parse_cards, parse_tests
from engine.hadal.table.state import (
    CARDS,
    CLUE,
    CONFLICT,
    FATES,
    GROUP,
    GROUP_TESTS,
    LOCATIONS,
    MOST_AZRAK,
    MOST_FATE,
    RECEPTACLES,
    TEST,
)
from engine.language.current import said

MOST_POINTS = 999
MOST_ATTRIBUTE = 20
USUAL_AZRAK = 32
USUAL_FATES = 6


def _readable(parse: Callable[[str, int], object], most: int) -> AfterValidator:
    def check(text: str) -> str:
        try:
            parse(text, most)
        except BadText as error:
            raise PydanticCustomError("unexpected", "{text}", {"text": error.said}) from None
        return " ".join(text.split())

    return AfterValidator(check)


Location = Annotated[
    str, expects(message("the cards of a location in quotes, a word each")), _readable(parse_cards, CARDS)
]
GroupTests = Annotated[str, expects(message("tests in quotes, a word each")), _readable(parse_tests, GROUP_TESTS)]
Points = Annotated[int, Between(0, 99)]
Attribute = Annotated[int, Between(0, MOST_ATTRIBUTE)]


class Receptacle(Table):
    """What an agent can do."""

    name: Title = ""
    """For people; its id, if it has none."""
    seat: Annotated[int, Between(1, RECEPTACLES)] | None = None
    """Its place in the order of the seats; that of the file, unless given."""
    T: Attribute
    """Technology."""
    D: Attribute
    """Dexterity."""
    S: Attribute
    """Strength."""
    level: Annotated[int, Between(1, MOST_AZRAK)]
    """Azrak at the start, and at most."""


class Group(Table):
    """The group conflict."""

    tests: GroupTests
    """An agent takes one of them in each turn."""
    life: Annotated[int, Between(0, 99)]
    life_each: Annotated[int, Between(0, 99)]
    """More life for each agent."""
    points: Points
    """For the end of it."""
    loss: Points
    """Azrak lost by a failure."""


class Mission(Table):
    """A mission file."""

    name: Title
    rules: Annotated[int, Interval(ge=1, le=1), expects(message("1, the only rule version known"))]
    """The version of the rules that the mission is written for."""
    standin: Switch
    """Whether the content is invented, and not that of the box."""
    goal: Annotated[int, Between(1, MOST_POINTS)]
    """Points that complete the mission."""
    par: Annotated[int, Between(0, MOST_POINTS)]
    """Azrak on the return card with which a completed mission still counts as won."""
    azrak: Annotated[int, Between(1, MOST_AZRAK)] = USUAL_AZRAK
    """Crystals in the game; the levels of the receptacles sum to this."""
    fate: Annotated[
        list[Annotated[int, Between(-MOST_FATE, MOST_FATE)]],
        Field(min_length=1, max_length=FATES),
        expects(
            message(
                "a list of 1 to {fates} integers from {least} to {most}",
                fates=FATES,
                least=-MOST_FATE,
                most=MOST_FATE,
            )
        ),
    ]
    """The values of the Fate cards."""
    success: Points
    """Points for a success."""
    crit: Points
    """Points for a critical."""
    fail_loss: Points
    """Azrak lost by a failure."""
    conflict_loss: Points
    """Azrak lost by a failure in a personal conflict."""
    group: Group
    receptacles: dict[Id, Receptacle]
    """Four of them, by id."""
    locations: Annotated[list[Location], Field(min_length=1, max_length=LOCATIONS)]
    """The cards of each location, a word each."""

    def data(self) -> dict[str, Any]:
        """The mission as plain data that can be written as JSON, with defaults filled in; reading it gives the same
        mission, whatever happens to the order of tables."""
        data = self.model_dump(mode="json")
        for seat, key in enumerate(self.seated, start=1):
            data["receptacles"][key]["seat"] = seat
        return data

    @cached_property
    def digest(self) -> str:
        """A hash of everything that can change a game: not of names."""
        data = self.data()
        del data["name"], data["standin"]
        data["receptacles"] = [
            {word: value for word, value in data["receptacles"][key].items() if word != "name"} for key in self.seated
        ]
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()

    @cached_property
    def seated(self) -> list[str]:
        """The ids of the receptacles in the order of the seats."""
        order = list(self.receptacles)
        return sorted(order, key=lambda key: self.receptacles[key].seat or order.index(key) + 1)

    @cached_property
    def cards(self) -> list[list[Card]]:
        """The cards of each location."""
        return [parse_cards(text, CARDS) for text in self.locations]

    @cached_property
    def group_tests(self) -> list[Card]:
        return parse_tests(self.group.tests, GROUP_TESTS)

    @property
    def most_points(self) -> int:
        """The most that any play could score."""
        worth = {CLUE: 1, TEST: max(self.success, self.crit), GROUP: self.group.points}
        worth[CONFLICT] = worth[TEST]
        return sum(worth.get(card.kind, 0) for location in self.cards for card in location)

    @property
    def warnings(self) -> list[str]:
        """What makes the mission pointless or unlike any of the box, though it can be played."""
        found, groups = [], sum(card.kind == GROUP for location in self.cards for card in location)
        if self.goal > self.most_points:
            found.append(
                said(
                    "no play can reach the goal of {goal} points: all cards together are worth {most}",
                    goal=self.goal,
                    most=self.most_points,
                )
            )
        if len(self.fate) != USUAL_FATES:
            found.append(said("{cards} Fate cards: the game has {usual}", cards=len(self.fate), usual=USUAL_FATES))
        if groups > 1:
            found.append(
                said("{groups} group conflicts: a mission has one, and all have the same tests", groups=groups)
            )
        return found

    def title_of(self, key: str) -> str:
        """What a receptacle is called."""
        return self.receptacles[key].name or key


def disagreements(mission: Mission) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yields the keys of a mission that do not fit each other: the field, and what is wrong with it."""
    number = len(mission.receptacles)
    if number != RECEPTACLES:
        yield (
            ("receptacles",),
            message("expected {receptacles} receptacles, got {number}", receptacles=RECEPTACLES, number=number),
        )
        return
    seats = [each.seat for each in mission.receptacles.values() if each.seat is not None]
    if len(set(seats)) < len(seats) or len(seats) not in (0, RECEPTACLES):
        yield (
            ("receptacles",),
            message(
                "expected seats from 1 to {receptacles} that differ, for all receptacles or for none",
                receptacles=RECEPTACLES,
            ),
        )
    levels = [each.level for each in mission.receptacles.values()]
    if sum(levels) != mission.azrak:
        added = " + ".join(map(str, levels))
        yield (
            ("receptacles",),
            message(
                "expected levels that sum to {azrak}, the Azrak of the game, got {added} = {sum}",
                azrak=mission.azrak,
                added=added,
                sum=sum(levels),
            ),
        )
    if mission.group.life + mission.group.life_each == 0:
        yield ("group", "life"), "expected life or life_each of at least 1"
