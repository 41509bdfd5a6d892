"""Templates are filled by the names of their places; a translation may use no other place, and no part of a value."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter

Place = tuple[str, str, str]
"""Name, conversion (`r`) and format (`,`) of a place."""
CONVERTED: Mapping[str, Callable[[object], str]] = {"r": repr, "a": ascii, "s": str}


def _parsed(template: str) -> list[tuple[str, Place | None]]:
    """The letters of a template, each part with the place behind it."""
    return [
        (letters, None if name is None else (name, conversion or "", spec or ""))
        for letters, name, spec, conversion in Formatter().parse(template)
    ]


@lru_cache(maxsize=4096)
def parsed(template: str) -> list[tuple[str, Place | None]]:
    """The same for a template that is used again and again."""
    return _parsed(template)


def places_of(template: str) -> list[Place]:
    """The places of a template, in order; none if it cannot be read."""
    try:
        return [place for _, place in _parsed(template) if place]
    except ValueError:
        return []


def is_safe(translation: str, template: str, most: int = 4) -> bool:
    """Whether a translation can be filled in place of its template: each place is one of the template's, written as
    there, and it is not much longer."""
    try:
        places = {place for _, place in _parsed(template)}
        used = Counter(place for _, place in _parsed(translation))
    except ValueError:
        return False
    short = len(translation) <= most * len(template) + 200
    return short and all(place in places and times <= most for place, times in used.items() if place)


def filled(
    template: str,
    values: Mapping[str, object],
    shown: Callable[[object, str], str] = format,
    joined: Callable[[str, str], str] = lambda letters, value: letters,
) -> str:
    """The template with its values. `shown` writes a value as its format says; `joined` may change the letters before
    a value (Spanish writes "y Ana" but "e Inés")."""
    parts = []
    for letters, place in parsed(template):
        if place is None:
            parts.append(letters)
            continue
        name, conversion, spec = place
        value = values[name]
        text = shown(CONVERTED[conversion](value) if conversion else value, spec)
        parts += [joined(letters, text), text]
    return "".join(parts)
