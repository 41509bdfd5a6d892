"""Who plays, as plain data: one policy that decides for all, or one for each seat and perhaps one for the group.

A single policy is {name, parameters, …}; see `registry.PolicySet`. A mixed table is {group, seats}: a policy and a list
of policies.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from engine.content.errors import bad_field
from engine.content.labels import LONGEST_LABEL, check_label
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.policy.naming import id_word, parse_policy, parse_table, table_label
from engine.policy.parameters import label_of
from engine.policy.registry import PolicySet
from engine.policy.seats.search_policy import BASE, base_of, is_search
from engine.policy.seats.trained_policy import NET, digest_in, is_trained, with_beneath, with_other_beneath

MOST_SEATS = 16
"""Policies in the list of a table: enough for all who ever sit down in a game with comings and goings."""

POLICY_KEYS = {"name", "parameters", "code", "label"}


def resolve_any_policy(policies: PolicySet, policy: object, source: str, key: str = "policies") -> Json:
    """A policy as text (`certain`, `script file=x.toml`), or as data with its parameters."""
    if isinstance(policy, str):
        return policies.resolve(*parse_policy(policy), source)
    if isinstance(policy, dict) and policy.keys() <= POLICY_KEYS and isinstance(policy.get("parameters", {}), dict):
        texts = [policy.get("name"), policy.get("code", ""), policy.get("label", "")]
        if all(isinstance(text, str) for text in texts):
            if policy.get("label"):
                check_label(policy["label"], f"{key}: label", source, LONGEST_LABEL)
            return policies.resolve_again(policy, source)
    raise bad_field(source, (key,), message("expected names of policies, or tables with name and parameters"))


def resolve_table(policies: PolicySet, table: object, source: str) -> Json:
    """A mixed table as text (`literal: pragmatic,novice`), or as {group, seats}. Players are numbered in the order they
    sat down. Player number n plays by the n-th policy; after the last one the list starts again."""
    try:
        group: Any
        seats: Any
        if isinstance(table, str):
            group, seats = parse_table(table)
        elif isinstance(table, dict) and table.keys() <= {"group", "seats"} and isinstance(table.get("seats"), list):
            group, seats = table.get("group", ""), table["seats"]
        else:
            raise BadInput(expected=message("text such as 'pragmatic,novice', or tables with group and seats"))
        if not 1 <= len(seats) <= MOST_SEATS:
            raise BadInput(
                expected=message("1 to {most_seats} policies, got {count}", most_seats=MOST_SEATS, count=len(seats))
            )
    except BadInput as error:
        raise error.within(source, "tables") from None
    resolved = [resolve_any_policy(policies, seat, source, "tables") for seat in seats]
    leader = resolve_any_policy(policies, group, source, "tables") if group else resolved[0]
    for part in (leader, *resolved):
        if part["name"] in policies.installed and hasattr(policies.module(part["name"]), "PLAYS_ALONE"):
            raise bad_field(source, ("tables",), policies.module(part["name"]).PLAYS_ALONE)
    return {"group": leader, "seats": resolved}


def parts_of(policy: Json) -> list[Json]:
    """The distinct policies at a table: the group's first, and behind each the one beneath it."""
    if "seats" not in policy:
        return list(with_beneath([policy]))
    parts: list[Json] = []
    for part in with_beneath([*map(without_labels, (policy["group"], *policy["seats"]))]):
        if part not in parts:
            parts.append(part)
    return parts


def with_each(policy: Json, change: Callable[[Json], Json]) -> Json:
    """The same table with every policy changed, those beneath others among them; a single policy, changed."""
    if "seats" in policy:
        each = [with_each(seat, change) for seat in policy["seats"]]
        return policy | {"group": with_each(policy["group"], change), "seats": each}
    return with_other_beneath(change(policy), change)


def without_labels(policy: Json) -> Json:
    """What decides how a game is played, and nothing else: equal policies are equal whatever they are called."""
    return with_each(policy, lambda part: {key: value for key, value in part.items() if key != "label"})


def policy_label(policies: PolicySet, policy: Json) -> str:
    """`certain`, or a name with the parameters that differ from their defaults: `pragmatic depth=1`. The policies of a
    mixed table are separated by commas."""
    if "seats" in policy:
        seats = [policy_label(policies, seat) for seat in policy["seats"]]
        return table_label(policy_label(policies, policy["group"]), seats)
    return policy.get("label") or label_of(policy["name"], _shown(policies, policy))


def id_of_policy(policies: PolicySet, policy: Json) -> str:
    """The same in a game id: `pragmatic,depth=1`; of a mixed table, `literal/pragmatic,depth=1+novice`."""
    if "seats" not in policy:
        learned, parameters = policies.learned, policy["parameters"]
        word = learned.id_word(parameters[learned.name]) if learned and learned.name in parameters else ""
        shown = _shown(policies, policy) | ({learned.name: word} if learned and word else {})
        if is_search(policy):
            shown[BASE] = id_of_policy(policies, base_of(policy)).replace(",", ";")
        if is_trained(policy):
            shown[NET] = digest_in(parameters)
        return id_word(policy, shown)
    group, seats = id_of_policy(policies, policy["group"]), [id_of_policy(policies, seat) for seat in policy["seats"]]
    return "+".join(seats) if group == seats[0] and len(seats) > 1 else f"{group}/{'+'.join(seats)}"


def module_of(policies: PolicySet, policy: Json, code: Json | None = None) -> ModuleType:
    """The module of a single policy; `code` has sources that came with a cell."""
    digest = policy.get("code", "")
    if digest and code and digest in code:
        policies.outside.admit_text(policy["name"], digest, code[digest])
    return policies.module(policy["name"], digest)


def code_in(policies: PolicySet, policy: Json) -> Json:
    """The sources from outside that a table plays by, as far as they are here: text by hash."""
    codes = {part["code"] for part in parts_of(policy) if "code" in part}
    return {code: text for code in codes if (text := policies.outside.text_of(code)) is not None}


def _shown(policies: PolicySet, policy: Json) -> Json:
    """The parameters that differ from their defaults; all, if the defaults are not at hand."""
    try:
        return policies.shown(module_of(policies, policy), policy["parameters"])
    except BadInput:
        return dict(policy["parameters"])
