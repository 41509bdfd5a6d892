"""The policies of a game: those installed with it, those from outside, and presets; each found by its name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar

from pydantic import Field, ValidationError

from engine.configs import find, names, read_toml, unknown_word
from engine.content.errors import first_of, told
from engine.content.fields import Description, Table, expects
from engine.content.labels import check_label
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.policy.hooks import HookSet
from engine.policy.naming import parse_policy, quoted
from engine.policy.outside import OutsidePolicies, is_file
from engine.policy.parameters import LearnedParameter, Parameter, changed, complete, label_of
from engine.policy.seats.search_policy import BASE, NO_FORKS, NUMBERS, SEARCH, SearchModule, given_base

PRESETS = "policies"
"""The folder, and the kind of config."""


class Preset(Table):
    """A policy with parameters under a name of its own: the whole file, in configs/<game>/policies."""

    policy: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$"), expects("the name of an installed policy")]
    description: Description
    parameters: dict[str, Any] = Field(default_factory=dict)


def load_preset(name: str, game: str) -> Preset:
    """The preset of that name, or in that file."""
    path = find(PRESETS, name, game)
    return read_preset(read_toml(path), str(path))


def read_preset(data: dict[str, object], source: str) -> Preset:
    """The data of a file. The parameters are checked later, by the policy."""
    try:
        return Preset.model_validate(data)
    except ValidationError as error:
        raise first_of(told(error), lambda _: source) from None


@dataclass(frozen=True)
class PolicySet:
    """The policies of one game. A policy in a cell is plain data: {name, parameters}, with the hash of its source
    (`code`) if it came from outside, and perhaps the `label` by which a person named it."""

    hooks: HookSet
    installed: Mapping[str, str]
    """Every policy that comes with the game, from the weakest upwards, and the module it lives in."""
    common: Mapping[str, Parameter]
    """The parameters that every policy has."""
    learned: LearnedParameter | None = None
    no_search: str = NO_FORKS
    """Why nobody can search in this game, in a line; empty if one can."""
    origin: ClassVar[str] = "installed"
    """Where the policies that come with the game are, for the list."""

    @cached_property
    def outside(self) -> OutsidePolicies:
        return OutsidePolicies(self.hooks, self.parameters_of)

    def module(self, name: str, code: str = "") -> ModuleType:
        """The module of a policy; `code` is the hash of its source if it came from outside."""
        if not code:
            if self.is_general_search(name):
                return self.search
            if name not in self.installed:
                raise unknown_word("policy", name, self.known())
            return import_module(self.installed[name])
        return self.outside.module(name, code)

    @cached_property
    def search(self) -> ModuleType:
        """The module of the policy `search`."""
        return SearchModule()

    def is_general_search(self, name: str) -> bool:
        """Whether a name means the search of every game, and not a policy of this one."""
        return name == SEARCH and name not in self.installed

    def admit(self, path: Path) -> str:
        """Load a policy file that was named in this call; returns its name."""
        taken = (*self.installed, SEARCH, *self.outside.offered(), *names(PRESETS, self.hooks.game))
        if path.stem in taken:
            raise BadInput(
                message("the name {stem} belongs to a policy that is installed; rename the file", stem=path.stem),
                source=path,
            )
        return self.outside.admit(path)

    def known(self) -> list[str]:
        """Every name that can be given here and now."""
        outside = (*self.outside.admitted_names(), *self.outside.offered())
        search = [] if self.no_search or SEARCH in self.installed else [SEARCH]
        return [*self.installed, *search, *outside, *names(PRESETS, self.hooks.game)]

    def parameters_of(self, policy: ModuleType) -> dict[str, Parameter]:
        """All numeric parameters of a policy."""
        return {**getattr(policy, "PARAMETERS", {}), **self.common}

    def defaults_of(self, policy: ModuleType) -> dict[str, Any]:
        """The numeric parameters of a policy at their defaults."""
        return complete(self.parameters_of(policy), {})

    def shown(self, policy: ModuleType, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that a label shows: those that differ from their defaults, and those that the policy always
        wants to be seen (`SHOWN`)."""
        if isinstance(parameters.get(BASE), dict):
            rest = {name: value for name, value in parameters.items() if name != BASE}
            return {BASE: quoted(self._label(parameters[BASE])), **self.shown(policy, rest)}
        known = self.parameters_of(policy)
        always = {name: parameters[name] for name in getattr(policy, "SHOWN", ()) if name in parameters}
        found = always | changed(known, parameters)
        differing = {name: known[name].word(value) if name in known else value for name, value in found.items()}
        learned = self.learned
        text = learned.label(parameters[learned.name]) if learned and learned.name in parameters else ""
        return {**differing, learned.name: text} if learned and text else differing

    def _label(self, policy: Json) -> str:
        return policy.get("label") or label_of(
            policy["name"], self.shown(self.module(policy["name"], policy.get("code", "")), policy["parameters"])
        )

    def resolve(self, name: str, given: Mapping[str, Any], source: str) -> Json:
        """A policy as a person names it, its parameters checked and complete, as plain data that resolves to itself."""
        try:
            if is_file(name):
                only = f"loaded only if the command line names it (--policy {name})"
                raise BadInput(message("a policy file is code, and {only}", only=only), source=f"{name!r}")
            word, _, wanted = name.partition("@")
            if self.is_general_search(word):
                return {"name": word, "parameters": self._of_search(given)}
            if word in self.installed:
                return {"name": word, "parameters": self._parameters(self.module(word), given)}
            if code := self.outside.code_of(word, wanted):
                return self._outsider(word, code, given)
            if wanted or word not in names(PRESETS, self.hooks.game):
                raise unknown_word("policy", name, self.known())
            return self._named_preset(word, given, source)
        except BadInput as error:
            if (error.source, error.place.partition(":")[0]) == (source, PRESETS):
                raise
            raise error.within(source, PRESETS) from None

    def resolve_preset(self, preset: Preset, given: Mapping[str, Any], source: str) -> Json:
        """The policy that a preset stands for, with some parameters changed."""
        allowed = [*self.installed, *self.outside.offered()]
        if preset.policy not in allowed:
            raise unknown_word("policy", preset.policy, allowed, source=source)
        return self.resolve(preset.policy, {**preset.parameters, **given}, source)

    def resolve_again(self, policy: Json, source: str) -> Json:
        """A policy as `resolve` gave it. If it is code from outside that is not here, it is taken as it is: a run can
        be read without it."""
        name, code, parameters = policy["name"], policy.get("code", ""), policy.get("parameters", {})
        if not code:
            again = self.resolve(name, parameters, source)
        elif self.outside.text_of(code) is not None:
            again = self._outsider(name, code, parameters)
        else:
            again = _absent(policy, source)
        label = policy.get("label", "")
        is_ours = label.partition(" ")[0] in (*self.installed, SEARCH)
        return again | ({"label": label} if label and not is_ours else {})

    def _of_search(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a search. Its base is resolved as any policy is."""
        if self.no_search:
            raise BadInput(message("{why}", why=self.no_search), source=SEARCH)
        base = given_base(given)
        found = self.resolve(*parse_policy(base), SEARCH) if isinstance(base, str) else self.resolve_again(base, SEARCH)
        if not found.get("code") or self.outside.text_of(found["code"]) is not None:
            self._check_base(self.module(found["name"], found.get("code", "")))
        rest = {name: value for name, value in given.items() if name != BASE}
        return {BASE: found, **complete(NUMBERS, rest)}

    def _check_base(self, base: ModuleType) -> None:
        """A policy that sees what is hidden from its seat would see it in imagined worlds, too."""
        if hasattr(base, "PLAYS_ALONE"):
            raise BadInput(message("{why}", why=base.PLAYS_ALONE), source=f"parameter {BASE}")
        if getattr(base, "SEES_ALL", False):
            raise BadInput(message("a policy that sees all is no base of a search"), source=f"parameter {BASE}")

    def _named_preset(self, word: str, given: Mapping[str, Any], source: str) -> Json:
        preset = load_preset(word, self.hooks.game)
        inner = self.resolve_preset(preset, {}, f"{word}.toml")
        chosen = self.resolve_preset(preset, given, source)
        others = {key: value for key, value in chosen["parameters"].items() if value != inner["parameters"][key]}
        return chosen | {"label": label_of(word, others)}

    def _outsider(self, name: str, code: str, given: Mapping[str, Any]) -> Json:
        """A policy from outside. Its label is kept with it, as its defaults may not be at hand to make it anew."""
        module = self.module(name, code)
        parameters = self._parameters(module, given)
        label = label_of(name, self.shown(module, parameters))
        return {"name": name, "code": code, "parameters": parameters, "label": label}

    def _parameters(self, module: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
        learned = self.learned
        if learned and hasattr(module, "LEARNT"):
            numbers = {name: value for name, value in given.items() if name != learned.name}
            found = learned.resolve(module.LEARNT, given.get(learned.name))
            return {**complete(self.parameters_of(module), numbers), learned.name: found}
        if hasattr(module, "resolve"):
            checked: dict[str, Any] = module.resolve(given)
            return checked
        return complete(self.parameters_of(module), given)


def _absent(policy: Json, source: str) -> Json:
    """A policy whose code is not here, with the checks that are possible without it."""
    name, code, parameters = policy["name"], policy["code"], policy.get("parameters", {})
    if not name.isidentifier() or not re.fullmatch("[0-9a-f]{64}", code):
        raise BadInput(
            source=source, place="policies", expected=message("the name of a policy file and the SHA-256 of its text")
        )
    for key, value in parameters.items():
        check_label(key, "policies: parameters", source)
        if isinstance(value, str):
            check_label(value, f"policies: parameters: {key}", source)
        elif not isinstance(value, int | float | dict):
            raise BadInput(
                message("parameters: {key}: expected a number or a text", key=key), source=source, place="policies"
            )
    return {**policy, "label": policy.get("label") or name}
