"""A report of one run: its tables, its figures, its page."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from engine.game.registry import package_of
from engine.language.current import DEFAULT, about_game, speaking
from sim.display.templates import render
from sim.experiment.box import on_the_box
from sim.experiment.yardstick import yardsticks
from sim.inspect.searches.results import Joined
from sim.ladder.page import read_joined, to_learn
from sim.report.choice import kind_of
from sim.report.dossier.page import DOSSIER, dossier
from sim.report.shared.claims.claim import claims_table
from sim.report.shared.claims.joined import joined_claims, repairs
from sim.report.shared.claims.verdict import question_said, shown_line
from sim.report.shared.figures.drawing import draw_all
from sim.report.shared.files import ReportFiles, picture, table_files, with_record
from sim.report.shared.frame import PAGE, Frame
from sim.report.shared.gallery import gallery
from sim.report.shared.kind import YIELD, Kind
from sim.report.shared.page.estimate_sentences import too_few_counted
from sim.report.shared.pieces.fate_views import fates_content
from sim.report.shared.provenance import commands, facts, made_by, made_from
from sim.report.shared.run_data import RunData, Tables
from sim.report.side_by_side.contents import contents_views
from sim.text.clauses import sentence


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
    `joins` are results of searches about the same game. Tables and claims are in English; what a person reads is in
    the language of the call."""
    frame = Frame(title)
    with speaking(DEFAULT):
        data = RunData(path, place, as_kept)
        kind, joined = kind_of(data), [read_joined(each, data.experiment) for each in joins]
        computed = dict(kind.tables(data))
        computed["claims"] = claims_table([*kind.claims(data, computed), *joined_claims(data, joined)])
    with about_game(package_of(data.game.name)):
        shown = _shown(data, kind, computed, joined, frame, with_dossier)
    by = made_by(data) | ({"joined": [each.record for each in joined]} if joined else {})
    return with_record(table_files(computed) | shown, [made_from(data)], title, by)


def _shown(
    data: RunData, kind: Kind, computed: Tables, joined: Sequence[Joined], frame: Frame, with_dossier: bool
) -> ReportFiles:
    """Everything that a person reads, in the language of the call."""
    drawn = draw_all(data, computed, kind.figures)
    pictures = {name: picture(name, caption, figure) for name, (caption, figure) in drawn.items()}
    content = {
        "frame": frame,
        "data": data,
        "about": data.game.about,
        "presentation": data.presentation,
        "layout": data.layout,
        "headline": data.headline,
        "question": question_said(kind.question),
        "asks_yield": kind.question == YIELD,
        "verdict": [*map(shown_line, [*kind.verdict(data, computed), *repairs(data, computed, joined)])],
        "yardsticks": yardsticks(data.game) if data.presentation.returns is None else [],
        "sentences": [*kind.sentences(data, computed), *too_few_counted(data), *_box(data)],
        "brief": kind.brief(data, computed),
        "versions": contents_views(data),
        "coverage": computed["coverage"],
        "gallery": gallery(data),
        "facts": facts(data),
        "commands": commands(data),
        "with_flags": "".join(f" --with {quote(each.record['name'])}" for each in joined),
        "figures": pictures,
        "fates": fates_content(data, computed),
        "to_learn": to_learn(data.game, joined),
        **kind.content(data, computed),
    }
    files = {file: content for found in pictures.values() for file, content in found.files.items()}
    files["report.md"] = render(PAGE, "report.md", content).encode()
    files["index.html"] = render(kind.rooms[0], kind.template, content, *kind.rooms[1:], PAGE).encode()
    if with_dossier:
        files[DOSSIER] = dossier(content, data, computed)
    return files


def _box(data: RunData) -> list[str]:
    """What the box of the game can say about its length."""
    found = on_the_box(data.game, [cell.labels for cell in data.experiment.cells], data.summary)
    return [sentence(found)] if found else []
