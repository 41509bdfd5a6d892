"""A deck in the making: what several files say, laid over each other, and which of them said what."""

from typing import Any

from engine.configs import unknown
from engine.content.errors import Field, bad_field

DEEPEST_TABLE = 5
"""No table of the schema lies deeper; what does is a mistake, and is not looked into."""


class Draft:
    """Plain deck data. Later layers win; tables are merged key by key."""

    def __init__(self, source: str) -> None:
        self.data: dict[str, Any] = {}
        self._source = source
        self._said_by: dict[Field, str] = {}

    def source_of(self, field: Field) -> str:
        """The file that spoke last of this field, or of the table it belongs to."""
        while field and field not in self._said_by:
            field = field[:-1]
        return self._said_by.get(field, self._source)

    def remove(self, cards: list[str], source: str) -> None:
        present = self.data.get("cards")
        for card in cards:
            if not isinstance(present, dict) or card not in present:
                names = present if isinstance(present, dict) else {}
                raise bad_field(source, ("remove",), unknown("card", card, names))
            del present[card]

    def lay(self, layer: dict[str, Any], source: str) -> None:
        self._merge(self.data, layer, (), source)

    def _merge(self, table: dict[str, Any], layer: dict[str, Any], at: Field, source: str) -> None:
        if len(at) == 2 and at[0] == "cards":
            _give_way(table, layer)
        for key, value in layer.items():
            field = (*at, str(key))
            self._said_by[field] = source
            if isinstance(value, dict) and len(field) < DEEPEST_TABLE:
                if not isinstance(table.get(key), dict) or _replaces(field, table[key], value):
                    table[key] = {}
                self._merge(table[key], value, field, source)
            else:
                table[key] = value


def _give_way(card: dict[str, Any], layer: dict[str, Any]) -> None:
    """Moons and a fade condition exclude each other, so the new one drives out the old."""
    if "moons" in layer:
        card.pop("fades", None)
    if "fades" in layer:
        card.pop("moons", None)


def _replaces(field: Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether a table takes the place of the older one instead of completing it."""
    if field[0] == "powers" and len(field) == 2:
        return "kind" in new and new["kind"] != old.get("kind")
    return field[0] == "cards" and field[2:] == ("fades",)
