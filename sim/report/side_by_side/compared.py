"""The page of a comparison: what changed, what that did, and every cell."""

from pathlib import Path

from engine.game.outcomes import Outcome
from engine.game.registry import about, package_of
from engine.language.current import about_game
from sim.compare.telling.sentences import all_sentences
from sim.compare.verdicts import Comparison
from sim.display.templates import render
from sim.report.shared.files import ReportFiles, with_record
from sim.report.shared.frame import PAGE, SIDE_BY_SIDE, Frame
from sim.report.shared.page.entries import PageTable
from sim.report.shared.write import check_place, write_report
from sim.report.side_by_side.contents import VersionView, difference_table


def write_comparison(found: Comparison, sides: tuple[str, str], game: str, folder: Path) -> Path:
    """Write the page of a comparison and return its path; an older report in the folder is replaced."""
    check_place(folder)
    write_report(build_comparison(found, sides, game), folder)
    return folder / "index.html"


def build_comparison(found: Comparison, sides: tuple[str, str], game: str) -> ReportFiles:
    """The page in the language of the call, and the record by which a later one may replace it."""
    with about_game(package_of(game)):
        return with_record({"index.html": _page(found, sides, game)}, [])


def _page(found: Comparison, sides: tuple[str, str], game: str) -> bytes:
    tables: list[tuple[Outcome, PageTable]] = [
        (each.outcome, difference_table(each, *sides)) for each in found.outcomes
    ]
    content = {
        "frame": Frame(""),
        "about": about(game),
        "title": " → ".join(sides),
        "found": found,
        "versions": [VersionView(" → ".join(sides), found.changes)] if found.changes else [],
        "sentences": all_sentences(found),
        "tables": tables,
    }
    return render(SIDE_BY_SIDE, "compared.html", content, PAGE).encode()
