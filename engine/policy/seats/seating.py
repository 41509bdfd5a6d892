"""Who plays in a competitive game, as keys of an experiment: one policy in every seat (`policies`), a policy for each
seat (`tables`), or one seat in focus against a field (`focus`, `field`; see `engine.game.seats`).

A grid has either policies and tables, or focus and field. Several of each make a grid.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from engine.content.errors import bad_field
from engine.errors import message
from engine.game.cell import Cell, Json
from engine.game.seats import ANYWHERE, FIELD, FOCUS
from engine.kernel.compiled import INTERPRETED
from engine.policy.compilable import obstacle
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import (
    code_in,
    module_of,
    parts_of,
    policy_label,
    resolve_any_policy,
    resolve_table,
    with_each,
    without_labels,
)
from engine.policy.seats.search_policy import BASE, SIGNALS, is_search

SEATINGS = ("policies", "tables", FOCUS, FIELD)
"""The keys of an experiment that say who plays."""
MOST_NAMES = 256
"""Policies, or tables, of one experiment."""


def resolve_seating(
    policies: PolicySet, grid: Mapping[str, list[Any] | None], default: Sequence[str], source: str
) -> Json:
    """These keys of a grid, checked and resolved; `default` are the policies if none is named."""
    given = {key: values for key in SEATINGS if (values := grid.get(key))}
    for key, values in given.items():
        if len(values) > MOST_NAMES:
            raise bad_field(
                source,
                (key,),
                message("expected at most {most_names}, got {count}", most_names=MOST_NAMES, count=len(values)),
            )
    if FOCUS in given or FIELD in given:
        return _with_focus(policies, given, source)
    if not given and grid.get("policies") is not None:
        raise bad_field(source, ("policies",), message("expected a list of policies, got an empty one"))
    named = given.get("policies", [] if given else default)
    single = [resolve_any_policy(policies, policy, source) for policy in named]
    tables = [_table(policies, table, source) for table in given.get("tables", [])]
    _check_labels(policies, [*single, *tables], "policies", source)
    return {"policies": single, **({"tables": tables} if tables else {})}


def _with_focus(policies: PolicySet, given: Mapping[str, Any], source: str) -> Json:
    for key, other in ((FOCUS, FIELD), (FIELD, FOCUS)):
        if key not in given:
            raise bad_field(source, (key,), message("expected a policy, as {other} names one", other=other))
    if "policies" in given or "tables" in given:
        raise bad_field(source, (FOCUS,), message("expected either focus and field, or policies and tables"))
    found: Json = {}
    for key in (FOCUS, FIELD):
        found[key] = [resolve_any_policy(policies, policy, source, key) for policy in given[key]]
        for policy in found[key]:
            _check_mixes(policies, policy, key, source)
        _check_labels(policies, found[key], key, source)
    return found


def _table(policies: PolicySet, table: object, source: str) -> Json:
    """A table of a game without a group: the first seat's policy takes its place in the data."""
    named = isinstance(table, dict) and table.get("group") not in (None, "", (table.get("seats") or [""])[0])
    if not policies.hooks.group and (named or (isinstance(table, str) and ":" in table)):
        raise bad_field(
            source, ("tables",), message("expected a policy for each seat; this game has no group that decides")
        )
    return resolve_table(policies, table, source)


def _check_mixes(policies: PolicySet, policy: Json, key: str, source: str) -> None:
    if policy["name"] in policies.installed and hasattr(policies.module(policy["name"]), "PLAYS_ALONE"):
        raise bad_field(source, (key,), policies.module(policy["name"]).PLAYS_ALONE)


def _check_labels(policies: PolicySet, found: Sequence[Json], key: str, source: str) -> None:
    labels = [policy_label(policies, policy) for policy in found]
    for at, label in enumerate(labels):
        if label in labels[:at]:
            raise bad_field(source, (key,), message("expected names that differ, got {label!r} twice", label=label))


def check_tables(policies: PolicySet, grid: Json, seats: int, source: str) -> None:
    """A table of fewer policies than seats repeats; one of more would leave somebody out."""
    for table in grid.get("tables", []):
        if len(table["seats"]) > seats:
            label = policy_label(policies, table)
            said = message(
                "expected at most {seats} policies for {seats} seats, got {count} ({label})",
                seats=seats,
                count=len(table["seats"]),
                label=label,
            )
            raise bad_field(source, ("tables",), said)


def seatings_of(policies: PolicySet, grid: Json) -> list[tuple[dict[str, str], Json]]:
    """For each way of seating, its labels and its part of a cell's spec."""
    if FOCUS in grid:
        return [
            (
                {FOCUS: policy_label(policies, focus), FIELD: policy_label(policies, field)},
                {FOCUS: without_labels(focus), FIELD: without_labels(field)},
            )
            for focus, field in product(grid[FOCUS], grid[FIELD])
        ]
    return [
        ({"policy": policy_label(policies, policy)}, {"policy": without_labels(policy)})
        for policy in (*grid["policies"], *grid.get("tables", []))
    ]


def policies_in(spec: Json) -> list[Json]:
    """The distinct policies of a cell."""
    found = [part for key in ("policy", FOCUS, FIELD) if key in spec for part in parts_of(spec[key])]
    return [policy for at, policy in enumerate(found) if policy not in found[:at]]


def notes_on_signals(cells: Sequence[Cell]) -> list[str]:
    """What a reader of results should know if somebody searches in a game where moves are signals."""
    return [str(SIGNALS)] if any(is_search(policy) for cell in cells for policy in policies_in(cell.spec)) else []


def code_of_seating(policies: PolicySet, spec: Json) -> Json:
    """The sources from outside that a cell plays by."""
    return {code: text for policy in policies_in(spec) for code, text in code_in(policies, policy).items()}


def table_with_focus(spec: Json, seats: int, seat: int) -> Json:
    """Who plays if the focus sits in this seat; ANYWHERE for the field alone. The field comes first in the data, so
    that all seats share one kernel."""
    if seat == ANYWHERE or spec[FOCUS] == spec[FIELD]:
        field: Json = spec[FIELD]
        return field
    return {"group": spec[FIELD], "seats": [spec[FOCUS] if at == seat else spec[FIELD] for at in range(seats)]}


def everybody(grid: Json) -> Iterator[tuple[str, Json]]:
    """Every policy of a grid, with the key that names it."""
    for key in SEATINGS:
        for policy in grid.get(key, []):
            for part in parts_of(policy):
                yield key, part


def policies_named(data: Mapping[str, object]) -> set[str]:
    """The policies that a grid or a cell names, in words or as data. It may come from anywhere: what is no policy is
    passed over."""
    found: set[str] = set()
    todo = [data.get(key) for key in (*SEATINGS, "policy")]
    while todo:
        match todo.pop():
            case str(words):
                found.update(re.findall(r"\w+", words))
            case list(several):
                todo += several
            case {"seats": list(seats), **others}:
                todo += [*seats, others.get("group")]
            case {"name": str(name), **others}:
                found.add(name)
                todo.append(_base_in(others.get("parameters")))
    return found


def _base_in(parameters: object) -> object:
    return parameters.get(BASE) if isinstance(parameters, dict) else None


def changed_seating(grid: Json, change: Callable[[str, Json], Json]) -> Json:
    """The keys that say who plays, with every policy changed; `change` gets the key and the policy."""
    return {key: [with_each(policy, partial(change, key)) for policy in grid[key]] for key in SEATINGS if key in grid}


def outside_policies(policies: PolicySet, grid: Json) -> Json:
    """For a manifest: the policies from outside, their hashes, and whether they run compiled."""
    found = {}
    for _, part in everybody(grid):
        if "code" in part:
            plainly = INTERPRETED or obstacle(policies.hooks, module_of(policies, part))
            found[part["name"]] = {"sha256": part["code"], "plays": "plain Python" if plainly else "compiled"}
    return {"policies": found} if found else {}
