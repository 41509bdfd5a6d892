"""How numbers are typed: `10k` or `1e4` games."""

import re
from collections.abc import Iterable, Iterator, Mapping

from engine.errors import BadInput, message
from sim.experiment.counts import EXPECTED, whole_number

NUMBER = re.compile(r"[-+]?(\d+(_\d+)*(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


def in_whole_numbers(args: Iterable[str], kinds: Mapping[str, type]) -> Iterator[str]:
    """The arguments, with `10k` and `1e4` as whole numbers where a flag takes one. What is no number is refused.
    `kinds` are the flags that take a number, and of which kind."""
    before = ""
    for word in args:
        flag, equals, value = word.partition("=")
        if equals and flag in kinds:
            yield f"{flag}={_number(flag, value, kinds[flag])}"
        else:
            yield _number(before, word, kinds[before]) if before in kinds else word
        before = word


def _number(flag: str, word: str, kind: type) -> str:
    if kind is float:
        if not NUMBER.fullmatch(word):
            raise BadInput(source=flag, expected=message("a number, such as 2 or 0.5"), got=word)
        return word
    number = whole_number(word)
    if number is None:
        raise BadInput(source=flag, expected=EXPECTED, got=word)
    return str(number)
