"""Which cells a text names: `doom 4, 6, players 4-5` in a sentence, `doom=4,6` in a flag."""

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.configs import unknown_word
from engine.errors import BadInput, message
from sim.experiment.labels import Label, Labels
from sim.experiment.values import as_typed, words

EVERYWHERE = re.compile(r"(?:everywhere(?P<rest> else)?|(?P<short>else(?:where)?))\b")
"""All cells, or all that no other statement names."""

SPAN = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")
FLAG = re.compile(r"\s*([^\s=]+)\s*=(.*)")

Conditions = Mapping[str, Sequence[str]]
"""For each axis the values that are wanted, as typed: `4` or `4-5` or `pragmatic depth=1`."""


class UnknownAxis(BadInput):
    """An axis that no cell has."""


def read_conditions(texts: Iterable[str], source: str) -> dict[str, list[str]]:
    """The conditions that texts state together. In a sentence, a number without an axis belongs to the axis before
    it, and an axis without a value must be true."""
    found: dict[str, list[str]] = {}
    for text in texts:
        if flag := FLAG.fullmatch(text):
            axis, values = flag[1], words([flag[2]])
            if not values:
                raise BadInput(source=source, expected=message("axis=value"), got=text)
            found.setdefault(axis, []).extend(values)
            continue
        axis = ""
        for part in text.split(","):
            word, _, value = part.strip().partition(" ")
            if axis and not value and SPAN.fullmatch(word):
                value = word
            else:
                axis = word
            found.setdefault(axis, []).append(value.strip() or "true")
    return found


def cells_where(cells: Sequence[Labels], conditions: Conditions, source: str) -> list[int]:
    """The numbers of the cells that meet the conditions. An axis that cells do not have is a mistake."""
    for axis in conditions:
        if axis not in cells[0]:
            raise UnknownAxis.of_all([unknown_word("axis", axis, cells[0], source)])
    return [
        number
        for number, cell in enumerate(cells)
        if all(any(_fits(cell[axis], value) for value in values) for axis, values in conditions.items())
    ]


def check_values(cells: Sequence[Labels], conditions: Conditions, source: str) -> None:
    """Refuse conditions with a value that no cell has."""
    for axis, values in conditions.items():
        for value in values:
            if not any(_fits(cell[axis], value) for cell in cells):
                raise unknown_word(axis, value, _values(cells, axis), source)


def cells_named(text: str, cells: Sequence[Labels], source: str) -> list[int]:
    """The numbers of the cells that a text names; there must be at least one."""
    conditions = read_conditions([text], source)
    found = cells_where(cells, conditions, f"{source}: {text!r}")
    if not found:
        axes = "; ".join(f"{axis} {', '.join(_values(cells, axis))}" for axis in conditions)
        raise BadInput(message("{text!r} names no cell; there are: {axes}", text=text, axes=axes), source=source)
    return found


def example_cells(cells: Sequence[Labels]) -> str:
    """Some of the cells, in words, for a message that says what was expected."""
    axis = list(cells[-1])[-1]
    return f"{axis} {as_typed(cells[-1][axis])}"


def _fits(label: Label, value: str) -> bool:
    if as_typed(label) == value:
        return True
    span = SPAN.fullmatch(value)
    return span is not None and type(label) is int and int(span[1]) <= label <= int(span[2] or span[1])


def _values(cells: Sequence[Labels], axis: str) -> list[str]:
    return list(dict.fromkeys(as_typed(cell[axis]) for cell in cells))
