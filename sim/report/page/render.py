"""The page: one file, nothing loaded from anywhere."""

import re
from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from sim.display.figure_style import INK, LINE, MUTED

ON_PAGE = {INK: "currentColor", MUTED: "var(--muted)", LINE: "var(--line)"}
"""What a figure is drawn in, and what it is shown in."""


@cache
def environment() -> Environment:
    """Where the template is, with everything in it escaped unless it says otherwise."""
    found = Environment(
        loader=PackageLoader("sim.report.page", "templates"),
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
    """A figure as a part of the page: its ink is the page's, its ids are its own, and it is read out by its caption."""
    name, caption, svg = figure
    text = svg.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(?<=[\s<])id="', f'id="{name}-', text)
    text = re.sub(r'href="#', f'href="#{name}-', text)
    text = re.sub(r"url\(#", f"url(#{name}-", text)
    text = re.sub(r'<g id="[^"]*patch_1">.*?</g>\s*', "", text, count=1, flags=re.DOTALL)
    for drawn, shown in ON_PAGE.items():
        text = text.replace(drawn, shown)
    head = re.match(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', text, flags=re.DOTALL)
    assert head is not None
    width = float(head[1].split()[2])
    opening = (
        f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{head[1]}" role="img" aria-label="{caption}" '
        f'style="max-width:{width * 4 / 3:.0f}px">'
    )
    return opening + text[head.end() :]
