"""What Typer says about a wrong flag or argument, as templates: it tells finished English sentences."""

import re
from collections.abc import Callable, Sequence

from engine.language.current import said
from engine.language.pydantic_texts import in_our_words

Told = Callable[[re.Match[str]], str]

TEXTS: Sequence[tuple[str, Told]] = (
    (r"Missing argument (.+)\.", lambda found: said("Missing argument {name}.", name=found[1])),
    (r"Missing option (.+)\.", lambda found: said("Missing option {name}.", name=found[1])),
    (r"Missing command\.", lambda found: said("Missing command.")),
    (
        r"Got unexpected extra argument\(s\) \((.*)\)",
        lambda found: said("Got unexpected extra argument(s) ({words})", words=found[1]),
    ),
    (r"Option (.+) requires an argument\.", lambda found: said("Option {name} requires an argument.", name=found[1])),
    (
        r"Option (.+) does not take a value\.",
        lambda found: said("Option {name} does not take a value.", name=found[1]),
    ),
    (
        r"Invalid value for '(\S+)': Input should be greater than or equal to (\S+)",
        lambda found: said("{flag}: expected {least} or more", flag=found[1], least=found[2]),
    ),
    (
        r"Invalid value for '(\S+)': Input should be less than or equal to (\S+)",
        lambda found: said("{flag}: expected at most {most}", flag=found[1], most=found[2]),
    ),
    (
        r"Invalid value for (.+?): Input should be greater than or equal to (\S+)",
        lambda found: said("Invalid value for {name}: expected {least} or more", name=found[1], least=found[2]),
    ),
    (
        r"Invalid value for (.+?): Input should be less than or equal to (\S+)",
        lambda found: said("Invalid value for {name}: expected at most {most}", name=found[1], most=found[2]),
    ),
    (
        r"Invalid value for (.+?): Input should be (.+)",
        lambda found: said("Invalid value for {name}: {why}", name=found[1], why=_of_a_value(found[2])),
    ),
)


def in_template(text: str) -> str:
    """The same in the language of the call; a text that is not known here stays as it is."""
    for pattern, told in TEXTS:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return told(found)
    return text


def _of_a_value(text: str) -> str:
    """What Pydantic expected, in its own words in English."""
    told = str(in_our_words(f"expected {text}"))
    return f"Input should be {text}" if told == f"expected {text}" else told
