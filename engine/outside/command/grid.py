"""The game's part of an experiment (axes and options), and the cells it spans."""

from collections.abc import Mapping
from itertools import product
from math import prod

from engine.configs import unknown
from engine.content.errors import bad_field
from engine.content.fields import shown
from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell, Json, check_size
from engine.outside.command.declared import OPTIONS, PROGRAM, Declared
from engine.outside.command.hello import HelloAxis
from engine.policy.parameters import complete


def resolve_grid(game: Declared, data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every option, and with what identifies the program."""
    known = {*(axis.name for axis in game.hello.axes), OPTIONS, PROGRAM}
    for key in data:
        if key not in known:
            raise BadInput(f"{source}: {unknown('key', key, known - {PROGRAM})}")
    if data.get(PROGRAM, game.pin) != game.pin:
        raise NotComparable(f"{source}: played with {_difference(game, data[PROGRAM])}")
    resolved = {
        **{axis.name: _values(axis, data.get(axis.name), source) for axis in game.hello.axes},
        OPTIONS: _options(game, data.get(OPTIONS, {}), source),
        PROGRAM: game.pin,
    }
    check_size(prod(len(resolved[axis.name]) for axis in game.hello.axes), source)
    return resolved


def cells_of(game: Declared, grid: Json) -> list[Cell]:
    """The cells of a resolved grid."""
    names = [axis.name for axis in game.hello.axes]
    rest = {"game": game.hello.name, PROGRAM: game.pin, OPTIONS: grid[OPTIONS]}
    points = product(*(grid[name] for name in names))
    return [Cell(point, {**rest, "axes": point}) for point in (dict(zip(names, each, strict=True)) for each in points)]


def _values(axis: HelloAxis, given: object, source: str) -> list[int | str]:
    if given is None:
        return [*(axis.default or axis.values)]
    known: list[int | str] = [*axis.values]
    if not isinstance(given, list) or not given:
        raise bad_field(source, (axis.name,), f"expected a list of values, got {shown(given)}")
    for at, value in enumerate(given):
        if type(value) is not type(known[0]) or value not in known:
            some = ", ".join(map(str, known[:20])) + (", …" if len(known) > 20 else "")
            raise bad_field(source, (axis.name,), f"expected some of {some}, got {shown(value)}")
        if value in given[:at]:
            raise bad_field(source, (axis.name,), f"{value} is there twice")
    return given


def _options(game: Declared, given: object, source: str) -> Json:
    if not isinstance(given, Mapping):
        raise bad_field(source, (OPTIONS,), f"expected a table of numbers, got {shown(given)}")
    try:
        return complete(game.parameters, given)
    except BadInput as error:
        raise bad_field(source, (OPTIONS,), str(error)) from None


def _difference(game: Declared, played: object) -> str:
    """How another program differs, as far as its identity tells."""
    here = f"not what {game.program.source} is now"
    if not isinstance(played, Mapping):
        return f"another program of {game.name}, {here}"
    if played.get("version") != game.pin["version"]:
        return f"version {shown(played.get('version'))} of {game.name}, {game.program.source} is {game.pin['version']}"
    what = "another file or other arguments" if played.get("command") != game.pin["command"] else "another hello"
    return f"another program of {game.name} ({what}), {here}"
