"""Flags made from the axes that the games declare, such as `--players`.

A game declares its axes in a module that is quick to import. There is a flag for each axis of each game; `help`
shows those of one game. Which key of an experiment a flag sets is up to the game that is played.
"""

from collections.abc import Iterable
from dataclasses import field, fields, make_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.axes import Axis
from engine.game.registry import DEFAULT_GAME, GAMES, about

REPEATABLE = "; repeatable."


class AxisFlags:
    """What was typed for some of the axes, as a dataclass with a field for each."""

    def keys(self, game: str) -> dict[str, object]:
        """As keys of an experiment of this game; only those that were typed."""
        from sim.experiment.typed_keys import values_of

        found: dict[str, object] = {}
        declared = {axis.name: axis for axis in about(game).axes}
        for name, typed in self._typed().items():
            axis = declared.get(name) or {**NUMBERS, **NAMES, **SWITCHES}[name]
            one_file = isinstance(typed, str) and axis.values == "names" and Path(typed).is_file()
            values = [typed] if one_file else values_of(axis, typed, f"--{name}")
            if name not in declared:
                raise BadInput(
                    f"--{name}: the game {game} has no such axis; its axes are: {', '.join(declared) or 'none'}"
                )
            found[axis.key] = values
        return found

    def _typed(self) -> dict[str, Any]:
        typed = {each.name.replace("_", "-"): getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in typed.items() if value is not None}


def _all_axes(values: str) -> dict[str, Axis]:
    """The axes of all games by their flags; where two games share a flag, as the first describes it."""
    found: dict[str, Axis] = {}
    for game in GAMES:
        for axis in about(game).axes:
            if axis.values == values:
                found.setdefault(axis.name, axis)
    return found


NUMBERS, NAMES, SWITCHES = _all_axes("numbers"), _all_axes("names"), _all_axes("switch")


def _bundle(name: str, axes: dict[str, Axis], kind: Any, suffix: str) -> type[AxisFlags]:
    flags = []
    for axis in axes.values():
        names = (f"--{axis.name}/--no-{axis.name}",) if axis.values == "switch" else (f"--{axis.name}",)
        shown = Annotated[kind, typer.Option(*names, help=help_of(axis, suffix))]
        flags.append((axis.name.replace("-", "_"), shown, field(default=None)))
    return make_dataclass(name, flags, bases=(AxisFlags,), frozen=True)


def help_of(axis: Axis, suffix: str) -> str:
    """The help of an axis as a flag shows it: `suffix` says how often the flag can be given."""
    return axis.help if suffix == REPEATABLE else f"{axis.help.removesuffix(REPEATABLE).rstrip('.')}{suffix}"


INSTEAD = ", instead of the experiment's."

if TYPE_CHECKING:

    class NumberFlags(AxisFlags):
        """The axes of numbers, each as `2,4` or `2-5`."""

    class NameFlags(AxisFlags):
        """The axes of names; a flag can be repeated."""

    class OneNameFlags(AxisFlags):
        """The axes of names, given once: `A` or `A,B`. A comma may belong to the name of a file."""

    class SwitchFlags(AxisFlags):
        """The axes that are on or off."""

else:
    NumberFlags = _bundle("NumberFlags", NUMBERS, str | None, ".")
    NameFlags = _bundle("NameFlags", NAMES, list[str] | None, REPEATABLE)
    OneNameFlags = _bundle("OneNameFlags", NAMES, str | None, INSTEAD)
    SwitchFlags = _bundle("SwitchFlags", SWITCHES, bool | None, ".")


AxisSetting = Annotated[
    list[str] | None,
    typer.Option("--axis", metavar="NAME=VALUES", help="Any axis of the game, such as players=2-4; repeatable."),
]
"""For every axis, even one of a game from outside, which was not known when the flags were made."""


def axis_settings(settings: Iterable[str], game: str) -> dict[str, object]:
    """What `--axis` sets, as keys of an experiment of this game."""
    from sim.experiment.typed_keys import values_of

    declared = {axis.name: axis for axis in about(game).axes}
    typed: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, values = setting.partition("=")
        if not equals:
            raise BadInput(f"--axis: expected NAME=VALUES, not {setting!r}")
        if name not in declared:
            raise BadInput(f"--axis: {unknown('axis', name, declared)}")
        typed.setdefault(name, []).append(values)
    return {declared[name].key: values_of(declared[name], texts, f"--{name}") for name, texts in typed.items()}


ContentFlag = Annotated[
    str | None,
    typer.Option(*(f"--{name}" for name in NAMES), help="The content, by name or file; by default the usual one."),
]
"""A file of the game's content, named as the game names it."""

SizeFlag = Annotated[
    str | None,
    typer.Option(
        *dict.fromkeys(f"--{about(game).size}" for game in GAMES if about(game).size),
        help="How many play: 2,4 or 2-5; by default all numbers that can.",
    ),
]


def default_content(game: str) -> str:
    """The content that a game is usually played with."""
    return about(game).usual_content


def parts_of_a_game() -> str:
    """What a side of a comparison can be: `a deck, a policy`."""
    return ", ".join(f"a {name}" for name in (*NAMES, "policy"))


def goal_cells(at: int) -> str:
    """Some cells, as a goal or an intent names them: `doom 2`."""
    axis = next(axis for axis in about(DEFAULT_GAME).axes if axis.role == "difficulty")
    return f"{axis.name} {axis.example.split(',')[at]}"
