"""The game's part of an experiment (who plays, how many, axes, parameters), and the cells it spans."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from engine.configs import unknown
from engine.content.errors import bad_field
from engine.content.fields import shown
from engine.errors import BadInput
from engine.game.cell import Cell, Json, check_size
from engine.game.seats import FIELD, FOCUS
from engine.outside.own.declared import CODE, OPTIONS, PLAYERS, Declared
from engine.policy.seats.seating import SEATINGS, check_tables, resolve_seating, seatings_of


def resolve_grid(game: Declared, data: Mapping[str, object], source: str) -> Json:
    """The grid as plain data, with every policy and every parameter complete, and the hash of the game's file."""
    known = {*SEATINGS, PLAYERS, *game.axes, OPTIONS, CODE}
    for key in data:
        if key not in known:
            raise BadInput(f"{source}: {unknown('key', key, known - {CODE})}")
    seating = {key: _list(data, key, source, "policies") for key in SEATINGS if data.get(key) is not None}
    if not game.is_contest and (seating.get(FOCUS) or seating.get(FIELD)):
        raise bad_field(source, (FOCUS,), f"{game.name} has no seats that compete")
    default = next(iter(game.policies.installed))
    players = _numbers(data, PLAYERS, source, range(game.fewest, game.most + 1))
    resolved = {
        **resolve_seating(game.policies, seating, [default], source),
        PLAYERS: players,
        **{axis: _numbers(data, axis, source, values) for axis, values in game.axes.items()},
        OPTIONS: _options(game, data.get(OPTIONS, {}), min(players), source),
        CODE: game.file.digest,
    }
    check_tables(game.policies, resolved, min(players), source)
    check_size(len(seatings_of(game.policies, resolved)) * len(_points(game, resolved)), source)
    return resolved


def cells_of(game: Declared, grid: Json) -> list[Cell]:
    """The cells of a resolved grid. Only a cell with a focus has a seat for it."""
    code = {game.file.digest: game.file.text} if game.file.text else {}
    found = []
    for labels, who in seatings_of(game.policies, grid):
        options = {key: value for key, value in grid[OPTIONS].items() if key != FOCUS or FOCUS in who}
        for point in _points(game, grid):
            spec = {CODE: game.file.digest, **who, **point, OPTIONS: options}
            found.append(Cell({**labels, **point}, spec, code))
    return found


def _points(game: Declared, grid: Json) -> list[dict[str, int]]:
    axes = (PLAYERS, *game.axes)
    return [dict(zip(axes, values, strict=True)) for values in product(*(grid[axis] for axis in axes))]


def _list(data: Mapping[str, object], key: str, source: str, what: str) -> list[Any]:
    found = data[key]
    if not isinstance(found, list):
        raise bad_field(source, (key,), f"expected a list of {what}, got {shown(found)}")
    return found


def _numbers(data: Mapping[str, object], key: str, source: str, valid: Sequence[int]) -> list[int]:
    """The values of an axis; all, if none are named."""
    if key not in data:
        return list(valid)
    found = _list(data, key, source, "numbers")
    whole = [value for value in found if type(value) is int and value in valid]
    if not found or len(whole) < len(found) or len(set(whole)) < len(whole):
        span = ", ".join(map(str, valid[:20])) + (", …" if len(valid) > 20 else "")
        raise bad_field(source, (key,), f"expected some of {span}, each once, got {shown(str(found))}")
    return whole


def _options(game: Declared, given: object, seats: int, source: str) -> Json:
    """The parameters of the rules and the seat of the focus, checked and complete."""
    if not isinstance(given, Mapping):
        raise bad_field(source, (OPTIONS,), "expected a table of numbers")
    known = [*game.parameters, *([FOCUS] if game.is_contest else [])]
    for name in given:
        if name not in known:
            raise BadInput(f"{source}: {OPTIONS}: {unknown('option', str(name), known)}")
    found: Json = {}
    for name, parameter in game.parameters.items():
        try:
            found[name] = parameter.read(name, given.get(name, parameter.default))
        except BadInput as error:
            raise bad_field(source, (OPTIONS,), str(error)) from None
    if game.is_contest:
        seat = given.get(FOCUS, 0)
        if type(seat) is not int or not 0 <= seat <= seats:
            raise bad_field(source, (OPTIONS, FOCUS), f"expected a seat from 1 to {seats}, or 0")
        found[FOCUS] = seat
    return found
