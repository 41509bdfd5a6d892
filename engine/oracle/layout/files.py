"""Reads layout files: layers each over the files it extends, and checks the result as a whole."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.content import errors
from engine.content.changes import nested
from engine.content.errors import first_of, told
from engine.content.fields import Switch, Table, expects, wrong
from engine.content.files import ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput
from engine.oracle.layout.layout import Layout, disagreements
from engine.oracle.table import NAME

LAYOUT_KEYS = {"map", "cross_arm", "upper", "lower", "strip", "boxes", "funding", "par", "standin", "extends", "part"}
"""A file with any of these keys is a layout."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished layout."""

    extends: Annotated[str | list[str], expects("the name of a layout, or a list of names")] = Field(
        default_factory=list
    )
    """The layouts that this one extends, in this order."""
    part: Switch = False
    """The file is meant to be extended."""

    @property
    def remove(self) -> list[str]:
        """A layout has no pieces that could be left out."""
        return []


def _gives_way(field: errors.Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """No key of a layout excludes another."""


def _replaces(field: errors.Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    return False


RULES = LayerRules("", "", _replaces, _gives_way)
LAYOUTS = ContentKind(NAME, "layouts", "layout", Heading, list(Layout.model_fields), RULES)


def load_layout(name_or_path: str) -> Layout:
    """The layout with this name or path."""
    return layout_from_file(LAYOUTS.find(name_or_path))


def layout_from_file(path: Path) -> Layout:
    """The layout of a file and of all files it extends."""
    draft, own = LAYOUTS.draft_of(path)
    # The name identifies the file, so it is not inherited.
    draft.data["name"] = own.layer.get("name", path.stem)
    return _checked(draft)


def layout_and_parent(path: Path) -> tuple[Layout, Layout] | None:
    """What a layout extends, and the layout itself; None if it extends nothing that is a layout by itself."""
    below = LAYOUTS.draft_below(path)
    if below is None:
        return None
    below.data.setdefault("name", path.stem)
    try:
        return _checked(below), layout_from_file(path)
    except BadInput:
        return None


def layout_from_data(data: object, source: str) -> Layout:
    """The layout made from resolved data, such as `Layout.data()`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source}: {wrong('a table', data)}")
    draft = Draft(source, RULES)
    draft.lay(data, source)
    return _checked(draft)


def with_changes(data: dict[str, Any], changes: dict[str, Any], source: str = "changes") -> Layout:
    """The layout with some fields changed: `{"strip": 24}`."""
    draft = Draft(source, RULES)
    draft.lay(data, source)
    for dotted, value in changes.items():
        draft.lay(nested(tuple(dotted.split(".")), value), source)
    return _checked(draft)


def _checked(draft: Draft) -> Layout:
    try:
        layout = Layout.model_validate(draft.data)
    except ValidationError as error:
        raise first_of(draft.in_order(told(error)), draft.source_of) from None
    if problems := draft.in_order(disagreements(layout)):
        raise first_of(problems, draft.source_of)
    return layout
