"""The module that decides at a table where somebody searches, or from which games fork: a mixed table, also if there is
one policy, with a gate in front of every answer.

What the worlds of a game can differ in (see `Decisions.hidden`) lies in the memory of this table, and the world that
the kernel plays in refers to it there. So a fork can exchange it in the middle of a game.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from types import ModuleType
from typing import Any, get_type_hints

from engine.game.cell import Json
from engine.kernel.code_cache import cache_folder, load_module, named_by_content, write_module
from engine.kernel.compiled import Kernel
from engine.players.compiled_game.gate import AS_BEFORE, FORKS_AT_ONCE, MOST_GIVEN, MOST_PARTS, NEVER, WIDTH
from engine.players.compiled_game.packing import size_of, unpacking
from engine.policy.compiled_game.play import FORKS
from engine.policy.hooks import GROUP, HookSet
from engine.policy.seats.mixed_kernel import TableModule, set_flags
from engine.policy.seats.mixed_table import without_labels
from engine.policy.seats.trained_policy import beneath

WORLD = "world_{}"
"""The field of the memory that has this record of the world."""
KERNEL_END = '''
from {} import restore

play_from_there = play_game


@compiled
def play_game(world, mind, dice, index):
    """A fork may have left another world, which the set-up does not change back."""
    restore(mind)
    play_from_there(world, mind, dice, index)
'''
"""Ends the kernel of a searched table."""
COUNTED = "counts_from_the_start"
"""The mark by which the compiler takes for granted that no two records share memory. Here they do."""


def sitting(policy: Json) -> list[Json]:
    """The distinct policies at a table, the group's first. A search is another policy than its base."""
    found: list[Json] = []
    for each in map(without_labels, [policy["group"], *policy["seats"]] if "seats" in policy else [policy]):
        if each not in found:
            found.append(each)
    return found


def played_by(policy: Json) -> Json:
    """The policy that answers in the kernel: the base of a search, the habit of a network."""
    return beneath(policy) or policy


@cache
def searched_table(
    hooks: HookSet, parts: tuple[ModuleType, ...], hidden: tuple[tuple[str, type], ...], dice: type
) -> ModuleType:
    """A table of these policies. `hidden` are the records of the world that a fork exchanges."""
    source = SearchedTable(hooks, parts, dict(hidden), dice).source()
    module: Any = load_module(write_module(cache_folder(hooks.game), named_by_content("searched", source), source))
    module.prepare, module.KERNEL_END = partial(prepare, hooks, parts), KERNEL_END.format(module.__name__)
    set_flags(hooks, module, parts)
    found: ModuleType = module
    return found


def prepare(hooks: HookSet, parts: tuple[ModuleType, ...], mind: Any, policy: Json, content: Any) -> None:
    """Give every policy its parameters, and every player a policy. `policy` may name one more, for a fork."""
    distinct = sitting(policy)
    for number, (module, each) in enumerate(zip(parts, [*distinct, *policy.get(FORKS, [])], strict=True)):
        given = played_by(each)["parameters"]
        hooks.part_of(module, "prepare")(getattr(mind, f"part_{number}"), given, content)
        mind.gate.searches[number] = beneath(each) is not None
    seats = [without_labels(seat) for seat in policy.get("seats", [policy])]
    mind.names = len(seats)
    for at, seat in enumerate(seats):
        mind.part[at] = distinct.index(seat)
    mind.gate.fork_at, mind.gate.by = NEVER, AS_BEFORE


def let_records_overlap(modules: Sequence[ModuleType]) -> None:
    """Their kernel functions, which are not compiled yet, are compiled without the promise that every record has memory
    of its own."""
    for module in modules:
        for function in vars(module).values():
            if isinstance(function, Kernel) and function.__module__ == module.__name__ and function.dispatcher:
                setattr(function.py_func, COUNTED, False)


class SearchedTable(TableModule):
    """Writes the module."""

    def __init__(self, hooks: HookSet, parts: tuple[ModuleType, ...], hidden: Mapping[str, type], dice: type) -> None:
        super().__init__(hooks, parts)
        assert len(parts) <= MOST_PARTS
        self.hidden, self.dice = hidden, dice
        self.decisions = (*hooks.player, *hooks.group)
        self.kinds = {hook: answer_of(hooks, hook) for hook in self.decisions}

    def imports(self) -> list[str]:
        named = {kind for kind in self.kinds.values() if kind not in (int, bool)} | {*self.hidden.values()}
        lines = [f"from {kind.__module__} import {kind.__name__}\n" for kind in named]
        return [
            "from typing import Annotated\n",
            "from engine.kernel.records import Ints\n",
            "from engine.players.compiled_game.gate import Gate, begin, meet, part_now\n",
            *sorted(lines),
        ]

    def fields(self) -> list[str]:
        size = size_of([*self.hidden.values()])
        return [
            "    gate: Gate\n",
            f"    worlds: Annotated[Ints, {FORKS_AT_ONCE}, {size + size_of([self.dice])}]\n",
            f"    start: Annotated[Ints, {size}]\n",
            *(f"    {WORLD.format(name)}: {kind.__name__}\n" for name, kind in self.hidden.items()),
        ]

    def begin(self) -> str:
        """The hook; and before it, functions that give a game the next of the worlds with new dice, and that give it
        the world of the start."""
        world = {f"mind.{WORLD.format(name)}": kind for name, kind in self.hidden.items()}
        next_world = unpacking(world | {"dice": self.dice}, "mind.worlds[game, ")
        return "".join(
            [
                _function("exchange(mind, dice)", ["game = mind.gate.game - 1", *next_world]),
                _function("restore(mind)", unpacking(world, "mind.start[")),
                super().begin(),
                "    begin(mind.gate)\n",
            ]
        )

    def which(self, seat: str) -> str:
        return f"part_now(mind.gate, {super().which(seat)})"

    def answering(self, hook: str) -> list[str]:
        kind, given = self.kinds[hook], self.hooks.own_arguments(hook)
        assert len(given) <= MOST_GIVEN
        seat = self.hooks.player.get(hook, str(GROUP))
        width = width_of(kind)
        numbers = [f"int(gate.answer[{place}])" for place in range(width)]
        parts = ["answer"] if kind in (int, bool) else [f"answer[{place}]" for place in range(width)]
        whole = f"{kind.__name__}({', '.join(numbers)})" if kind not in (int, bool) else numbers[0]
        return [
            "gate = mind.gate",
            *(f"gate.answer[{place}] = {part}" for place, part in enumerate(parts)),
            *(f"gate.given[{place}] = {name}" for place, name in enumerate(given)),
            f"if meet(gate, {self.decisions.index(hook)}, which, {seat}):",
            "    exchange(mind, dice)",
            f"return {f'{whole} != 0' if kind is bool else whole}",
        ]

    def of_group(self, hook: str) -> str:
        """The group's own policy, unless a fork is played on by another."""
        notes = self.hooks.stated.get(hook, ())
        asked = [
            [
                *(f"mind.part_{number}.{note} = 0" for note in notes),
                f"answer = {self.call(hook, number)}",
                *(f"mind.{note} = mind.part_{number}.{note}" for note in notes),
            ]
            for number in range(len(self.parts))
        ]
        body = ["which = part_now(mind.gate, 0)"]
        for number, lines in enumerate(asked[:-1]):
            body += [f"{'el' if number else ''}if which == {number}:", *(f"    {line}" for line in lines)]
        body += ["else:", *(f"    {line}" for line in asked[-1])] if asked[:-1] else asked[-1]
        return self.function(hook, [*body, *self.answering(hook)])


def _function(head: str, lines: list[str]) -> str:
    return f"\n\n@compiled\ndef {head}:\n" + "".join(f"    {line}\n" for line in lines)


def answer_of(hooks: HookSet, hook: str) -> type:
    """What a hook returns: a number, a truth value, or a named tuple of numbers."""
    default = getattr(hooks.defaults, hook)
    kind: type = get_type_hints(getattr(default, "py_func", default))["return"]
    assert width_of(kind) <= WIDTH
    return kind


def width_of(kind: type) -> int:
    """How many numbers an answer has."""
    return len(getattr(kind, "_fields", "1"))
