"""The directory of a report."""

import os
import re
from json import loads
from pathlib import Path

import polars as pl

from engine.configs import read_bounded
from engine.errors import BadInput, message
from engine.game.cell import Json
from sim.report.shared.files import RECORD, SUBFOLDERS, ReportFiles
from sim.runs.atomic_files import write_whole, written_to
from sim.runs.own_folder import check_folder

REPORT_FILE = re.compile(
    r"index\.html|dossier\.html|report\.md|figures/[a-z0-9_-]{1,80}\.(?:svg|png)|tables/[a-z0-9_-]{1,80}\.(?:csv|parquet)"
)
"""The files of a report."""


def report_data(page: Path) -> Json:
    """A report that was just written as data: where it is, what it was made from, and every number, table by table."""
    folder = page.parent
    record = loads(read_bounded(folder / RECORD))
    names = [Path(name) for name in record["files"] if name.endswith(".parquet")]
    tables = {name.stem: pl.read_parquet(folder / name, glob=False).to_dicts() for name in names}
    where = {"page": str(page), "link": link_to(page)}
    return {**where, "title": record.get("title"), "runs": record["runs"], "tables": tables}


def link_to(page: Path) -> str:
    """The page as a link that a terminal opens: one word, whatever its path contains."""
    return page.resolve().as_uri()


def write_report(files: ReportFiles, out: Path) -> None:
    """Write a report, replacing an older one; the page is written last."""
    old = check_place(out)
    with written_to(out):
        for name in sorted(files, key=lambda name: (name == "index.html", name)):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, files[name])
        for name in old - files.keys():
            (out / name).unlink(missing_ok=True)


def check_place(out: Path) -> set[str]:
    """The files of an older report there. Refuse a directory that holds anything else. Anybody may have written the
    list of its files, so only names that a report has count: no other file is deleted."""
    if out.exists() and not out.is_dir():
        raise BadInput(source=out, expected=message("a directory"))
    if not out.exists() or not any(out.iterdir()):
        return set()
    if os.path.lexists(out / RECORD):
        check_folder(out, SUBFOLDERS)
    try:
        listed = loads(read_bounded(out / RECORD))["files"]
        if not isinstance(listed, list):
            raise TypeError("expected a list")
        return {name for name in listed if isinstance(name, str) and REPORT_FILE.fullmatch(name)}
    except (BadInput, ValueError, RecursionError, LookupError, TypeError):
        raise BadInput(source=out, expected=message("an empty directory or a report")) from None
