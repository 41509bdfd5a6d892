"""`fatecast report`: the page of a run, or of several side by side."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.language.current import said
from sim.verbs.request.choices import Code, Files, GameOfRun, HasPath, game_named, path_of, place_of, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.verb import READ, RUN, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class ReportRequest:
    """Make the report of a finished run: how hard a game is, who wins or what it yields, and how certain that is."""

    runs: Annotated[
        str | Path | HasPath | Iterable[str | Path | HasPath],
        Says("Run directories; several are compared side by side.", metavar="RUN…", is_argument=True),
    ]
    out: Annotated[
        str | Path | None,
        Says("The report directory; by default one under reports, named after the run.", metavar="PATH"),
    ] = None
    title: Annotated[str | None, Says("A title for the page, in place of the name of the game.", metavar="TEXT")] = None
    with_: Annotated[
        Files,
        Says(
            "What ablate, tune or ladder printed with --json about this game; repeatable.", ["--with"], metavar="FILE"
        ),
    ] = None
    dossier: Annotated[bool, Says("Also two sheets for a publisher, dossier.html beside the page.")] = False
    game: GameOfRun = None
    policy: Code = None

    @property
    def paths(self) -> list[Path]:
        """The directories of the runs."""
        several = [*self.runs] if isinstance(self.runs, Iterable) and not isinstance(self.runs, str) else [self.runs]
        return [Path(place_of(each)) for each in several]


class ReportData(TypedDict):
    """What `--json` prints: where the page is, what it was made from, and every number, table by table."""

    page: str
    link: str
    title: str | None
    runs: list[Nested]
    tables: dict[str, list[Nested]]


@dataclass(frozen=True, repr=False)
class Report(Result):
    """A report that was written."""

    page: Path
    """`index.html`, which needs no other file."""

    @property
    def folder(self) -> Path:
        """Where the page, its figures and its tables are."""
        return self.page.parent

    @property
    def dossier(self) -> Path | None:
        """`dossier.html`, if the report has one."""
        path = self.folder / "dossier.html"
        return path if path.is_file() else None

    @property
    def link(self) -> str:
        """The page for a browser: `file://…`"""
        from sim.report.shared.write import link_to

        return link_to(self.page)

    @cached_property
    def tables(self) -> "dict[str, pl.DataFrame]":
        """The numbers of the page, by the names of the tables."""
        import polars as pl

        files = sorted((self.folder / "tables").glob("*.parquet"))
        return {file.stem: pl.read_parquet(file, glob=False) for file in files}

    @property
    def data(self) -> "Json":
        """What `fatecast report --json` prints."""
        from sim.report.shared.write import report_data

        return report_data(self.page)

    def __str__(self) -> str:
        return "\n".join([said("Report: {path}", path=self.page), self.link])

    def _repr_html_(self) -> str:
        tables = [said("Tables: {names}", names=", ".join(self.tables))] if self.tables else []
        return as_html(said("Report: {path}", path=self.page), tables)


def run(asked: ReportRequest, progress: Progress) -> Report:
    """Write the page."""
    from sim.inspect.opened import open_runs, say
    from sim.report.make import make_report

    notes = open_runs(asked.paths, game_named(asked.game), texts(asked.policy))
    joins = [Path(each) for each in texts(asked.with_)]
    page = make_report(asked.paths, path_of(asked.out), asked.title or "", joins, asked.dossier)
    say(notes)
    return Report(page)


VERB = Verb(
    "report",
    READ,
    0,
    ReportRequest,
    run,
    Report,
    [RUN, f"{RUN} reports/runs/OTHER"],
    names_game=False,
    data=ReportData,
    writes_page=True,
)
