"""The files of a report: tables, pictures, and the record of what they were made from."""

from collections.abc import Mapping
from json import dumps
from typing import NamedTuple

import polars as pl
from markupsafe import Markup
from matplotlib.figure import Figure

from engine.game.cell import Json
from sim.display.figure_files import as_part_of_page, as_png, as_svg
from sim.runs.manifest import tool_version
from sim.runs.tables import csv_bytes, parquet_bytes
from sim.text.json_text import readable
from sim.text.packages import installed

SCHEMA = 10
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
