"""Ids of a program's games: the name of the game, the version of its rules and the start of a hash of the program, the
axes, the seed, the index, and the options that are not the usual ones:
`cmd:pig-in-c:rules1@5d41402a:policy=hold:players=2:seed1:game17:goal=50`."""

import re
from hashlib import sha256
from json import dumps

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell
from engine.outside.command.declared import OPTIONS, Declared
from engine.outside.command.grid import cells_of, resolve_grid
from engine.policy.naming import shown_number
from engine.policy.parameters import changed
from engine.policy.seats.in_ids import seed_and_index

REST = re.compile(
    r"rules(?P<rules>\d+)@(?P<program>[0-9a-f]{8})(?P<axes>(:[^:=]+=[^:=]+)*)"
    r":seed(?P<seed>\d{1,20}):game(?P<index>\d{1,20})(?P<options>(:[^:=]+=[^:=]+)*)",
    re.ASCII,
)


def game_id(game: Declared, cell: Cell, seed: int, index: int) -> str:
    axes = [f"{name}={value}" for name, value in cell.spec["axes"].items()]
    options = changed(game.parameters, cell.spec[OPTIONS])
    head = [game.name, f"rules{game.hello.version}@{_program(game)}", *axes, f"seed{seed}", f"game{index}"]
    return ":".join([*head, *(f"{name}={shown_number(value)}" for name, value in options.items())])


def find_game(game: Declared, text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id."""
    match = REST.fullmatch(text.removeprefix(f"{game.name}:")) if text.startswith(f"{game.name}:") else None
    if match is None:
        raise BadInput(f"game id {text!r}: expected {game.name}:rules{game.hello.version}@…:seed1:game17")
    if (match["rules"], match["program"]) != (str(game.hello.version), _program(game)):
        here = f"rules{game.hello.version}@{_program(game)}"
        raise NotComparable(f"game id {text!r}: played by another program, {game.program.source} is {here}")
    seed, index = seed_and_index(match, text)
    axes, options = (dict(part.split("=") for part in match[key].split(":")[1:]) for key in ("axes", OPTIONS))
    numbers = {axis.name for axis in game.hello.axes if axis.is_numbers}
    values = {name: [_number(value) if name in numbers else value] for name, value in axes.items()}
    missing = [axis.name for axis in game.hello.axes if axis.name not in axes]
    if missing:
        raise BadInput(f"game id {text!r}: expected a value of {missing[0]}")
    return cells_of(game, resolve_grid(game, {**values, OPTIONS: options}, f"game id {text!r}"))[0], seed, index


def _program(game: Declared) -> str:
    return sha256(dumps(game.pin, sort_keys=True).encode()).hexdigest()[:8]


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d{1,20}", text, re.ASCII) else text
