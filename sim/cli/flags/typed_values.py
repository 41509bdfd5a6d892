"""How values of flags are written: `10k` games, and in the help what kind of value a flag takes, in words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

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
THOUSANDS = {"k": 1_000, "m": 1_000_000}


def kind_in_words(param: Any) -> str | None:
    """What a flag takes, as its help shows it; None to leave it as it is."""
    return param.metavar if param.metavar else KINDS.get(_kind(param))


def in_whole_numbers(args: Iterable[str], params: Sequence[Any]) -> Iterator[str]:
    """The arguments, with `10k` and `1.5M` as whole numbers where a flag takes one."""
    counted = {flag for param in params if _kind(param) is int for flag in param.opts}
    before = ""
    for word in args:
        flag, equals, value = word.partition("=")
        if equals and flag in counted:
            yield f"{flag}={_whole(value)}"
        else:
            yield _whole(word) if before in counted else word
        before = word


def _kind(param: Any) -> Any:
    return getattr(getattr(param, "type_descriptor", None), "annotation", None)


def _whole(word: str) -> str:
    found = SHORT.fullmatch(word)
    if found is None:
        return word
    number = Decimal(found[1]) * THOUSANDS[found[2].lower()]
    return str(int(number)) if number == int(number) else word
