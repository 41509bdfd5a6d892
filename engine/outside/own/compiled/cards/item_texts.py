"""The text of an item of a deck, by which its luck is keyed: the `repr` that it has in plain Python."""

import enum
from collections.abc import Iterator, Mapping

import numpy as np

from engine.outside.own.compiled.source import Source
from engine.outside.own.compiled.types import BOOL, FLOAT, INT_ENUM, LIST, THING, TUPLE, Kind, is_card


def text_of(source: Source, kind: Kind, words: Iterator[int], of_cards: Mapping[int, str]) -> str:
    """The text of an item whose words the kernel has told. Words of cards stand beside the texts of the file."""
    kind = kind.now()
    if is_card(kind):
        return str(_value(source, next(words), of_cards))
    if kind.shape == TUPLE:
        return _tuple_text(source, kind, [text_of(source, item, words, of_cards) for item in kind.items])
    if kind.shape == LIST:
        parts = [text_of(source, kind.items[0], words, of_cards) for _ in range(next(words))]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})" if kind.is_tuple else f"[{', '.join(parts)}]"
    if kind.shape == THING:
        fields = kind.fields.now()
        parts = [f"{name}={text_of(source, each, words, of_cards)}" for name, each in fields.of.items()]
        return f"{fields.named}({', '.join(parts)})"
    return repr(_scalar(source, kind, next(words), of_cards))


def _tuple_text(source: Source, kind: Kind, parts: list[str]) -> str:
    if not kind.named:
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    names = vars(source.module)[kind.named]._fields
    return f"{kind.named}({', '.join(f'{name}={part}' for name, part in zip(names, parts, strict=True))})"


def _value(source: Source, word: int, of_cards: Mapping[int, str]) -> object:
    return of_cards[word] if word in of_cards else source.value_of(word)


def _scalar(source: Source, kind: Kind, word: int, of_cards: Mapping[int, str]) -> object:
    """The very value that a word stands for."""
    if kind.scalars == {FLOAT}:
        return float(np.int64(word).view(np.float64))
    found = _value(source, word, of_cards)
    if not isinstance(found, int) or isinstance(found, enum.Enum):
        return found
    if BOOL in kind.scalars:
        return bool(found)
    enums = [each for each in kind.scalars if each.startswith(INT_ENUM)]
    return source.enums[enums[0].removeprefix(INT_ENUM)](found) if enums else found
