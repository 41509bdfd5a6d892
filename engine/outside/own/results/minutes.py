"""How long people would take for a game: so many minutes a decision, so many a turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.errors import BadInput, message
from engine.game.outcomes import Mean
from engine.game.results import Column

DECISION, TURN = "decision", "turn"
MOST_MINUTES = 600
"""Of one decision or one turn."""
MOST_SECONDS = 65_535
MARGIN = 0.5
"""Minutes that are too few to matter."""
SECONDS = Column(
    "seconds",
    "<u2",
    "seconds that people would take, as the game's minutes say; 65,535 for 18 hours and more",
)


class Pace(NamedTuple):
    """How fast people play, in thousandths of a second: whole numbers, so that every machine finds the same."""

    decision: int
    turn: int

    def seconds(self, decisions: Any, turns: Any) -> Any:
        """Of a game, or of many at once, rounded. It may be more than a row can hold."""
        return (decisions * self.decision + turns * self.turn + 500) // 1000

    def column(self, turn_limit: int) -> Column:
        """The column of a game of at most so many turns. How many decisions there can be, nobody knows."""
        most = MOST_SECONDS if self.decision else min(self.seconds(0, turn_limit), MOST_SECONDS)
        return replace(SECONDS, limits=(0, most))

    @property
    def outcome(self) -> Mean:
        """The length of a game in minutes."""
        return Mean(
            name="minutes",
            called="length in minutes",
            meaning="minutes that people would take for a game",
            column=SECONDS.name,
            unit="minutes",
            margin=MARGIN,
            scale=60,
            apart=max(1, min(each for each in self if each) // 1000),
            more="longer",
            less="shorter",
            length=True,
            on_box=True,
        )


def pace_of(given: object, where: str) -> Pace | None:
    """The declaration of a game file, checked; None if it is empty."""
    example = '{"decision": 0.5, "turn": 0.25}'
    if not isinstance(given, Mapping) or not set(given) <= {DECISION, TURN}:
        told = message("minutes a decision, minutes a turn or both, such as {example}", example=example)
        raise BadInput(source=where, place="minutes", expected=told)
    for name, value in given.items():
        if type(value) not in (int, float) or not 0 <= value <= MOST_MINUTES:
            told = message("a number from 0 to {most}, got {value}", most=MOST_MINUTES, value=repr(value)[:40])
            raise BadInput(source=where, place=f"minutes: {name}", expected=told)
    found = Pace(*(round(given.get(key, 0) * 60_000) for key in (DECISION, TURN)))
    if given and not any(found):
        raise BadInput(source=where, place="minutes", expected=message("more than 0 for a decision or a turn"))
    return found if given else None
