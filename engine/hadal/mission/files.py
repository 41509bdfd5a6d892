"""Reads mission files: layers each over the files it extends, and checks the result as a whole."""

from typing import Annotated, Any

from pydantic import Field

from engine.content import errors
from engine.content.checked import CheckedContent, Problem
from engine.content.errors import bad_field
from engine.content.fields import Id, Switch, Table, expects
from engine.content.files import ContentKind
from engine.content.layers import LayerRules
from engine.errors import message
from engine.hadal.mission.mission import Mission, disagreements
from engine.hadal.table import NAME

RECEPTACLES, LOCATIONS = "receptacles", "locations"
MISSION_KEYS = {"locations", "receptacles", "fate", "goal", "par", "group", "extends", "part", "standin"}
"""A file with any of these keys is a mission."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished mission."""

    extends: Annotated[str | list[str], expects(message("the name of a mission, or a list of names"))] = Field(
        default_factory=list
    )
    """The missions that this one extends, in this order."""
    remove: Annotated[list[Id], expects(message("a list of receptacle ids"))] = Field(default_factory=list)
    """Receptacles of these missions that are left out."""
    part: Switch = False
    """The file is meant to be extended."""


class MissionFile(Mission, Heading):
    """Everything that a mission file may contain."""


class Missions(CheckedContent[Mission]):
    """Mission files. Their locations are a list, and people count from 1."""

    def layer(self, field: errors.Field, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
        if field[0] != LOCATIONS or len(field) != 2:
            return super().layer(field, value, data, source)
        locations = list(data[LOCATIONS])
        if not field[1].isdecimal() or not 1 <= int(field[1]) <= len(locations):
            raise bad_field(
                source, field, message("expected the number of a location, from 1 to {count}", count=len(locations))
            )
        locations[int(field[1]) - 1] = value
        return {LOCATIONS: locations}

    def explained(self, problem: Problem, data: dict[str, Any]) -> Problem:
        field, said = problem
        if field[0] == LOCATIONS and len(field) == 2 and field[1].isdecimal():
            return (LOCATIONS, str(int(field[1]) + 1)), said
        return super().explained(problem, data)


RULES = LayerRules(RECEPTACLES, "receptacle")
MISSIONS = ContentKind(NAME, "missions", "mission", Heading, [*Mission.model_fields], RULES)
CHECKED = Missions(MISSIONS, Mission, disagreements)

load_mission = CHECKED.load
mission_from_file = CHECKED.of_file
mission_from_data = CHECKED.of_data
with_changes = CHECKED.changed
