"""The functions of a game file that decide, and those of other files, as a `PolicySet`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from engine.configs import unknown_word
from engine.errors import BadInput, Text, message
from engine.game.cell import Json
from engine.outside.own.author import Decide, Policy
from engine.outside.own.luck import Dice
from engine.outside.own.policies.function_policy import COMMON, EXPECTED, SLIPS, FunctionPolicy, random
from engine.outside.own.policies.memory import MEMORY, BadMemory
from engine.outside.own.policies.policy_files import FunctionFiles
from engine.outside.own.policies.shown_views import is_watching
from engine.outside.own.policies.trained_function import (
    NOTHING_LEARNED,
    AuthorFeatures,
    LearnedIn,
    TrainedFunction,
    features_of,
)
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet


@dataclass(frozen=True)
class FunctionPolicies(PolicySet):
    """The policies of one game file."""

    functions: Mapping[str, FunctionPolicy] = field(default_factory=dict)
    author_features: AuthorFeatures | None = None
    """What the author says that a choice looks like, if he does."""
    origin = "with the game"

    @cached_property
    def outside(self) -> FunctionFiles:
        return FunctionFiles(self.hooks, self.parameters_of)

    @cached_property
    def trained(self) -> FunctionPolicy:
        return TrainedFunction(self.author_features)

    def module(self, name: str, code: str = "") -> FunctionPolicy:
        if code:
            return cast(FunctionPolicy, self.outside.module(name, code))
        if self.is_general_search(name):
            return cast(FunctionPolicy, self.search)
        if self.is_general_trained(name):
            return self.trained
        if name not in self.functions:
            raise unknown_word("policy", name, self.known())
        return self.functions[name]


def policies_of(
    game: str,
    functions: Sequence[Policy],
    where: str,
    no_search: Text = "",
    learned: LearnedIn = NOTHING_LEARNED,
) -> FunctionPolicies:
    """The policies that a game lists, and `random`."""
    found: dict[str, FunctionPolicy] = {}
    for function in functions:
        name = getattr(function, "__name__", "")
        if not callable(function) or not name.isidentifier():
            raise BadInput(
                source=where,
                place="policies",
                expected=message("functions with names, got {function}", function=repr(function)),
            )
        if name in found:
            raise BadInput(
                source=where, place="policies", expected=message("names that differ, got {name} twice", name=name)
            )
        try:
            found[name] = FunctionPolicy(function, where)
        except BadMemory as error:
            raise BadInput(error.said, source=where, place=f"policies: {name}: {MEMORY}") from None
        except ValueError:
            raise BadInput(source=where, place=f"policies: {name}", expected=EXPECTED) from None
        if SLIPS in found[name].PARAMETERS:
            raise BadInput(
                message("every policy has a parameter {slips}; choose another name", slips=SLIPS),
                source=where,
                place=f"policies: {name}",
            )
    found.setdefault(random.__name__, FunctionPolicy(random))
    hooks = HookSet(game=game, defaults_in=__name__, kernel_in=__name__, begin="", player={}, news=())
    return FunctionPolicies(
        hooks,
        dict.fromkeys(found, ""),
        COMMON,
        no_search=no_search,
        no_learning="",
        learned_rules=learned.rules,
        functions=found,
        author_features=learned.features,
    )


def seats_of(who: Json, players: int) -> list[Json]:
    """Who plays in each seat, of a policy or a table of policies."""
    parts = who.get("seats", [who])
    return [parts[seat % len(parts)] for seat in range(players)]


def careless(seats: Sequence[Json], slips: int) -> list[Json]:
    """The same policies; so many per cent of their decisions are taken at random."""
    return [{**part, "parameters": {**part["parameters"], SLIPS: slips}} for part in seats]


def _and_features(decide: Decide, features: AuthorFeatures) -> Decide:
    """The same decider, which sees whether what the author says about each choice can be worked out."""

    def decide_and_say(view: Any, choices: Sequence[Any]) -> Any:
        for choice in choices:
            features_of(features, view, choice)
        return decide(view, choices)

    return decide_and_say


def seated(
    policies: FunctionPolicies,
    table: Sequence[Mapping[str, Any]],
    rules: Mapping[str, Any],
    dice_of: Callable[[int, int], Dice],
) -> Callable[[int], list[Decide]]:
    """The deciders of a table for each game, by its index. While a check watches them, they work out the author's
    features, too."""
    deciders_of, features = _seated(policies, table, rules, dice_of), policies.author_features
    if features is None or not is_watching():
        return deciders_of
    return lambda index: [_and_features(each, features) for each in deciders_of(index)]


def _seated(
    policies: FunctionPolicies,
    table: Sequence[Mapping[str, Any]],
    rules: Mapping[str, Any],
    dice_of: Callable[[int, int], Dice],
) -> Callable[[int], list[Decide]]:
    """Those that draw and remember nothing are made once."""
    modules = [policies.module(part["name"], part.get("code", "")) for part in table]
    pairs = [
        (module, {**part["parameters"], **module.prepared(rules, part["parameters"])})
        for module, part in zip(modules, table, strict=True)
    ]
    fixed = [
        None if module.draws(own) or module.MEMORY is not None else module.decider_at(seat, own, None)
        for seat, (module, own) in enumerate(pairs)
    ]
    if all(fixed):
        deciders = [each for each in fixed if each]
        return lambda index: deciders

    def deciders_of(index: int) -> list[Decide]:
        return [
            each or module.decider_at(seat, own, dice_of(seat, index) if module.draws(own) else None)
            for seat, (each, (module, own)) in enumerate(zip(fixed, pairs, strict=True))
        ]

    return deciders_of
