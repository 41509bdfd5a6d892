"""Errors that a person can fix, each one line of text. The command line turns each into its documented exit code."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError  # slow to import, and seldom needed here


class FatecastError(Exception):
    """Something a person can fix. Its text is one line; it is never shown as a traceback."""

    exit_code = 1


class BadInput(FatecastError):  # noqa: N818 - the name is the message
    """A flag, a file or a field that cannot be used as it is."""

    exit_code = 2


class BrokenRule(FatecastError):  # noqa: N818
    """A policy asked for something the rules forbid, or failed otherwise."""


class NotComparable(FatecastError):  # noqa: N818
    """Two things whose differences make a comparison meaningless."""

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
