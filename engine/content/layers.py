"""A draft of some content: what several files say, laid over each other, and which of them said what."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.configs import unknown
from engine.content.errors import Field, bad_field
from engine.errors import Text

DEEPEST_TABLE = 5
"""No table of a schema lies deeper; what does is a mistake, and is not looked into."""


def completes(field: Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Tables are always completed, never replaced."""
    return False


def excludes_nothing(field: Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """No key excludes another."""


@dataclass(frozen=True)
class LayerRules:
    """How a game's content differs from plain tables that are merged key by key."""

    pieces: str = ""
    """The table from which `remove` takes entries: `cards`."""
    piece: str = ""
    """What one of them is called."""
    replaces: Callable[[Field, dict[str, Any], dict[str, Any]], bool] = completes
    """Whether the new table at this field takes the place of the old one instead of completing it."""
    gives_way: Callable[[Field, dict[str, Any], dict[str, Any]], None] = excludes_nothing
    """Removes keys of the table at this field that the new layer excludes."""


class Draft:
    """Plain data. Later layers win; tables are merged key by key."""

    def __init__(self, source: str, rules: LayerRules) -> None:
        self.data: dict[str, Any] = {}
        self._rules = rules
        self._source = source
        self._said_by: dict[Field, str] = {}

    def source_of(self, field: Field) -> str:
        """The file that spoke last of this field, or of the table it belongs to."""
        while field and field not in self._said_by:
            field = field[:-1]
        return self._said_by.get(field, self._source)

    def in_order(self, problems: Iterable[tuple[Field, Text]]) -> list[tuple[Field, Text]]:
        """What is wrong with fields, in the order in which the files speak of them."""
        spoken = {field: at for at, field in enumerate(self._said_by)}

        def position(problem: tuple[Field, Text]) -> int:
            field, _ = problem
            while field and field not in spoken:
                field = field[:-1]
            return spoken.get(field, -1)

        return sorted(problems, key=position)

    def remove(self, pieces: list[str], source: str) -> None:
        present = self.data.get(self._rules.pieces)
        for piece in pieces:
            if not isinstance(present, dict) or piece not in present:
                names = present if isinstance(present, dict) else {}
                raise bad_field(source, ("remove",), unknown(self._rules.piece, piece, names))
            del present[piece]
            # Whatever is wrong with the table as a whole from here on, this file has said it last.
            self._said_by[(self._rules.pieces,)] = source

    def lay(self, layer: dict[str, Any], source: str) -> None:
        self._merge(self.data, layer, (), source)

    def _merge(self, table: dict[str, Any], layer: dict[str, Any], at: Field, source: str) -> None:
        self._rules.gives_way(at, table, layer)
        for key, value in layer.items():
            field = (*at, str(key))
            self._said_by.pop(field, None)  # so that the order is that in which files spoke last
            self._said_by[field] = source
            if isinstance(value, dict) and len(field) < DEEPEST_TABLE:
                if not isinstance(table.get(key), dict) or self._rules.replaces(field, table[key], value):
                    table[key] = {}
                self._merge(table[key], value, field, source)
            else:
                table[key] = value
