"""The policies of a game: those installed with it, those from outside, and presets; each found by its name."""

import re
from collections.abc import Collection, Mapping
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
from engine.errors import BadInput, Text, message
from engine.game.cell import Json
from engine.language.current import said
from engine.policy.hooks import HookSet
from engine.policy.naming import parse_policy, quoted
from engine.policy.outside import OutsidePolicies, is_file
from engine.policy.parameters import LearnedParameter, Parameter, changed, complete, label_of
from engine.policy.seats.search_policy import BASE, NO_FORKS, NUMBERS, SEARCH, SearchModule, given_base
from engine.policy.seats.trained_policy import (
    HABIT,
    NET,
    NO_LEARNING,
    TRAINED,
    Learned,
    TrainedModule,
    file_of,
    learned_in,
    resolved,
    train_command,
)

PRESETS = "policies"
"""The folder, and the kind of config."""


class Preset(Table):
    """A policy with parameters under a name of its own: the whole file, in configs/<game>/policies."""

    policy: Annotated[
        str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$"), expects(message("the name of an installed policy"))
    ]
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
    no_search: Text = NO_FORKS
    """Why nobody can search in this game, in a line; empty if one can."""
    no_learning: Text = NO_LEARNING
    """Why no player can learn this game, in a line; empty if one can."""
    learned_rules: str = ""
    """The hash of the rules, to which what a player has learned belongs."""
    learned_as: str = ""
    """The name of the game that is learned, if the policies are those of several."""
    habit: str = ""
    """The policy that what is learned sits upon, where kernels play on by a policy of the game; empty if none."""
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
            if self.is_general_trained(name):
                return self.trained
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

    @cached_property
    def trained(self) -> ModuleType:
        """The module of the policy `trained`."""
        return TrainedModule()

    @cached_property
    def trained_files(self) -> dict[str, Learned]:
        """What the files have that were named in this call, by the names of the files."""
        return {}

    def is_general_trained(self, name: str) -> bool:
        """Whether a name means what was learned of a game, and not a policy of this one."""
        return name == TRAINED and name not in self.installed

    def levels(self) -> list[Json]:
        """The networks that were learned of this game, the best last; none if there is no file."""
        found = self.of_file() if self.is_general_trained(TRAINED) else None
        return found.levels if found else []

    def of_file(self) -> Learned | None:
        """What was learned of this game; None if there is no file."""
        path = None if self.no_learning else file_of(self.learned_game)
        return learned_in(path, self.learned_game, self.learned_rules) if path else None

    def learned_by(self, policy: Json) -> Learned | None:
        """What was learned together with the network of a policy; None if no file at hand has it."""
        try:
            files = [*self.trained_files.values(), *filter(None, [self.of_file()])]
        except BadInput:
            return None
        return next((each for each in files if policy["parameters"][NET] in each.levels), None)

    @property
    def has_habits(self) -> bool:
        """Whether what was learned sits upon another policy."""
        return bool(self.habit)

    @property
    def learned_game(self) -> str:
        """The name under which what was learned is kept."""
        return self.learned_as or self.hooks.game

    def admit(self, path: Path) -> str:
        """Load a policy file that was named in this call; returns its name. A policy of a package is not loaded yet."""
        if not is_file(str(path)) and str(path) in self.outside.offered():
            return str(path)
        taken = (*self.installed, SEARCH, *self.outside.offered(), *names(PRESETS, self.hooks.game))
        if path.suffix == ".json":
            return self._admit_trained(path, (*taken, *self.outside.admitted_names()))
        if path.stem in (*taken, TRAINED, *self.trained_files):
            raise BadInput(
                message("the name {stem} belongs to a policy that is installed; rename the file", stem=path.stem),
                source=path,
            )
        return self.outside.admit(path)

    def _admit_trained(self, path: Path, taken: Collection[str]) -> str:
        """Read the file of a trained player."""
        if self.no_learning:
            raise BadInput(message("{why}", why=self.no_learning), source=path)
        if not path.stem.isidentifier() or path.stem in taken:
            raise BadInput(source=path, expected=message("a file whose name is a word of letters that no policy has"))
        self.trained_files[path.stem] = learned_in(path, self.learned_game, self.learned_rules)
        return path.stem

    def known(self) -> list[str]:
        """Every name that can be given here and now."""
        outside = (*self.outside.admitted_names(), *self.outside.offered(), *self.trained_files)
        search = [] if self.no_search or SEARCH in self.installed else [SEARCH]
        trained = [TRAINED] if not self.no_learning and TRAINED not in self.installed else []
        return [*self.installed, *search, *trained, *outside, *names(PRESETS, self.hooks.game)]

    def fair(self) -> list[str]:
        """The installed policies that see no more than their seats do."""
        return [name for name in self.installed if not getattr(self.module(name), "SEES_ALL", False)]

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
                raise BadInput(
                    message(
                        "a policy file is code, and loaded only if the command line names it (--policy {file})",
                        file=name,
                    ),
                    source=f"{name!r}",
                )
            word, _, wanted = name.partition("@")
            if self.is_general_search(word):
                return {"name": word, "parameters": self._of_search(given)}
            if word in self.trained_files and not isinstance(given.get(NET), dict):
                found = self._of_trained(given, self.trained_files[word])
                label = {} if word == TRAINED else {"label": label_of(word, self._shown_of_trained(found))}
                return {"name": TRAINED, "parameters": found, **label}
            if self.is_general_trained(word):
                return {"name": word, "parameters": self._of_trained(given, None)}
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
        is_ours = label.partition(" ")[0] in (*self.installed, SEARCH, TRAINED)
        return again | ({"label": label} if label and not is_ours else {})

    def _of_search(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a search. Its base is resolved as any policy is."""
        if self.no_search:
            raise BadInput(message("{why}", why=self.no_search), source=SEARCH)
        base = given_base(given)
        found = self.resolve(*parse_policy(base), SEARCH) if isinstance(base, str) else self.resolve_again(base, SEARCH)
        if self.has_habits and found["name"] == TRAINED:
            raise BadInput(message("in this game, a search is no search over what was learned"), source=SEARCH)
        if not found.get("code") or self.outside.text_of(found["code"]) is not None:
            self._check_base(self.module(found["name"], found.get("code", "")))
        rest = {name: value for name, value in given.items() if name != BASE}
        return {BASE: found, **complete(NUMBERS, rest)}

    def _of_trained(self, given: Mapping[str, Any], learned: Learned | None) -> dict[str, Any]:
        """The parameters of what was learned: of a file, or as a run holds them."""
        if self.no_learning:
            raise BadInput(message("{why}", why=self.no_learning), source=TRAINED)
        own = (NET, *([HABIT] if self.has_habits else []), *self.trained.PARAMETERS)
        common = {name: value for name, value in given.items() if name not in own}
        found = complete({} if self.has_habits else self.common, common)
        if learned is None and not isinstance(given.get(NET), dict):
            learned = self.of_file()
            if learned is None:
                train = train_command(self.learned_game)
                raise BadInput(message("nobody has learned this game here yet: {train}", train=train), source=TRAINED)
        habit = self._habit(learned.habit if learned else given.get(HABIT)) if self.has_habits else None
        return {**found, **resolved(given, learned, habit)}

    def _habit(self, given: Any) -> Json:
        """The policy that a network sits upon: of a file, or as a run holds it."""
        source = f"{TRAINED}: {HABIT}"
        name = given.split()[:1] if isinstance(given, str) else [given.get("name")] if isinstance(given, dict) else []
        if not name or name[0] in (SEARCH, TRAINED):
            expected = message("a policy of the game that neither searches nor has learned")
            raise BadInput(source=source, expected=expected)
        is_text = isinstance(given, str)
        found = self.resolve(*parse_policy(given), source) if is_text else self.resolve_again(given, source)
        self._check_base(self.module(found["name"], found.get("code", "")), source)
        return found

    def _shown_of_trained(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        return changed(self.parameters_of(self.trained), parameters)

    def _check_base(self, base: ModuleType, source: str = "") -> None:
        """A policy that sees what is hidden from its seat would see it in imagined worlds, too."""
        source = source or said("parameter {name}", name=BASE)
        if hasattr(base, "PLAYS_ALONE"):
            raise BadInput(message("{why}", why=base.PLAYS_ALONE), source=source)
        if getattr(base, "SEES_ALL", False):
            raise BadInput(message("a policy that sees all is no base of a search"), source=source)

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
