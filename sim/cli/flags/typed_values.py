"""How values of flags are written: `10k` games, and in the help what kind of value a flag takes, in words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from engine.errors import BadInput

KINDS: dict[Any, str] = {
    int: "NUMBER",
    float: "NUMBER",
    str: "TEXT",
    list[str]: "TEXT",
    Path: "PATH",
    list[Path]: "PATH",
    bool: "",
}
SHORT = re.compile(r"(\d+(?:\.\d+)?)([kKmM])")
WHOLE, NUMBER = re.compile(r"[-+]?\d+"), re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
THOUSANDS = {"k": 1_000, "m": 1_000_000}


def kind_in_words(param: Any) -> str | None:
    """What a flag takes, as its help shows it; None to leave it as it is."""
    return param.metavar if param.metavar else KINDS.get(_kind(param))


def in_whole_numbers(args: Iterable[str], params: Sequence[Any]) -> Iterator[str]:
    """The arguments, with `10k` and `1.5M` as whole numbers where a flag takes one. What is no number is refused."""
    kinds = {flag: _kind(param) for param in params for flag in param.opts if _kind(param) in (int, float)}
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
    if found := SHORT.fullmatch(word):
        number = Decimal(found[1]) * THOUSANDS[found[2].lower()]
        if number == int(number):
            return str(int(number))
    elif WHOLE.fullmatch(word):
        return word
    raise BadInput(f"{flag}: expected a whole number, such as 5000, 10k or 1.5M, not {word!r}")
