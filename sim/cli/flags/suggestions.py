"""What was meant by a mistyped flag or verb: the nearest one that this verb has for this game.

Typer would guess by common runs of letters, among the flags of all games, and name the first of its guesses in
alphabetical order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from typer.exceptions import TyperException

from engine.errors import nearest
from engine.language.current import said


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
        written = known.get(meant)
        error.possibilities, error.message = None, said("No such option: {option}", option=word)
        if written:
            error.message = said("No such option: {option}: did you mean {meant!r}?", option=word, meant=written)
        raise


@contextmanager
def suggesting_verbs(typed: str, verbs: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Names the verb that was meant by an unknown one."""
    try:
        yield
    except TyperException as error:
        if hasattr(error, "option_name"):
            raise  # it has its words already
        meant = nearest(typed, verbs())
        error.message = said("No such command {name!r}", name=typed)
        if meant:
            error.message = said("No such command {name!r}: did you mean {meant!r}?", name=typed, meant=meant)
        raise


def words_of(flags: Sequence[str]) -> dict[str, str]:
    """Flags by their words: `players` is written `--players`."""
    return {flag.lstrip("-"): flag for flag in flags}


def _whole(unknown: str, typed: Sequence[str]) -> str:
    """The flag as it was typed: of `-games 5`, Typer reads `-g`."""
    if unknown.startswith("--"):
        return unknown
    return next((word.partition("=")[0] for word in typed if word.startswith(unknown)), unknown)
