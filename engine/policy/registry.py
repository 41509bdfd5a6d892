"""The policies: who plays. One file each; `base` says what a policy may decide, `naming` how a person names one."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.configs import names, unknown
from engine.errors import BadInput
from engine.policy import outside
from engine.policy.naming import parse_policy
from engine.policy.parameters import changed, complete, label_of
from engine.policy.presets import GAME_NAME, PRESETS, Preset, load_preset
from engine.shipwreck.rules import decisions
from engine.shipwreck.weights import AUTO, resolve_weights

__all__ = [
    "INSTALLED",
    "admit_policy",
    "home_of",
    "known_policies",
    "parse_policy",
    "part_of",
    "policy_module",
    "resolve_again",
    "resolve_policy",
    "resolve_preset",
]

INSTALLED = {
    name: f"engine.shipwreck.policies.{name}"
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


def policy_module(name: str, code: str = "") -> ModuleType:
    """The module of a policy; `code` is the hash of its source if it came from outside."""
    if not code:
        if name not in INSTALLED:
            raise BadInput(unknown("policy", name, known_policies()))
        return import_module(INSTALLED[name])
    if outside.text_of(code) is not None:
        return outside.load_file(code)
    entry = outside.offered().get(name)
    found = outside.package_digest(entry.module) if entry else None
    if entry and found == code:
        return outside.load_offered(name)
    if entry and found:
        raise BadInput(f"policy {name}: made with another version of {entry.module} ({code[:8]}, here {found[:8]})")
    given = outside.by_name(name)
    if given:
        raise BadInput(f"policy {name}: not the file it was made with (sha256 {code[:8]}, here {given.digest[:8]})")
    raise BadInput(
        f"policy {name} is code of your own (sha256 {code[:8]}), loaded only when a call names its file: "
        f"add --policy PATH/{name}.py"
    )


def admit_policy(path: Path) -> str:
    """Load a policy file that was named in this call; returns its name."""
    if path.stem in INSTALLED or path.stem in outside.offered() or path.stem in names(PRESETS, GAME_NAME):
        raise BadInput(f"{path}: the name {path.stem} belongs to a policy that is installed; rename the file")
    return outside.admit(path)


def known_policies() -> list[str]:
    """Every name that can be given here and now."""
    return [*INSTALLED, *outside.admitted_names(), *outside.offered(), *names(PRESETS, GAME_NAME)]


def home_of(policy: ModuleType, name: str) -> ModuleType:
    """Where a decision or another part of a policy is found: with itself, the `FOUNDATION` it builds on, or the
    base."""
    return next((each for each in (policy, getattr(policy, "FOUNDATION", decisions)) if hasattr(each, name)), decisions)


def part_of(policy: ModuleType, name: str) -> Any:
    """A decision or another part of a policy."""
    return getattr(home_of(policy, name), name)


def resolve_policy(name: str, given: dict[str, Any], source: str) -> dict[str, Any]:
    """A policy as a person names it, its parameters checked and complete, as plain data that resolves to itself."""
    try:
        if outside.is_file(name):
            raise BadInput(
                f"{name!r}: a policy file is code, and loaded only if the command line names it (--policy {name})"
            )
        word, _, wanted = name.partition("@")
        if word in INSTALLED:
            return {"name": word, "parameters": _parameters(policy_module(word), given)}
        code = _code_of(word, wanted)
        if code:
            return _outsider(word, code, given)
        if wanted or word not in names(PRESETS, GAME_NAME):
            raise BadInput(unknown("policy", name, known_policies()))
        preset = load_preset(word)
        inner = resolve_preset(preset, {}, f"{word}.toml")
        chosen = resolve_preset(preset, given, source)
        others = {key: value for key, value in chosen["parameters"].items() if value != inner["parameters"][key]}
        return chosen | {"label": label_of(word, others)}
    except BadInput as error:
        raise BadInput(f"{source}: policies: {str(error).removeprefix(f'{source}: policies: ')}") from None


def resolve_preset(preset: Preset, given: dict[str, Any], source: str) -> dict[str, Any]:
    """The policy that a preset stands for, with some parameters changed."""
    if preset.policy not in INSTALLED and preset.policy not in outside.offered():
        raise BadInput(f"{source}: {unknown('policy', preset.policy, [*INSTALLED, *outside.offered()])}")
    return resolve_policy(preset.policy, {**preset.parameters, **given}, source)


def resolve_again(policy: dict[str, Any], source: str) -> dict[str, Any]:
    """A policy as `resolve_policy` gave it. Of code from outside that is not here, what was resolved is taken as it
    is: a run can be read without it."""
    name, code, parameters = policy["name"], policy.get("code", ""), policy.get("parameters", {})
    if not code:
        again = resolve_policy(name, parameters, source)
    elif outside.text_of(code) is not None:
        again = _outsider(name, code, parameters)
    else:
        again = dict(policy)
    label = policy.get("label", "")
    return again | ({"label": label} if label and label.partition(" ")[0] not in INSTALLED else {})


def _outsider(name: str, code: str, given: dict[str, Any]) -> dict[str, Any]:
    """A policy from outside. Its label is kept with it, as its defaults may not be at hand to make it anew."""
    module = policy_module(name, code)
    parameters = _parameters(module, given)
    return {"name": name, "code": code, "parameters": parameters, "label": label_of(name, changed(module, parameters))}


def _parameters(module: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    if hasattr(module, "LEARNT"):
        dials = {name: value for name, value in given.items() if name != "weights"}
        return {**complete(module, dials), "weights": resolve_weights(module.LEARNT, given.get("weights", AUTO))}
    checked: dict[str, Any] = module.resolve(given) if hasattr(module, "resolve") else complete(module, given)
    return checked


def _code_of(name: str, wanted: str) -> str:
    """The hash of the policy of that name from outside, if there is one; a game id may say how it must begin."""
    source = outside.by_name(name)
    entry = None if source else outside.offered().get(name)
    code = source.digest if source else outside.package_digest(entry.module) if entry else ""
    if wanted and not (code and code.startswith(wanted)):
        raise BadInput(
            f"policy {name} is code of your own (sha256 {wanted}), "
            + (f"and another version is here ({code[:8]})" if code else f"name its file too: --policy PATH/{name}.py")
        )
    return code
