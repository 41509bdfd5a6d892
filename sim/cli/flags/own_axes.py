"""Flags for the axes of a game from outside, which is known only once the call names it.

`--storm 0-2` is read as `--axis storm=0-2`, and a game decides how its axes are read, even if another game has made a
flag of the same name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from engine.game.about import About
from engine.game.axes import Axis
from sim.cli.flags.axes import NAMES, NUMBERS, SWITCHES

AXIS = "--axis"
POLICY = "policy"
"""The one flag that is no axis flag, but an axis can take: in some games, who plays is an axis like any other."""


def own_axes(params: Sequence[Any], game: About) -> dict[str, Axis]:
    """The axes of a game that are written as flags: all but those that a verb's other flags are called by."""
    taken = {flag[2:] for param in params for flag in (*param.opts, *param.secondary_opts)}
    taken -= {*NAMES, *NUMBERS, *SWITCHES, POLICY}
    return {axis.name: axis for axis in game.axes if axis.values != "policies" and axis.name not in taken}


def without_flags(params: Sequence[Any]) -> dict[str, Axis]:
    """The axes of all games that a verb has no flag for."""
    return {axis.name: axis for axis in (*NAMES.values(), *SWITCHES.values()) if _is_missing(axis, params)}


def in_general_words(args: Iterable[str], axes: Mapping[str, Axis]) -> Iterator[str]:
    """The arguments with `--axis storm=0-2` in place of `--storm 0-2`, and `storm=on` or `off` for a switch."""
    left = iter(args)
    for word in left:
        flag, equals, value = word.partition("=")
        name = flag.removeprefix("--") if flag.startswith("--") else ""
        switch = axes.get(name.removeprefix("no-"))
        if switch is not None and switch.values == "switch" and not equals:
            yield from (AXIS, f"{switch.name}={'on' if name == switch.name else 'off'}")
        elif name in axes and (equals or (value := next(left, ""))):
            yield from (AXIS, f"{name}={value}")
        else:
            yield word
        if word == "--":
            yield from left


def with_flags_of(params: Sequence[Any], game: About) -> list[Any]:
    """The flags of a verb with one for each axis that has none yet. These are for the help, and for a hint at what was
    mistyped; nothing reads their values, because the arguments no longer contain them."""
    usual = [param for param in params if not param.name.startswith(AXIS)]
    general = next((param for param in usual if AXIS in param.opts), None)
    found = []
    for param in usual:
        if param is general:
            found += [_flag(general, axis) for axis in own_axes(usual, game).values() if _is_missing(axis, usual)]
        found.append(param)
    return found


def _is_missing(axis: Axis, params: Iterable[Any]) -> bool:
    return not any(f"--{axis.name}" in param.opts for param in params)


def _flag(general: Any, axis: Axis) -> Any:
    made = copy(general)
    made.name, made.opts, made.expose_value, made.help = f"{AXIS} {axis.name}", [f"--{axis.name}"], False, axis.help
    made.metavar = {"numbers": "NUMBERS", "names": "NAMES"}.get(axis.values, "")
    made.secondary_opts = [f"--no-{axis.name}"] if axis.values == "switch" else []
    return made
