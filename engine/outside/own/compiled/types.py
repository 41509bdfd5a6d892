"""What the values of a game file can be. Every variable, result and item has a `Kind`, which grows while the file is
read: a value that flows into a place makes the place hold what the value can be. Lists, dicts and things with fields
are shared by whoever holds them, so what they hold is one kind for all."""

from dataclasses import dataclass, field
from typing import Any, Self

INT, BOOL, FLOAT, TEXT, NOTHING = "int", "bool", "float", "text", "none"
LIST, TUPLE, DICT, SET, THING, FIXED = "list", "tuple", "dict", "set", "thing", "fixed"
"""What holds other values. A thing has fields by name; what is fixed is known when the file is read: the table, its
luck, a class."""
ZONE = "deck or hand"
"""In place of the class of a thing: a deck, a hand or a pile. No class can have this name."""
CARD = "card of the game"
"""The same for a card that the game declares."""
MEMORY_OF = "memory of "
"""How the class of a thing begins that a policy remembers things in; the name of the policy follows."""
ENUM, INT_ENUM = "enum ", "int enum "
"""How the kinds of members of enums begin; the name of the class follows."""

BOOLS, WHOLE, REAL, CODE, ADDRESS, ROW, AIR = "bool", "whole", "real", "code", "address", "row", "air"
"""How a value is represented: a bool, a whole number, a float, a number that may stand for a text or None, the address
of something in memory, a tuple of these, and nothing at all."""


@dataclass(eq=False)
class Fields:
    """The fields of a thing: of a class, or of a dict whose keys are texts in the file."""

    named: str = ""
    """Of the class; nothing for a dict."""
    of: dict[str, "Kind"] = field(default_factory=dict)
    makers: dict[int, frozenset[str]] = field(default_factory=dict)
    """Where such things are made, and with which fields."""
    texts: dict[str, str | None] = field(default_factory=dict)
    """Fields that hold one text of the file, whatever happens; None once they may hold another."""
    merged: "Fields | None" = None

    def now(self) -> "Fields":
        found = self
        while found.merged is not None:
            found = found.merged
        return found

    def is_always_there(self, name: str) -> bool:
        return all(name in given for given in self.makers.values())

    def bit(self, name: str) -> int:
        return 1 << list(self.of).index(name)


class Kind:
    """What a value can be."""

    def __init__(self) -> None:
        self._same: Kind | None = None
        self.scalars: set[str] = set()
        self.shape = ""
        self.items: list[Kind] = []
        """Of a list or set: of its items. Of a dict: of keys and values. Of a tuple: of each place."""
        self.fields = Fields()
        self.named = ""
        """The class of a named tuple."""
        self.is_tuple = False
        """Of a list: whether Python may know it as a tuple, and whether as a list."""
        self.is_list = False
        self.fixed: Any = None
        self.clash = ""
        """Why no value can be represented that is all of this."""

    def now(self) -> "Kind":
        found: Kind = self
        while found._same is not None:
            found = found._same
        return found

    @property
    def is_unknown(self) -> bool:
        return not self.shape and not self.scalars

    @property
    def is_optional(self) -> bool:
        return bool(self.shape) and NOTHING in self.scalars

    def become(self, other: "Kind") -> None:
        self._same = other


def is_zone(kind: Kind) -> bool:
    kind = kind.now()
    return kind.shape == THING and kind.fields.now().named == ZONE


def is_card(kind: Kind) -> bool:
    """Whether a value is one of the cards that the game declares; or None, if the kind says so."""
    kind = kind.now()
    return kind.shape == THING and kind.fields.now().named == CARD


def is_memory(kind: Kind) -> bool:
    kind = kind.now()
    return kind.shape == THING and kind.fields.now().named.startswith(MEMORY_OF)


def holds_zone(kind: Kind, around: tuple[Kind, ...] = ()) -> bool:
    kind = kind.now()
    if kind in around:
        return False
    parts = [*kind.items, *kind.fields.now().of.values()]
    return is_zone(kind) or any(holds_zone(part, (*around, kind)) for part in parts)


def is_whole(scalar: str) -> bool:
    return scalar in (INT, BOOL) or scalar.startswith(INT_ENUM)


class Kinds:
    """Makes kinds, and lets values flow."""

    def __init__(self) -> None:
        self.changes = 0

    def scalar(self, *scalars: str) -> Kind:
        found = Kind()
        found.scalars.update(scalars)
        return found

    def list_of(self, item: Kind, is_tuple: bool = False) -> Kind:
        found = Kind()
        found.shape, found.items = LIST, [item]
        found.is_tuple, found.is_list = is_tuple, not is_tuple
        return found

    def shaped(self, shape: str, *items: Kind) -> Kind:
        found = Kind()
        found.shape, found.items = shape, list(items)
        return found

    def tuple_of(self, items: list[Kind], named: str = "") -> Kind:
        found = self.shaped(TUPLE, *items)
        found.named = named
        return found

    def fixed(self, what: Any) -> Kind:
        found = self.shaped(FIXED)
        found.fixed = what
        return found

    def thing(self, fields: Fields) -> Kind:
        found = self.shaped(THING)
        found.fields = fields
        return found

    def flow(self, source: Kind, place: Kind) -> None:
        """A value goes to a place."""
        source, place = source.now(), place.now()
        if source is place:
            return
        if not source.scalars <= place.scalars:
            place.scalars |= source.scalars
            self.changes += 1
        if source.clash and not place.clash:
            self._clash(place, source.clash)
        if source.shape:
            self._flow_shape(source, place)

    def _flow_shape(self, source: Kind, place: Kind) -> None:
        if not place.shape:
            self._adopt(source, place)
        elif source.shape == place.shape == TUPLE:
            self._flow_tuple(source, place)
        elif source.shape == TUPLE and place.shape == LIST and not source.named:
            for item in source.items:
                self.flow(item, place.items[0])
            self._note_sort(place, True, False)
        elif source.shape == LIST and place.shape == TUPLE and not place.named:
            self._loosen(place)
            self._flow_shape(source, place)
        elif source.shape != place.shape:
            self._clash(place, f"sometimes a {_word(source)} and sometimes a {_word(place)}")
        elif source.shape == THING:
            self._merge(source.fields.now(), place.fields.now(), place)
        elif source.shape == FIXED:
            if source.fixed != place.fixed:
                self._clash(place, "sometimes one thing and sometimes another")
        elif source.named != place.named:
            self._clash(place, f"sometimes a {source.named or DICT} and sometimes a {place.named or DICT}")
        else:
            for mine, theirs in zip(source.items, place.items, strict=True):
                self.same(mine, theirs)
            self._note_sort(place, source.is_tuple, source.is_list)

    def _adopt(self, source: Kind, place: Kind) -> None:
        self.changes += 1
        place.shape, place.named, place.fixed, place.fields = source.shape, source.named, source.fixed, source.fields
        place.is_tuple, place.is_list = source.is_tuple, source.is_list
        place.items = [Kind() for _ in source.items] if source.shape == TUPLE else list(source.items)
        if source.shape == TUPLE:
            for mine, theirs in zip(source.items, place.items, strict=True):
                self.flow(mine, theirs)

    def _flow_tuple(self, source: Kind, place: Kind) -> None:
        if source.named != place.named:
            self._clash(place, "sometimes one kind of tuple and sometimes another")
        elif len(source.items) == len(place.items):
            for mine, theirs in zip(source.items, place.items, strict=True):
                self.flow(mine, theirs)
        else:
            self._loosen(place)
            self._flow_shape(source, place)

    def _loosen(self, place: Kind) -> None:
        """A tuple whose length is not the same for all is kept as a list is."""
        self.changes += 1
        items, place.shape, place.is_tuple = place.items, LIST, True
        place.items = [Kind()]
        for item in items:
            self.flow(item, place.items[0])

    def _note_sort(self, place: Kind, is_tuple: bool, is_list: bool) -> None:
        if (is_tuple and not place.is_tuple) or (is_list and not place.is_list):
            place.is_tuple |= is_tuple
            place.is_list |= is_list
            self.changes += 1

    def same(self, one: Kind, other: Kind) -> None:
        """Two places are one: what changes one changes the other."""
        one, other = one.now(), other.now()
        if one is other:
            return
        self.changes += 1
        if other.shape == LIST and one.shape == TUPLE:
            one, other = other, one
        other.become(one)
        one.scalars |= other.scalars
        one.clash = one.clash or other.clash
        if other.shape == TUPLE == one.shape and len(one.items) == len(other.items) and one.named == other.named:
            for mine, theirs in zip(other.items, one.items, strict=True):
                self.same(mine, theirs)
        elif other.shape:
            self._flow_shape(other, one)

    def _merge(self, source: Fields, place: Fields, where: Kind) -> None:
        if source is place:
            return
        if source.named != place.named:
            self._clash(where, "sometimes one class and sometimes another")
            return
        self.changes += 1
        source.merged = place
        place.makers |= source.makers
        for name, text in source.texts.items():
            place.texts[name] = text if place.texts.get(name, text) == text else None
        for name in place.texts:
            if name not in source.texts and name in source.of:
                place.texts[name] = None
        for name, kind in source.of.items():
            if name in place.of:
                self.same(kind, place.of[name])
            else:
                place.of[name] = kind

    def _clash(self, place: Kind, why: str) -> None:
        if not place.clash:
            place.clash = why
            self.changes += 1


def _word(kind: Kind) -> str:
    """What a person calls it."""
    if kind.shape == THING:
        return kind.fields.now().named or DICT
    return "table" if kind.shape == FIXED else kind.shape


def representation(kind: Kind) -> str:
    """How a value of this kind is represented; ValueError if it cannot be."""
    kind = kind.now()
    if kind.clash:
        raise ValueError(kind.clash)
    if kind.shape:
        if kind.scalars - {NOTHING}:
            raise ValueError(f"sometimes a {_word(kind)} and sometimes a {_scalar_word(kind.scalars - {NOTHING})}")
        if kind.shape == FIXED:
            return AIR
        return ROW if kind.shape == TUPLE else ADDRESS
    if kind.scalars == {BOOL}:
        return BOOLS
    if all(map(is_whole, kind.scalars)):
        return WHOLE
    if FLOAT in kind.scalars:
        others = {each for each in kind.scalars - {FLOAT} if not is_whole(each)}
        if others:
            raise ValueError(f"sometimes a fraction and sometimes a {_scalar_word(others)}")
        return REAL
    return CODE


def _scalar_word(scalars: set[str]) -> str:
    first = min(scalars)
    return {INT: "number", FLOAT: "number", NOTHING: "None", TEXT: "text"}.get(first, first)


def width(kind: Kind) -> int:
    """Words of memory that a value takes."""
    kind = kind.now()
    if kind.shape == TUPLE:
        return sum(map(width, kind.items)) + kind.is_optional
    return 1


def offset(fields: Fields, name: str) -> int:
    """Where a field stands in a thing. The first word says which fields are there."""
    found = 1
    for each, kind in fields.of.items():
        if each == name:
            break
        found += width(kind)
    return found


def signature(kind: Kind, depth: int = 4) -> Any:
    """What tells two calls of a function apart; None if it is not known yet."""
    kind = kind.now()
    if kind.is_unknown:
        return None
    inner: Any = ()
    if kind.shape == THING:
        inner = id(kind.fields.now())
    elif kind.shape == FIXED:
        inner = kind.fixed
    elif depth:
        inner = tuple(signature(item, depth - 1) for item in kind.items)
    return kind.shape, frozenset(kind.scalars), kind.named, inner


class Refused(Exception):  # noqa: N818 - no error: the game is played plainly
    """A line of a game file that cannot be compiled."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line, self.why = line, why

    @property
    def told(self) -> str:
        """What to say about it, in one line."""
        return f"line {self.line}: {self.why}" if self.line else self.why

    @classmethod
    def at(cls, node: Any, why: str) -> Self:
        return cls(getattr(node, "lineno", 0), why)


class Unknown(Exception):  # noqa: N818 - no error: the next round knows more
    """What something is, is not known yet."""
