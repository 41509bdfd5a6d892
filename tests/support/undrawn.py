"""Reports for tests that read words and tables. Drawing takes most of the time of a report, half of it for pixels.

Every figure of every kind is drawn on the pages of `tests/support/pages.py`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from markupsafe import Markup
from matplotlib.figure import Figure

from sim.report.build import build as whole
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.files import Picture, ReportFiles
from sim.report.shared.run_data import RunData, Tables
from sim.report.side_by_side.page import build_several as all_whole


def _empty(name: str, caption: str, figure: Figure) -> Picture:
    return Picture(caption, Markup("<svg></svg>"), {f"figures/{name}.svg": b"", f"figures/{name}.png": b""})


@contextmanager
def undrawn() -> Iterator[None]:
    """Figures are laid out, and their files are empty."""
    with patch("sim.report.build.picture", _empty), patch("sim.report.side_by_side.page.picture", _empty):
        yield


@contextmanager
def without_pixels() -> Iterator[None]:
    """Figures are drawn as SVG, and their PNG files are empty."""
    with patch("sim.report.shared.files.as_png", lambda figure: b""):
        yield


def _captions(data: RunData, tables: Tables, figures: Figures) -> dict[str, tuple[str, Any]]:
    return {name: (caption, None) for name, (caption, _) in figures.items()}


@contextmanager
def without_figures() -> Iterator[None]:
    """No figure is laid out: every figure of a kind stands on its page, empty: for tests of words."""
    with patch("sim.report.build.draw_all", _captions), undrawn():
        yield


def build_words(path: Path, place: str | None = None, title: str = "") -> ReportFiles:
    with without_figures():
        return whole(path, place, title)


def build(path: Path, place: str | None = None, title: str = "") -> ReportFiles:
    with undrawn():
        return whole(path, place, title)


def build_several(paths: list[Path], title: str = "") -> ReportFiles:
    with undrawn():
        return all_whole(paths, title)


def build_drawn(path: Path, place: str | None = None) -> ReportFiles:
    """With figures as a page has them: for runs that are hard to draw, and for the words in figures."""
    with without_pixels():
        return whole(path, place)
