"""How figures look: one style for all, legible on white and on black, at half their width, and to the colour-blind.

Ink, muted ink and lines have colours that occur nowhere else, so that a page can replace them by its own, which change
with light and dark. Difficulties keep their colour and their marker in every figure.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

INK, MUTED, LINE = "#1c2127", "#5d6773", "#c9d0d8"
"""Text and marks; less important text; grids and frames."""

BAND = "#f0f3f6"
"""Behind every other row, on white."""

LEVELS = ("#009988", "#0077bb", "#d9661a", "#c2287a", "#7a5cc0", "#8a6d1f", "#4d7d2a", "#5f7380")
"""After Paul Tol's vibrant scheme: each at least 3 : 1 against white and against the page's black."""

MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")

SCALE = "cividis"
"""Of every heat map: from never to always, the same for all."""

CHANGE_SCALE = "RdBu"
"""Of every map of changes: from harder to easier, white for no change."""

WIDTH = 6.4
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10.5,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 10.5,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "figure.constrained_layout.use": True,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "lines.linewidth": 1.6,
    "lines.markersize": 6,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw in our style, whatever style the user has set."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def colour_of(level: int) -> str:
    """The colour of a difficulty, by its number."""
    return LEVELS[level % len(LEVELS)]


def marker_of(level: int) -> str:
    """The marker of a difficulty, by its number."""
    return MARKERS[level % len(MARKERS)]
