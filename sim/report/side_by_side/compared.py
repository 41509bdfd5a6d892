"""The page of a comparison: what changed, what that did, and every cell."""

from pathlib import Path

from engine.game.about import About
from engine.game.outcomes import Outcome
from sim.compare.output import all_sentences
from sim.compare.verdicts import Comparison
from sim.display.templates import render
from sim.report.shared.files import ReportFiles, with_record
from sim.report.shared.frame import PAGE, SIDE_BY_SIDE, Frame
from sim.report.shared.page.entries import PageTable
from sim.report.shared.write import check_place, write_report
from sim.report.side_by_side.contents import VersionView, difference_table


def write_comparison(found: Comparison, sides: tuple[str, str], about: About, folder: Path) -> Path:
    """Write the page of a comparison and return its path; an older report in the folder is replaced."""
    check_place(folder)
    write_report(build_comparison(found, sides, about), folder)
    return folder / "index.html"


def build_comparison(found: Comparison, sides: tuple[str, str], about: About) -> ReportFiles:
    """The page, and the record by which a later one may replace it."""
    tables: list[tuple[Outcome, PageTable]] = [
        (each.outcome, difference_table(each, *sides)) for each in found.outcomes
    ]
    content = {
        "frame": Frame(""),
        "about": about,
        "title": " → ".join(sides),
        "found": found,
        "versions": [VersionView(" → ".join(sides), found.changes)] if found.changes else [],
        "sentences": all_sentences(found),
        "tables": tables,
    }
    page = render(SIDE_BY_SIDE, "compared.html", content, PAGE).encode()
    return with_record({"index.html": page}, [])
