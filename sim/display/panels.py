"""Figures that a game describes as data, drawn with Matplotlib. No window is opened and no global state changes."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from engine.errors import BadInput, message
from engine.game.sheets import Bars, Panel, Shares
from sim.display.figure_files import as_pdf, as_png, as_svg
from sim.display.figure_parts import ink_at
from sim.display.figure_style import INK, MUTED, colour_of, styled
from sim.runs.atomic_files import write_file
from sim.text.number_format import NOTHING, plain_percent

KINDS = (".svg", ".png", ".pdf")
SHARES = "Blues"
"""The colours of shares: light for never, dark for always."""
WIDTH, HEIGHT = 5.2, 4.4
"""Of one panel, in inches."""
LABEL_HEIGHT = 0.23
"""Of one label of horizontal bars, in inches: below this they would touch."""


def check_figure_path(path: Path) -> None:
    """Refuse a path that could not be written, before anything is computed."""
    if path.suffix.lower() not in KINDS:
        raise BadInput(source=path, expected=message("a file that ends in {names}", names=", ".join(KINDS)))
    if not path.parent.is_dir():
        raise BadInput(message("no such directory: {parent}", parent=path.parent), source=path)


def write_figure(path: Path, title: str, panels: Sequence[Panel]) -> None:
    """Draw all panels, two in a row, into one file."""
    write_file(path, figure_bytes(path.suffix.lower()[1:], title, panels))


def figure_bytes(kind: str, title: str, panels: Sequence[Panel]) -> bytes:
    """The contents of the file; the same panels give the same bytes."""
    lines = [panels[at : at + 2] for at in range(0, len(panels), 2)]
    heights = [max(_height(panel) for panel in line) for line in lines]
    with styled():
        figure = Figure((2 * WIDTH, sum(heights)))
        figure.suptitle(title, fontweight="bold")
        for axes, panel in zip(_places(figure, lines, heights), panels, strict=True):
            axes.set_title(panel.title)
            _draw_shares(axes, panel) if isinstance(panel, Shares) else _draw_bars(axes, panel)
    if kind == "svg":
        return as_svg(figure, "piece")
    return as_png(figure) if kind == "png" else as_pdf(figure)


def _height(panel: Panel) -> float:
    """Long labels need room."""
    return max(HEIGHT, LABEL_HEIGHT * len(panel.labels) + 1) if isinstance(panel, Bars) and panel.lying else HEIGHT


def _places(figure: Figure, lines: Sequence[Sequence[Panel]], heights: Sequence[float]) -> list[Axes]:
    grid = figure.add_gridspec(len(lines), 2, height_ratios=list(heights))
    return [figure.add_subplot(grid[at, place]) for at, line in enumerate(lines) for place in range(len(line))]


def _draw_shares(axes: Axes, panel: Shares) -> None:
    """A coloured grid, with the number in every field that is neither 0 nor 1."""
    filled = [[0.0 if value is None else value for value in row] for row in panel.values]
    axes.imshow(filled, cmap=SHARES, vmin=0, vmax=1, aspect="equal")
    axes.set_xticks(range(len(panel.columns)), panel.columns)
    axes.set_yticks(range(len(panel.rows)), panel.rows)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.down)
    axes.tick_params(which="both", length=0)
    axes.set_xticks([at - 0.5 for at in range(1, len(panel.columns))], minor=True)
    axes.set_yticks([at - 0.5 for at in range(1, len(panel.rows))], minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    for at, row in enumerate(panel.values):
        for place, value in enumerate(row):
            ink = INK if value is None or ink_at(SHARES, value) == "black" else "white"
            axes.text(place, at, _field(value), ha="center", va="center", color=ink, fontsize=9)


def _field(value: float | None) -> str:
    if value is None:
        return NOTHING
    return {0.0: "", 1.0: "yes"}.get(value, plain_percent(value, 0))


def _draw_bars(axes: Axes, panel: Bars) -> None:
    """Bars side by side; a label without a bar has a dash where the bar would begin."""
    thick = 0.8 / len(panel.series)
    for number, (name, values) in enumerate(panel.series.items()):
        places = [at - 0.4 + thick * (number + 0.5) for at in range(len(panel.labels))]
        lengths = [0.0 if value is None else value for value in values]
        draw = axes.barh if panel.lying else axes.bar
        draw(places, lengths, thick, color=colour_of(number), label=name)
        for place, value in zip(places, values, strict=True):
            if value is None:
                spot = (0.0, place) if panel.lying else (place, 0.0)
                axes.annotate(NOTHING, spot, ha="center", va="center", color=MUTED)
    _name_axes(axes, panel)
    axes.margins(x=0.02 if panel.lying else 0.01, y=0.01 if panel.lying else 0.2)
    if len(panel.series) > 1:
        axes.legend(loc="lower right" if panel.lying else "upper left", ncols=1 if panel.lying else 2)


def _name_axes(axes: Axes, panel: Bars) -> None:
    ticks = range(len(panel.labels))
    length = axes.xaxis if panel.lying else axes.yaxis
    if panel.unit == "%":
        length.set_major_formatter(PercentFormatter(1.0, decimals=0))
    else:
        length.set_label_text(panel.unit)
    if panel.lying:
        axes.set_yticks(ticks, panel.labels)
        axes.set_ylabel(panel.along)
        axes.invert_yaxis()
    else:
        axes.set_xticks(ticks, panel.labels)
        axes.set_xlabel(panel.along)
