"""The fields that a sweep varies, and their values, from the text that a person types.

`cards.fox.price=2..5` tries four numbers, `policy.slip=0,0.01,0.05` three, and a rule has holes to be filled:
`cards.fox.rule="sum >= <<9..12>>"`. Every hole is an axis of the sweep; all axes are crossed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from engine.content.labels import check_label
from engine.errors import BadInput, message
from sim.experiment.values import as_typed, value_of

HOLE = re.compile(r"<<(.*?)>>")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")
LIST = re.compile(r"[\w.+-]+(?:\s*,\s*[\w.+-]*)+")
EXPECTED = message("a range such as 2..5 or 2..10..4, or a list such as 2,3,5")

LONGEST_SETTING = 4_000
MOST_DIGITS = 18
MOST_VALUES = 10_000
"""Of one field. Nobody plays more, and a list of all values of a larger range would fill the memory."""

FieldValue = bool | int | float | str


class SweptAxis(NamedTuple):
    """Something that a sweep varies, and its values."""

    name: str
    values: Sequence[FieldValue]


@dataclass(frozen=True)
class Setting:
    """A field and its values: the text around the holes, and an axis for each hole. Without holes, it has one value."""

    path: str
    text: tuple[str, ...]
    axes: tuple[SweptAxis, ...]

    def value(self, chosen: Sequence[FieldValue]) -> object:
        """The field with its holes filled."""
        if self.text == ("", ""):
            return chosen[0]
        filled = [part for pair in zip(self.text, [*map(as_typed, chosen), ""], strict=True) for part in pair]
        return value_of("".join(filled))


class SweepPoint(NamedTuple):
    """One point of a sweep."""

    point: dict[str, FieldValue]
    """For each axis, by name, its value."""
    changes: dict[str, object]
    """The changes that these values make."""


def read_settings(texts: Iterable[str], source: str) -> list[Setting]:
    """The settings in texts of the form `path=values`."""
    settings: list[Setting] = []
    for text in texts:
        check_label(text.strip(), "a setting", source, LONGEST_SETTING)
        path, equals, values = (part.strip() for part in text.partition("="))
        if not path or not equals or not values:
            raise BadInput(
                source=source, place=text, expected=message("path=values, such as {value}=2..5", value=path or "a.path")
            )
        if path in (setting.path for setting in settings):
            raise BadInput(message("{path} is set twice", path=path), source=source, place=text)
        settings.append(_setting(path, values, f"{source}: {text}"))
    return settings


def count_points(settings: Sequence[Setting]) -> int:
    """The number of points of a sweep."""
    return prod(len(axis.values) for axis in swept_axes(settings))


def swept_axes(settings: Sequence[Setting]) -> list[SweptAxis]:
    """The axes of all settings, in order."""
    return [axis for setting in settings for axis in setting.axes]


def sweep_points(settings: Sequence[Setting]) -> Iterator[SweepPoint]:
    """All points; the last axis changes fastest."""
    axes = swept_axes(settings)
    for values in product(*(axis.values for axis in axes)):
        left = iter(values)
        changes = {setting.path: setting.value([next(left) for _ in setting.axes]) for setting in settings}
        yield SweepPoint({axis.name: value for axis, value in zip(axes, values, strict=True)}, changes)


def _setting(path: str, values: str, source: str) -> Setting:
    if not HOLE.search(values) and (RANGE.fullmatch(values) or LIST.fullmatch(values)):
        values = f"<<{values}>>"
    *parts, last = HOLE.split(values)
    text, holes = (*parts[::2], last), parts[1::2]
    if any("<<" in part or ">>" in part for part in text):
        raise BadInput(
            source=source, expected=message("<< and >> in pairs, with {expected} between them", expected=EXPECTED)
        )
    names = [path] if len(holes) == 1 else [f"{path}#{at}" for at in range(1, len(holes) + 1)]
    axes = [SweptAxis(name, _values(hole.strip(), source)) for name, hole in zip(names, holes, strict=True)]
    return Setting(path, text, tuple(axes))


def _values(text: str, source: str) -> Sequence[FieldValue]:
    if found := RANGE.fullmatch(text):
        if any(len(digits or "") > MOST_DIGITS for digits in found.groups()):
            raise BadInput(
                source=source, expected=message("numbers of at most {most_digits} digits", most_digits=MOST_DIGITS)
            )
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if not step or low > high:
            raise BadInput(message("{text} is empty, expected {expected}", text=text, expected=EXPECTED), source=source)
        if (high - low) // step >= MOST_VALUES:
            raise BadInput(
                source=source, place=text, expected=message("at most {most_values:,} values", most_values=MOST_VALUES)
            )
        return range(low, high + 1, step)
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise BadInput(source=source, place=f"{text!r}", expected=EXPECTED)
    values = [_plain(word) for word in words]
    if len(set(map(as_typed, values))) < len(values):
        raise BadInput(source=source, place=f"{text!r}", expected=message("each value once"))
    return values


def _plain(word: str) -> FieldValue:
    value = value_of(word)
    return value if isinstance(value, bool | int | float | str) else word
