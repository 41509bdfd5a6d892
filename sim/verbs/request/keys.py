"""What was asked, as keys of an experiment: the axes of the game, its options, who plays, and all other keys.

Python says them by the names of the flags (`players="2-5"`, `policy="novice"`, `deck="base"`), or by the keys of an
experiment (`decks=["base"]`). A name that is neither is refused, with the nearest one that there is.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.configs import unknown_word
from engine.errors import BadInput, FatecastError, message
from engine.game.axes import Axis
from engine.game.cell import Json
from engine.game.registry import about, load_game
from sim.experiment.counts import as_count, whole_number
from sim.experiment.experiment import Experiment, read_experiment
from sim.experiment.typed_keys import SEATS, check_options, game_of, seat_keys, values_of
from sim.verbs.request.choices import Base, GameChoice, Name, Seats, Typed, game_named, texts
from sim.verbs.request.declaration import declared
from sim.verbs.request.verb import verb_of

if TYPE_CHECKING:
    from sim.compare.operands import BaseExperiment

OPTIONS = "options"
KEYS_OF_SEATS = ("policies", "tables", "focus", "field")

Keys = Mapping[str, object]


def whole(keyword: str, said: object) -> int | None:
    """A whole number as an experiment reads it: 10_000, 1e4 or "10k"."""
    try:
        number = as_count(said)
    except ValueError as error:
        raise BadInput(message("{error}, not {said!r}", error=error, said=said), source=keyword) from None
    return number if isinstance(number, int) else None


def bounds(flag: str, pairs: Iterable[str]) -> dict[str, int]:
    """`turns=20` as a number for each key."""
    found: dict[str, int] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        number = whole_number(value)
        if number is None:
            raise BadInput(source=flag, expected=message("column=number"), got=pair)
        found[key.strip()] = number
    return found


class Chosen(NamedTuple):
    """An experiment as its file has it, and what was asked over that."""

    data: Json
    source: str
    game: str
    """The game that is played."""
    typed: dict[str, object]


def chosen_experiment(
    verb: str, name: Name | Keys, choice: GameChoice, names: Keys, more: Keys, settings: Keys, source: str
) -> Chosen:
    """The experiment that is named, or given as data, or an empty one, and the keys that override it. None in `more`:
    not given. `source` is where an empty one comes from."""
    said = game_named(choice.game)
    if isinstance(name, Mapping):
        read: tuple[Json, str] = {**name}, "experiment"
    else:
        read = read_experiment(str(name), _game_in(said, settings)) if name is not None else ({}, source)
    return _chosen(verb, read, said, choice, names, more, settings)


def base_experiment(
    verb: str, base: Base, more: Keys, names: Keys | None = None, settings: Keys | None = None
) -> "BaseExperiment":
    """The experiment that changes are tried on, with what overrides it; None in `more`: not given."""
    from sim.compare.operands import BaseExperiment, read_base

    said, settings = game_named(base.choice.game), settings or {}
    name = None if base.experiment is None else str(base.experiment)
    read = read_base(name, _game_in(said, settings))
    more = {"seed": base.seed, **more}
    chosen = _chosen(verb, read, said, base.choice, names or {}, more, settings)
    return BaseExperiment(chosen.data, chosen.source, chosen.typed)


def _chosen(
    verb: str, read: tuple[Json, str], said: str | None, choice: GameChoice, names: Keys, more: Keys, settings: Keys
) -> Chosen:
    game = game_of(said, read[0], settings, read[1])
    keys = {
        **choice_keys(choice, names, game),
        "game": said,
        **more,
        **keyword_keys(verb, choice.others, game),
        **settings,
    }
    return Chosen(*read, game, {key: value for key, value in keys.items() if value is not None})


def _game_in(said: str | None, settings: Keys) -> str | None:
    """The game that was named, also among other keys."""
    return said or (str(settings["game"]) if settings.get("game") else None)


def choice_keys(choice: GameChoice, names: Keys, game: str) -> Json:
    """The axes, the seats and the options that were asked for, as keys of an experiment of this game."""
    found = {**axis_keys(choice.axes, game), **seats_as_keys(choice.seats, game), **axis_keys(names, game)}
    found |= axis_settings(choice.axis, game)
    if choice.option:
        found[OPTIONS] = _options(choice.option, game)
    return found


def axis_keys(given: Keys, game: str) -> Json:
    """Values of axes, by their names."""
    declared = {axis.name: axis for axis in about(game).axes}
    found: Json = {}
    for name, value in given.items():
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise BadInput(
                message("the game {game} has no such axis; its axes are: {known}", game=game, known=known),
                source=f"--{name}",
            )
        found[declared[name].key] = axis_value(declared[name], value)
    return found


def axis_settings(settings: Iterable[str], game: str) -> Json:
    """What `--axis NAME=VALUES` sets, as keys of an experiment of this game."""
    declared = {axis.name: axis for axis in about(game).axes}
    typed: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, values = setting.partition("=")
        if not equals:
            raise BadInput(source="--axis", expected=message("NAME=VALUES"), got=setting)
        if name not in declared:
            raise unknown_word("axis", name, declared, source="--axis")
        typed.setdefault(name, []).append(values)
    return {declared[name].key: values_of(declared[name], texts, f"--{name}") for name, texts in typed.items()}


def axis_value(axis: Axis, value: object) -> object:
    """A value of an axis as an experiment holds it: a text is read as a flag is, one number is a list of one."""
    source = f"--{axis.name}"
    if isinstance(value, Typed):
        one_file = value.is_one and axis.values == "names" and Path(value.texts[0]).is_file()
        return [*value.texts] if one_file else values_of(axis, value.texts, source)
    if isinstance(value, bool) or (isinstance(value, str | Path) and axis.values in ("numbers", "switch")):
        return values_of(axis, value if isinstance(value, bool) else str(value), source)
    if isinstance(value, str | Path | int):
        return [str(value) if isinstance(value, Path) else value]
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return [str(each) if isinstance(each, Path) else each for each in value]
    return value


def seats_as_keys(seats: Seats, game: str) -> Json:
    """Who plays, as keys of an experiment. Policies can also be given as data."""
    said = {name: getattr(seats, name) for name in SEATS if getattr(seats, name) not in (None, (), [])}
    named = {name: texts(value) for name, value in said.items() if _is_text(value)}
    data = {name: value for name, value in said.items() if name not in named}
    return {**(seat_keys(named, game) if named else {}), **data}


def keyword_keys(verb: str, given: Keys, game: str) -> Json:
    """The keywords that have no field of their own, as keys of an experiment of this game."""
    check_keywords(verb, given, game)
    declared = about(game).axes
    by_name = {axis.name.replace("-", "_"): axis for axis in declared} | {axis.key: axis for axis in declared}
    return {
        (by_name[name].key if name in by_name else name): (
            axis_value(by_name[name], value) if name in by_name and name not in KEYS_OF_SEATS else value
        )
        for name, value in given.items()
    }


def check_keywords(verb: str, given: Keys, game: str) -> None:
    """Refuse a keyword that nothing would read."""
    axes = [name for axis in about(game).axes for name in (axis.name.replace("-", "_"), axis.key)]
    known = {*Experiment.model_fields, *axes, *SEATS, *KEYS_OF_SEATS, "option", OPTIONS}
    if all(name in known for name in given):
        return
    known |= _keys_of_game(game)
    own = [field.keyword for field in declared(verb_of(verb).request) if not field.says.only_typed]
    refuse_keywords(verb, {name: value for name, value in given.items() if name not in known}, {*known, *own})


def refuse_keywords(verb: str, given: Keys, known: Iterable[str] = ()) -> None:
    """Refuse whatever is given: nothing would read it. `known` are the keywords that something would read."""
    for name in given:
        raise unknown_word("keyword", name, {*known, "progress"}, source=verb)


def _keys_of_game(game: str) -> set[str]:
    """The keys that a game fills in by itself; they are not axes, and it takes them all the same."""
    try:
        return set(load_game(game).resolve({}, game))
    except FatecastError:
        return set()


def _options(value: object, game: str) -> Json:
    if not isinstance(value, Mapping):
        raise BadInput(source="option", expected=message("a dict of options and their values"), got=value)
    check_options(map(str, value), game)
    return {str(name): each for name, each in value.items()}


def _is_text(value: object) -> bool:
    """Whether a value is text, or only texts."""
    if isinstance(value, str | Path):
        return True
    return isinstance(value, list | tuple) and all(isinstance(each, str | Path) for each in value)
