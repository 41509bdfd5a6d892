"""The policy `trained` of every game that can be learned: how it is named, and the file that it is read from.

    trained level=2

A file has the networks of some rounds, the strongest last, as whole numbers; it belongs to the rules that they were
learned with. A policy in a cell carries its network, so a run needs no file. A file is data: nothing in it is run.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from engine.configs import folders, read_bounded
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.registry import call_names
from engine.language.current import said
from engine.policy.parameters import Parameter
from engine.policy.seats.search_policy import BASE, base_of, is_search
from engine.policy.seats.trained_net import Net, net_of

TRAINED, LEVEL, NET, HABIT = "trained", "level", "net", "habit"
NUMBERS: Mapping[str, Parameter] = {
    LEVEL: Parameter(0, 0, 99, "an earlier and weaker round of what it learned, from 1 on; 0 for the best")
}
NO_LEARNING = message("this game cannot be learned")
"""Said of a game that says nothing else."""
FORMAT = 1
"""Raised when networks or features change."""
KIND = "trained player"
FIELDS = ("kind", "format", "game", "rules", "habit", "origin", "levels")
MOST_BYTES, MOST_LEVELS, LONGEST_HABIT = 5_000_000, 32, 1000
FOLDER, FILE = "policies", "trained.json"


def train_command(game: str) -> str:
    """The command that makes one, as it can be typed."""
    return f"fatecast train{call_names().flags_of(game)} --policy {TRAINED}"


def trained_told(game: str) -> str:
    """What it does, for the list of policies."""
    return said("has learned by playing; {train} makes one", train=train_command(game))


class TrainedModule(ModuleType):
    """`trained` in the shape of a policy's module."""

    PARAMETERS = NUMBERS
    SHOWN = ()
    only_for = 0
    """It plays with any number of players."""

    def __init__(self) -> None:
        super().__init__(TRAINED, f"{TRAINED}: has learned by playing")


def is_trained(policy: Mapping[str, Any]) -> bool:
    """Whether a policy, as resolved data, is a network."""
    return policy["name"] == TRAINED and isinstance(policy["parameters"].get(NET), dict)


def has_habit(policy: Json) -> bool:
    """Whether a policy is a network upon another policy: in games whose kernels play on by that one."""
    return is_trained(policy) and isinstance(policy["parameters"].get(HABIT), dict)


def beneath(policy: Json) -> Json | None:
    """The policy that answers where this one does not decide itself: the base of a search, the habit of a network."""
    if is_search(policy):
        return base_of(policy)
    found: Json | None = policy["parameters"][HABIT] if has_habit(policy) else None
    return found


def with_beneath(policies: list[Json]) -> Iterator[Json]:
    """Policies, and after each the one beneath it."""
    for policy in policies:
        yield policy
        if (found := beneath(policy)) is not None:
            yield found


def with_other_beneath(policy: Json, change: Callable[[Json], Json]) -> Json:
    """The same policy upon another."""
    found = beneath(policy)
    if found is None:
        return policy
    key = BASE if is_search(policy) else HABIT
    return policy | {"parameters": policy["parameters"] | {key: change(found)}}


def net_in(policy: Mapping[str, Any]) -> Net:
    """The network of a policy, which was checked when it was resolved."""
    data = policy["parameters"][NET]
    found = _nets.get(id(data))
    if found is None or found[0] is not data:
        if len(_nets) > 64:
            _nets.clear()
        found = _nets[id(data)] = data, net_of(data, TRAINED)
    return found[1]


_nets: dict[int, tuple[Json, Net]] = {}
"""By the identity of the data; the data itself keeps another from having it."""


def digest_of(net: Json, habit: Json | None = None) -> str:
    """What tells networks apart, and what they sit upon, in a few letters."""
    told = net if habit is None else {NET: net, HABIT: habit}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:8]


def digest_in(parameters: Mapping[str, Any]) -> str:
    """The same of the parameters of a policy."""
    return digest_of(parameters[NET], parameters.get(HABIT))


class Learned(NamedTuple):
    """What a file has."""

    levels: list[Json]
    """The networks, the best last; each is checked when it is used."""
    habit: str
    """The policy that they sit upon, as a person names it; empty if none."""
    source: str
    """The file."""
    tables: Mapping[str, Sequence[Any]] = MappingProxyType({})
    """The keys of a grid that said at which tables it learned: those that are not here were all that the game has."""


def file_of(game: str) -> Path | None:
    """The file of a game, if there is one."""
    return next((folder / FILE for folder in folders(FOLDER, game) if (folder / FILE).is_file()), None)


def learned_in(path: Path, game: str, rules: str) -> Learned:
    """What a file has that belongs to these rules."""
    data = read_file(path)
    if data["rules"] != rules:
        raise BadInput(
            message("learned with other rules of {game}; train it anew: {train}", game=game, train=train_command(game)),
            source=path,
        )
    return Learned(data["levels"], data["habit"], str(path), _tables_in(data["origin"]))


def _tables_in(origin: object) -> dict[str, Sequence[Any]]:
    """At which tables a file says that it learned; it decides nothing, so what is no such thing is left out."""
    tables = origin.get("tables") if isinstance(origin, dict) else None
    found = tables.items() if isinstance(tables, dict) else ()
    return {key: value for key, value in found if isinstance(value, list)}


def read_file(path: Path) -> Json:
    """A file that anybody may have written."""

    def wrong(place: str, expected: str, **values: object) -> BadInput:
        return BadInput(source=path, place=place, expected=message(expected, **values))

    try:
        data = json.loads(read_bounded(path, MOST_BYTES))
    except (ValueError, RecursionError):
        raise BadInput(source=path, expected=message("the file of a trained player, in JSON")) from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise BadInput(source=path, expected=message("the file of a trained player, which fatecast train writes"))
    if type(data.get("format")) is not int or data["format"] != FORMAT:
        raise wrong("format", "{ours}, which this version reads", ours=FORMAT)
    if sorted(data) != sorted(FIELDS):
        raise wrong("fields", "{fields}", fields=", ".join(FIELDS))
    if not isinstance(data["habit"], str) or len(data["habit"]) > LONGEST_HABIT:
        raise wrong("habit", "the name of a policy")
    levels = data["levels"]
    if not isinstance(levels, list) or not 1 <= len(levels) <= MOST_LEVELS:
        raise wrong("levels", "1 to {most} networks", most=MOST_LEVELS)
    return data


def resolved(given: Mapping[str, Any], learned: Learned | None, habit: Json | None = None) -> dict[str, Any]:
    """The parameters of a policy that a person names (with what its file has), or that a run holds."""
    number = NUMBERS[LEVEL].read(LEVEL, given.get(LEVEL, 0))
    if learned is not None:
        most = len(learned.levels)
        if number > most:
            raise BadInput(
                source=said("parameter {name}", name=LEVEL), expected=message("1 to {most}", most=most), got=number
            )
        net = learned.levels[int(number) - 1]
        net_of(net, learned.source)
        if given.get(NET, digest_of(net, habit)) != digest_of(net, habit):
            raise BadInput(message("the game was played by another network than that of the file"), source=TRAINED)
    else:
        net = given[NET]
        net_of(net, TRAINED)
    return {LEVEL: number, NET: net, **({HABIT: habit} if habit is not None else {})}
