"""What was asked, as words of a command line that asks the same."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path

from engine.game.registry import how_named
from sim.verbs.request.choices import Base, Typed

SHORT = {"experiment": "on"}
"""Flags that have a shorter name."""


def words_of(base: Base) -> list[str]:
    """The words that choose this experiment; other verbs take them, too. The content is not among them."""
    return [*_words(base)]


def question_words(
    base: Base,
    names: Mapping[str, object],
    settings: Mapping[str, object],
    numbers: Mapping[str, object],
    outcomes: Sequence[str],
    margins: Sequence[str],
) -> list[str]:
    """The words of a comparison that follow what is compared. `numbers` are flags that take one, by their names."""
    found = [word for name, value in names.items() for word in _flag(name, value)]
    found += [*_words(base), *_settings(settings)]
    found += [word for name, value in numbers.items() for word in (f"--{name}", str(value))]
    found += [word for outcome in outcomes for word in ("--outcome", outcome)]
    return [*found, *(word for margin in margins for word in ("--margin", margin))]


def _settings(settings: Mapping[str, object], before: str = "") -> Iterator[str]:
    from engine.content.changes import toml_value

    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from _settings(value, f"{before}{key}.")
        else:
            yield from ("--set", f"{before}{key}={toml_value(value)}")


def _words(part: object) -> Iterator[str]:
    for each in fields(part):  # type: ignore[arg-type]
        value = getattr(part, each.name)
        if is_dataclass(value):
            yield from _words(value)
        elif each.name in ("axes", "others", "option"):
            for name, inner in value.items():
                yield from _option(name, inner) if each.name == "option" else _flag(name, inner)
        elif each.name == "game" and value is not None:
            yield from ("--game", how_named(str(value)) or str(value))
        elif value not in (None, ()):
            yield from _flag(each.name, value)


def _option(name: str, value: object) -> Iterator[str]:
    from sim.experiment.values import as_typed

    yield from ("--option", f"{name}={as_typed(value)}")


def _flag(name: str, value: object) -> Iterator[str]:
    """A flag with its value; once for each of several texts."""
    from sim.experiment.values import as_typed

    flag = f"--{SHORT.get(name, name).replace('_', '-')}"
    if isinstance(value, bool):
        yield flag if value else f"--no-{flag[2:]}"
    elif isinstance(value, Typed | list | tuple):
        for text in value.texts if isinstance(value, Typed) else value:
            yield from (flag, str(text))
    elif not isinstance(value, Mapping):
        yield from (flag, str(value) if isinstance(value, Path) else as_typed(value))
