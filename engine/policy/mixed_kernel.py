"""A mixed table is a policy like any other: a module, written here, that hands every decision to whom it belongs.

The active player's decisions, and whether a last copy is shown, are the player's own; all others are the group's. Each
policy at the table has its own part of the memory and listens for itself. What the table remembers in public, beliefs
and number lines, is the business of one of them, the keeper: the group if it keeps beliefs, else the first that does.
What any other writes there is taken back at once.
"""

from functools import cache, partial
from types import ModuleType

from engine.game.cell import Json
from engine.policy.fitting import arguments
from engine.policy.kernel import load_module, source_hash, write_module
from engine.policy.mixed_table import module_of, parts_of
from engine.policy.registry import home_of, part_of
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.rules import decisions
from engine.shipwreck.rules.decisions import Mind

OF_PLAYER = ("before_play", "choose_slip", "choose_play", "choose_theft", "after_play")
OF_GROUP = ("before_prediction", "predict", "after_correct")
HEARD = ("hear_play", "hear_theft", "hear_power", "hear_reveal", "hear_answer", "hear_verdict", "end_turn")

HEAD = '''"""A mixed table."""

from engine.kernel.compiled import compiled
from engine.shipwreck.cells.mixed_memory import Notes, keep_notes, player_part, restore_notes
'''


def seat_table(policy: Json, code: Json) -> ModuleType:
    """The module that plays a cell's policy: its own, or the table's."""
    parts = [module_of(part, code) for part in parts_of(policy)]
    if "seats" not in policy:
        return parts[0]
    return mixed(tuple(parts))


@cache
def mixed(parts: tuple[ModuleType, ...]) -> ModuleType:
    """A table of these policies, the group's first. Who sits where is data, and so no part of the module."""
    module = load_module(write_module("table", table_source(parts)))
    module.prepare = partial(prepare, parts)  # type: ignore[attr-defined]
    module.READS_LINES = any(part_of(part, "READS_LINES") for part in parts)  # type: ignore[attr-defined]
    module.SEES_ALL = part_of(parts[0], "SEES_ALL")  # type: ignore[attr-defined]
    module.PARTS = parts  # type: ignore[attr-defined]
    return module


def prepare(parts: tuple[ModuleType, ...], mind: Mind, parameters: Json, deck: Compiled) -> None:
    """Give every policy its parameters, and every player a policy."""
    distinct = parts_of(parameters)
    for number, (module, policy) in enumerate(zip(parts, distinct, strict=True)):
        part_of(module, "prepare")(getattr(mind, f"part_{number}"), policy["parameters"], deck)
    mind.names = len(parameters["seats"])
    for at, seat in enumerate(parameters["seats"]):
        mind.part[at] = distinct.index(seat)


def table_source(parts: tuple[ModuleType, ...]) -> str:
    """The text of the module."""
    keeper = next((number for number, part in enumerate(parts) if part_of(part, "KEEPS_BELIEFS")), 0)
    lines = [HEAD]
    for number, part in enumerate(parts):
        lines.append(f"# decided by {source_hash(part)}\n")
        names = ("Memory", "expect_play", *decisions.HOOKS)
        lines += [f"from {home_of(part, name).__name__} import {name} as {name}_{number}\n" for name in names]
    lines.append("\n\nclass Memory(Notes):\n")
    lines += [f"    part_{number}: Memory_{number}\n" for number in range(len(parts))]
    count = len(parts)
    lines += [_begin_game(count), *(_of_player(hook, count) for hook in OF_PLAYER if hook != "choose_play")]
    lines += [_choose_play(parts, keeper), *(_heard(hook, parts, keeper) for hook in HEARD)]
    lines += [_of_player("reveals", count, "seat"), *map(_of_group, OF_GROUP)]
    return "".join(lines)


def _function(hook: str, body: list[str]) -> str:
    text = "".join(f"    {line}\n" for line in body or ["pass"])
    return f"\n\n@compiled\ndef {hook}({', '.join(arguments(getattr(decisions, hook)))}):\n{text}"


def _call(hook: str, number: int) -> str:
    """A policy's own function, called with its own part of the memory."""
    given = [f"mind.part_{number}" if name == "mind" else name for name in arguments(getattr(decisions, hook))]
    return f"{hook}_{number}({', '.join(given)})"


def _is_deaf(part: ModuleType, hook: str) -> bool:
    return part_of(part, hook) is getattr(decisions, hook)


def _begin_game(count: int) -> str:
    body = []
    for number in range(count):
        body += [f"mind.part_{number}.fallbacks = 0", _call("begin_game", number)]
    return _function("begin_game", body)


def _chosen(hook: str, count: int, become: str) -> list[str]:
    """The answer of the policy number `which`."""
    body = []
    for number in range(count - 1):
        body += [f"if which == {number}:", f"    {become}{_call(hook, number)}"]
        if not become.startswith("return"):
            body[-2] = body[-2] if number == 0 else f"el{body[-2]}"
    last = f"{become}{_call(hook, count - 1)}"
    if become.startswith("return") or count == 1:
        return [*body, last]
    return [*body, "else:", f"    {last}"]


def _of_player(hook: str, count: int, seat: str = "view.table.seat") -> str:
    return _function(hook, [f"which = player_part(view, mind, {seat})", *_chosen(hook, count, "return ")])


def _choose_play(parts: tuple[ModuleType, ...], keeper: int) -> str:
    """Before a player plays, everybody else works out what the play would mean; then the player chooses."""
    body = ["which = player_part(view, mind, view.table.seat)"]
    if not _is_deaf(parts[keeper], "expect_play"):
        body += [f"if which != {keeper}:", f"    {_call('expect_play', keeper)}"]
    body.append("keep_notes(view, mind)")
    for number, part in enumerate(parts):
        if number != keeper and not _is_deaf(part, "expect_play"):
            body += [f"if which != {number}:", f"    {_call('expect_play', number)}", "    restore_notes(view, mind)"]
    body += _chosen("choose_play", len(parts), "move = ")
    body += [f"if which != {keeper}:", "    restore_notes(view, mind)", "return move"]
    return _function("choose_play", body)


def _heard(hook: str, parts: tuple[ModuleType, ...], keeper: int) -> str:
    body: list[str] = []
    for number, part in enumerate(parts):
        if number != keeper and not _is_deaf(part, hook):
            body += [] if body else ["keep_notes(view, mind)"]
            body += [_call(hook, number), "restore_notes(view, mind)"]
    if not _is_deaf(parts[keeper], hook):
        own = f"mind.part_{keeper}"
        body += [f"{own}.bits = mind.bits", _call(hook, keeper)]
        body += [f"mind.{note} = {own}.{note}" for note in ("bits", "fallbacks")]
    return _function(hook, body)


def _of_group(hook: str) -> str:
    if hook != "predict":
        return _function(hook, [f"return {_call(hook, 0)}"])
    body = ["mind.part_0.stated = 0.0", "mind.part_0.forced = 0", f"named = {_call(hook, 0)}"]
    body += [f"mind.{note} = mind.part_0.{note}" for note in ("stated", "forced")]
    return _function(hook, [*body, "return named"])
