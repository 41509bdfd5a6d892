"""The cells of a run as a report sees them: groups of players, each at every difficulty and size."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.game.about import About, Kind
from engine.game.axes import VARIANT
from engine.game.cell import Cell
from engine.game.presentation import Presentation
from engine.game.seats import FIELD, FOCUS
from sim.experiment.labels import Label, rung_of

UNNAMED: dict[Kind, str] = {"cooperative": "the group", "competitive": "those who play", "production": "the strategy"}
"""What players are called that no rung names, before the label."""

SEATING = "focus against field"
"""The head of a column of groups where one seat plays another policy than the rest."""


@dataclass(frozen=True, eq=False)
class PlacedCell:
    """A cell, and where it stands in the layout."""

    number: int
    """Its row in the summary."""
    cell: Cell
    group: "Group"
    level: Label
    size: Label


@dataclass(frozen=True)
class Group:
    """The cells that differ only in difficulty and size: usually those that the same players play."""

    name: str
    """Its labels, without those that all groups share."""
    who: str
    rung: int
    """Its place on the ladder; players that are not on it come last."""
    called: str
    """What people call these players."""
    field: str = ""
    """If one seat plays `who` and all others something else: what those play."""
    field_rung: int = 0
    """The place of the field on the ladder."""
    version: str = ""
    """Its labels beside who plays: the deck, the mode. They are no rung of skill."""
    variant: str = ""
    """The variant of the rules, if it is not the first one."""

    @property
    def brief(self) -> str:
        """Its name, once where all seats play the same."""
        return ", ".join(filter(None, (self.who, self.version))) if self.field and self.is_even else self.name

    @property
    def all_alike(self) -> str:
        """`all calm players`, `all play 'hold'`; without the `all` where seats play different policies."""
        return f"all {self.called}".replace("all those who", "all") if self.is_even else self.called

    @property
    def is_even(self) -> bool:
        """Whether all seats play the same."""
        return self.field in ("", self.who)


class CellLayout:
    """The cells of a run, by group, difficulty and size."""

    def __init__(self, cells: Sequence[Cell], about: About, presentation: Presentation) -> None:
        self.presentation = presentation
        self.difficulty, self.size, self.skill = about.difficulty, about.size, about.skill
        """The labels that play these parts; empty if the game has none."""
        self.content = about.axis("content")
        self.who = SEATING if any(FIELD in cell.labels for cell in cells) else self.skill
        """The head of a column of groups."""
        self._unnamed = UNNAMED[about.kind]
        own = [
            {key: cell.labels[key] for key in cell.labels if key not in (self.difficulty, self.size)} for cell in cells
        ]
        for cell, labels in zip(cells, own, strict=True):
            if VARIANT in labels and labels[VARIANT] == cells[0].labels[VARIANT]:
                labels[VARIANT] = ""
            if self.content in labels:
                labels[self.content] = presentation.content_label(cell.spec, str(labels[self.content]))
        varying = [key for key in own[0] if len({str(labels.get(key)) for labels in own}) > 1]
        unlike = {*varying, self.skill, FOCUS, FIELD}
        self.fixed = {key: value for key, value in own[0].items() if key not in unlike}
        """The labels that all cells share, apart from who plays."""
        self.shared = {key for key in cells[0].labels if len({str(cell.labels.get(key)) for cell in cells}) == 1}
        """The labels on which no cells differ."""
        self.places = [
            PlacedCell(
                number,
                cell,
                self._group(labels, varying),
                cell.labels.get(self.difficulty, ""),
                cell.labels.get(self.size, ""),
            )
            for number, (cell, labels) in enumerate(zip(cells, own, strict=True))
        ]

    @cached_property
    def groups(self) -> list[Group]:
        """All groups, from the weakest players to the strongest."""
        found = dict.fromkeys(place.group for place in self.places)
        return sorted(found, key=lambda group: (group.rung, group.field_rung))

    @cached_property
    def rungs(self) -> list[Group]:
        """The groups that differ in who plays, from the weakest to the strongest: those of the first content and of the
        first variant of the rules. Neither are levels of skill."""
        first = self.places[0].cell.labels.get(self.content)
        there = {place.group for place in self.places if place.cell.labels.get(self.content) == first}
        return [group for group in self.plain_groups if group in there]

    @cached_property
    def plain_groups(self) -> list[Group]:
        """The groups that play by the first variant of the rules."""
        return [group for group in self.groups if not group.variant]

    @cached_property
    def contents(self) -> list[str]:
        """The contents, as a page calls them."""
        return list(dict.fromkeys(map(self.content_of, self.places)))

    def content_of(self, place: PlacedCell) -> str:
        """What a page calls the content of a cell."""
        label = str(place.cell.labels.get(self.content, ""))
        return self.presentation.content_label(place.cell.spec, label)

    @cached_property
    def levels(self) -> list[Label]:
        """The difficulties, easiest first."""
        return _ordered(place.level for place in self.places)

    @cached_property
    def sizes(self) -> list[Label]:
        """The numbers of players, smallest first."""
        return _ordered(place.size for place in self.places)

    @cached_property
    def focus(self) -> Group:
        """The group that the report is mainly about."""
        for who in self.presentation.focus:
            for group in self.groups:
                if group.who == who:
                    return group
        return self.rungs[-1]

    @cached_property
    def focus_everywhere(self) -> list[Group]:
        """The same players on every content, by the first variant of the rules."""
        same = [group for group in self.plain_groups if (group.who, group.field) == (self.focus.who, self.focus.field)]
        return same if len(self.contents) > 1 else [self.focus]

    @cached_property
    def even_groups(self) -> list[Group]:
        """The groups whose seats differ in nothing but their order; all, if there are none."""
        return [group for group in self.groups if group.is_even] or self.groups

    @property
    def even_focus(self) -> Group:
        """The one of them that the report is mainly about."""
        for who in self.presentation.focus:
            for group in self.even_groups:
                if group.who == who:
                    return group
        return self.focus if self.focus in self.even_groups else self.even_groups[-1]

    @cached_property
    def versions(self) -> list[str]:
        """What groups differ in beside who plays, in the order of the run: decks, modes."""
        return list(dict.fromkeys(place.group.version for place in self.places))

    def cells_of(self, version: str) -> list[int]:
        """The numbers of the cells of a version."""
        return [place.number for place in self.places if place.group.version == version]

    def of(self, group: Group) -> list[PlacedCell]:
        """The cells of a group, by difficulty, then size."""
        mine = [place for place in self.places if place.group == group]
        return sorted(mine, key=lambda place: (self.levels.index(place.level), self.sizes.index(place.size)))

    def at(self, group: Group, level: Label, size: Label) -> PlacedCell | None:
        """The cell of a group there, if it was played."""
        return next(
            (place for place in self.places if (place.group, place.level, place.size) == (group, level, size)), None
        )

    @property
    def middle(self) -> Label:
        """The size that is shown where there is room for only one."""
        return self.sizes[(len(self.sizes) - 1) // 2]

    @property
    def same_everywhere(self) -> list[str]:
        """What all cells of the run have, in words: `5 players`, `Doomed`, `deck base`."""
        level = [self.level_name(self.levels[0])] if self.difficulty and len(self.levels) == 1 else []
        size = [self.size_name(self.sizes[0])] if self.size and len(self.sizes) == 1 else []
        others = [f"{key} {value}" for key, value in self.fixed.items() if value is not False]
        return [*size, *level, *others]

    def level_name(self, level: Label) -> str:
        """`Doomed`, or `doom 5` where the value has no name of its own."""
        return self.presentation.levels.get(level) or f"{self.difficulty} {level}".strip()

    def size_name(self, size: Label) -> str:
        """`3 players`, `1 tree`."""
        unit = self.size.removesuffix("s") if size == 1 else self.size
        return f"{size} {unit}".strip()

    def name(self, place: PlacedCell) -> str:
        """`pragmatic, Doomed, 5 players`."""
        words = [place.group.name]
        words += [self.level_name(place.level)] if self.difficulty else []
        words += [self.size_name(place.size)] if self.size else []
        return ", ".join(filter(None, words))

    def _group(self, labels: dict[str, Label], varying: list[str]) -> Group:
        who, field = str(labels.get(FOCUS, labels.get(self.skill, ""))), str(labels.get(FIELD, ""))
        words = [f"{who} against {field}" if field else who] if who else []
        others = [_word(key, labels.get(key, "")) for key in varying if key not in (self.skill, FOCUS, FIELD)]
        version = ", ".join(filter(None, others))
        words.append(version)
        rung, called = self.on_ladder(who)
        name = ", ".join(filter(None, words)) or "all"
        variant = str(labels.get(VARIANT, ""))
        if not field:
            return Group(name, who, rung, called, version=version, variant=variant)
        field_rung, field_called = self.on_ladder(field)
        both = called if field == who else f"{called} against {field_called}"
        return Group(name, who, rung, both, field, field_rung, version, variant)

    def on_ladder(self, who: str) -> tuple[int, str]:
        """The rung whose label is the longest prefix of this one, and what the players are called: by the rung only if
        the labels are equal."""
        ladder = self.presentation.ladder
        at = rung_of(who, ladder)
        if at < len(ladder) and who == ladder[at].label:
            return at, ladder[at].table
        return at, f"{self._unnamed} {who!r}" if who else self._unnamed


def _ordered(values: Iterable[Label]) -> list[Label]:
    """Each value once; numbers in ascending order, others as they come."""
    found = list(dict.fromkeys(values))
    numbers = [value for value in found if isinstance(value, int)]
    return [*sorted(numbers)] if len(numbers) == len(found) else found


def _word(key: str, value: Hashable) -> str:
    if isinstance(value, bool):
        return key if value else ""
    return value if isinstance(value, str) else f"{key} {value}"
