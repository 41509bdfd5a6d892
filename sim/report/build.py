"""A report of one run: its tables, its figures, its page."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from sim.display.templates import render
from sim.experiment.box import on_the_box
from sim.experiment.yardstick import yardsticks
from sim.inspect.search_results import read_search
from sim.report.choice import kind_of
from sim.report.dossier.page import DOSSIER, dossier
from sim.report.shared.claims.claim import claims_table
from sim.report.shared.claims.joined import joined_claims, repairs
from sim.report.shared.figures.drawing import draw_all
from sim.report.shared.files import ReportFiles, picture, table_files, with_record
from sim.report.shared.frame import PAGE, Frame
from sim.report.shared.gallery import gallery
from sim.report.shared.pieces.fate_views import fates_content
from sim.report.shared.provenance import commands, facts, made_by, made_from
from sim.report.shared.run_data import RunData
from sim.report.side_by_side.contents import contents_views


def build(
    path: Path,
    place: str | None = None,
    title: str = "",
    as_kept: bool = False,
    joins: Sequence[Path] = (),
    with_dossier: bool = False,
) -> ReportFiles:
    """The report of one run. `place` is how its commands name the run, if not by this path; the title is the game's, or
    one of your own. A game of one's own that this call has named is not asked if all is told `as_kept` in the run.
    `joins` are results of searches about the same game."""
    frame, data = Frame(title), RunData(path, place, as_kept)
    kind, joined = kind_of(data), [read_search(each, data.experiment) for each in joins]
    computed = dict(kind.tables(data))
    computed["claims"] = claims_table([*kind.claims(data, computed), *joined_claims(data, joined)])
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
        "verdict": [*kind.verdict(data, computed), *repairs(data, computed, joined)],
        "yardsticks": yardsticks(data.game) if data.presentation.returns is None else [],
        "sentences": [*kind.sentences(data, computed), *_box(data)],
        "brief": kind.brief(data, computed),
        "versions": contents_views(data),
        "coverage": computed["coverage"],
        "gallery": gallery(data),
        "facts": facts(data),
        "commands": commands(data),
        "with_flags": "".join(f" --with {quote(each.record['name'])}" for each in joined),
        "figures": pictures,
        "fates": fates_content(data, computed),
        **kind.content(data, computed),
    }
    files = {file: content for found in pictures.values() for file, content in found.files.items()}
    files |= table_files(computed)
    files["report.md"] = render(PAGE, "report.md", content).encode()
    files["index.html"] = render(kind.rooms[0], kind.template, content, *kind.rooms[1:], PAGE).encode()
    if with_dossier:
        files[DOSSIER] = dossier(content, data, computed)
    by = made_by(data) | ({"joined": [each.record for each in joined]} if joined else {})
    return with_record(files, [made_from(data)], title, by)


def _box(data: RunData) -> list[str]:
    """What the box of the game can say about its length."""
    found = on_the_box(data.game, [cell.labels for cell in data.experiment.cells], data.summary)
    return [f"{found}."] if found else []
