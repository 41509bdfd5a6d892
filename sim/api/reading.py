"""`report`, `replay`, and `piece` (or `card`): what there is to read."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from engine.game.cell import Json
from engine.game.parts import pieces_of
from engine.game.registry import about, admit, load_game
from engine.game.sheets import Bars, Panel, PieceSheet
from sim.api.keywords import default_game, refuse_keywords, texts
from sim.api.playing import heard
from sim.display.terminal import sheet_table
from sim.inspect.opened import open_runs
from sim.inspect.replay import game_meant, replay_from
from sim.play.logs import LOGGER
from sim.report.write import link_to, make_report
from sim.runs.run import Run
from sim.search.effect_tables import frame_of
from sim.verbs.request.result import Result as Readable
from sim.verbs.request.result import as_html

Runs = str | Path | Run | Iterable[str | Path | Run]
Files = str | Path | Iterable[str | Path] | None


@dataclass(frozen=True, repr=False)
class Report(Readable):
    """A report that was written."""

    page: Path
    """`index.html`, which needs no other file."""

    @property
    def folder(self) -> Path:
        """Where the page, its figures and its tables are."""
        return self.page.parent

    @property
    def link(self) -> str:
        """The page for a browser: `file://…`"""
        return link_to(self.page)

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The numbers of the page, by the names of the tables."""
        files = sorted((self.folder / "tables").glob("*.parquet"))
        return {file.stem: pl.read_parquet(file, glob=False) for file in files}

    def __str__(self) -> str:
        return f"Report: {self.page}\n{self.link}"

    def _repr_html_(self) -> str:
        return as_html(f"Report: {self.page}", [f"Tables: {', '.join(self.tables)}"] if self.tables else [])


@dataclass(frozen=True, repr=False)
class Replayed(Readable):
    """One game, turn by turn."""

    cell: str
    seed: int
    index: int
    events: list[Json]
    """What happened, as data."""
    text: str
    """The same for a person."""

    @cached_property
    def turns(self) -> pl.DataFrame:
        """One row for each event: its turn, its kind and everything else about it, null where it has none of that."""
        names = list(dict.fromkeys(name for event in self.events for name in event))
        columns = {name: [event.get(name) for event in self.events] for name in names}
        return pl.DataFrame({name: _plain(values) for name, values in columns.items()})

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return as_html(f"{self.cell}, seed {self.seed}, game {self.index}", text=self.text)


@dataclass(frozen=True, repr=False)
class Piece(Readable):
    """What can be said about one piece before any game."""

    sheet: PieceSheet
    """Everything, as the game has it."""

    @property
    def title(self) -> str:
        """Its name and what it is."""
        return self.sheet.title

    @property
    def lines(self) -> list[str]:
        """What it does, in words."""
        return list(self.sheet.lines)

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The tables by their titles, as text."""
        return {
            sheet.title: pl.DataFrame(sheet.rows, schema=[head or "what" for head in sheet.header], orient="row")
            for sheet in self.sheet.tables
        }

    @cached_property
    def figures(self) -> dict[str, pl.DataFrame]:
        """The numbers of the figures by their titles."""
        return {panel.title: _panel_frame(panel) for panel in self.sheet.panels}

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines])

    def _repr_html_(self) -> str:
        tables = [sheet_table(sheet) for sheet in self.sheet.tables]
        return as_html(self.title, [*self.lines, *self.sheet.notes], tables)


def report(
    runs: Runs,
    *,
    out: str | Path | None = None,
    title: str = "",
    game: str | Path | None = None,
    policy: Files = None,
    **keys: object,
) -> Report:
    """Make the report of a finished run, or of several side by side. `title` replaces the name of the game; `game` and
    `policy` are the files of your own that they were played with."""
    refuse_keywords(report, keys)
    several = [runs] if isinstance(runs, str | Path | Run) else [*runs]
    paths = [each.path if isinstance(each, Run) else Path(each) for each in several]
    open_runs(paths, admit(str(game)) if game is not None else None, texts(policy))
    with heard(False):
        return Report(make_report(paths, Path(out) if out is not None else None, title))


def replay(
    what: str | Path | Run,
    cell: str | int | None = None,
    index: int | None = None,
    *,
    turn: int = 0,
    as_seat: int | None = None,
    game: str | Path | None = None,
    policy: Files = None,
    **keys: object,
) -> Replayed:
    """Play one game again, turn by turn: by its id, or by its run, its cell (a name or a number) and its index. With
    `as_seat`, as the player in this seat knows it, counted from 1."""
    refuse_keywords(replay, keys)
    named = str(what.path) if isinstance(what, Run) else str(what)
    with heard(False):
        words = [None if word is None else str(word) for word in (cell, index)]
        found, at, seed, number = game_meant(named, words[0], words[1], default_game(game), texts(policy))
        told = replay_from(found, at, seed, number, turn, as_seat)
    return Replayed(at.name, seed, number, told.events, "\n".join(line for _, line in told.lines))


def piece(
    name: str,
    *,
    content: str | Path | None = None,
    game: str | Path | None = None,
    out: str | Path | None = None,
    progress: bool = False,
    **keys: object,
) -> Piece:
    """Describe one piece of a game before any game: when it can be used, what that tells, what it has in common with
    others. `content`, or the name that the game has for it (`deck`), is the content it is a piece of. `out` is a file
    for its figures: .svg, .png or .pdf."""
    from sim.display.panels import check_figure_path, write_figure

    played = default_game(game)
    axes = {axis.name: axis for axis in about(played).axes if axis.values == "names"}
    refuse_keywords(piece, {key: value for key, value in keys.items() if key not in axes}, axes)
    chosen = str(content or next(iter(keys.values()), "") or about(played).usual_content)
    if out is not None:
        check_figure_path(Path(out))
    with heard(progress):
        sheet = pieces_of(load_game(played)).piece_sheet(name, chosen, LOGGER.warning)
    if out is not None:
        write_figure(Path(out), sheet.title, sheet.panels)
    return Piece(sheet)


def card(
    name: str,
    *,
    deck: str | Path | None = None,
    game: str | Path | None = None,
    out: str | Path | None = None,
    progress: bool = False,
    **keys: object,
) -> Piece:
    """`piece`, for a game whose pieces are cards."""
    refuse_keywords(card, keys)
    return piece(name, content=deck, game=game, out=out, progress=progress)


def _panel_frame(panel: Panel) -> pl.DataFrame:
    if isinstance(panel, Bars):
        return pl.DataFrame(
            {panel.along or "label": list(panel.labels), **{k: list(v) for k, v in panel.series.items()}}
        )
    rows = [
        {panel.down: row, panel.across: column, "share": value}
        for row, values in zip(panel.rows, panel.values, strict=True)
        for column, value in zip(panel.columns, values, strict=True)
    ]
    return frame_of(rows)  # type: ignore[arg-type]


def _plain(values: list[object]) -> list[object]:
    """A column of one kind of value; where there are several kinds, or lists and tables, as text."""
    kinds = {type(value) for value in values if value is not None}
    mixed = len(kinds) > 1 or kinds & {dict, list, tuple}
    return [None if value is None else str(value) for value in values] if mixed else values
