"""The kinds of field that the options of a game are made of."""

from typing import Annotated

from pydantic import BeforeValidator

from engine.content.fields import expects

SPOKEN = {"on": True, "off": False, "true": True, "false": False}
"""What a person types; a file has a truth value, too."""


def _switched(value: object) -> object:
    return SPOKEN.get(value, value) if isinstance(value, str) else value


Switch = Annotated[bool, BeforeValidator(_switched), expects("on or off")]
