"""The policies: who plays. One file each; `base` says what a policy may decide."""

from importlib import import_module
from types import ModuleType
from typing import Any

from engine.configs import unknown
from engine.errors import BadInput
from engine.shipwreck.policies import base
from engine.shipwreck.policies.parameters import complete

INSTALLED = {
    name: f"{__name__}.{name}"
    for name in (
        "mute",
        "guess",
        "certain",
        "novice",
        "literal",
        "pragmatic",
        "expert",
        "convention",
        "omniscient",
        "script",
    )
}
"""Every policy by name, with the module it lives in: from the floor of the ladder upwards."""


def policy_module(name: str) -> ModuleType:
    """The module of an installed policy."""
    if name not in INSTALLED:
        raise BadInput(unknown("policy", name, INSTALLED))
    return import_module(INSTALLED[name])


def part_of(policy: ModuleType, name: str) -> Any:
    """A decision or another part of a policy: its own, that of the `FOUNDATION` it builds on, or the base's."""
    for module in (policy, getattr(policy, "FOUNDATION", base)):
        if hasattr(module, name):
            return getattr(module, name)
    return getattr(base, name)


def parse_policy(text: str) -> tuple[str, dict[str, str]]:
    """`script file=opening.toml` as a name and its parameters."""
    name, *pairs = text.split() or [""]
    parameters = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key or not value:
            raise BadInput(f"policy {text!r}: expected a name and key=value pairs, got {pair!r}")
        parameters[key] = value
    return name, parameters


def resolve_policy(name: str, given: dict[str, Any], source: str) -> dict[str, Any]:
    """The parameters of a policy, checked and complete, as plain data that resolves to itself."""
    try:
        module = policy_module(name)
        parameters: dict[str, Any] = module.resolve(given) if hasattr(module, "resolve") else complete(module, given)
    except BadInput as error:
        raise BadInput(f"{source}: policies: {error}") from None
    return {"name": name, "parameters": parameters}
