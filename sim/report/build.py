"""A report of one run: its tables, its figures, its page."""

from collections.abc import Mapping
from json import dumps
from pathlib import Path
from typing import NamedTuple

import polars as pl
from markupsafe import Markup
from matplotlib.figure import Figure

from engine.game.cell import Json
from sim.display.figure_files import as_part_of_page, as_png, as_svg
from sim.display.templates import render
from sim.experiment.box import on_the_box
from sim.report.figures.drawing import draw_all
from sim.report.frame import PAGE, Frame
from sim.report.gallery import gallery
from sim.report.kinds.choice import kind_of
from sim.report.page.pieces.fate_views import fates_content
from sim.report.provenance import commands, facts, made_by, made_from
from sim.report.run_data import RunData
from sim.report.side_by_side.contents import contents_views
from sim.runs.manifest import installed, tool_version
from sim.runs.tables import csv_bytes, parquet_bytes
from sim.text.json_text import readable

SCHEMA = 7
"""Of a report directory. Raised when the same run gives other files: then an older report cannot be verified."""

RECORD = "report.json"
"""The file that says what the report was made from."""
SUBFOLDERS = ("figures", "tables")

NOBODY: Mapping[str, object] = {}

ReportFiles = dict[str, bytes]
"""What to write, by path."""


class Picture(NamedTuple):
    """A figure of the page, and its files."""

    caption: str
    drawing: Markup
    files: ReportFiles


def picture(name: str, caption: str, figure: Figure) -> Picture:
    """Draw a figure for the page, and as files."""
    svg = as_svg(figure, name)
    files = {f"figures/{name}.svg": svg, f"figures/{name}.png": as_png(figure)}
    return Picture(caption, Markup(as_part_of_page(svg, name, caption)), files)


def build(path: Path, place: str | None = None, title: str = "", as_kept: bool = False) -> ReportFiles:
    """The report of one run. `place` is how its commands name the run, if not by this path; the title is the game's, or
    one of your own. A game of one's own that this call has named is not asked if all is told `as_kept` in the run."""
    frame, data = Frame(title), RunData(path, place, as_kept)
    kind = kind_of(data)
    computed = kind.tables(data)
    drawn = draw_all(data, computed, kind.figures)
    pictures = {name: picture(name, caption, figure) for name, (caption, figure) in drawn.items()}
    content = {
        "frame": frame,
        "data": data,
        "about": data.game.about,
        "presentation": data.presentation,
        "layout": data.layout,
        "headline": data.headline,
        "question": kind.question,
        "sentences": [*kind.sentences(data, computed), *_box(data)],
        "brief": kind.brief(data, computed),
        "versions": contents_views(data),
        "coverage": computed["coverage"],
        "gallery": gallery(data),
        "facts": facts(data),
        "commands": commands(data),
        "figures": pictures,
        "fates": fates_content(data, computed),
        **kind.content(data, computed),
    }
    files = {file: content for found in pictures.values() for file, content in found.files.items()}
    files |= table_files(computed)
    files["report.md"] = render(PAGE, "report.md", content).encode()
    files["index.html"] = render(PAGE, kind.template, content).encode()
    return with_record(files, [made_from(data)], title, made_by(data))


def _box(data: RunData) -> list[str]:
    """What the box of the game can say about its length."""
    found = on_the_box(data.game, [cell.labels for cell in data.experiment.cells], data.summary)
    return [f"{found}."] if found else []


def table_files(computed: Mapping[str, pl.DataFrame]) -> ReportFiles:
    """Tables as CSV and Parquet; one that is empty is left out."""
    files: ReportFiles = {}
    for name, frame in computed.items():
        if not frame.is_empty():
            files[f"tables/{name}.csv"] = csv_bytes(with_six_digits(frame))
            files[f"tables/{name}.parquet"] = parquet_bytes(frame)
    return files


def with_six_digits(frame: pl.DataFrame) -> pl.DataFrame:
    """A table for people; Parquet has all digits."""
    return frame.with_columns(pl.selectors.float().round_sig_figs(6))


def with_record(
    files: ReportFiles, runs: list[Json], title: str = "", by: Mapping[str, object] = NOBODY
) -> ReportFiles:
    """The files, and `report.json`, which says which runs and which versions they were made from. `by` says how the
    call named a game of one's own."""
    versions = {name: installed(name) for name in ("matplotlib", "polars", "jinja2", "scipy")}
    own = {"title": title} if title else {}
    record = {
        "schema": SCHEMA,
        **own,
        **by,
        "runs": runs,
        "tool": tool_version(),
        "packages": versions,
        "files": sorted(files),
    }
    assert dumps(record)
    return {**files, RECORD: readable(record)}
