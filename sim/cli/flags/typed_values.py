"""How values of flags are written: `10k` or `1e4` games, and in the help what kind of value a flag takes, in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from sim.experiment.counts import EXPECTED, whole_number

KINDS: dict[Any, str] = {
    int: "NUMBER",
    float: "NUMBER",
    str: "TEXT",
    list[str]: "TEXT",
    Path: "PATH",
    list[Path]: "PATH",
    bool: "",
}
NUMBER = re.compile(r"[-+]?(\d+(_\d+)*(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


def kind_in_words(param: Any) -> str | None:
    """What a flag takes, as its help shows it; None to leave it as it is."""
    return param.metavar if param.metavar else KINDS.get(_kind(param))


def number_flags(params: Sequence[Any]) -> dict[str, type]:
    """The flags that take a number, and of which kind."""
    return {flag: _kind(param) for param in params for flag in param.opts if _kind(param) in (int, float)}


def in_whole_numbers(args: Iterable[str], kinds: Mapping[str, type]) -> Iterator[str]:
    """The arguments, with `10k` and `1e4` as whole numbers where a flag takes one. What is no number is refused."""
    before = ""
    for word in args:
        flag, equals, value = word.partition("=")
        if equals and flag in kinds:
            yield f"{flag}={_number(flag, value, kinds[flag])}"
        else:
            yield _number(before, word, kinds[before]) if before in kinds else word
        before = word


def _kind(param: Any) -> Any:
    return getattr(getattr(param, "type_descriptor", None), "annotation", None)


def _number(flag: str, word: str, kind: type) -> str:
    if kind is float:
        if not NUMBER.fullmatch(word):
            raise BadInput(f"{flag}: expected a number, such as 2 or 0.5, not {word!r}")
        return word
    number = whole_number(word)
    if number is None:
        raise BadInput(f"{flag}: expected {EXPECTED}, not {word!r}")
    return str(number)
