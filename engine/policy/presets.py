"""Presets: a policy with parameters under a name of its own, in a file of configs/<game>/policies."""

from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.configs import find, read_toml
from engine.content.errors import first_of, told
from engine.content.fields import Description, Table, expects

PRESETS = "policies"
"""The folder, and the kind of config."""


class Preset(Table):
    """The whole file."""

    policy: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$"), expects("the name of an installed policy")]
    description: Description
    parameters: dict[str, Any] = Field(default_factory=dict)


def load_preset(name: str, game: str) -> Preset:
    """The preset of that name, or in that file."""
    path = find(PRESETS, name, game)
    return read_preset(read_toml(path), str(path))


def read_preset(data: dict[str, object], source: str) -> Preset:
    """The data of a file. The parameters are checked later, by the policy."""
    try:
        return Preset.model_validate(data)
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None
