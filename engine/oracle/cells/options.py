"""The points that the rules leave open, and what they are if nobody says otherwise."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from engine.configs import unknown
from engine.content.fields import Between, expects
from engine.errors import message
from engine.game.cell import Json
from engine.oracle.about import ABOUT
from engine.oracle.table.results import PIECE_NAMES
from engine.oracle.table.state import ADVENTURERS, ARRIVALS, MOST_HOURS
from engine.policy.compiled_game.grid import Situation, Trouble
from engine.policy.compiled_game.options import options_model

MARKS = {1: ([2, 4, 6, 8, 10, 12], 2), 2: ([4, 8, 12], 2), 3: ([6, 12], 2), 4: ([4, 8, 12], 1)}
"""By number of players: the marks of a clock, and how many are drawn there."""


def _words(value: object) -> object:
    """`predict,warden` as a list."""
    return [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value


def _hours(value: object) -> object:
    """`4,8,12`, or a single hour, as a list."""
    if isinstance(value, str):
        return [int(word) if word.isdecimal() else word for word in value.replace(",", " ").split()]
    return [value] if type(value) is int else value


def _in_order(values: list[Any]) -> list[Any]:
    for at, value in enumerate(values):
        if value in values[:at]:
            text = message("expected each hour only once, got {value} twice", value=value)
            raise PydanticCustomError("unexpected", "{text}", {"text": text})
    return sorted(values)


def _pieces(names: list[str]) -> list[str]:
    for name in names:
        if name not in PIECE_NAMES:
            text = unknown("action or ability", name, PIECE_NAMES)
            raise PydanticCustomError("unexpected", "{text}", {"text": text})
    return [name for name in PIECE_NAMES if name in names]


Closed = Annotated[
    list[str], BeforeValidator(_words), expects(message("a list of actions and abilities")), AfterValidator(_pieces)
]
Hour = Annotated[int, Between(1, MOST_HOURS)]
Marks = Annotated[
    list[Hour],
    BeforeValidator(_hours),
    expects(message("a list of hours from 1 to {most_hours}", most_hours=MOST_HOURS)),
    AfterValidator(_in_order),
]


Options = options_model(ABOUT.options, marks=(Marks | None, None), closed=(Closed, Field(default_factory=list)))
"""The points that the rules leave open. What is left out depends on the number of players."""


def usual_marks(layout: Json, players: int) -> Json:
    """The options that depend on the number of players."""
    marks, draw = MARKS[players]
    return {"marks": marks, "draw": draw}


def drawn_a_day(players: int, options: Json) -> int:
    """The adventurers that leave the bag in a day."""
    marks: int = sum(mark <= options["hours"] for mark in options["marks"])
    return ARRIVALS + players * int(options["draw"]) * marks


def bag_size(rogues: int) -> int:
    return sum(ADVENTURERS) + rogues


def trouble_with(situation: Situation) -> Trouble | None:
    """The marks of the clock must be hours of the day, and the bag must not run empty before the clean-up."""
    given, players, bag = situation.given, situation.numbers["players"], bag_size(situation.numbers["rogues"])
    late = [mark for mark in given.get("marks", ()) if mark > given["hours"]]
    if late:
        return ("options", "marks"), message(
            "expected hours of a day of {hours} hours, got {late}", hours=given["hours"], late=late[0]
        )
    drawn = drawn_a_day(players, {**usual_marks({}, players), **given})
    if drawn > bag:
        return ("options", "marks"), message(
            "{players} players draw {drawn} adventurers a day, but the bag has {bag}",
            players=players,
            drawn=drawn,
            bag=bag,
        )
    return None
