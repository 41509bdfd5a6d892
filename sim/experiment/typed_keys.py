"""What a person says about a game's axes, its options and who plays, as keys of an experiment: `players` 2-5, `policy`
novice. The command line and Python say it by the same names, and hear the same complaints."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from engine.configs import unknown_word
from engine.errors import BadInput, Text, message
from engine.game.axes import Axis
from engine.game.registry import DEFAULT_GAME, about, load_game
from engine.language.current import word
from sim.experiment.values import admitted, numbers, words

SWITCHED = {"on": True, "true": True, "off": False, "false": False}
SEATS = ("policy", "table", "focus", "field")
"""Who plays; each can be said several times."""


def values_of(axis: Axis, typed: str | Sequence[str] | bool, source: str) -> object:
    """What was typed for an axis, as an experiment holds it. The game that declares the axis decides how to read it."""
    if isinstance(typed, bool) and axis.values != "switch":
        raise BadInput(source=source, expected=_values(axis), hint=message("{help}", help=word(axis.help)))
    if isinstance(typed, bool):
        return typed
    texts = [typed] if isinstance(typed, str) else typed
    if axis.values == "numbers":
        return numbers(source, ",".join(texts))
    if axis.values == "names":
        return words(texts) or _nothing(source)
    if axis.values == "switch" and texts[-1] in SWITCHED:
        return SWITCHED[texts[-1]]
    raise BadInput(
        source=source,
        expected=message("on or off") if axis.values == "switch" else message("policies after --policy"),
    )


def _values(axis: Axis) -> Text:
    """What kind of values an axis has, in a word."""
    words = {"names": message("names"), "numbers": message("numbers"), "policies": message("policies")}
    return words.get(axis.values, axis.values)


def _nothing(source: str) -> NoReturn:
    raise BadInput(source=source, expected=message("a name, got nothing"))


def seat_keys(seats: Mapping[str, Sequence[str] | None], game: str) -> dict[str, object]:
    """Who plays. This is replaced as a whole: empty lists take the place of what was not said. Files of code are
    loaded: the call names them."""
    said = {name: seats.get(name) or [] for name in SEATS}
    typed, known = [f"--{name}" for name, value in said.items() if value], about(game)
    if typed and not known.has_policies:
        raise BadInput(message("the game {game} has no policies to choose from", game=game), source=typed[0])
    if (said["focus"] or said["field"]) and not known.has_focus:
        raise BadInput(message("the game {game} has no seats that compete", game=game), source=typed[-1])
    found: dict[str, object] = {}
    if said["policy"] or said["table"]:
        found["policies"] = policies(said["policy"], game) or (_nothing("--policy") if said["policy"] else [])
        found["tables"] = [admitted(load_game(game), text) for text in said["table"]]
    for name in ("focus", "field"):
        if said[name]:
            found[name] = policies(said[name], game)
    empty = ("policies", "tables") if said["focus"] or said["field"] else ("focus", "field") if known.has_focus else ()
    return {**({key: [] for key in empty} if typed else {}), **found}


def policies(values: Iterable[str], game: str) -> list[str]:
    """The policies that were named; files of code among them are loaded."""
    return [admitted(load_game(game), word) for word in words(values)]


def check_options(options: Iterable[str], game: str) -> None:
    """Refuse an option that the game has not declared."""
    known = [option.name for option in about(game).options]
    for name in options:
        if not known:
            raise BadInput(message("--option {name}: the game {game} has no options", name=name, game=game))
        if name not in known:
            raise unknown_word("option", name, known, source="--option")


def game_of(said: str | None, data: Mapping[str, object], more: Mapping[str, object], source: str) -> str:
    """The game that is played: that of another key, the one that was named, or that of the experiment."""
    named = data.get("game")
    if said is not None and named is not None and said != named:
        raise BadInput(
            message("--game {said}: {source} is an experiment of {named}", said=said, source=source, named=named)
        )
    return str(more.get("game") or said or named or DEFAULT_GAME)
