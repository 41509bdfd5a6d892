"""What Pydantic says about a wrong value, as templates: those of its texts that a designer is likely to meet."""

import re
from functools import cache

from engine.language.messages import Message, Text, message

TEXTS = (
    message("Field required"),
    message("Extra inputs are not permitted"),
    message("expected a valid string"),
    message("expected a valid integer"),
    message("expected a valid integer, unable to parse string as an integer"),
    message("expected a valid integer, got a number with a fractional part"),
    message("expected a valid number"),
    message("expected a valid number, unable to parse string as a number"),
    message("expected a finite number"),
    message("expected a valid boolean"),
    message("expected a valid boolean, unable to interpret input"),
    message("expected a valid list"),
    message("expected a valid dictionary"),
    message("expected a valid dictionary or instance of {name}"),
    message("expected an object"),
    message("expected greater than or equal to {least}"),
    message("expected greater than {limit}"),
    message("expected less than or equal to {most}"),
    message("expected less than {limit}"),
    message("String should have at least {least} character"),
    message("String should have at least {least} characters"),
    message("String should have at most {most} character"),
    message("String should have at most {most} characters"),
    message("String should match pattern '{pattern}'"),
    message("List should have at least {least} item after validation, not {count}"),
    message("List should have at least {least} items after validation, not {count}"),
    message("List should have at most {most} item after validation, not {count}"),
    message("List should have at most {most} items after validation, not {count}"),
    message("Dictionary should have at least {least} items after validation, not {count}"),
    message("Dictionary should have at most {most} items after validation, not {count}"),
    message("Keys should be strings"),
    message("expected {first} or {last}"),
)
"""As they stand in an error of ours, where `expected` takes the place of `Input should be`."""
QUOTED = r"'[^']*'(?:, '[^']*')*"


def in_our_words(text: str) -> Text:
    """The text with its template, if it is a known one."""
    for pattern, template in _patterns():
        if found := pattern.fullmatch(text):
            return Message(template, found.groupdict())
    return text


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(_pattern(each.template)), each.template) for each in TEXTS]


def _pattern(template: str) -> str:
    value = QUOTED if template == TEXTS[-1].template else r"\S+"
    return re.sub(r"\\\{(\w+)\\\}", lambda place: f"(?P<{place[1]}>{value})", re.escape(template))
