"""The verdict on top of a page: three lines, each with how sure it is."""

from typing import NamedTuple

SURE, DEPENDS, ONE_POLICY = "sure", "depends on who plays", "asked of one policy only"


class Line(NamedTuple):
    """One line of the verdict."""

    question: str
    """`Is it fair?`"""
    says: str
    """The answer: a sentence with its numbers."""
    status: str
    """`sure`, `not sure yet (about 12,000 games in each cell would tell)`, `depends on who plays`; or with the end
    `asked of one policy only`."""


def not_yet(games: str = "") -> str:
    """How sure a line is that more games would settle; the number of games as it is printed, if it is known."""
    return f"not sure yet (about {games} games in each cell would tell)" if games else "not sure yet"
