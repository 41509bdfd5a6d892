"""The frame of a page: its title, its script, and what a browser may do with it.

A page contains names that strangers wrote. They are escaped; and should one get through, the policy lets the browser
run no script but ours, which it knows by its hash, and load nothing.
"""

from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from markupsafe import Markup

from engine.content.labels import is_label
from engine.errors import BadInput, message
from sim.display.templates import source

PAGE = "sim.report.shared.page"
"""The package of the templates that all pages share."""
SIDE_BY_SIDE = "sim.report.side_by_side"
"""The package of the templates of pages about several runs."""

LONGEST_TITLE = 120
"""Characters of a title."""


@dataclass(frozen=True)
class Frame:
    """What all pages have in common."""

    title: str = ""
    """A title of one's own, in place of the game's."""

    def __post_init__(self) -> None:
        if self.title and not is_label(self.title, LONGEST_TITLE):
            shown = ascii(self.title[:LONGEST_TITLE])
            raise BadInput(
                source="title",
                expected=message(
                    "one line of 1 to {longest_title} printable characters, got {shown}",
                    longest_title=LONGEST_TITLE,
                    shown=shown,
                ),
            )

    @property
    def script(self) -> Markup:
        """Sorts tables, and shows the values of figures. It is ours, not the run's."""
        return Markup(_script())

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of the page."""
        ours = b64encode(sha256(_script().encode()).digest()).decode()
        return (
            f"default-src 'none'; script-src 'sha256-{ours}'; style-src 'unsafe-inline'; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )


@cache
def _script() -> str:
    return f"\n{source(PAGE, 'page.js')}"
