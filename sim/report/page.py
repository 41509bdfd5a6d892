"""The page: one file, nothing loaded from anywhere."""

from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from sim.report.style import inline


@cache
def environment() -> Environment:
    """Where the template is, with everything in it escaped unless it says otherwise."""
    found = Environment(
        loader=PackageLoader("sim.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["inline"] = _inline
    return found


def render(template: str, content: Mapping[str, object]) -> bytes:
    """A template filled in."""
    return environment().get_template(template).render(content).encode()


def _inline(figure: tuple[str, str, bytes]) -> str:
    name, caption, svg = figure
    return inline(svg, name, caption)
