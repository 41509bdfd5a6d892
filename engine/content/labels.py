"""The one rule for labels and names, whoever wrote them: in a config, a flag, a manifest or a baseline.

A label is one line of printable characters, without spaces around it. Control characters would reach the terminal, line
breaks would forge lines of a log, and characters that turn the direction of writing would make one label look like
another.
"""

from engine.errors import BadInput, message

LONGEST_NAME = 80
"""Characters of a name that a person gives: of a deck, a card, a power, a file of weights."""

LONGEST_LABEL = 400
"""Characters of a label that is made of names: a policy with its parameters, the policies of a table."""


def is_label(text: str, most: int = LONGEST_NAME) -> bool:
    """Whether the text keeps the rule."""
    return 0 < len(text) <= most and text.isprintable() and text == text.strip()


def check_label(text: str, what: str, source: str, most: int = LONGEST_NAME) -> str:
    """The text, if it keeps the rule."""
    if is_label(text, most):
        return text
    shown = ascii(text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…")
    raise BadInput(
        source=source,
        place=what,
        expected=message("one line of 1 to {most} printable characters, got {shown}", most=most, shown=shown),
    )
