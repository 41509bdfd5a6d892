"""A content of an experiment: named by a word, or resolved already."""

from typing import Any

from engine.content.checked import CheckedContent
from engine.content.errors import bad_field
from engine.content.labels import check_label
from engine.errors import message
from engine.game.cell import Json

MOST_NAMES = 256
"""Contents of one experiment. Each may stand for a file of a megabyte."""


def resolve_content(content: CheckedContent[Any], word: object, source: str) -> Json:
    """Content given by name, or checked again if it is resolved already."""
    key = content.kind.kind
    if isinstance(word, str):
        loaded: Any = content.load(word)
        name = check_label(word.rpartition("/")[2].removesuffix(".toml"), f"{key}: the name of the file", source)
        return {"name": name, "content": loaded.data()}
    if isinstance(word, dict) and word.keys() == {"name", "content"} and isinstance(word["name"], str):
        where = f"{source}: {check_label(word['name'], f'{key}: name', source)}"
        again: Any = content.of_data(word["content"], where)
        return {"name": word["name"], "content": again.data()}
    raise bad_field(source, (key,), message("expected the names of {key}", key=key))
