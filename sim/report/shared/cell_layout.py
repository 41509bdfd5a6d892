"""The cells of a run as a report sees them: groups of players, each at every difficulty and size."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as of_group
from functools import cached_property

from engine.game.about import About, Kind
from engine.game.axes import VARIANT
from engine.game.cell import Cell
from engine.game.presentation import Presentation
from engine.game.seats import FIELD, FOCUS
from engine.language.current import DEFAULT, said, said_as, speaking, word
from sim.experiment.labels import Label, rung_of
from sim.text.axis_words import axis_value, axis_word, size_word


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
class Players:
    """Who plays, and where that stands on the ladder."""

    label: str
    rung: int
    """The place on the ladder; players that are not on it come last."""
    kind: Kind
    table: str = ""
    """What the rung calls them, if one is theirs."""

    @property
    def called(self) -> str:
        """What people call these players: those whom no rung names by their label."""
        if self.table:
            return word(self.table)
        if self.kind == "cooperative":
            return said("the group {who!r}", who=self.label) if self.label else said("the group")
        if self.kind == "competitive":
            return said("those who play {who!r}", who=self.label) if self.label else said("those who play")
        return said("the strategy {who!r}", who=self.label) if self.label else said("the strategy")

    @property
    def all_called(self) -> str:
        """The same of all seats: `all calm players`, `all play 'hold'`."""
        return said("all {players}", players=self.called.removeprefix("those who "))


def _nothing() -> str:
    return ""


@dataclass(frozen=True)
class Group:
    """The cells that differ only in difficulty and size: usually those that the same players play. Its name and its
    version are English, as tables have them; what people read is said when it is asked for."""

    name: str
    """Its labels, without those that all groups share."""
    who: str
    players: Players
    field: str = ""
    """If one seat plays `who` and all others something else: what those play."""
    others: Players | None = None
    """Those of the field."""
    version: str = ""
    """Its labels beside who plays: the deck, the mode. They are no rung of skill."""
    variant: str = ""
    """The variant of the rules, if it is not the first one."""
    says_version: Callable[[], str] = of_group(default=_nothing, compare=False)

    @property
    def rung(self) -> int:
        """Its place on the ladder."""
        return self.players.rung

    @property
    def field_rung(self) -> int:
        """The place of the field on the ladder."""
        return self.others.rung if self.others else 0

    @property
    def called(self) -> str:
        """What people call these players."""
        if self.others is None or self.is_even:
            return self.players.called
        return said("{who} against {other}", who=self.players.called, other=self.others.called)

    @property
    def shown_version(self) -> str:
        """The version, as a page calls it."""
        return self.says_version()

    @property
    def shown_name(self) -> str:
        """The name, as a page calls it."""
        who = said("{who} against {other}", who=self.who, other=self.field) if self.field else self.who
        return _in_a_row(who if self.who else "", self.shown_version) or said_as("cells", "all")

    @property
    def brief(self) -> str:
        """Its name on a page, once where all seats play the same."""
        return _in_a_row(self.who, self.shown_version) if self.field and self.is_even else self.shown_name

    @property
    def all_alike(self) -> str:
        """`all calm players`, `all play 'hold'`; without the `all` where seats play different policies."""
        return self.players.all_called if self.is_even else self.called

    @property
    def is_even(self) -> bool:
        """Whether all seats play the same."""
        return self.field in ("", self.who)


def _in_a_row(*names: str) -> str:
    """Those that are there; of one, its form, too."""
    there = [*filter(None, names)]
    return there[0] if len(there) == 1 else ", ".join(there)


class CellLayout:
    """The cells of a run, by group, difficulty and size."""

    def __init__(self, cells: Sequence[Cell], about: About, presentation: Presentation) -> None:
        self.presentation = presentation
        self.difficulty, self.size, self.skill = about.difficulty, about.size, about.skill
        """The labels that play these parts; empty if the game has none."""
        self.content = about.axis("content")
        self._has_field = any(FIELD in cell.labels for cell in cells)
        self._kind = about.kind
        own = [
            {key: cell.labels[key] for key in cell.labels if key not in (self.difficulty, self.size)} for cell in cells
        ]
        for cell, labels in zip(cells, own, strict=True):
            if VARIANT in labels and labels[VARIANT] == cells[0].labels[VARIANT]:
                labels[VARIANT] = ""
            if self.content in labels:
                with speaking(DEFAULT):
                    labels[self.content] = _content(presentation, cell, str(labels[self.content]))
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
                self._group(cell, labels, varying),
                cell.labels.get(self.difficulty, ""),
                cell.labels.get(self.size, ""),
            )
            for number, (cell, labels) in enumerate(zip(cells, own, strict=True))
        ]

    @property
    def who(self) -> str:
        """The head of a column of groups: where one seat plays another policy than the rest, of both."""
        return said("focus against field") if self._has_field else axis_word(self.skill)

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
        """The contents, as tables call them."""
        with speaking(DEFAULT):
            return list(dict.fromkeys(map(self.content_of, self.places)))

    @property
    def shown_contents(self) -> list[str]:
        """The contents, as a page calls them."""
        return list(dict.fromkeys(map(self.content_of, self.places)))

    def content_of(self, place: PlacedCell) -> str:
        """What a page calls the content of a cell."""
        return _content(self.presentation, place.cell, str(place.cell.labels.get(self.content, "")))

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
    def varying(self) -> list[str]:
        """The axes on which cells differ."""
        return [axis_word(key) for key in self.places[0].cell.labels if key not in self.shared]

    @property
    def same_everywhere(self) -> list[str]:
        """What all cells of the run have, in words: `5 players`, `Doomed`, `deck base`."""
        level = [self.level_name(self.levels[0])] if self.difficulty and len(self.levels) == 1 else []
        size = [self.size_name(self.sizes[0])] if self.size and len(self.sizes) == 1 else []
        others = [self._fixed_value(key, value) for key, value in self.fixed.items() if value is not False]
        return [*size, *level, *others]

    def _fixed_value(self, key: str, value: Label) -> str:
        if key != self.content:
            return axis_value(key, value)
        called = self.content_of(self.places[0])
        return called if axis_word(key) in called else axis_value(key, called)

    def level_name(self, level: Label) -> str:
        """`Doomed`, or `doom 5` where the value has no name of its own."""
        named = self.presentation.levels.get(level)
        return word(named) if named else axis_value(self.difficulty, level) if self.difficulty else str(level)

    def size_name(self, size: Label) -> str:
        """`3 players`, `1 tree`."""
        return size_word(self.size, size) if self.size else str(size)

    def name(self, place: PlacedCell) -> str:
        """`pragmatic, Doomed, 5 players`."""
        level = self.level_name(place.level) if self.difficulty else ""
        return _in_a_row(place.group.shown_name, level, self.size_name(place.size) if self.size else "")

    def shown(self, told: str) -> str:
        """What a table tells of cells (`veteran, 3 players`), as a page says it."""
        return ", ".join(self._shown.get(part, part) for part in told.split(", "))

    def shown_name(self, name: str) -> str:
        """The name of a group in a table, as a page says it."""
        return next((group.shown_name for group in self.groups if group.name == name), name)

    @property
    def _shown(self) -> dict[str, str]:
        """What tables call contents, versions, difficulties and sizes, and what a page calls them."""
        here = self._parts()
        with speaking(DEFAULT):
            return dict(zip(self._parts(), here, strict=True))

    def _parts(self) -> list[str]:
        places = [place.group.shown_version for place in self.places] + [*map(self.content_of, self.places)]
        return [*places, *map(self.level_name, self.levels), *map(self.size_name, self.sizes)]

    def _group(self, cell: Cell, labels: dict[str, Label], varying: list[str]) -> Group:
        who, other = str(labels.get(FOCUS, labels.get(self.skill, ""))), str(labels.get(FIELD, ""))
        keys = [key for key in varying if key not in (self.skill, FOCUS, FIELD)]

        def version() -> str:
            content = {self.content: _content(self.presentation, cell, str(cell.labels.get(self.content, "")))}
            content = content if self.content in labels else {}
            return _in_a_row(*(_label(key, {**labels, **content}.get(key, "")) for key in keys))

        with speaking(DEFAULT):
            name = _in_a_row(f"{who} against {other}" if other and who else who, version()) or "all"
            told = version()
        variant = str(labels.get(VARIANT, ""))
        players = self.on_ladder(who)
        if not other:
            return Group(name, who, players, version=told, variant=variant, says_version=version)
        return Group(name, who, players, other, self.on_ladder(other), told, variant, version)

    def on_ladder(self, who: str) -> Players:
        """The rung whose label is the longest prefix of this one; it names the players only if the labels are equal."""
        ladder = self.presentation.ladder
        at = rung_of(who, ladder)
        if at < len(ladder) and who == ladder[at].label:
            return Players(who, at, self._kind, ladder[at].table)
        return Players(who, at, self._kind)


def _content(presentation: Presentation, cell: Cell, label: str) -> str:
    """What a page calls the content of a cell."""
    return word(presentation.content_label(cell.spec, label))


def _ordered(values: Iterable[Label]) -> list[Label]:
    """Each value once; numbers in ascending order, others as they come."""
    found = list(dict.fromkeys(values))
    numbers = [value for value in found if isinstance(value, int)]
    return [*sorted(numbers)] if len(numbers) == len(found) else found


def _label(key: str, value: Hashable) -> str:
    if isinstance(value, bool):
        return axis_word(key) if value else ""
    return value if isinstance(value, str) else axis_value(key, value)
