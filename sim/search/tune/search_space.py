"""What a search may change: fields, their other values, and how large a change each value is.

`cards.*.price` names every number that matches, to be changed by up to a few steps; `cards.fox.price=2..5` and
`cards.fox.rule="sum >= <<9..12>>"` say which values to try. `options.variant` names all words of a field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import NamedTuple

from engine.configs import unknown_word
from engine.errors import BadInput, message
from engine.game.optional_parts import Choices, HasChoices, content_of
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.value_ranges import MOST_VALUES, SweepPoint, read_settings, sweep_points


class FieldOption(NamedTuple):
    """Another value for a field."""

    field: int
    """The number of the field."""
    path: str
    value: object
    distance: int
    """By how many steps it differs from the present value; 1 where there are no steps."""


@dataclass(frozen=True)
class SearchSpace:
    """Everything that a search may change."""

    now: Mapping[str, int | str]
    """The fields that have another value, and their present ones."""
    options: list[FieldOption]


def read_search_space(base: ResolvedExperiment, texts: Sequence[str], reach: int) -> SearchSpace:
    """The fields that the texts name, with all other values that the game accepts."""
    if not texts:
        raise BadInput(
            message("nothing may be changed, expected --vary with a path or a pattern of paths"), source="tune"
        )
    if not 1 <= reach <= MOST_VALUES:
        raise BadInput(
            message("--reach: expected 1 to {most_values:,}, not {reach}", most_values=MOST_VALUES, reach=reach),
            source="tune",
        )
    fields = content_of(base.game).fields(base.grid, "tune")
    found: dict[str, list[FieldOption]] = {}
    for text in texts:
        for path, options in _named(base, text, fields, reach).items():
            found.setdefault(path, options)
    varied = [some for some in found.values() if some]
    options = [option._replace(field=field) for field, some in enumerate(varied) for option in some]
    if not options:
        raise BadInput(
            message("--vary {names}: no other value is allowed there", names=", ".join(texts)), source="tune"
        )
    return SearchSpace({path: fields[path] for path, some in found.items() if some}, options)


def _named(
    base: ResolvedExperiment, text: str, fields: Mapping[str, int | str], reach: int
) -> dict[str, list[FieldOption]]:
    choices = choices_of(base)
    if "=" in text:
        return _listed(base, text, fields, choices)
    if text in choices:
        others = [value for value in choices[text].values if value != fields[text]]
        return {text: [FieldOption(0, text, value, 1) for value in others if is_allowed(base, {text: value})]}
    numbers = {
        path: now
        for path, now in fields.items()
        if isinstance(now, int) and path not in choices and fnmatchcase(path, text)
    }
    if not numbers:
        for path, now in fields.items():
            if fnmatchcase(path, text):
                raise BadInput(
                    message(
                        "--vary {text}: {path} is no number, expected its values: {path}={now},…",
                        text=text,
                        path=path,
                        now=now,
                    ),
                    source="tune",
                )
        example = next((path for path, now in fields.items() if isinstance(now, int)), "path")
        raise BadInput(
            message(
                "--vary {text}: matches no number, expected a path or a pattern such as {example}",
                text=text,
                example=example,
            ),
            source="tune",
        )
    steps = sorted((step for step in range(-reach, reach + 1) if step), key=lambda step: (abs(step), step))
    return {
        path: [FieldOption(0, path, now + step, abs(step)) for step in steps if is_allowed(base, {path: now + step})]
        for path, now in numbers.items()
    }


def choices_of(base: ResolvedExperiment) -> Mapping[str, Choices]:
    """The fields that are no numbers: a pattern leaves them alone, and their own name stands for all their values."""
    content = content_of(base.game)
    return content.choices() if isinstance(content, HasChoices) else {}


def _listed(
    base: ResolvedExperiment, text: str, fields: Mapping[str, int | str], choices: Mapping[str, Choices]
) -> dict[str, list[FieldOption]]:
    [setting] = read_settings([text], "tune: --vary")
    if setting.path not in fields:
        raise unknown_word("field", setting.path, _near(setting.path, fields), "tune", f"--vary {text}")
    now = fields[setting.path]
    tried = list(sweep_points([setting]))
    here = next((choice for choice in tried if choice.changes[setting.path] == now), None)
    options = []
    for choice in tried:
        value = choice.changes[setting.path]
        variant(base, {setting.path: value}, f"tune: --vary {text}")
        if setting.path in choices:
            value = choices[setting.path].read(setting.path, value)
        if value != now:
            options.append(FieldOption(0, setting.path, value, _distance(now, value, here, choice)))
    return {setting.path: options}


def _distance(now: object, value: object, here: SweepPoint | None, there: SweepPoint) -> int:
    """Steps between numbers; for a rule, between the numbers in its holes, if the present one is among those listed."""
    if isinstance(now, bool):
        return 1
    if isinstance(now, int) and isinstance(value, int):
        return abs(value - now)
    if here is None:
        return 1
    steps = [_step(here.point[name], there.point[name]) for name in there.point]
    return max(1, sum(steps))


def _step(one: object, other: object) -> int:
    if isinstance(one, int) and isinstance(other, int):
        return abs(one - other)
    return int(one != other)


def _near(path: str, fields: Mapping[str, int | str]) -> list[str]:
    """The fields near the one that does not exist, so that the list stays short."""
    table = path.rpartition(".")[0]
    beside = [field for field in fields if field.rpartition(".")[0] == table]
    return beside or sorted({field.partition(".")[0] for field in fields})


def is_allowed(base: ResolvedExperiment, changes: Mapping[str, object]) -> bool:
    """Whether the game accepts these changes."""
    try:
        variant(base, changes, "tune")
    except BadInput:
        return False
    return True
