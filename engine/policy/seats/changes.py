"""Changes of who plays by dotted paths: `policy.at` for a parameter of every policy that has it, `focus.at` and
`field.at` for those of one side only. Whatever game has seats, its experiments are changed in this way."""

from collections.abc import Collection, Mapping, Sequence
from json import dumps

from engine.configs import unknown_word
from engine.content.changes import by_head
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.seats import FIELD, FOCUS
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import policy_label, resolve_any_policy, with_each
from engine.policy.seats.seating import SEATINGS, changed_seating, everybody

POLICY, OPTIONS = "policy", "options"
WHO = (POLICY, FOCUS, FIELD)
"""Where the path of a parameter begins."""


def changed_by_path(grid: Json, changes: Mapping[str, object], source: str, tables: Collection[str] = ()) -> Json:
    """A resolved grid with changes made in the policies and in these tables of it (`options`), to be resolved again."""
    heads = (*WHO, *tables)
    parts = by_head(changes, heads)
    for path in parts[""]:
        first, last = ", ".join(f"{head}." for head in heads[:-1]), heads[-1]
        raise BadInput(
            source=source,
            place=path,
            expected=message("a path that begins with {first} or {last}.", first=first, last=last),
        )
    for head in WHO:
        known = {key for which, part in everybody(grid) if head in (POLICY, which) for key in part["parameters"]}
        for name in parts[head]:
            if name not in known:
                raise unknown_word("parameter", name, known, source=source, place=f"{head}.{name}")

    def turned(key: str, part: Json) -> Json:
        given = {**parts[POLICY], **parts.get(key, {})}
        mine = {name: value for name, value in given.items() if name in part["parameters"]}
        return part | {"parameters": part["parameters"] | mine}

    return {**grid, **changed_seating(grid, turned), **{table: {**grid[table], **parts[table]} for table in tables}}


def parameter_fields(grid: Json) -> dict[str, int | str]:
    """The whole numbers that the policies decide by, which a search may change. A number that policies differ in has no
    present value."""
    found: dict[str, set[int]] = {}
    for key, part in everybody(grid):
        head = key if key in (FOCUS, FIELD) else POLICY
        for name, value in part["parameters"].items():
            if isinstance(value, int):
                found.setdefault(f"{head}.{name}", set()).add(value)
    return {path: values.pop() for path, values in found.items() if len(values) == 1}


def everybody_by(policies: PolicySet, word: str) -> Json | None:
    """The keys that put a policy, named with its parameters, in the place of everybody who plays; None if the word
    names no policy."""
    if word.split(" ")[0] not in policies.known():
        return None
    return {key: [word] if key == "policies" else [] for key in SEATINGS}


def experiment_lines(policies: PolicySet | None, game: str, grid: Json, notes: Sequence[str]) -> list[str]:
    """The first lines of an experiment's file: the notes as comments, the game, and who plays, if policies do."""
    named = {key: [_typed(policies, each) for each in grid.get(key, [])] for key in SEATINGS} if policies else {}
    return [
        *(f"# {note}".rstrip() for note in notes),
        "",
        f"game = {dumps(game)}",
        *(f"{key} = {dumps(labels)}" for key, labels in named.items() if labels),
    ]


def _typed(policies: PolicySet, policy: Json) -> str:
    """A policy or a table as a person writes it. The name of a preset is kept only if none of its parameters has
    changed: the name alone would bring the old ones back."""

    def fitting(part: Json) -> Json:
        try:
            again = resolve_any_policy(policies, part["label"], "") if "label" in part else part
        except BadInput:
            again = {}
        kept = again.get("parameters") == part["parameters"]
        return part if kept else {key: value for key, value in part.items() if key != "label"}

    return policy_label(policies, with_each(policy, fitting))
