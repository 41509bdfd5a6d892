"""A game's part of an experiment (content, who plays, numbers, options), and the cells that it spans."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model

from engine.content import errors
from engine.content.checked import CheckedContent, Model
from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.content.named_contents import MOST_NAMES, resolve_content
from engine.content.option_variants import NO_VARIANT, Variant, bad_variant, variants_of
from engine.errors import Text, message
from engine.game.about import About
from engine.game.axes import VARIANT
from engine.game.cell import Cell, Json, check_size
from engine.game.seats import FOCUS
from engine.language.kinds import kind_of_thing
from engine.policy.compiled_game.axes_and_options import Numbers
from engine.policy.compiled_game.options import options_model
from engine.policy.registry import PolicySet
from engine.policy.seats.seating import SEATINGS, check_tables, code_of_seating, resolve_seating, seatings_of

OPTIONS, VARIANTS, PLAYERS = "options", "variants", "players"

T = TypeVar("T")
Trouble = tuple[errors.Field, Text]
"""The field of a grid that does not fit the others, and why."""


class Situation(NamedTuple):
    """What a game is asked to check: options in one place of the grid."""

    name: str
    """Of the content."""
    content: Any
    numbers: Mapping[str, int]
    """The value on each axis of numbers."""
    given: Json
    """The options that the experiment gives."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Grid(Generic[Model]):
    """How the experiments of one game are read."""

    about: About
    """Its axes are those of the grid, in this order."""
    policies: PolicySet
    usual_policy: str
    """Who plays if nobody is named."""
    content: CheckedContent[Model]
    options: type[Table] | None = None
    """Needed if some options are neither numbers, choices nor switches; see `options_model`."""
    usual_options: Callable[[Json, int], Json] = lambda content, players: {}
    """The options that depend on the content, as data, and on the number of players."""
    trouble: Callable[[Situation], Trouble | None] = lambda situation: None
    """What is wrong with options that are right by themselves."""
    variants: Literal["", "everywhere", "once"] = ""
    """Whether an experiment can play several versions of the options: each in all places of the grid, or all but the
    first with the first number of every axis only. See `engine.content.option_variants`."""
    one_decides: Text = ""
    """Why nobody but one policy plays: what is said to an experiment with a table or a focus."""

    @cached_property
    def key(self) -> str:
        """The key of the contents in a grid: `decks`."""
        return self.content.kind.kind

    @cached_property
    def one(self) -> str:
        """What one content is called, in labels and in the spec of a cell: `deck`."""
        return self.content.kind.one

    @cached_property
    def numbers(self) -> list[Numbers]:
        return [axis for axis in self.about.axes if isinstance(axis, Numbers)]

    @cached_property
    def options_table(self) -> type[Table]:
        return self.options or options_model(self.about.options)

    @cached_property
    def default_options(self) -> Json:
        """The options that depend on nothing; None for the others."""
        return self.options_table().model_dump()

    @cached_property
    def own_keys(self) -> Mapping[str, Any]:
        """Keys of a grid that only this game has, each with its type and its default."""
        return {}

    @cached_property
    def model(self) -> type[BaseModel]:
        """The grid as users write it; every list is an axis of the grid."""
        names = Annotated[list[Any] | None, expects(message("a list of policies"))]
        tables = Annotated[list[Any] | None, expects(message("a list of tables"))]
        versions = Annotated[list[str], expects(message("a list of versions of the options"))]
        fields: dict[str, Any] = {
            self.key: (
                Annotated[
                    list[Any],
                    Field(min_length=1),
                    expects(message("a list of {one} names", one=kind_of_thing(self.one))),
                ],
                Field(default_factory=lambda: [self.about.usual_content]),
            ),
            "policies": (names, None),
            **({"tables": (tables, None)} if self.policies.hooks.player and not self.one_decides else {}),
            **({"focus": (names, None), "field": (names, None)} if self.about.has_focus else {}),
            **{axis.key: _list_of_numbers(axis) for axis in self.numbers},
            **self.own_keys,
            OPTIONS: (self.options_table, self.options_table()),
            **({VARIANTS: (versions, Field(default_factory=list))} if self.variants else {}),
        }
        return create_model("Grid", __base__=Table, **fields)

    def resolve(self, data: Mapping[str, object], source: str) -> Json:
        """The grid as plain data, with every name replaced by its content."""
        for key in SEATINGS[1:] if self.one_decides else ():
            if key in data:
                raise bad_field(source, (key,), self.one_decides)
        try:
            whole = self.model.model_validate(dict(data))
        except ValidationError as error:
            raise first_of(told(error), lambda _: source) from None
        given = dict(whole)
        if len(given[self.key]) > MOST_NAMES:
            raise bad_field(
                source,
                (self.key,),
                message(
                    "expected at most {most_names}, got {count}", most_names=MOST_NAMES, count=len(given[self.key])
                ),
            )
        contents = [self.resolve_content(each, source) for each in given[self.key]]
        resolved = {
            self.key: contents,
            **resolve_seating(self.policies, given, [self.usual_policy], source),
            **{axis.key: given[axis.key] for axis in self.numbers},
            **whole.model_dump(include=set(self.own_keys), exclude_none=True),
            OPTIONS: given[OPTIONS].model_dump(exclude_none=True),
            **({VARIANTS: given[VARIANTS]} if given.get(VARIANTS) else {}),
        }
        self._check(resolved, source)
        return resolved

    def resolve_content(self, word: object, source: str) -> Json:
        """Content given by name, or checked again if it is resolved already."""
        return resolve_content(self.content, word, source)

    def _check(self, grid: Json, source: str) -> None:
        """Nothing is there twice, nor are there too many cells, and the options fit."""
        for axis in self.numbers:
            if (number := first_repeated(grid[axis.key])) is not None:
                raise bad_field(
                    source, (axis.key,), message("expected each number only once, got {number} twice", number=number)
                )
        names = [each["name"] for each in grid[self.key]]
        if (name := first_repeated(names)) is not None:
            raise bad_field(source, (self.key,), message("expected names that differ, got {name!r} twice", name=name))
        if self.about.has_focus:
            fewest = min(grid[PLAYERS])
            if grid[OPTIONS][FOCUS] > fewest:
                raise bad_field(
                    source, (OPTIONS, FOCUS), message("expected a seat from 1 to {fewest}, or 0", fewest=fewest)
                )
            check_tables(self.policies, grid, fewest, source)
        self.check_together(grid, source)
        check_size(len(names) * len(seatings_of(self.policies, grid)) * self._places(grid), source)
        contents = list(self.contents_of(grid))
        for (numbers, variant), (name, content) in product(self._situations(grid, source), contents):
            self._check_options(Situation(name, content, numbers, grid[OPTIONS]), variant, source)

    def check_together(self, grid: Json, source: str) -> None:
        """Raises an error if keys that are right by themselves do not fit together, whatever the content."""

    def _check_options(self, base: Situation, variant: Variant, source: str) -> None:
        """A version of the options is blamed only if those of the experiment are right without it."""
        found = self.trouble(base._replace(given={**base.given, **variant.options}))
        if found and variant.options and not self.trouble(base):
            raise bad_variant(source, variant.label, message("{field}: {said}", field=found[0][-1], said=found[1]))
        if found:
            raise bad_field(source, *found)

    def _places(self, grid: Json) -> int:
        """The cells of one content and one seating."""
        versions, places = max(len(grid.get(VARIANTS, ())), 1), len(self.points(grid))
        return places * versions if self.variants == "everywhere" else places + versions - 1

    def points(self, grid: Json) -> list[dict[str, int]]:
        """The numbers of each cell of a content and a seating."""
        return [
            dict(zip((axis.name for axis in self.numbers), values, strict=True))
            for values in product(*(grid[axis.key] for axis in self.numbers))
        ]

    def _situations(self, grid: Json, source: str) -> list[tuple[dict[str, int], Variant]]:
        """The numbers of each cell of a content and a seating, and its version of the options."""
        points = self.points(grid)
        first, *others = self._versions(grid, source)
        if self.variants == "everywhere":
            return list(product(points, (first, *others)))
        return [*((numbers, first) for numbers in points), *((points[0], variant) for variant in others)]

    def _versions(self, grid: Json, source: str) -> Sequence[Variant]:
        """The versions of the options; one without a label if the experiment names none."""
        if not grid.get(VARIANTS):
            return [NO_VARIANT]
        who = [labels["policy"] for labels, _ in seatings_of(self.policies, grid)]
        return variants_of(grid[VARIANTS], who, self.options_table, source)

    def cells(self, grid: Json) -> list[Cell]:
        """The cells of a resolved grid."""
        return [
            self.cell(content, labels, who, numbers, {**grid[OPTIONS], **variant.options}, variant.label)
            for content, (labels, who), (numbers, variant) in product(
                grid[self.key], seatings_of(self.policies, grid), self._situations(grid, "experiment")
            )
            if not variant.policies or labels["policy"] in variant.policies
        ]

    def cell(
        self,
        content: Json,
        labels: Mapping[str, str],
        who: Json,
        numbers: Mapping[str, int],
        options: Json,
        variant: str = "",
    ) -> Cell:
        """One cell with everything that it needs; `content` has a name and a content."""
        complete = {**self.usual_options(content["content"], numbers[PLAYERS]), **options}
        spec = {self.one: content["content"], **who, **numbers, OPTIONS: complete}
        named = {self.one: content["name"], **labels, **numbers, **({VARIANT: variant} if variant else {})}
        return Cell(named, spec, code_of_seating(self.policies, spec))

    def contents_of(self, grid: Json) -> Iterator[tuple[str, Model]]:
        """The contents of a resolved grid by name."""
        for each in grid[self.key]:
            yield each["name"], self.content.of_data(each["content"], each["name"])

    def content_in(self, cell: Cell) -> Model:
        """The content that a cell is played with."""
        return self.content.of_data(cell.spec[self.one], cell.name)

    def usual(self, spec: Json) -> Json:
        """All options as they are in a cell unless they are given."""
        return {**self.default_options, **self.usual_options(spec[self.one], spec[PLAYERS])}


def first_repeated(values: Sequence[T]) -> T | None:
    """The first value that is there a second time."""
    return next((value for at, value in enumerate(values) if value in values[:at]), None)


def _list_of_numbers(axis: Numbers) -> Any:
    values = Annotated[int, Between(axis.low, axis.high)]
    return Annotated[list[values], Field(min_length=1)], Field(default_factory=lambda: list(axis.usual))
