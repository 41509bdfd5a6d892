"""What a person did wrong, said in one line; the command line turns each into its documented exit code."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError  # takes its time, and most of those who raise an error need none of it


class FatecastError(Exception):
    """A mistake or a mishap that a person can mend. Its text is one line; it is never shown as a traceback."""

    exit_code = 1


class BadInput(FatecastError):  # noqa: N818 - the name is the message
    """A flag, a file or a field that cannot be used as it is."""

    exit_code = 2


class BrokenRule(FatecastError):  # noqa: N818
    """A policy asked for something the rules forbid, or failed otherwise."""


class NotComparable(FatecastError):  # noqa: N818
    """Two things that differ in a way which makes a comparison meaningless."""

    exit_code = 5


class BadData(FatecastError):  # noqa: N818
    """A run directory or a baseline that is damaged, or of another version."""

    exit_code = 6


def first_complaint(error: "ValidationError") -> str:
    """What Pydantic found first: `field: expected …, not …`"""
    complaint = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in complaint["loc"])
    what = complaint["msg"].removeprefix("Value error, ").replace("Input should be", "expected", 1)
    got = f", not {complaint['input']!r}" if isinstance(complaint["input"], str | int | float) else ""
    return f"{where}: {what}{got}" if where else what
