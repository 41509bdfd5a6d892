"""What a figure of a report is, and how all of them are drawn."""

from collections.abc import Callable, Mapping

from matplotlib.figure import Figure

from sim.display.figure_style import styled
from sim.report.shared.figures.captions import caption_said
from sim.report.shared.run_data import RunData, Tables

Draw = Callable[[RunData, Tables], Figure | None]
"""Draws a figure; None if the run has no data for it."""

Figures = Mapping[str, tuple[str, Draw]]
"""The caption of each figure, in English, and how it is drawn, by name."""


def draw_all(data: RunData, tables: Tables, figures: Figures) -> dict[str, tuple[str, Figure]]:
    """Every figure that the run has data for: its caption, and the figure."""
    drawn: dict[str, tuple[str, Figure]] = {}
    with styled():
        for name, (caption, draw) in figures.items():
            figure = draw(data, tables)
            if figure is not None:
                drawn[name] = caption_said(caption), figure
    return drawn
