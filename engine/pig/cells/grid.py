"""The game's part of an experiment (who plays, how many, options), and the cells it spans."""

from collections.abc import Mapping
from itertools import product
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.content.errors import bad_field, first_of, told
from engine.content.fields import Between, Table, expects
from engine.errors import BadInput, message
from engine.game.cell import MOST_CELLS, Cell, Json
from engine.game.seats import FOCUS
from engine.pig.cells.policy_set import POLICIES
from engine.pig.table.state import MOST_GOAL, SEATS
from engine.policy.seats.seating import check_tables, code_of_seating, policies_in, resolve_seating, seatings_of

FEWEST_PLAYERS, FEWEST_POINTS = 2, 10
Names = Annotated[list[Any] | None, expects("a list of policies")]


class Options(Table):
    """What the players may agree on."""

    goal: Annotated[int, Between(FEWEST_POINTS, MOST_GOAL)] = 100
    """How many points win."""
    focus: Annotated[int, Between(0, SEATS)] = 0
    """The seat of the focus, from 1 on; 0 draws it for each game."""


class Grid(Table):
    """The grid as users write it; every list is an axis of the grid."""

    policies: Names = None
    tables: Annotated[list[Any] | None, expects("a list of tables")] = None
    focus: Names = None
    field: Names = None
    players: Annotated[list[Annotated[int, Between(FEWEST_PLAYERS, SEATS)]], Field(min_length=1)] = Field(
        default_factory=lambda: [2]
    )
    options: Options = Options()


def resolve_grid(data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every policy complete."""
    try:
        grid = Grid.model_validate(dict(data))
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
    resolved = {
        **resolve_seating(POLICIES, dict(grid), ["hold"], source),
        "players": grid.players,
        "options": grid.options.model_dump(),
    }
    if len(set(grid.players)) < len(grid.players):
        raise bad_field(source, ("players",), "expected each number only once")
    if grid.options.focus > min(grid.players):
        raise bad_field(
            source, ("options", FOCUS), message("expected a seat from 1 to {players}, or 0", players=min(grid.players))
        )
    check_tables(POLICIES, resolved, min(grid.players), source)
    if len(seatings_of(POLICIES, resolved)) * len(grid.players) > MOST_CELLS:
        raise BadInput(source=source, expected=message("at most {most_cells:,} cells", most_cells=MOST_CELLS))
    _check_players(resolved, source)
    return resolved


def _check_players(grid: Json, source: str) -> None:
    """A policy may be made for one number of players only."""
    for labels, spec in seatings_of(POLICIES, grid):
        for name in {part["name"] for part in policies_in(spec)} & POLICIES.installed.keys():
            only = getattr(POLICIES.module(name), "PLAYERS", 0)
            wrong = [players for players in grid["players"] if only and players != only]
            if wrong:
                who = " against ".join(labels.values())
                raise bad_field(
                    source,
                    ("players",),
                    message(
                        "{name} plays with {only} players only, got {wrong} ({who})",
                        name=name,
                        only=only,
                        wrong=wrong[0],
                        who=who,
                    ),
                )


def cells_of(grid: Json) -> list[Cell]:
    """The cells of a resolved grid."""
    return [
        make_cell(labels, who, players, grid["options"])
        for (labels, who), players in product(seatings_of(POLICIES, grid), grid["players"])
    ]


def make_cell(labels: dict[str, str], who: Json, players: int, options: Json) -> Cell:
    """One cell with everything that it needs. Only a cell with a focus has a seat for it."""
    rules = {key: value for key, value in options.items() if key != FOCUS or FOCUS in who}
    spec = {**who, "players": players, "options": rules}
    return Cell({**labels, "players": players}, spec, code_of_seating(POLICIES, spec))
