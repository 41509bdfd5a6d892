"""A mixed table is a policy like any other: a generated module that passes each decision to the policy it belongs to.

A player's decisions are his own; the group's are decided by the group's policy, and every policy hears the news. Each
policy has its own part of the memory. If the game has notes that all share, one policy keeps them (see `SharedNotes`).
"""

from functools import cache, partial
from types import ModuleType
from typing import Any

from engine.game.cell import Json
from engine.kernel.code_cache import cache_folder, load_module, named_by_content, write_module
from engine.policy.hooks import HookSet
from engine.policy.kernel import source_hash
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import module_of, parts_of


def deciding_module(policies: PolicySet, policy: Json, code: Json) -> ModuleType:
    """The module that plays a cell's policy: its own, or that of the mixed table."""
    parts = [decided_in(policies.hooks, module_of(policies, part, code)) for part in parts_of(policy)]
    return mixed(policies.hooks, tuple(parts)) if "seats" in policy else parts[0]


def decided_in(hooks: HookSet, policy: ModuleType) -> ModuleType:
    """The module that decides for a policy: its foundation, if the policy only sets parameters. So policies that differ
    in nothing else share their machine code."""
    foundation: ModuleType | None = getattr(policy, "FOUNDATION", None)
    own = any(name in vars(policy) for name in (*hooks.all_names, "Memory", "prepare", "CODE"))
    return policy if own or foundation is None else foundation


@cache
def mixed(hooks: HookSet, parts: tuple[ModuleType, ...]) -> ModuleType:
    """A table of these policies, the group's first. Who sits where is data, and so no part of the module."""
    source = TableModule(hooks, parts).source()
    module: Any = load_module(write_module(cache_folder(hooks.game), named_by_content("table", source), source))
    module.prepare = partial(prepare, hooks, parts)
    set_flags(hooks, module, parts)
    mixed_table: ModuleType = module
    return mixed_table


def set_flags(hooks: HookSet, module: Any, parts: tuple[ModuleType, ...]) -> None:
    """The flags of a table, and who sits there."""
    for flag in hooks.flags_of_any:
        setattr(module, flag, any(hooks.part_of(part, flag) for part in parts))
    for flag in hooks.flags_of_group:
        setattr(module, flag, hooks.part_of(parts[0], flag))
    module.PARTS = parts


def prepare(hooks: HookSet, parts: tuple[ModuleType, ...], mind: Any, parameters: Json, content: Any) -> None:
    """Give every policy its parameters, and every player a policy."""
    distinct = parts_of(parameters)
    for number, (module, policy) in enumerate(zip(parts, distinct, strict=True)):
        hooks.part_of(module, "prepare")(getattr(mind, f"part_{number}"), policy["parameters"], content)
    mind.names = len(parameters["seats"])
    for at, seat in enumerate(parameters["seats"]):
        mind.part[at] = distinct.index(seat)


class TableModule:
    """Writes the module of a mixed table."""

    def __init__(self, hooks: HookSet, parts: tuple[ModuleType, ...]) -> None:
        self.hooks, self.parts = hooks, parts
        self.keeper = 0
        if hooks.notes:
            flags = [bool(hooks.part_of(part, hooks.notes.kept_by)) for part in parts]
            self.keeper = flags.index(True) if any(flags) else 0

    def source(self) -> str:
        """The text of the module."""
        hooks = self.hooks
        helpers = "MixedMemory, keep_notes, player_part, restore_notes" if hooks.notes else "MixedMemory, player_part"
        lines = [
            '"""A mixed table."""\n\n',
            "from engine.kernel.compiled import compiled\n",
            f"from {hooks.mixed_memory_in} import {helpers}\n",
            *self.imports(),
        ]
        for number, part in enumerate(self.parts):
            lines.append(f"# decided by {source_hash(part)}\n")
            names = ("Memory", *hooks.all_names)
            lines += [f"from {hooks.home_of(part, name).__name__} import {name} as {name}_{number}\n" for name in names]
        lines.append("\n\nclass Memory(MixedMemory):\n")
        lines += self.fields()
        lines += [f"    part_{number}: Memory_{number}\n" for number in range(len(self.parts))]
        lines.append(self.begin())
        lines += [
            self._foreseen(hook) if hook in hooks.foreseen else self._of_player(hook, seat)
            for hook, seat in hooks.player.items()
        ]
        lines += [*map(self._news, hooks.news), *map(self.of_group, hooks.group)]
        return "".join(lines)

    def imports(self) -> list[str]:
        """More lines at the top."""
        return []

    def fields(self) -> list[str]:
        """More lines of the memory."""
        return []

    def which(self, seat: str) -> str:
        """An expression for the number of the policy that decides for a seat."""
        return f"player_part(view, mind, {seat})"

    def answering(self, hook: str) -> list[str]:
        """How a hook ends, once `answer` is known."""
        return ["return answer"]

    def function(self, hook: str, body: list[str]) -> str:
        text = "".join(f"    {line}\n" for line in body or ["pass"])
        return f"\n\n@compiled\ndef {hook}({', '.join(self.hooks.arguments(hook))}):\n{text}"

    def call(self, hook: str, number: int) -> str:
        """A policy's own function, called with its own part of the memory."""
        names = self.hooks.arguments(hook)
        given = [f"mind.part_{number}" if name == "mind" else name for name in names]
        return f"{hook}_{number}({', '.join(given)})"

    def begin(self) -> str:
        body = []
        for number in range(len(self.parts)):
            body += [f"mind.part_{number}.{note} = 0" for note in self.hooks.cleared]
            body.append(self.call(self.hooks.begin, number))
        return self.function(self.hooks.begin, body)

    def _chosen(self, hook: str, become: str) -> list[str]:
        """The answer of the policy number `which`."""
        body: list[str] = []
        for number in range(len(self.parts) - 1):
            body += [f"{'el' if number else ''}if which == {number}:", f"    {become}{self.call(hook, number)}"]
        last = f"{become}{self.call(hook, len(self.parts) - 1)}"
        return [*body, "else:", f"    {last}"] if body else [last]

    def _of_player(self, hook: str, seat: str) -> str:
        body = [f"which = {self.which(seat)}", *self._chosen(hook, "answer = "), *self.answering(hook)]
        return self.function(hook, body)

    def _foreseen(self, hook: str) -> str:
        """Before a player decides, every other policy works out what the decision would mean; then the player
        decides."""
        expect, keeper = self.hooks.foreseen[hook], self.keeper
        body = [f"which = {self.which(self.hooks.player[hook])}"]
        if not self.hooks.is_default(self.parts[keeper], expect):
            body += [f"if which != {keeper}:", f"    {self.call(expect, keeper)}"]
        body += self._keep()
        for number, part in enumerate(self.parts):
            if number != keeper and not self.hooks.is_default(part, expect):
                body += [f"if which != {number}:", f"    {self.call(expect, number)}"]
                body += [f"    {line}" for line in self._restore()]
        body += self._chosen(hook, "answer = ")
        if restore := self._restore():
            body += [f"if which != {keeper}:", *(f"    {line}" for line in restore)]
        return self.function(hook, [*body, *self.answering(hook)])

    def _news(self, hook: str) -> str:
        body: list[str] = []
        for number, part in enumerate(self.parts):
            if number != self.keeper and not self.hooks.is_default(part, hook):
                body += [] if body else self._keep()
                body += [self.call(hook, number), *self._restore()]
        if not self.hooks.is_default(self.parts[self.keeper], hook):
            own, notes = f"mind.part_{self.keeper}", self.hooks.notes
            body += [f"{own}.{note} = mind.{note}" for note in (notes.heard if notes else ())]
            body.append(self.call(hook, self.keeper))
            body += [f"mind.{note} = {own}.{note}" for note in (notes.returned if notes else ())]
        return self.function(hook, body)

    def of_group(self, hook: str) -> str:
        notes = self.hooks.stated.get(hook, ())
        body = [f"mind.part_0.{note} = 0" for note in notes]
        body.append(f"answer = {self.call(hook, 0)}")
        body += [f"mind.{note} = mind.part_0.{note}" for note in notes]
        return self.function(hook, [*body, "return answer"])

    def _keep(self) -> list[str]:
        return ["keep_notes(view, mind)"] if self.hooks.notes else []

    def _restore(self) -> list[str]:
        return ["restore_notes(view, mind)"] if self.hooks.notes else []
