"""The changed content as the text of a file that extends the other one: whoever gets a page can go on from there."""

from collections.abc import Mapping
from typing import Any

from engine.content.changes import extension_text
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.protocol import Game
from sim.experiment.experiment import ResolvedExperiment
from sim.share.found import Sides

REMOVE = "remove"


class _NoFile(Exception):  # noqa: N818 - nobody sees it
    """Something is gone that no file can take away."""


def content_text(sides: Sides) -> str:
    """What the second side changes of the content of the first, as a TOML file; empty if it changes none, or more than
    such a file can say."""
    before, after = sides
    was, now = _only_content(before), _only_content(after)
    if was is None or now is None or was["content"] == now["content"]:
        return ""
    try:
        changes = _changes(was["content"], now["content"])
    except _NoFile:
        return ""
    return extension_text(str(was["name"]), changes, ()).lstrip("\n") if _leads_to(before, now, changes) else ""


def _only_content(side: ResolvedExperiment) -> Json | None:
    """The content of an experiment that has one."""
    key = content_key(side.game)
    contents = side.grid.get(key)
    if not isinstance(contents, list) or len(contents) != 1 or not isinstance(contents[0], dict):
        return None
    [found] = contents
    return found if isinstance(found.get("content"), dict) and "name" in found else None


def content_key(game: Game) -> str:
    """The key of experiments that names contents."""
    return next((axis.key for axis in game.about.axes if axis.values == "names"), "")


def _changes(was: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> dict[str, object]:
    """The fields that differ, by their paths. A piece that is gone is removed by its name."""
    found: dict[str, object] = {}
    for key in was.keys() - now.keys():
        if path.count(".") != 1:  # not a piece in a table of pieces
            raise _NoFile
        found.setdefault(REMOVE, []).append(key)  # type: ignore[attr-defined]
    for key, value in now.items():
        old, place = was.get(key), f"{path}{key}"
        if isinstance(value, dict) and isinstance(old, dict):
            inner = _changes(old, value, f"{place}.")
            removed = [*found.get(REMOVE, []), *inner.pop(REMOVE, [])]  # type: ignore[misc]
            found |= inner | ({REMOVE: sorted(removed)} if removed else {})
        elif key not in was or old != value:
            found[place] = value
    return found


def _leads_to(before: ResolvedExperiment, now: Json, changes: Mapping[str, object]) -> bool:
    """Whether these changes make the one content of the other."""
    game = before.game
    if game.content is None:
        return False
    try:
        grid = game.content.changed(before.grid, changes, "page")
    except BadInput:
        return False
    return bool(grid[content_key(game)][0]["content"] == now["content"])
