"""Errors that a person can fix, each one line of text. The command line turns each into its documented exit code."""

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import ValidationError  # slow to import, and seldom needed here
    from pydantic_core import ErrorDetails


class FatecastError(Exception):
    """Something a person can fix. Its text is one line; it is never shown as a traceback."""

    exit_code = 1
    lines: "Sequence[str]" = ()
    """If there are several mistakes, one line for each; the text then tells the first, and how many more there are."""

    @classmethod
    def of_all(cls, lines: "Sequence[str]") -> Self:
        """One error for all mistakes that were found."""
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        error = cls(f"{lines[0]}{more}")
        error.lines = lines
        return error


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


def complaints(error: "ValidationError", source: object) -> list[str]:
    """All that Pydantic found: `source: field: expected …, not …`"""
    return [f"{source}: {_complaint(details)}" for details in error.errors(include_url=False)]


def _complaint(details: "ErrorDetails") -> str:
    where = ".".join(str(part) for part in details["loc"])
    what = details["msg"].removeprefix("Value error, ").replace("Input should be", "expected", 1)
    got = f", not {details['input']!r}" if isinstance(details["input"], str | int | float) else ""
    return f"{where}: {what}{got}" if where else what
