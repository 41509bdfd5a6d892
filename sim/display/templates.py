"""Jinja templates: where they lie, and how text is escaped in them.

HTML is escaped by itself. In Markdown, every text goes through the filter `text`, and names in code through `code`.
"""

from collections.abc import Mapping
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from engine.language.current import counted, language, said, said_as, several, word
from sim.text.axis_words import unit_word
from sim.text.escapes import markdown, markdown_code, visible
from sim.text.html import html
from sim.text.number_format import brief_number, capital, sorting_number, typeset, whole

SHARED = "sim.display"
"""The package whose templates every other may import."""


def _visible(value: object) -> object:
    """Text without characters that nobody sees, which could turn the direction of reading."""
    return visible(value, keep="\n\t") if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def environment(*packages: str) -> Environment:
    """The templates of these packages, each in its folder `templates`, and the shared ones; the first that has a name
    is taken."""
    found = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in (*packages, SHARED)]),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_visible,
    )
    found.filters |= {"text": markdown, "code": markdown_code, "line": visible}
    found.filters |= {"capital": capital, "typeset": typeset}
    found.filters |= {"whole": whole, "brief_number": brief_number, "sorting_number": sorting_number}
    found.filters |= {"word": word, "unit_word": unit_word}
    found.globals |= {"said": said, "said_as": said_as, "counted": counted, "html": html, "several": several}
    found.globals |= {"language": language}
    return found


def source(package: str, template: str) -> str:
    """A template as it is written."""
    found = environment(package)
    assert found.loader is not None
    return found.loader.get_source(found, template)[0]


def render(package: str, template: str, content: Mapping[str, object], *others: str) -> str:
    """A template of a package filled in; it may use those of the other packages."""
    return environment(package, *others).get_template(template).render(content)
