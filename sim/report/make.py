"""A report from its runs to its folder."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadInput, message
from sim.inspect.verify import checked_if_it_fails
from sim.report.build import build
from sim.report.shared.files import ReportFiles
from sim.report.shared.write import check_place, write_report
from sim.report.side_by_side.page import build_several
from sim.runs.tables import readable_tables

REPORTS = Path("reports")


def build_all(runs: list[Path], title: str = "", joins: Sequence[Path] = (), dossier: bool = False) -> ReportFiles:
    """The report of one run, or of several side by side."""
    if len(runs) > 1 and (joins or dossier):
        raise BadInput(source="--with" if joins else "--dossier", expected=message("one run, not several side by side"))
    with checked_if_it_fails(*runs), readable_tables(runs[0]):
        if len(runs) > 1:
            return build_several(runs, title)
        return build(runs[0], title=title, joins=joins, with_dossier=dossier)


def make_report(
    runs: list[Path], out: Path | None, title: str = "", joins: Sequence[Path] = (), dossier: bool = False
) -> Path:
    """Build and write the report of one run, or of several side by side, and return the path of its page."""
    folder = out or REPORTS / "-and-".join(run.resolve().name for run in runs)
    check_place(folder)
    write_report(build_all(runs, title, joins, dossier), folder)
    return folder / "index.html"
