"""How figures look: one style for all, legible on white and on black, at half their width, and to the colour-blind.

Ink, muted ink and lines are drawn in colours of their own that occur nowhere else, so that a page can replace them by
its own, which change with light and dark. Difficulties keep their colour and their marker in every figure.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

INK, MUTED, LINE = "#1c2127", "#5d6773", "#c9d0d8"
"""Text and marks; what stands back; grids and frames."""

BAND = "#f0f3f6"
"""Behind every other line of many, on white."""

LEVELS = ("#009988", "#0077bb", "#d9661a", "#c2287a", "#7a5cc0", "#8a6d1f", "#4d7d2a", "#5f7380")
"""After Paul Tol's vibrant scheme: each at least 3 : 1 against white and against the page's black."""

MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")

SCALE = "cividis"
"""Of every heat map: from never to always, the same for all."""

CHANGE_SCALE = "RdBu"
"""Of every map of changes: from harder to easier, white for none."""

WIDTH = 6.4
DPI = 120
COLOURS = 96
"""Of a PNG: flat figures need no more, and take a third of the room."""

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
    """Draw in our style, whatever the user's own is."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def colour_of(level: int) -> str:
    """The colour of a difficulty, by its place."""
    return LEVELS[level % len(LEVELS)]


def marker_of(level: int) -> str:
    """The marker of a difficulty, by its place."""
    return MARKERS[level % len(MARKERS)]


def as_svg(figure: Figure, name: str) -> bytes:
    """A file of its own, on white; the same figure gives the same bytes."""
    with styled(), mpl.rc_context({"svg.hashsalt": name}):
        out = BytesIO()
        metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
        figure.savefig(out, format="svg", facecolor="white", metadata=metadata)
    return re.sub(rb"\d+\.\d{3,}", lambda number: b"%.2f" % float(number[0]), out.getvalue())


def as_png(figure: Figure) -> bytes:
    """The same as pixels."""
    with styled():
        FigureCanvasAgg(figure)
        out = BytesIO()
        figure.savefig(out, format="png", dpi=DPI, facecolor="white")
    few = BytesIO()
    Image.open(out).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(few, "png", optimize=True)
    return few.getvalue()


def as_pdf(figure: Figure) -> bytes:
    """The same for print."""
    with styled():
        out = BytesIO()
        figure.savefig(out, format="pdf", facecolor="white", metadata={"CreationDate": None})
    return out.getvalue()
