"""The cards of a game of one's own, as its rules see them: `card.power`. What they are called besides cards (tiles,
dice) is for people; here they are cards."""

from collections.abc import Iterator, Mapping
from functools import total_ordering
from typing import Any

from engine.errors import BrokenRule, message
from engine.game.cell import Json

COPIES, NAME = "copies", "name"
MOST_KINDS = 256
"""Cards that differ, in one deck."""
MOST_CARDS = 1024
"""Cards of a deck, copies counted."""


@total_ordering
class Card:
    """One card, with its numbers and words. Copies of it are one thing; nobody can tell them apart.

    Cards are equal if their ids are, and sorted by them. The luck of a shuffle belongs to the id, too.
    """

    all_fields_are_open = True
    id: str
    name: str
    """What a person calls it."""
    copies: int
    number: int
    """Its place among the cards of the deck, sorted by their ids; from 0 on."""

    def __init__(self, number: int, key: str, fields: Mapping[str, Any]) -> None:
        self.__dict__.update(fields, id=key, name=fields.get(NAME) or key, number=number)

    def __setattr__(self, name: str, value: object) -> None:
        raise BrokenRule(
            message("the numbers of a card stay the same in a game"),
            source=f"{self.id}.{name}",
            hint=message("keep what changes in a list or a dict of your own"),
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        known = ", ".join(sorted(each for each in self.__dict__ if each != "number"))
        raise BrokenRule(source=f"{self.id}.{name}", expected=message("one of {known}", known=known))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and other.id == self.id

    def __lt__(self, other: "Card") -> bool:
        return self.id < other.id if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return self.id

    def __str__(self) -> str:
        return self.name

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self


class Pack:
    """All cards of a deck: it has one table, whatever that is called."""

    def __init__(self, deck: Json) -> None:
        found: Mapping[str, Mapping[str, Any]] = next(table for table in deck.values() if isinstance(table, dict))
        self.kinds = tuple(Card(number, key, found[key]) for number, key in enumerate(sorted(found)))
        """One card of each kind, in the order of their ids."""
        self.cards = tuple(card for card in self.kinds for _ in range(card.copies))
        """As many as there are."""
        self._by_id = {card.id: card for card in self.kinds}

    def __iter__(self) -> Iterator[Card]:
        return iter(self.kinds)

    def card(self, key: str) -> Card:
        """The card with this id."""
        if key not in self._by_id:
            known = ", ".join(self._by_id)
            raise BrokenRule(source=f"card {key!r}", expected=message("one of {known}", known=known))
        return self._by_id[key]


NO_CARDS = Pack({"cards": {}})
