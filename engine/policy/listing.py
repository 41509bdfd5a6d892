"""All policies in words: every policy by name, and every parameter."""

from pathlib import Path
from types import ModuleType

from engine.configs import names
from engine.errors import BadInput
from engine.game.sheets import Sheet
from engine.language.current import said, said_as, word
from engine.policy.naming import shown_number
from engine.policy.parameters import Choice, RuleParameter
from engine.policy.registry import PRESETS, PolicySet, load_preset, read_preset
from engine.policy.seats.search_policy import SEARCH, TOLD
from engine.policy.seats.trained_policy import TRAINED, trained_told

NO_LIMIT = 1_000_000
"""A number that can go this far was given no limits."""


def policy_sheets(policies: PolicySet, takes_files: bool) -> list[Sheet]:
    """The policies and presets; then the parameters of the installed policies. A package's policy is named, but none
    of its code is run."""
    rows = [[name, word(policies.origin), word(one_line(policies.module(name)))] for name in policies.installed]
    if not policies.no_search and policies.is_general_search(SEARCH):
        rows.append([SEARCH, said("every game"), str(TOLD)])
    if not policies.no_learning and policies.is_general_trained(TRAINED):
        rows.append([TRAINED, said("every game"), trained_told(policies.learned_game)])
    for name, entry in policies.outside.offered().items():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        runs = said("{package}; fatecast policies check {name} runs its code", package=package, name=name)
        rows.append([name, said("package"), runs])
    for name in names(PRESETS, policies.hooks.game):
        try:
            preset = load_preset(name, policies.hooks.game)
            words = " ".join([preset.policy, *(f"{key}={value}" for key, value in preset.parameters.items())])
            rows.append([name, word("preset"), f"{word(preset.description)} ({words})"])
        except BadInput as error:
            rows.append([name, word("preset"), said("cannot be used: {error}", error=error.line)])
    title = said("Policies, for --policy and, with commas between, --table.")
    if takes_files:
        title = said(
            "Policies, for --policy and, with commas between, --table. Also a file of your own: --policy ./mine.py"
        )
    heads = [said("policy"), said_as("of policies", "where"), said("what it does")]
    return [Sheet(title, heads, rows), parameters_sheet(policies)]


def one_line(policy: ModuleType) -> str:
    """The first line of its docstring, without its name."""
    first = (policy.__doc__ or said("(says nothing of itself)")).strip().partition("\n")[0]
    return first.partition(": ")[2] or first


def parameters_sheet(policies: PolicySet) -> Sheet:
    """One row a parameter; where defaults differ, each with the policies that have it."""
    known: dict[tuple[str, str], dict[str, list[str]]] = {}
    meanings: dict[tuple[str, str], str] = {}
    modules = {name: policies.module(name) for name in policies.installed}
    for name, module in modules.items():
        if hasattr(module, "resolve"):
            continue
        for key, parameter in policies.parameters_of(module).items():
            row = (key, span(parameter))
            meanings.setdefault(row, parameter.meaning)
            default = shown_number(parameter.word(parameter.default))
            known.setdefault(row, {}).setdefault(default, []).append(name)
    rows = [
        [*row, "; ".join(f"{default} ({', '.join(who)})" for default, who in defaults.items()), word(meanings[row])]
        for row, defaults in known.items()
    ]
    if policies.learned:
        learners = [name for name, module in modules.items() if hasattr(module, "LEARNT")]
        values, default, meaning = policies.learned.sheet_row
        rows.append([policies.learned.name, word(values), f"{word(default)} ({', '.join(learners)})", word(meaning)])
    heads = [said("parameter"), said_as("of parameters", "range"), said("default"), said("meaning")]
    return Sheet(said('Parameters: --policy "NAME key=value"'), heads, rows)


def span(parameter: RuleParameter) -> str:
    """`1 to 10, whole`; `0 or more` where no limit is meant"""
    if isinstance(parameter, Choice):
        return str(parameter.expected)
    if parameter.words:
        return str(parameter.expected(whole=True))
    is_whole, low, high = isinstance(parameter.default, int), parameter.low, parameter.high
    if high < NO_LIMIT and is_whole:
        return said("{low:g} to {high:g}, whole", low=low, high=high)
    if high < NO_LIMIT:
        return said("{low:g} to {high:g}", low=low, high=high)
    if low <= -NO_LIMIT:
        return said("any number, whole") if is_whole else said("any number")
    return said("{low:g} or more, whole", low=low) if is_whole else said("{low:g} or more", low=low)


def checked_preset(policies: PolicySet, data: dict[str, object], path: Path) -> str:
    """What a preset's file is, once it is seen to be right."""
    preset = read_preset(data, str(path))
    policies.resolve_preset(preset, {}, str(path))
    return said("a preset of {policy}: {meaning}", policy=preset.policy, meaning=word(preset.description))
