"""The cells of a run as a report looks at them: kinds of table, each at every difficulty and size."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.game.cell import Cell
from engine.game.presentation import Presentation, Rung

Label = str | int | bool


@dataclass(frozen=True, eq=False)
class Place:
    """Where a cell stands."""

    number: int
    """Its row in the summary."""
    cell: Cell
    group: "Group"
    level: Label
    size: Label


@dataclass(frozen=True)
class Group:
    """The cells that differ in nothing but difficulty and size: one kind of table, as a rule."""

    name: str
    """Its labels, those left out that all groups share."""
    who: str
    rung: int
    """Its place on the ladder; off the ladder, above it."""
    table: str
    """What people call it."""


class Axes:
    """A run's cells, by group, difficulty and size."""

    def __init__(self, cells: Sequence[Cell], story: Presentation) -> None:
        self.story = story
        own = [
            {key: cell.labels[key] for key in cell.labels if key not in (story.difficulty, story.size)}
            for cell in cells
        ]
        varying = [key for key in own[0] if len({str(labels.get(key)) for labels in own}) > 1]
        self.fixed = {key: value for key, value in own[0].items() if key not in varying and key != story.who}
        """What all cells have in common, beside who plays."""
        self.places = [
            Place(
                number,
                cell,
                self._group(labels, varying),
                cell.labels.get(story.difficulty, ""),
                cell.labels.get(story.size, ""),
            )
            for number, (cell, labels) in enumerate(zip(cells, own, strict=True))
        ]

    @cached_property
    def groups(self) -> list[Group]:
        """The kinds of table, from the floor of the ladder upwards."""
        found = dict.fromkeys(place.group for place in self.places)
        return sorted(found, key=lambda group: group.rung)

    @cached_property
    def levels(self) -> list[Label]:
        """The difficulties, easiest first."""
        return _ordered(place.level for place in self.places)

    @cached_property
    def sizes(self) -> list[Label]:
        """The sizes of a table, smallest first."""
        return _ordered(place.size for place in self.places)

    @cached_property
    def focus(self) -> Group:
        """The kind of table that the report speaks of."""
        for who in self.story.focus:
            for group in self.groups:
                if group.who == who:
                    return group
        return self.groups[-1]

    def of(self, group: Group) -> list[Place]:
        """The cells of a group, by difficulty, then size."""
        mine = [place for place in self.places if place.group == group]
        return sorted(mine, key=lambda place: (self.levels.index(place.level), self.sizes.index(place.size)))

    def at(self, group: Group, level: Label, size: Label) -> Place | None:
        """The cell of a group there, if it was played."""
        return next(
            (place for place in self.places if (place.group, place.level, place.size) == (group, level, size)), None
        )

    @property
    def middle(self) -> Label:
        """The size that stands for all where one must."""
        return self.sizes[(len(self.sizes) - 1) // 2]

    def level_name(self, level: Label) -> str:
        """`Doomed`, or `doom 5` where the value has no name of its own."""
        return self.story.levels.get(level) or f"{self.story.difficulty} {level}".strip()

    def size_name(self, size: Label) -> str:
        """`3 players`."""
        return f"{size} {self.story.size}".strip()

    def name(self, place: Place) -> str:
        """`pragmatic, Doomed, 5 players`."""
        words = [place.group.name]
        words += [self.level_name(place.level)] if self.story.difficulty else []
        words += [self.size_name(place.size)] if self.story.size else []
        return ", ".join(filter(None, words))

    def _group(self, labels: dict[str, Label], varying: list[str]) -> Group:
        who = str(labels.get(self.story.who, ""))
        words = [who] if who else []
        words += [_word(key, labels.get(key, "")) for key in varying if key != self.story.who]
        rung, table = _on_ladder(who, self.story.ladder)
        return Group(", ".join(filter(None, words)) or "all", who, rung, table)


def _ordered(values: Iterable[Label]) -> list[Label]:
    """Each once; numbers by their size, others as they come."""
    found = list(dict.fromkeys(values))
    numbers = [value for value in found if isinstance(value, int)]
    return [*sorted(numbers)] if len(numbers) == len(found) else found


def _word(key: str, value: Hashable) -> str:
    if isinstance(value, bool):
        return key if value else ""
    return value if isinstance(value, str) else f"{key} {value}"


def _on_ladder(who: str, ladder: Sequence[Rung]) -> tuple[int, str]:
    """The rung whose label is the longest beginning of this one; a table with more to its name is not called by it."""
    fitting = [(len(rung.label), at) for at, rung in enumerate(ladder) if (who + " ").startswith(rung.label + " ")]
    if not fitting:
        return len(ladder), f"the table {who!r}" if who else "the table"
    rung = ladder[max(fitting)[1]]
    return max(fitting)[1], rung.table if who == rung.label else f"the table {who!r}"
