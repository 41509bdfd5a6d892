"""Sentences with marks of HTML in them."""

import re
from collections import Counter

from markupsafe import Markup, escape

from engine.language.current import translated
from engine.language.filling import filled

TAG = re.compile(r"</?[a-z][^<>]*>")


def html(template: str, /, **values: object) -> Markup:
    """A sentence in the current language. The marks are the template's: a translation has the same ones, or it is not
    taken. Values are escaped."""
    found = translated(template)
    if Counter(TAG.findall(found)) != Counter(TAG.findall(template)):
        found = template
    return Markup(filled(found, {name: escape(value) for name, value in values.items()}))
