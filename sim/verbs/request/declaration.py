"""How a request declares what can be asked: a frozen dataclass whose fields are annotated with their help.

    games: Annotated[int | None, Says("Games in each cell.")] = None

A field that is a dataclass itself stands for its own fields, in its place. Some fields are made by the game: its axes,
its content. From these declarations the command line, the functions of Python, their stub and the documents are made.
"""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.game.about import About
from engine.game.axes import Axis
from engine.game.registry import GAMES, about
from engine.language.current import said, translated, word

Asked = TypeVar("Asked")
Kind = Literal["text", "whole", "number", "switch", "path", "pairs"]
"""How a value is written: `pairs` are NAME=VALUE, each once, and become a mapping."""

NAME = str | Path | None
"""The type of a name or a file."""


@dataclass(frozen=True)
class Says:
    """What a request says about a field beside its type and its default."""

    help: str
    flags: Sequence[str] = ()
    """How the command line spells it; by default like the field. `--won/--lost` for a switch with two words."""
    metavar: str = ""
    is_argument: bool = False
    """Without a flag, at the command line and in Python."""
    is_first: bool = False
    """In Python without its name; a flag at the command line."""
    least: float | None = None
    most: float | None = None
    help_for: Callable[[About], str] | None = None
    """The help for one game, where it differs."""
    in_words: Callable[[], str] | None = None
    """The help in the language of the call, where it is not a text but made; by default `help`, translated."""
    applies_to: Callable[[About], bool] | None = None
    """Which games have it; by default all."""
    typed_default: object = None
    """The default at the command line, where it differs from that of Python."""
    only_typed: bool = False
    """Not in Python, which has a better way to say it."""
    kind: Kind | None = None
    """How a value is written at the command line, where Python takes other types, too."""
    only_python: bool = False
    """Not at the command line."""
    is_in_folder: bool = True
    """Whether `fatecast.toml` can say it."""
    is_of_pieces: bool = False
    """The flag is also understood with the game's own word for its pieces: `--cards`."""


@dataclass(frozen=True)
class AxesOf:
    """A field that has a value for each axis of the game of these kinds: a mapping by the names of the axes."""

    kinds: Sequence[str]
    is_repeatable: bool = False
    """Whether a flag for names can be repeated. If not, it takes the place of what the experiment has."""


@dataclass(frozen=True)
class AxisLike:
    """A field that goes by the name of one axis of the game: its content, its size."""

    help: str
    part: Literal["content", "size"]

    def axis(self, game: About) -> Axis | None:
        """The axis of this game."""
        if self.part == "size":
            return next((axis for axis in game.axes if axis.role == "size"), None)
        return next((axis for axis in game.axes if axis.values == "names"), None)


@dataclass(frozen=True)
class Others:
    """A field for all keywords of Python that have no field of their own: a mapping by their names."""


@dataclass(frozen=True)
class Field:
    """One thing that can be asked of a verb, for a game or for all of them."""

    name: str
    """By default, the flag."""
    place: tuple[str, ...]
    """The attributes that lead to it in the request; for an axis, the last one is its name."""
    annotation: Any
    """Its type in Python."""
    kind: Kind
    is_many: bool
    default: object
    """MISSING if it must be given."""
    says: Says
    is_axis: bool = False

    @property
    def keyword(self) -> str:
        """The name in Python; a word of the language gets a stroke."""
        return f"{self.name}_" if iskeyword(self.name) else self.name

    @property
    def is_needed(self) -> bool:
        """Whether there is nothing to take in its place."""
        return self.default is MISSING

    @property
    def flags(self) -> list[str]:
        """How the command line spells it, without the word that turns a switch off."""
        return [flag.partition("/")[0] for flag in self.declared_flags]

    @property
    def declared_flags(self) -> list[str]:
        """How the command line spells it, each flag with its counterpart: `--won/--lost`."""
        return [*self.says.flags] or [f"--{self.name.replace('_', '-')}"]


Declared = Field | AxesOf | AxisLike | Others


def declared(request: type) -> tuple[Field, ...]:
    """What can be asked of every game: the fields of a request in their order, without those that a game makes."""
    return tuple(field for field, _ in _walk(request) if isinstance(field, Field))


def fields_for(request: type, game: About, typed: Iterable[str] = ()) -> list[Field]:
    """What can be asked of this game, with help in the language of the call. Of fields that it does not have, those
    whose flags are `typed` are there all the same, so that the verb can say what is wrong with them; so are the axes of
    other games, because the experiment may name another one."""
    flags = {word.partition("=")[0] for word in typed if word.startswith("--")}
    names = {axis.name for axis in game.axes if axis.values == "names"}
    found: list[Field] = []
    for each, place in _walk(request):
        if isinstance(each, Field):
            hides = each.says.applies_to is not None and not each.says.applies_to(game)
            if each.says.applies_to is not None and each.name in names:
                continue  # in some games, who plays is an axis like any other
            if not each.says.only_python and (not hides or flags & {*each.flags}):
                found.append(_described(each, game))
        elif isinstance(each, AxisLike):
            found += _axis_like(each, place, game, flags)
    taken = {flag for field in found for flag in field.flags}
    made: list[Field] = []
    for each, place in _walk(request):
        if isinstance(each, AxesOf):
            made += _axes(each, place, game, flags, taken)
    return _in_order(request, found, made)


def differs_by_game(request: type) -> bool:
    """Whether some fields depend on the game."""
    return any(
        isinstance(each, AxesOf | AxisLike)
        or (isinstance(each, Field) and (each.says.applies_to is not None or each.says.help_for is not None))
        for each, _ in _walk(request)
    )


def axis_like(request: type) -> list[Field]:
    """The fields that go by the name of an axis of the game, by the names that they have for every game."""
    found = [(each, place) for each, place in _walk(request) if isinstance(each, AxisLike)]
    return [Field(place[-1], place, NAME, "text", False, None, Says(each.help)) for each, place in found]


def others(request: type) -> tuple[str, ...] | None:
    """The place for keywords that have no field of their own; None if there are none."""
    return next((place for each, place in _walk(request) if isinstance(each, Others)), None)


def made(request: type[Asked], values: Mapping[tuple[str, ...], object]) -> Asked:
    """A request from the values at their places; what is not given has its default."""
    arguments: dict[str, object] = {}
    for name in dict.fromkeys(place[0] for place in values):
        inner = {place[1:]: value for place, value in values.items() if place[0] == name}
        kind = _hints(request)[name]
        if () in inner:
            arguments[name] = inner[()]
        elif is_dataclass(kind):
            arguments[name] = made(cast(type, kind), inner)
        else:
            arguments[name] = {key: value for (key,), value in inner.items()}
    return request(**arguments)


def _walk(request: type, before: tuple[str, ...] = ()) -> Iterator[tuple[Declared, tuple[str, ...]]]:
    """Every declaration of a request and its place, in order."""
    hints = _hints(request)
    for each in fields(request):
        hint, place = hints[each.name], (*before, each.name)
        if is_dataclass(hint):
            yield from _walk(cast(type, hint), place)
            continue
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{request.__name__}.{each.name}: expected Annotated[…, Says(…)]")
        annotation, note = get_args(hint)
        if isinstance(note, Says):
            default = each.default_factory() if each.default_factory is not MISSING else each.default
            kind, is_many = _kind(annotation)
            yield Field(each.name.rstrip("_"), place, annotation, note.kind or kind, is_many, default, note), place
        else:
            yield note, place


def _hints(request: type) -> dict[str, Any]:
    return get_type_hints(request, include_extras=True)


def _kind(annotation: Any) -> tuple[Kind, bool]:
    """How a value of this type is written, and whether there can be several."""
    members = [
        member
        for member in (get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else [annotation])
        if member is not type(None)
    ]
    several = [member for member in members if _is_sequence(member)]
    if all(map(_is_mapping, members)):
        return "pairs", True
    inner = [*get_args(several[0])] if several else members
    kinds: dict[Any, Kind] = {bool: "switch", str: "text", int: "whole", float: "number", Path: "path"}
    return next((kind for each, kind in kinds.items() if each in inner), "text"), bool(several)


def _is_sequence(member: Any) -> bool:
    return getattr(get_origin(member), "__name__", "") in ("Iterable", "Sequence", "list", "tuple")


def _is_mapping(member: Any) -> bool:
    return getattr(get_origin(member), "__name__", "") in ("Mapping", "dict")


def _described(field: Field, game: About) -> Field:
    """A field with the help that it has for this game."""
    says = field.says
    told = says.help_for(game) if says.help_for else says.in_words() if says.in_words else translated(says.help)
    return field if told == says.help else replace(field, says=replace(says, help=told))


def _axis_like(made_by: AxisLike, place: tuple[str, ...], game: About, typed: set[str]) -> list[Field]:
    axis = made_by.axis(game)
    others = [axis for axis in map(made_by.axis, map(about, GAMES)) if axis is not None and f"--{axis.name}" in typed]
    names = dict.fromkeys(axis.name for axis in (axis, *others) if axis is not None)
    if not names:
        return []
    help_ = said("{axis}.", axis=_of_one(axis)) if axis else translated(made_by.help)
    says = Says(help_, [f"--{name}" for name in names])
    return [Field(place[-1], place, NAME, "text", False, None, says)]


def _axes(made_by: AxesOf, place: tuple[str, ...], game: About, typed: set[str], taken: set[str]) -> list[Field]:
    """A field for each axis of the game, but for those that other fields of the verb are called like."""
    axes = {axis.name: axis for axis in game.axes}
    known = taken | {f"--{no}{name}" for name in axes for no in ("", "no-")}
    if typed - known:
        for axis in (axis for name in GAMES for axis in about(name).axes):
            if {f"--{axis.name}", f"--no-{axis.name}"} & typed:
                axes.setdefault(axis.name, axis)
    return [
        _axis_field(axis, made_by, place)
        for axis in axes.values()
        if axis.values in made_by.kinds and f"--{axis.name}" not in taken
    ]


def _axis_field(axis: Axis, made_by: AxesOf, place: tuple[str, ...]) -> Field:
    is_many = axis.values == "names" and made_by.is_repeatable
    if is_many:
        help_ = word(axis.help)
    elif axis.values == "names":
        help_ = said("{axis}, instead of the experiment's.", axis=_of_one(axis))
    else:
        help_ = said("{axis}.", axis=_of_one(axis))
    flags = [f"--{axis.name}/--no-{axis.name}"] if axis.values == "switch" else [f"--{axis.name}"]
    kind: Kind = "switch" if axis.values == "switch" else "text"
    name = axis.name.replace("-", "_")
    return Field(name, (*place, axis.name), Any, kind, is_many, None, Says(help_, flags), is_axis=True)


def _of_one(axis: Axis) -> str:
    """What a game says about an axis, without that its flag can be repeated."""
    return word(axis.help).removesuffix(said("; repeatable.")).rstrip(".")


def _in_order(request: type, found: Sequence[Field], axes: Sequence[Field]) -> list[Field]:
    """Fields and axes in the order of the request."""
    places = [place for _, place in _walk(request)]

    def at(field: Field) -> int:
        return places.index(field.place[:-1] if field.is_axis else field.place)

    return sorted([*found, *axes], key=at)
