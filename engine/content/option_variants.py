"""Several versions of the options in one experiment: `variants = ["usual", "surplus=off for veteran", "support=1"]`.

The first words are options and their values; after `for`, the policies that play the version, if not all of them do.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from engine.content.errors import bad_field, told
from engine.errors import BadInput, Text, message
from engine.game.cell import Json

USUAL = "usual"
"""The version with the options of the experiment."""
SHAPE = message("OPTION=VALUE …, perhaps with: for POLICY, POLICY")


class Variant(NamedTuple):
    """A version of the options."""

    label: str
    options: Json
    policies: list[str]
    """The labels of those who play it; all, if there are none."""


NO_VARIANT = Variant("", {}, [])
"""Of an experiment that names none."""


def variants_of(texts: Iterable[str], policies: Iterable[str], options: type[BaseModel], source: str) -> list[Variant]:
    """The versions that these texts name. `policies` are the labels of the policies of the experiment, `options` the
    options of the game."""
    known = list(policies)
    found: list[Variant] = []
    for text in texts:
        variant = _variant(text, options, source)
        for name in variant.policies:
            if name not in known:
                raise bad_variant(
                    source,
                    text,
                    message(
                        "expected policies of this experiment ({known}), got {name!r}",
                        known=", ".join(known),
                        name=name,
                    ),
                )
        if variant.label in [each.label for each in found]:
            raise bad_variant(source, text, message("expected variants that differ"))
        found.append(variant)
    return found


def _variant(text: str, known: type[BaseModel], source: str) -> Variant:
    settings, _, who = text.partition(" for ")
    label = " ".join(settings.split())
    given: Json = {}
    for word in label.split() if label != USUAL else []:
        name, equals, value = word.partition("=")
        if not equals or name not in known.model_fields:
            raise bad_variant(source, text, message("expected {usual}, or {shape}", usual=USUAL, shape=SHAPE))
        given[name] = int(value) if value.isdecimal() else value
    try:
        options = known.model_validate(given).model_dump(exclude_unset=True)
    except ValidationError as error:
        field, said = next(iter(told(error)))
        raise bad_variant(source, text, message("{field}: {said}", field=".".join(field), said=said)) from None
    return Variant(label, options, [name for each in who.split(",") if (name := " ".join(each.split()))])


def bad_variant(source: str, text: str, said: Text) -> BadInput:
    """What is wrong with one of the versions."""
    return bad_field(source, ("variants",), message("{text!r}: {said}", text=text, said=said))
