"""The game's part of an experiment (layouts, policies, players, rogues, options), and the cells it spans."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.content.labels import check_label
from engine.content.option_variants import NO_VARIANT, Variant, bad_variant, variants_of
from engine.errors import BadInput
from engine.game.axes import VARIANT
from engine.game.cell import MOST_CELLS, Cell, Json
from engine.oracle.cells.options import Options, bag_size, drawn_a_day, usual_marks
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import layout_from_data, load_layout
from engine.oracle.layout.layout import Layout
from engine.oracle.table.state import MOST_ROGUES, SEATS
from engine.policy.seats.seating import code_of_seating, resolve_seating, seatings_of

MOST_NAMES = 256
"""Layouts of one experiment."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    layouts: Annotated[list[Any], Field(min_length=1), expects("a list of layout names")] = Field(
        default_factory=lambda: ["A"]
    )
    policies: Annotated[list[Any] | None, expects("a list of policies")] = None
    players: Annotated[list[Annotated[int, Between(1, SEATS)]], Field(min_length=1)] = Field(
        default_factory=lambda: [1]
    )
    rogues: Annotated[list[Annotated[int, Between(0, MOST_ROGUES)]], Field(min_length=1)] = Field(
        default_factory=lambda: [4]
    )
    options: Options = Options()
    variants: Annotated[list[str], expects("a list of versions of the options")] = Field(default_factory=list)
    """See `engine.content.option_variants`. All but the first are played with the first number of players and of
    rogues."""


def resolve_grid(data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every name replaced by its content."""
    for key in ("tables", "focus", "field"):
        if key in data:
            raise bad_field(source, (key,), "only the Oracle decides: expected policies")
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    if len(grid.layouts) > MOST_NAMES:
        raise bad_field(source, ("layouts",), f"expected at most {MOST_NAMES}, got {len(grid.layouts)}")
    layouts = [_resolve_layout(layout, source) for layout in grid.layouts]
    names = [layout["name"] for layout in layouts]
    for key, values in (("players", grid.players), ("rogues", grid.rogues), ("layouts", names)):
        for at, value in enumerate(values):
            if value in values[:at]:
                raise bad_field(source, (key,), f"expected each only once, got {value!r} twice")
    resolved = {
        "layouts": layouts,
        **resolve_seating(POLICIES, {"policies": grid.policies}, ["planner"], source),
        "players": grid.players,
        "rogues": grid.rogues,
        "options": grid.options.model_dump(exclude_none=True),
        **({"variants": grid.variants} if grid.variants else {}),
    }
    variants = _variants(resolved, source)
    size = len(layouts) * len(resolved["policies"]) * (len(grid.players) * len(grid.rogues) + len(variants) - 1)
    if size > MOST_CELLS:
        raise BadInput(f"{source}: {size:,} cells, expected at most {MOST_CELLS:,}")
    for players, rogues, variant in _situations(resolved, variants):
        if trouble := _trouble(players, rogues, {**resolved["options"], **variant.options}):
            if variant.options:
                raise bad_variant(source, variant.label, trouble)
            raise bad_field(source, ("options", "marks"), trouble)
    return resolved


def _variants(grid: Json, source: str) -> list[Variant]:
    """The versions of the options; one without a label if the experiment names none."""
    who = [labels["policy"] for labels, _ in seatings_of(POLICIES, grid)]
    return variants_of(grid.get("variants", ()), who, Options, source) or [NO_VARIANT]


def _situations(grid: Json, variants: list[Variant]) -> list[tuple[int, int, Variant]]:
    """The first version with all numbers of players and rogues, the others with the first of each."""
    first, *others = variants
    found = [(players, rogues, first) for players, rogues in product(grid["players"], grid["rogues"])]
    return found + [(grid["players"][0], grid["rogues"][0], variant) for variant in others]


def _resolve_layout(layout: object, source: str) -> Json:
    """Resolves a layout given by name, or checks one that is resolved already."""
    if isinstance(layout, str):
        loaded = load_layout(layout)
        name = check_label(layout.rpartition("/")[2].removesuffix(".toml"), "layouts: the name of the file", source)
        return {"name": name, "content": loaded.data()}
    if isinstance(layout, dict) and layout.keys() == {"name", "content"} and isinstance(layout["name"], str):
        where = f"{source}: {check_label(layout['name'], 'layouts: name', source)}"
        return {"name": layout["name"], "content": layout_from_data(layout["content"], where).data()}
    raise bad_field(source, ("layouts",), "expected the names of layouts")


def _trouble(players: int, rogues: int, options: Json) -> str:
    """What is wrong with the marks of the clock: they must be hours of the day, and the bag must not run empty before
    the clean-up. Empty if nothing is."""
    late = [mark for mark in options.get("marks", ()) if mark > options["hours"]]
    if late:
        return f"expected hours of a day of {options['hours']} hours, got {late[0]}"
    drawn = drawn_a_day(players, {**usual_marks(players), **options})
    return (
        f"{players} players draw {drawn} adventurers a day, but the bag has {bag_size(rogues)}"
        if drawn > bag_size(rogues)
        else ""
    )


def cells_of(grid: Json) -> list[Cell]:
    """The cells of a resolved grid."""
    situations = _situations(grid, _variants(grid, "experiment"))
    return [
        make_cell(layout, labels, who, players, rogues, {**grid["options"], **variant.options}, variant.label)
        for layout, (labels, who), (players, rogues, variant) in product(
            grid["layouts"], seatings_of(POLICIES, grid), situations
        )
        if not variant.policies or labels["policy"] in variant.policies
    ]


def make_cell(
    layout: Json, labels: Json, who: Json, players: int, rogues: int, options: Json, variant: str = ""
) -> Cell:
    """One cell with everything that it needs."""
    complete = {**usual_marks(players), **options}
    spec = {"layout": layout["content"], **who, "players": players, "rogues": rogues, "options": complete}
    named = {"layout": layout["name"], **labels, "players": players, "rogues": rogues}
    return Cell({**named, **({VARIANT: variant} if variant else {})}, spec, code_of_seating(POLICIES, spec))


def layouts_of(grid: Json) -> Iterator[tuple[str, Layout]]:
    """The layouts of a resolved grid by name."""
    for layout in grid["layouts"]:
        yield layout["name"], layout_from_data(layout["content"], layout["name"])
