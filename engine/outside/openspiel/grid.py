"""The game's part of an experiment (who plays, the seat of the focus), and the cells it spans."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ValidationError

from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.game.cell import Cell, Json
from engine.game.seats import FIELD, FOCUS
from engine.outside.openspiel.loading import MOST_SEATS, Loaded
from engine.outside.openspiel.policy_set import POLICIES
from engine.policy.seats.seating import check_tables, everybody, resolve_seating, seatings_of

Names = Annotated[list[Any] | None, expects("a list of policies")]


class Options(Table):
    """What an experiment may set."""

    focus: Annotated[int, Between(0, MOST_SEATS)] = 0
    """The seat of the focus, from 1 on; 0 draws it for each game."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    policies: Names = None
    tables: Annotated[list[Any] | None, expects("a list of tables")] = None
    focus: Names = None
    field: Names = None
    options: Options = Options()


def resolve_grid(loaded: Loaded, data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every policy complete."""
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    given = dict(grid)
    if not loaded.is_competitive and (given[FOCUS] or given[FIELD]):
        raise bad_field(source, (FOCUS,), f"{loaded.name} is no contest: nobody has returns of his own")
    if grid.options.focus > loaded.seats:
        raise bad_field(source, ("options", FOCUS), f"expected a seat from 1 to {loaded.seats}, or 0")
    resolved = {**resolve_seating(POLICIES, given, ["random"], source), "options": grid.options.model_dump()}
    check_tables(POLICIES, resolved, loaded.seats, source)
    for key, part in everybody(resolved):
        if why := POLICIES.module(part["name"]).why_not(loaded):
            raise bad_field(source, (key,), f"{part['name']} cannot play {loaded.name}: {why}")
    return resolved


def cells_of(loaded: Loaded, grid: Json) -> list[Cell]:
    """The cells of a resolved grid. Only a cell with a focus has a seat for it."""
    found = []
    for labels, who in seatings_of(POLICIES, grid):
        options = grid["options"] if FOCUS in who else {}
        found.append(Cell(labels, {"game": loaded.name, **who, "options": options}))
    return found
