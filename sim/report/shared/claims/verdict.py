"""The verdict on top of a page: three lines, each with how sure it is.

Questions and how sure a line is are known by their English: code compares them. They are translated when the page is
made.
"""

import re
from typing import NamedTuple

from engine.language.current import said

SURE, DEPENDS, ONE_POLICY = "sure", "depends on who plays", "asked of one policy only"
NOT_YET = re.compile(r"not sure yet \(about (.+) games in each cell would tell\)")


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


def shown_line(line: Line) -> Line:
    """A line in the language of the page."""
    return Line(question_said(line.question), line.says, status_said(line.status))


def question_said(question: str) -> str:
    """What a page or a line of it answers."""
    known = {
        "How hard is it?": said("How hard is it?"),
        "Who wins?": said("Who wins?"),
        "Who gets how much?": said("Who gets how much?"),
        "What does it yield?": said("What does it yield?"),
        "Is it fair?": said("Is it fair?"),
        "How long?": said("How long?"),
        "What stands out?": said("What stands out?"),
        "What would repair it?": said("What would repair it?"),
    }
    return known.get(question, question)


def status_said(status: str) -> str:
    """How sure a line is."""
    alone = status.removesuffix(f", {ONE_POLICY}")
    if alone != status:
        return said("{status}, asked of one policy only", status=status_said(alone))
    if found := NOT_YET.fullmatch(status):
        return said("not sure yet (about {games} games in each cell would tell)", games=found[1])
    known = {
        SURE: said("sure"),
        DEPENDS: said("depends on who plays"),
        not_yet(): said("not sure yet"),
        "not measured": said("not measured"),
        "unclear": said("unclear"),
        "its games do not prove it": said("its games do not prove it"),
        "the goals are not reached": said("the goals are not reached"),
    }
    return known.get(status, status)
