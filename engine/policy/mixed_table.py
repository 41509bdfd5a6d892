"""Who sits at a table, as plain data: one policy that decides for all, or one for each seat and one for the group.

A policy is {name, parameters}, with the hash of its source (`code`) if it came from outside and perhaps the `label` by
which a person named it. A table is {group, seats}: a policy and a list of policies.
"""

from collections.abc import Collection
from types import ModuleType
from typing import Any

from engine.content.errors import bad_field
from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.policy import outside
from engine.policy.naming import id_word, parse_policy, parse_table, table_label
from engine.policy.parameters import changed, label_of
from engine.policy.registry import policy_module, resolve_again, resolve_policy
from engine.shipwreck.deck.files import deck_from_data
from engine.shipwreck.weights import hash_of, pick_weights, strangeness

MOST_SEATS = 16
"""Policies in the list of a table: enough for all who ever sit down in a game with comings and goings."""

POLICY_KEYS = {"name", "parameters", "code", "label"}


def resolve_any_policy(policy: object, source: str, key: str = "policies") -> Json:
    """A policy as text (`certain`, `script file=x.toml`), or as a table with its parameters."""
    if isinstance(policy, str):
        return resolve_policy(*parse_policy(policy), source)
    if isinstance(policy, dict) and policy.keys() <= POLICY_KEYS and isinstance(policy.get("parameters", {}), dict):
        texts = [policy.get("name"), policy.get("code", ""), policy.get("label", "")]
        if all(isinstance(text, str) for text in texts):
            return resolve_again(policy, source)
    raise bad_field(source, (key,), "expected names of policies, or tables with name and parameters")


def resolve_table(table: object, source: str) -> Json:
    """A table as text (`literal: pragmatic,novice`), or as {group, seats}. Players are numbered in the order they sat
    down; player number n plays by the n-th policy, and after the last one the list starts anew."""
    try:
        group: Any
        seats: Any
        if isinstance(table, str):
            group, seats = parse_table(table)
        elif isinstance(table, dict) and table.keys() <= {"group", "seats"} and isinstance(table.get("seats"), list):
            group, seats = table.get("group", ""), table["seats"]
        else:
            raise BadInput("expected text such as 'pragmatic,novice', or tables with group and seats")
        if not 1 <= len(seats) <= MOST_SEATS:
            raise BadInput(f"expected 1 to {MOST_SEATS} policies, got {len(seats)}")
    except BadInput as error:
        raise bad_field(source, ("tables",), str(error)) from None
    resolved = [resolve_any_policy(seat, source, "tables") for seat in seats]
    leader = resolve_any_policy(group, source, "tables") if group else resolved[0]
    for part in (leader, *resolved):
        if part["name"] == "script":
            raise bad_field(source, ("tables",), "script speaks for both sides and plays alone (--policy)")
    return {"group": leader, "seats": resolved}


def parts_of(policy: Json) -> list[Json]:
    """The policies at a table: the group's first, then every other, each once."""
    if "seats" not in policy:
        return [policy]
    parts: list[Json] = []
    for part in map(without_labels, (policy["group"], *policy["seats"])):
        if part not in parts:
            parts.append(part)
    return parts


def without_labels(policy: Json) -> Json:
    """What decides how a game is played, and nothing else: equal policies are equal by whatever name."""
    if "seats" in policy:
        seats = [without_labels(seat) for seat in policy["seats"]]
        return {"group": without_labels(policy["group"]), "seats": seats}
    return {key: value for key, value in policy.items() if key != "label"}


def carries_weights(policy: Json) -> bool:
    """Whether anybody at the table plays by weights that were learnt."""
    return any("weights" in part["parameters"] for part in parts_of(policy))


def with_weights(policy: Json, digest: str, cards: Collection[str], seats: int) -> Json:
    """The same policy at one table: where it plays by weights that were learnt, with those that fit the table."""
    if "seats" in policy:
        placed = [with_weights(seat, digest, cards, seats) for seat in policy["seats"]]
        return {"group": with_weights(policy["group"], digest, cards, seats), "seats": placed}
    if "weights" not in policy["parameters"]:
        return policy
    try:
        picked = pick_weights(policy["parameters"]["weights"], digest, cards, seats)
    except BadInput as error:
        raise BadInput(f"policy {policy['name']}: {error}") from None
    return policy | {"parameters": policy["parameters"] | {"weights": picked}}


def notes_of(cell: Cell) -> list[str]:
    """What a reader of the results should know of who played: weights that were learnt on another deck."""
    deck = deck_from_data(cell.spec["deck"], cell.name) if carries_weights(cell.spec["policy"]) else None
    notes = []
    for part in parts_of(cell.spec["policy"]):
        if deck and "weights" in part["parameters"]:
            strange = strangeness(part["parameters"]["weights"], deck.digest, deck.cards.keys())
            notes += [f"{part['name']} on {cell.labels['deck']}: {strange}"] if strange else []
    return notes


def policy_label(policy: Json) -> str:
    """`certain`, or a name with the parameters that differ from their defaults: `pragmatic depth=1`; a table's, with
    commas between."""
    if "seats" in policy:
        return table_label(policy_label(policy["group"]), [policy_label(seat) for seat in policy["seats"]])
    return policy.get("label") or label_of(policy["name"], _shown(policy))


def id_of_policy(policy: Json) -> str:
    """The same in a game id: `pragmatic,depth=1`; a table's, `literal/pragmatic,depth=1+novice`."""
    if "seats" not in policy:
        weights = policy["parameters"].get("weights", {})
        return id_word(policy, _shown(policy) | ({"weights": hash_of(weights)} if "set" in weights else {}))
    group, seats = id_of_policy(policy["group"]), [id_of_policy(seat) for seat in policy["seats"]]
    return "+".join(seats) if group == seats[0] and len(seats) > 1 else f"{group}/{'+'.join(seats)}"


def module_of(policy: Json, code: Json | None = None) -> ModuleType:
    """The module of a single policy; `code` has sources that came with a cell."""
    digest = policy.get("code", "")
    if digest and code and digest in code:
        outside.admit_text(policy["name"], digest, code[digest])
    return policy_module(policy["name"], digest)


def _shown(policy: Json) -> Json:
    """The parameters that differ from their defaults; all, where the defaults are not at hand."""
    try:
        return changed(module_of(policy), policy["parameters"])
    except BadInput:
        return dict(policy["parameters"])
