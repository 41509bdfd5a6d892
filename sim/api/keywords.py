"""Keyword arguments as keys of an experiment: the axes of the game, its options, who plays, and all other keys.

The names are those of the flags (`players="2-5"`, `policy="novice"`, `deck="base"`), or of the keys of an experiment
(`decks=["base"]`). A name that is neither is refused, with the nearest one that there is.
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from pathlib import Path

from engine.configs import unknown
from engine.errors import BadInput, FatecastError
from engine.game.axes import Axis
from engine.game.registry import DEFAULT_GAME, about, admit, load_game
from sim.compare.operands import BaseExperiment, read_base
from sim.experiment.counts import as_count
from sim.experiment.experiment import Experiment
from sim.experiment.typed_keys import SEATS, check_options, game_of, seat_keys, values_of

OPTION, OPTIONS, ON = "option", "options", "on"
KEYS_OF_SEATS = ("policies", "tables", "focus", "field")

Keys = Mapping[str, object]
Verb = Callable[..., object]


def texts(said: str | Path | Iterable[str | Path] | None) -> list[str]:
    """What may be said once or several times."""
    if said is None:
        return []
    return [str(said)] if isinstance(said, str | Path) else [str(each) for each in said]


def whole(keyword: str, said: object) -> int | None:
    """A whole number as an experiment reads it: 10_000, 1e4 or "10k"."""
    try:
        number = as_count(said)
    except ValueError as error:
        raise BadInput(f"{keyword}: {error}, not {said!r}") from None
    return number if isinstance(number, int) else None


def base_experiment(
    verb: Verb, experiment: str | Path | None, game: str | Path | None, given: Keys, more: Keys
) -> BaseExperiment:
    """The experiment that changes are tried on, with the keywords that override it; None in `more`: not given."""
    given = dict(given)
    name = experiment_named(verb, experiment, given)
    said = admit(str(game)) if game is not None else None
    data, source = read_base(name, said)
    played = game_of(said, data, {}, source)
    keys = {"game": said, **more, **keys_of(verb, given, played)}
    return BaseExperiment(data, source, {key: value for key, value in keys.items() if value is not None})


def experiment_named(verb: Verb, experiment: str | Path | None, given: dict[str, object]) -> str | None:
    """The experiment that is named, by either name of that keyword; `on` is taken from the others."""
    on = given.pop(ON, None)
    if on is not None and experiment is not None:
        raise BadInput(f"{verb.__name__}: expected experiment or on, which mean the same, not both")
    name = experiment if experiment is not None else on
    return None if name is None else str(name)


def keys_of(verb: Verb, given: Keys, game: str) -> dict[str, object]:
    """The keywords that a function did not name itself, as keys of an experiment of this game."""
    check_keywords(verb, given, game)
    declared = about(game).axes
    by_name = {axis.name.replace("-", "_"): axis for axis in declared} | {axis.key: axis for axis in declared}
    found: dict[str, object] = {}
    seats: dict[str, list[str]] = {}
    for name, value in given.items():
        if name in SEATS and _is_text(value):
            seats[name] = texts(value)  # type: ignore[arg-type]
        elif name == OPTION:
            found[OPTIONS] = _options(value, game)
        elif name in by_name and name not in KEYS_OF_SEATS:
            found[by_name[name].key] = axis_value(by_name[name], value)
        else:
            found[name] = value
    return {**(seat_keys(seats, game) if seats else {}), **found}


def content_names(game: str | Path | None) -> list[str]:
    """The keywords that name the content of a game: `deck`."""
    declared = about(default_game(game)).axes
    return [axis.name.replace("-", "_") for axis in declared if axis.values == "names"]


def axis_value(axis: Axis, value: object) -> object:
    """A value of an axis as an experiment holds it: a text is read as a flag is, one number is a list of one."""
    source = f"--{axis.name}"
    if isinstance(value, bool) or (isinstance(value, str | Path) and axis.values in ("numbers", "switch")):
        return values_of(axis, value if isinstance(value, bool) else str(value), source)
    if isinstance(value, str | Path | int):
        return [str(value) if isinstance(value, Path) else value]
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return [str(each) if isinstance(each, Path) else each for each in value]
    return value


def check_keywords(verb: Verb, given: Keys, game: str) -> None:
    """Refuse a keyword that nothing would read."""
    axes = [name for axis in about(game).axes for name in (axis.name.replace("-", "_"), axis.key)]
    known = {*Experiment.model_fields, *axes, *SEATS, *KEYS_OF_SEATS, OPTION, OPTIONS}
    if all(name in known for name in given):
        return
    known |= _keys_of_game(game)
    refuse_keywords(verb, {name: value for name, value in given.items() if name not in known}, known)


def refuse_keywords(verb: Verb, given: Keys, known: Iterable[str] = ()) -> None:
    """Refuse whatever is given: nothing would read it. `known` are keywords beside the function's own arguments."""
    for name in given:
        raise BadInput(f"{verb.__name__}: {unknown('keyword', name, {*known, *_arguments(verb)})}")


def _arguments(verb: Verb) -> set[str]:
    """The arguments that a function names."""
    return {name for name, each in signature(verb).parameters.items() if each.kind is not Parameter.VAR_KEYWORD}


def _keys_of_game(game: str) -> set[str]:
    """The keys that a game fills in by itself; they are not axes, and it takes them all the same."""
    try:
        return set(load_game(game).resolve({}, game))
    except FatecastError:
        return set()


def _options(value: object, game: str) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise BadInput(f"{OPTION}: expected a dict of options and their values, not {value!r}")
    check_options(map(str, value), game)
    return {str(name): each for name, each in value.items()}


def _is_text(value: object) -> bool:
    """Whether a value is text, or only texts; policies can also be given as data."""
    if isinstance(value, str | Path):
        return True
    return isinstance(value, list | tuple) and all(isinstance(each, str | Path) for each in value)


def default_game(game: str | Path | None) -> str:
    """The game that is meant if none is named."""
    return DEFAULT_GAME if game is None else admit(str(game))
