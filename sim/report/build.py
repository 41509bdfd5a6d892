"""A report of one run: its tables, its figures, its page."""

from collections.abc import Callable, Mapping
from json import dumps
from pathlib import Path

import polars as pl

from engine.game.cell import Json
from sim.display.figure_style import as_png, as_svg
from sim.experiment.json_text import readable
from sim.report import figures
from sim.report.gallery import gallery
from sim.report.numbers import pieces, tables
from sim.report.numbers.game_rates import feel
from sim.report.numbers.joint_outcomes import Lucks, luck_of
from sim.report.page import piece_views, views
from sim.report.page.markdown import markdown
from sim.report.page.render import render
from sim.report.page.sentences import Telling, headline, notes
from sim.report.provenance import commands, facts, made_from
from sim.report.run_data import Material
from sim.runs.manifest import installed, tool_version
from sim.runs.tables import parquet_bytes

SCHEMA = 1
"""Of a report's directory."""

Files = dict[str, bytes]
"""What is to be written, by path."""


def build(path: Path) -> Files:
    """Everything there is to say of a run."""
    material = Material(path)
    computed = all_tables(material)
    drawn = figures.all_figures(material, computed)
    pictures = {name: (name, caption, as_svg(figure, name)) for name, (caption, figure) in drawn.items()}
    telling = Telling(material, computed)
    content = {
        "material": material,
        "story": material.story,
        "axes": material.axes,
        "sentences": headline(telling),
        "notes": notes(telling),
        "main": views.main_table(material),
        "ladder": views.ladder_table(material),
        "cells": views.cells_table(material, computed),
        "feel": views.feel_table(material, computed, focus_only=True),
        "all_feel": views.feel_table(material, computed, focus_only=False),
        "ends": views.ends_table(material, computed),
        "effects": piece_views.effects_table(material, computed),
        "pairs": piece_views.pairs_table(material, computed),
        "pieces": [(group, piece_views.pieces_table(material, computed, group)) for group in material.axes.groups],
        "calibration": views.calibration_table(material, computed),
        "coverage": computed["coverage"],
        "gallery": gallery(material),
        "facts": facts(material),
        "commands": commands(material),
        "figures": pictures,
    }
    files = {f"figures/{name}.svg": svg for name, (_, _, svg) in pictures.items()}
    files |= {f"figures/{name}.png": as_png(figure) for name, (_, figure) in drawn.items()}
    files |= table_files(computed)
    files["report.md"] = markdown(content)
    files["index.html"] = render("page.html", content)
    return with_record(files, [made_from(material)])


TABLES: dict[str, Callable[[Material, Lucks], pl.DataFrame]] = {
    "win_rates": lambda material, _: tables.win_rates(material),
    "steps": tables.steps,
    "feel": lambda material, _: feel(material),
    "comebacks": lambda material, _: tables.comebacks(material),
    "ends": lambda material, _: tables.ends(material),
    "shape": lambda material, _: tables.shape(material),
    "course": lambda material, _: tables.course(material),
    "pieces": lambda material, _: pieces.pieces(material),
    "opening_effects": pieces.opening_effects,
    "opening_pairs": pieces.opening_pairs,
    "calibration": lambda material, _: tables.calibration(material),
    "coverage": lambda material, _: pieces.coverage(material),
}
"""Every table of a report, by name."""


def all_tables(material: Material) -> dict[str, pl.DataFrame]:
    """All of them; the rows are read once for each kind of table."""
    lucks = {group: luck_of(material, group) for group in material.axes.groups}
    return {name: make(material, lucks) for name, make in TABLES.items()}


def table_files(computed: Mapping[str, pl.DataFrame]) -> Files:
    """Tables as CSV and Parquet; one that is empty is left out."""
    files: Files = {}
    for name, frame in computed.items():
        if not frame.is_empty():
            files[f"tables/{name}.csv"] = csv_text(frame).encode()
            files[f"tables/{name}.parquet"] = parquet_bytes(frame)
    return files


def csv_text(frame: pl.DataFrame) -> str:
    """A table for people and spreadsheets, to six digits; Parquet has them all."""
    return frame.with_columns(pl.selectors.float().round_sig_figs(6)).write_csv()


def with_record(files: Files, runs: list[Json]) -> Files:
    """The files, and `report.json`, which says what they were made from and by what."""
    versions = {name: installed(name) for name in ("matplotlib", "polars", "jinja2", "scipy")}
    record = {"schema": SCHEMA, "runs": runs, "tool": tool_version(), "packages": versions, "files": sorted(files)}
    assert dumps(record)
    return {**files, "report.json": readable(record)}
