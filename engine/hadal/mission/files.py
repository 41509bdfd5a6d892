"""Reads mission files: layers each over the files it extends, and checks the result as a whole."""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.configs import unknown
from engine.content import errors
from engine.content.changes import nested
from engine.content.errors import MISSING, bad_field, first_of, told
from engine.content.fields import Id, Switch, Table, expects, wrong
from engine.content.files import ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput
from engine.hadal.mission.mission import Mission, disagreements
from engine.hadal.table import NAME

RECEPTACLES, LOCATIONS = "receptacles", "locations"
MISSION_KEYS = {"locations", "receptacles", "fate", "goal", "par", "group", "extends", "part", "standin"}
"""A file with any of these keys is a mission."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished mission."""

    extends: Annotated[str | list[str], expects("the name of a mission, or a list of names")] = Field(
        default_factory=list
    )
    """The missions that this one extends, in this order."""
    remove: Annotated[list[Id], expects("a list of receptacle ids")] = Field(default_factory=list)
    """Receptacles of these missions that are left out."""
    part: Switch = False
    """The file is meant to be extended."""


def _gives_way(field: errors.Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """Nothing of a mission excludes anything else."""


def _replaces(field: errors.Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Tables are always completed."""
    return False


RULES = LayerRules(RECEPTACLES, "receptacle", _replaces, _gives_way)
MISSIONS = ContentKind(NAME, "missions", "mission", Heading, [*Mission.model_fields], RULES)


def load_mission(name_or_path: str) -> Mission:
    """The mission with this name or path."""
    return mission_from_file(MISSIONS.find(name_or_path))


def mission_from_file(path: Path) -> Mission:
    """The mission of a file and of all files it extends."""
    draft, own = MISSIONS.draft_of(path)
    # The name identifies the file, so it is not inherited.
    draft.data["name"] = own.layer.get("name", path.stem)
    return _checked(draft)


def mission_and_parent(path: Path) -> tuple[Mission, Mission] | None:
    """What a mission extends, and the mission itself; None if it extends nothing that is a mission by itself."""
    below = MISSIONS.draft_below(path)
    if below is None:
        return None
    below.data.setdefault("name", path.stem)
    try:
        return _checked(below), mission_from_file(path)
    except BadInput:
        return None


def mission_from_data(data: object, source: str) -> Mission:
    """The mission made from resolved data, such as `Mission.data()`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source}: {wrong('a table', data)}")
    draft = Draft(source, RULES)
    draft.lay(data, source)
    return _checked(draft)


def with_changes(data: dict[str, Any], changes: dict[str, Any], source: str = "changes") -> Mission:
    """The mission with some fields changed: `{"goal": 18, "receptacles.runner.D": 4, "locations.3": "T3 i -"}`."""
    draft = Draft(source, RULES)
    draft.lay(data, source)
    for dotted, value in changes.items():
        draft.lay(_layer(dotted, value, draft.data, source), source)
    return _checked(draft)


def _layer(dotted: str, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
    """`receptacles.runner.D` as nested tables around the value. A location is named by its number, from 1 on."""
    field = tuple(dotted.split("."))
    if field[0] == RECEPTACLES and len(field) > 2 and field[1] not in data[RECEPTACLES]:
        raise bad_field(source, field, unknown("receptacle", field[1], data[RECEPTACLES]))
    if field[0] == LOCATIONS and len(field) == 2:
        locations = list(data[LOCATIONS])
        if not field[1].isdecimal() or not 1 <= int(field[1]) <= len(locations):
            raise bad_field(source, field, f"expected the number of a location, from 1 to {len(locations)}")
        locations[int(field[1]) - 1] = value
        return {LOCATIONS: locations}
    return nested(field, value)


def _with_hint(problem: tuple[errors.Field, str], data: dict[str, Any]) -> tuple[errors.Field, str]:
    """A receptacle of which fields are missing may be another one, mistyped. Locations are counted from 1."""
    field, message = problem
    if field[0] == LOCATIONS and len(field) == 2 and field[1].isdecimal():
        return (LOCATIONS, str(int(field[1]) + 1)), message
    if message == MISSING and len(field) > 2:
        others = [name for name in data[field[0]] if name != field[1]]
        if nearest := get_close_matches(field[1], others, n=1, cutoff=0.85):
            return field, f"{message} (did you mean {nearest[0]!r}?)"
    return problem


def _checked(draft: Draft) -> Mission:
    try:
        mission = Mission.model_validate(draft.data)
    except ValidationError as error:
        problems = [_with_hint(problem, draft.data) for problem in told(error)]
        raise first_of(draft.in_order(problems), draft.source_of) from None
    if problems := draft.in_order(disagreements(mission)):
        raise first_of(problems, draft.source_of)
    return mission
