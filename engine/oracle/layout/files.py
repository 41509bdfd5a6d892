"""Reads layout files: layers each over the files it extends, and checks the result as a whole."""

from typing import Annotated

from pydantic import Field

from engine.content.checked import CheckedContent
from engine.content.fields import Switch, Table, expects
from engine.content.files import ContentKind
from engine.content.layers import LayerRules
from engine.errors import message
from engine.oracle.layout.layout import Layout, disagreements
from engine.oracle.table import NAME

LAYOUT_KEYS = {"map", "cross_arm", "upper", "lower", "strip", "boxes", "funding", "par", "standin", "extends", "part"}
"""A file with any of these keys is a layout."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished layout."""

    extends: Annotated[str | list[str], expects(message("the name of a layout, or a list of names"))] = Field(
        default_factory=list
    )
    """The layouts that this one extends, in this order."""
    part: Switch = False
    """The file is meant to be extended."""

    @property
    def remove(self) -> list[str]:
        """A layout has no pieces that could be left out."""
        return []


class LayoutFile(Layout, Heading):
    """Everything that a layout file may contain."""


LAYOUTS = ContentKind(NAME, "layouts", "layout", Heading, list(Layout.model_fields), LayerRules())
CHECKED = CheckedContent(LAYOUTS, Layout, disagreements)

load_layout = CHECKED.load
layout_from_file = CHECKED.of_file
layout_from_data = CHECKED.of_data
with_changes = CHECKED.changed
