"""The hooks of a game: the decisions it asks its policies for, and the news it tells them.

A policy is a module with functions of these names. What it leaves out comes from the `FOUNDATION` it names, or from the
game's own defaults. A game declares who each hook belongs to; from that follow the kernel of a policy, the module of a
mixed table, and the checks of a policy from outside.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from importlib import import_module
from types import ModuleType
from typing import Any

GROUP = -1
"""In place of a seat: the decision is the group's."""
SHOWN = ("view", "mind", "dice")
"""The arguments of a hook before what is given to this hook alone."""


@dataclass(frozen=True)
class SharedNotes:
    """What all players of a mixed table remember in common. One policy keeps these notes; what any other writes there
    is taken back at once."""

    kept_by: str
    """The flag of a policy that can keep them. The group keeps them if it can, else the first policy that can."""
    heard: tuple[str, ...] = ()
    """Fields of the memory that the keeper continues from the common memory when it hears news."""
    returned: tuple[str, ...] = ()
    """Fields that are copied back to the common memory afterwards."""


@dataclass(frozen=True, eq=False)
class HookSet:
    """The hooks of one game."""

    game: str
    defaults_in: str
    """The module with the default of every hook, and of everything else a policy may define: `Memory`, `prepare`, …"""
    kernel_in: str
    """The module that plays a game. It imports the defaults by name, or is the module that has them; the kernel of a
    policy is a copy in which these names are the policy's hooks."""
    kernel_parts: tuple[str, ...] = field(default=(), kw_only=True)
    """Other modules of the kernel that ask policies. Each is copied like `kernel_in`, and may import those before
    it."""
    begin: str
    """Called for every policy before a game."""
    player: Mapping[str, str]
    """The decisions that belong to one player: the hook, and an expression of its arguments that gives the seat."""
    news: tuple[str, ...]
    """What every policy hears."""
    group: tuple[str, ...] = ()
    """The decisions of the whole group. A game without a group has none."""
    choices_in: str = ""
    """The module whose `DECISIONS` tell the legal choices of every decision; see `compiled_game.decisions`."""
    required: tuple[str, ...] = ()
    """The hooks that a policy from outside must have."""
    foreseen: Mapping[str, str] = field(default_factory=dict)
    """A player's decision, and the hook in which every other policy at a mixed table works out beforehand what the
    decision would mean."""
    mixed_memory_in: str = "engine.policy.seats.mixed_memory"
    """The module with what a mixed table adds: `MixedMemory`, `player_part`, and with notes `keep_notes`,
    `restore_notes`."""
    notes: SharedNotes | None = None
    cleared: tuple[str, ...] = ()
    """Fields of a policy's memory that are 0 when a game begins."""
    stated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A decision of the group, and the fields of its memory that say how it came about."""
    flags_of_any: tuple[str, ...] = ()
    """Flags that a mixed table has if one of its policies has them."""
    flags_of_group: tuple[str, ...] = ()
    """Flags that a mixed table takes from the policy of the group."""
    for_authors: str = ""
    """The module that offers all that a policy may import."""
    offered_in: tuple[str, ...] = ()
    """The groups of entry points in which installed packages offer policies."""
    examples: Callable[[], Mapping[str, Any]] = dict
    """One value for each argument of the hooks that is not an integer, for the compiler to see its type."""

    @cached_property
    def defaults(self) -> ModuleType:
        return import_module(self.defaults_in)

    @cached_property
    def package(self) -> str:
        """The package of a game that is not the engine's own; empty for one that is."""
        top = self.kernel_in.partition(".")[0]
        return "" if top == __name__.partition(".")[0] else top

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All hooks that the kernel calls."""
        return (self.begin, *self.player, *self.news, *self.group)

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """The same, with those that only mixed tables call."""
        return (*self.names, *self.foreseen.values())

    def arguments(self, hook: str) -> list[str]:
        """The names of a hook's arguments."""
        return arguments(getattr(self.defaults, hook))

    def own_arguments(self, hook: str) -> tuple[str, ...]:
        """The names of what only this hook is given: the cards to choose from, a hand."""
        return tuple(name for name in self.arguments(hook) if name not in SHOWN)

    @cached_property
    def _all_arguments(self) -> dict[str, list[str]]:
        return {hook: self.arguments(hook) for hook in self.names}

    def given(self, hook: str, arguments: Sequence[Any]) -> dict[str, Any]:
        """What only this hook is given, by name. `arguments` are all of a call."""
        named = zip(self._all_arguments[hook], arguments, strict=True)
        return {name: value for name, value in named if name not in SHOWN}

    def seat_of(self, hook: str, view: Any, given: Mapping[str, Any]) -> int:
        """Who makes this decision: a seat, or GROUP."""
        first, *fields = self.player.get(hook, str(GROUP)).split(".")
        names = {"view": view, **given}
        return int(reduce(getattr, fields, names[first])) if first in names else int(first)

    def home_of(self, policy: ModuleType, name: str) -> ModuleType:
        """The module where a hook or another part of a policy is found: the policy itself, its `FOUNDATION`, or the
        defaults."""
        candidates = (policy, getattr(policy, "FOUNDATION", self.defaults))
        return next((each for each in candidates if hasattr(each, name)), self.defaults)

    def part_of(self, policy: ModuleType, name: str) -> Any:
        """A hook or another part of a policy."""
        return getattr(self.home_of(policy, name), name)

    def is_default(self, policy: ModuleType, hook: str) -> bool:
        """Whether a policy leaves a hook to the game."""
        return self.part_of(policy, hook) is getattr(self.defaults, hook)


def arguments(function: Callable[..., Any]) -> list[str]:
    """The names of a function's arguments, compiled or not."""
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)
