"""`search base=hold worlds=64 caution=3` as a value of the axis that says who plays a program."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.configs import unknown_word
from engine.content.errors import bad_field
from engine.errors import BadInput, Text, message
from engine.language.current import said
from engine.outside.program.hello import Hello, HelloAxis
from engine.players.search import Plan, plan_of
from engine.policy.naming import parse_policy
from engine.policy.parameters import Parameter, changed, complete, label_of
from engine.policy.seats.search_policy import BASE, NUMBERS, SEARCH, WORLDS, given_base

SEAT, MOST_SEAT = "seat", 64
PARAMETERS: Mapping[str, Parameter] = {
    **NUMBERS,
    SEAT: Parameter(0, 0, MOST_SEAT, "the seat that searches, while the base plays in the others; 0: all search"),
}
"""Programs have no tables of policies: a seat that searches alone is named here."""


class Search(NamedTuple):
    """Who searches, and how."""

    base: str
    plan: Plan
    seat: int
    """From 1 on; 0 if all search."""

    def is_at(self, seat: int) -> bool:
        """Whether this seat searches, counted from 0."""
        return self.seat in (0, seat + 1)


def why_no_search(hello: Hello) -> Text:
    """Why nobody can search in a game, in a line; empty if somebody can."""
    if not hello.fork:
        return message("the program does not answer fork, which search needs")
    if not (hello.redeal or hello.open_information):
        return message("its hello says neither redeal nor open_information, and a search would see what is hidden")
    return ""


def search_text(hello: Hello, axis: HelloAxis, text: str, source: str) -> str:
    """A search as cells and labels have it, with the worlds and whatever is not as usual; empty if it is none."""
    if not _is_search(axis, text):
        return ""
    if why := why_no_search(hello):
        raise bad_field(source, (axis.name, SEARCH), why)
    try:
        name, given = parse_policy(text)
        base = given_base(given)
        if base not in axis.values:
            raise unknown_word("policy", base, map(str, axis.values), said("parameter {name}", name=BASE))
        found = complete(PARAMETERS, {key: value for key, value in given.items() if key != BASE})
        _check_seat(hello, found[SEAT])
    except BadInput as error:
        raise error.within(source, axis.name) from None
    return label_of(name, {BASE: base, WORLDS: found[WORLDS], **changed(PARAMETERS, found)})


def _check_seat(hello: Hello, seat: int) -> None:
    size = hello.axis("size")
    seats = max(map(int, size.values)) if size and size.is_numbers else MOST_SEAT
    if seat > seats:
        raise BadInput(
            source=said("parameter {name}", name=SEAT),
            expected=message("a seat up to {seats}, or 0", seats=seats),
            got=seat,
        )


def search_of(axis: HelloAxis | None, value: object) -> Search | None:
    """The search that a value of the axis stands for; None if it is another policy."""
    return _read(str(value)) if axis is not None and _is_search(axis, str(value)) else None


def _is_search(axis: HelloAxis, text: str) -> bool:
    """A program may have a policy of that name."""
    return not axis.is_numbers and text.partition(" ")[0] == SEARCH and SEARCH not in axis.values


@lru_cache(maxsize=64)
def _read(text: str) -> Search:
    name, given = parse_policy(text)
    numbers = complete(PARAMETERS, {key: value for key, value in given.items() if key != BASE})
    return Search(given[BASE], plan_of({"name": name, "parameters": numbers}), numbers[SEAT])
