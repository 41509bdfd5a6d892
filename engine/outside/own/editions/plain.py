"""What the class of a game declares, as plain data and back. Whatever is read here may come from a stranger: it is
checked, and none of it is run."""

import inspect
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import isroutine
from json import dumps
from math import isfinite, isnan
from typing import Any, NoReturn

from pydantic import TypeAdapter, ValidationError

from engine.errors import BadData, complaints, message
from engine.game.cell import Json
from engine.game.outcomes import Mean, Share
from engine.game.results import Column
from engine.outside.own.author import Game
from engine.outside.own.policies.function_policy import FunctionPolicy, random
from engine.outside.own.policies.prepared import Prepared
from engine.policy.parameters import Choice, Parameter, Switch, Words

KINDS: dict[str, type] = {kind.__name__: kind for kind in (Column, Share, Mean, Parameter, Choice)}
KINDS |= {Words.__name__: Choice, Switch.__name__: Choice}
"""What an author declares with, beside numbers, words, lists and tables; and what that is when it is read."""
IS = "is a"
"""The key that names one of these."""
POLICIES, CARDS = "policies", "cards"
"""Declared by functions and by a file: they are kept in another form."""
DEEPEST, MOST_VALUES, LONGEST_TEXT = 12, 100_000, 1_000
LARGEST = 1 << 63
LONGEST_NAME = 100


class NotPlain(Exception):  # noqa: N818 - the name is the message
    """Something that cannot be kept as data; the text says what."""


def settings() -> list[str]:
    """The names of all that a class can declare."""
    return [name for name, value in vars(Game).items() if not name.startswith("_") and not isroutine(value)]


def declaration_of(game: Game) -> Json:
    """What a game declares, without its policies and cards; what is as by default is left out."""
    found = {name: plain(getattr(game, name)) for name in settings() if name not in (POLICIES, CARDS)}
    return {name: value for name, value in found.items() if value != plain(getattr(Game, name))}


def policies_in(functions: Mapping[str, FunctionPolicy]) -> list[Json]:
    """Each policy of a game: its name, what it says of itself, its arguments with their defaults."""
    return [
        {
            "name": name,
            "says": plain((policy.function.__doc__ or "").strip().partition("\n")[0]),
            "arguments": [
                {"name": each.name, **({} if each.default is each.empty else {"default": plain(each.default)})}
                for each in inspect.signature(policy.function).parameters.values()
            ],
        }
        for name, policy in functions.items()
        if policy.function is not random
    ]


def plain(value: Any) -> Any:
    """A declared value as data that survives a round trip through JSON."""
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return "".join(each if each.isprintable() else " " for each in value)[:LONGEST_TEXT]
    if isinstance(value, Prepared):
        return {IS: Prepared.__name__, "players": value.players, "parameters": list(value.parameters)}
    if is_dataclass(value) and issubclass(type(value), KINDS.get(type(value).__name__, NotPlain)):
        return {IS: type(value).__name__, **{each.name: plain(getattr(value, each.name)) for each in fields(value)}}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, Sequence | Set):
        return [plain(each) for each in value]
    raise NotPlain(type(value).__name__)


def check_bounds(data: object, source: str) -> None:
    """Refuse data that is deeper, larger or otherwise than any declaration, before anything is made of it."""
    left, count = [(data, 0)], 0
    while left:
        found, depth = left.pop()
        count += 1
        if depth > DEEPEST or count > MOST_VALUES:
            raise _wrong(source, "at most {values:,} values, {deep} deep", values=MOST_VALUES, deep=DEEPEST)
        if isinstance(found, str) and not (len(found) <= LONGEST_TEXT and found.isprintable()):
            raise _wrong(source, "lines of at most {most:,} printable characters", most=LONGEST_TEXT)
        if (isinstance(found, int) and abs(found) >= LARGEST) or (isinstance(found, float) and isnan(found)):
            raise _wrong(source, "numbers of 64 bits")
        if isinstance(found, dict):
            left += [(each, depth + 1) for pair in found.items() for each in pair]
        elif isinstance(found, list):
            left += [(each, depth + 1) for each in found]


def game_declaring(data: Mapping[str, Any], policies: Sequence[Mapping[str, Any]], cards: Json, source: str) -> Game:
    """A game that declares this and plays nothing. Whoever uses it checks what it declares, as for any game file."""
    known = set(settings()) - {POLICIES, CARDS}
    for name in data:
        if name not in known:
            raise BadData(
                message("declares {name!r}, which this version does not know", name=name[:LONGEST_NAME]), source=source
            )
    declared = {name: declared_value(value, source) for name, value in data.items()}
    functions = [_function(each, source) for each in policies]
    kind = type("Kept", (Game,), {**declared, POLICIES: functions, CARDS: cards, "play": _refuse})
    found: Game = kind()
    return found


def declared_value(value: Any, source: str) -> Any:
    """What an author would have written."""
    if isinstance(value, list):
        return tuple(declared_value(each, source) for each in value)
    if not isinstance(value, dict):
        return value
    if IS not in value:
        return {key: declared_value(each, source) for key, each in value.items()}
    kind, given = value[IS], {key: each for key, each in value.items() if key != IS}
    if kind == Prepared.__name__:
        return _prepared(given, source)
    if kind not in KINDS:
        raise _wrong(source, "one of {kinds}", kinds=", ".join(KINDS))
    try:
        found = _reader(kind).validate_json(dumps(given), strict=True)
    except ValidationError as error:
        raise BadData.of_all(complaints(error, source)) from None
    except (TypeError, ValueError):
        raise _wrong(source, "what {kind} can be", kind=kind) from None
    divisors = [getattr(found, name, 1) for name in ("scale", "margin")]
    if not all(isfinite(each) and each > 0 for each in divisors):
        raise _wrong(source, "a scale and a margin above 0")
    return found


@cache
def _reader(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])


def _prepared(given: Json, source: str) -> Prepared:
    players, names = given.get("players"), given.get("parameters")
    if type(players) is not int or not isinstance(names, list) or not all(_is_name(name) for name in names):
        raise _wrong(source, "players and parameters of what a policy prepares")
    return Prepared(_called("prepared", "", ["rules", *names], {}), players)


def _function(policy: Mapping[str, Any], source: str) -> Callable[..., Any]:
    """A function with this name and these arguments, which decides nothing."""
    arguments = policy["arguments"]
    names = [each["name"] for each in arguments]
    if not names or not all(map(_is_name, [policy["name"], *names])) or len({*names}) < len(names):
        raise _wrong(source, "a name and arguments with names that differ for each policy")
    defaults = {each["name"]: declared_value(each["default"], source) for each in arguments if "default" in each}
    return _called(policy["name"], policy["says"], names, defaults)


def _called(name: str, says: str, names: Sequence[str], defaults: Json) -> Callable[..., Any]:
    def function(*_: object, **__: object) -> NoReturn:
        _refuse()

    empty, kind = inspect.Parameter.empty, inspect.Parameter.KEYWORD_ONLY
    others = [inspect.Parameter(each, kind, default=defaults.get(each, empty)) for each in names[1:]]
    first = inspect.Parameter(names[0], inspect.Parameter.POSITIONAL_OR_KEYWORD)
    function.__name__, function.__doc__ = name, says
    vars(function)["__signature__"] = inspect.Signature([first, *others])
    return function


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_NAME


def _refuse(*_: object) -> NoReturn:
    raise BadData(message("only what this game declares was kept here, and nothing plays it"))


def _wrong(source: str, expected: str, **values: object) -> BadData:
    return BadData(source=source, expected=message(expected, **values))
