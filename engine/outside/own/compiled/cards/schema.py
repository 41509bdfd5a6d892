"""What a kernel knows of the cards of a game when it is written: the names of their fields, and of which kind each is.
Which cards there are, their numbers, words and copies lie in its memory, so that a changed deck needs no new kernel."""

from engine.outside.own.cards.card import COPIES, NAME, Pack

ALL_HAVE = (("number", "int"), ("id", "text"), (NAME, "text"), (COPIES, "int"))
"""What every card has, in the order in which a kernel keeps it; the kit counts on the first two."""
KINDS: dict[type, str] = {bool: "bool", int: "int", float: "float", str: "text"}

Schema = tuple[tuple[str, str], ...]
"""The fields that cards of a deck have beside these, in the order of their names, each with its kind."""


def schema_of(pack: Pack) -> Schema | None:
    """Of the cards of a deck, which all have the same fields; None if there are no cards."""
    if not pack.kinds:
        return None
    taken = {name for name, _ in ALL_HAVE}
    fields = {name: value for name, value in vars(pack.kinds[0]).items() if name not in taken}
    return tuple((name, KINDS[type(value)]) for name, value in sorted(fields.items()))
