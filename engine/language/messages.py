"""Texts that are marked where something is found out, and written where somebody reads them."""

from collections.abc import Mapping

from engine.language.current import said, said_as


class Message:
    """A text for a person: a template with named places, and its values. Whoever shows it fills them in."""

    def __init__(self, template: str, values: Mapping[str, object], context: str = "") -> None:
        self.template, self.values, self.context = template, values, context

    def __str__(self) -> str:
        if self.context:
            return said_as(self.context, self.template, **self.values)
        return said(self.template, **self.values)


def message(template: str, /, **values: object) -> Message:
    """Marks a text that a person reads: `message("expected {least} or more", least=1)`."""
    return Message(template, values)


def message_as(context: str, template: str, /, **values: object) -> Message:
    """The same for a text that means something else elsewhere: `message_as("kind of thing", "field")`."""
    return Message(template, values, context)


Text = str | Message
