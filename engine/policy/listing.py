"""All policies in words: every policy by name, and every parameter."""

from pathlib import Path
from types import ModuleType

from engine.configs import names
from engine.errors import BadInput
from engine.game.sheets import Sheet
from engine.policy.naming import shown_number
from engine.policy.parameters import Choice, RuleParameter
from engine.policy.registry import PRESETS, PolicySet, load_preset, read_preset
from engine.policy.seats.search_policy import SEARCH, TOLD
from engine.policy.seats.trained_policy import TOLD as TRAINED_TOLD
from engine.policy.seats.trained_policy import TRAINED

NO_LIMIT = 1_000_000
"""A number that can go this far was given no limits."""


def policy_sheets(policies: PolicySet, takes_files: bool) -> list[Sheet]:
    """The policies and presets; then the parameters of the installed policies. A package's policy is named, but none
    of its code is run."""
    rows = [[name, policies.origin, one_line(policies.module(name))] for name in policies.installed]
    if not policies.no_search and policies.is_general_search(SEARCH):
        rows.append([SEARCH, "every game", f'{TOLD} ({SEARCH} base="NAME key=1")'])
    if not policies.no_learning and policies.is_general_trained(TRAINED):
        rows.append([TRAINED, "every game", TRAINED_TOLD])
    for name, entry in policies.outside.offered().items():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        rows.append([name, "package", f"{package}; fatecast policies check {name} runs its code"])
    for name in names(PRESETS, policies.hooks.game):
        try:
            preset = load_preset(name, policies.hooks.game)
            words = " ".join([preset.policy, *(f"{key}={value}" for key, value in preset.parameters.items())])
            rows.append([name, "preset", f"{preset.description} ({words})"])
        except BadInput as error:
            rows.append([name, "preset", f"cannot be used: {error.line}"])
    own = " Also a file of your own: --policy ./mine.py" if takes_files else ""
    title = f"Policies, for --policy and, with commas between, --table.{own}"
    return [Sheet(title, ["policy", "where", "what it does"], rows), parameters_sheet(policies)]


def one_line(policy: ModuleType) -> str:
    """The first line of its docstring, without its name."""
    first = (policy.__doc__ or "(says nothing of itself)").strip().partition("\n")[0]
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
        [*row, "; ".join(f"{default} ({', '.join(who)})" for default, who in defaults.items()), meanings[row]]
        for row, defaults in known.items()
    ]
    if policies.learned:
        learners = [name for name, module in modules.items() if hasattr(module, "LEARNT")]
        values, default, meaning = policies.learned.sheet_row
        rows.append([policies.learned.name, values, f"{default} ({', '.join(learners)})", meaning])
    return Sheet('Parameters: --policy "NAME key=value"', ["parameter", "range", "default", "meaning"], rows)


def span(parameter: RuleParameter) -> str:
    """`1 to 10, whole`; `0 or more` where no limit is meant"""
    if isinstance(parameter, Choice):
        return str(parameter.expected)
    if parameter.words:
        return str(parameter.expected(whole=True))
    whole = ", whole" if isinstance(parameter.default, int) else ""
    if parameter.high >= NO_LIMIT:
        return f"any number{whole}" if parameter.low <= -NO_LIMIT else f"{parameter.low:g} or more{whole}"
    return f"{parameter.low:g} to {parameter.high:g}{whole}"


def checked_preset(policies: PolicySet, data: dict[str, object], path: Path) -> str:
    """What a preset's file is, once it is seen to be right."""
    preset = read_preset(data, str(path))
    policies.resolve_preset(preset, {}, str(path))
    return f"a preset of {preset.policy}: {preset.description}"
