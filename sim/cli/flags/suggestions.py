"""What was meant by a mistyped flag or verb: the nearest one that this verb has for this game.

Typer would guess by common runs of letters, among the flags of all games, and name the first of its guesses in
alphabetical order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from typer.exceptions import TyperException

from engine.errors import nearest


@contextmanager
def suggesting_flags(typed: Sequence[str], flags: Callable[[], Mapping[str, str]]) -> Iterator[None]:
    """Names the flag that was meant by an unknown one. `flags` are all that can be meant: by their words, how they are
    written."""
    try:
        yield
    except TyperException as error:
        unknown = getattr(error, "option_name", None)
        if unknown is None or not hasattr(error, "possibilities"):
            raise
        word = _whole(unknown, typed)
        known = flags()
        meant = nearest(word.lstrip("-"), known)
        error.possibilities, error.message = None, f"No such option: {word}" + _hint(known.get(meant))
        raise


@contextmanager
def suggesting_verbs(typed: str, verbs: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Names the verb that was meant by an unknown one."""
    try:
        yield
    except TyperException as error:
        error.message = error.message.rstrip(".") + _hint(nearest(typed, verbs()))
        raise


def words_of(flags: Sequence[str]) -> dict[str, str]:
    """Flags by their words: `players` is written `--players`."""
    return {flag.lstrip("-"): flag for flag in flags}


def _whole(unknown: str, typed: Sequence[str]) -> str:
    """The flag as it was typed: of `-games 5`, Typer reads `-g`."""
    if unknown.startswith("--"):
        return unknown
    return next((word.partition("=")[0] for word in typed if word.startswith(unknown)), unknown)


def _hint(meant: str | None) -> str:
    return f": did you mean {meant!r}?" if meant else ""
