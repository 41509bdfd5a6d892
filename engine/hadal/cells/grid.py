"""The game's part of an experiment (missions, who plays, how many, how hard, options), and the cells it spans."""

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
from engine.hadal.cells.options import LONE_PLAYER, Options, trouble_with, usual_options
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import load_mission, mission_from_data
from engine.hadal.mission.mission import Mission
from engine.hadal.table.state import SEATS
from engine.policy.seats.seating import code_of_seating, resolve_seating, seatings_of

MOST_SHIFT = 9
MOST_NAMES = 256
"""Missions of one experiment."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    missions: Annotated[list[Any], Field(min_length=1), expects("a list of mission names")] = Field(
        default_factory=lambda: ["A"]
    )
    policies: Annotated[list[Any] | None, expects("a list of policies")] = None
    players: Annotated[list[Annotated[int, Between(LONE_PLAYER, SEATS)]], Field(min_length=1)] = Field(
        default_factory=lambda: [2, 3, 4]
    )
    shift: Annotated[list[Annotated[int, Between(-MOST_SHIFT, MOST_SHIFT)]], Field(min_length=1)] = Field(
        default_factory=lambda: [0]
    )
    """What is added to every difficulty."""
    options: Options = Options()
    variants: Annotated[list[str], expects("a list of versions of the options")] = Field(default_factory=list)
    """See `option_variants`."""


def resolve_grid(data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every name replaced by its content."""
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    if len(grid.missions) > MOST_NAMES:
        raise bad_field(source, ("missions",), f"expected at most {MOST_NAMES}, got {len(grid.missions)}")
    missions = [_resolve_mission(mission, source) for mission in grid.missions]
    resolved = {
        "missions": missions,
        **resolve_seating(POLICIES, {"policies": grid.policies}, ["veteran"], source),
        "players": grid.players,
        "shift": grid.shift,
        "options": grid.options.model_dump(exclude_none=True),
        **({"variants": grid.variants} if grid.variants else {}),
    }
    for key, values in (("players", grid.players), ("shift", grid.shift)):
        if len(set(values)) < len(values):
            raise bad_field(source, (key,), "expected each number only once")
    names = [mission["name"] for mission in missions]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise bad_field(source, ("missions",), f"expected names that differ, got {name!r} twice")
    versions = max(len(grid.variants), 1)
    if len(missions) * len(resolved["policies"]) * len(grid.players) * len(grid.shift) * versions > MOST_CELLS:
        raise BadInput(f"{source}: expected at most {MOST_CELLS:,} cells")
    for variant in _variants(resolved, source):
        _check_options(resolved, variant, source)
    return resolved


def _resolve_mission(mission: object, source: str) -> Json:
    """Resolves a mission given by name, or checks one that is resolved already."""
    if isinstance(mission, str):
        loaded = load_mission(mission)
        name = check_label(mission.rpartition("/")[2].removesuffix(".toml"), "missions: the name of the file", source)
        return {"name": name, "content": loaded.data()}
    if isinstance(mission, dict) and mission.keys() == {"name", "content"} and isinstance(mission["name"], str):
        where = f"{source}: {check_label(mission['name'], 'missions: name', source)}"
        return {"name": mission["name"], "content": mission_from_data(mission["content"], where).data()}
    raise bad_field(source, ("missions",), "expected the names of missions")


def _variants(grid: Json, source: str) -> list[Variant]:
    """The versions of the options; one without a label if the experiment names none."""
    who = [labels["policy"] for labels, _ in seatings_of(POLICIES, grid)]
    return variants_of(grid.get("variants", ()), who, Options, source) or [NO_VARIANT]


def _check_options(grid: Json, variant: Variant, source: str) -> None:
    for (name, mission), players in product(missions_of(grid), grid["players"]):
        options = {**usual_options({"azrak": mission.azrak}, players), **grid["options"], **variant.options}
        if trouble := trouble_with(mission, players, options):
            option, message = trouble[0], f"{trouble[1]} (mission {name})"
            if option in variant.options:
                raise bad_variant(source, variant.label, f"{option}: {message}")
            raise bad_field(source, ("options", option), message)


def cells_of(grid: Json) -> list[Cell]:
    """The cells of a resolved grid."""
    return [
        make_cell(mission, labels, who, players, shift, {**grid["options"], **variant.options}, variant.label)
        for mission, (labels, who), players, shift, variant in product(
            grid["missions"], seatings_of(POLICIES, grid), grid["players"], grid["shift"], _variants(grid, "experiment")
        )
        if not variant.policies or labels["policy"] in variant.policies
    ]


def make_cell(
    mission: Json, labels: dict[str, str], who: Json, players: int, shift: int, options: Json, variant: str = ""
) -> Cell:
    """One cell with everything that it needs."""
    complete = {**usual_options(mission["content"], players), **options}
    spec = {"mission": mission["content"], **who, "players": players, "shift": shift, "options": complete}
    named = {"mission": mission["name"], **labels, "players": players, "shift": shift}
    return Cell({**named, **({VARIANT: variant} if variant else {})}, spec, code_of_seating(POLICIES, spec))


def missions_of(grid: Json) -> Iterator[tuple[str, Mission]]:
    """The missions of a resolved grid by name."""
    for mission in grid["missions"]:
        yield mission["name"], mission_from_data(mission["content"], mission["name"])
