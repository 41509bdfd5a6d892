"""`fatecast piece`: one piece, before any game."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.game.registry import DEFAULT_GAME, about
from sim.verbs.request.choices import Content, Name, game_or_default, path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested, SheetData
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from engine.game.sheets import Panel, PieceSheet


@dataclass(frozen=True, kw_only=True)
class PieceRequest:
    """Describe one piece before any game: when it can be used, what that tells, what it has in common with others."""

    name: Annotated[str, Says("A piece, by id or title.", is_argument=True)]
    content: Content = None
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME
    out: Annotated[str | Path | None, Says("Also draw it into this file: .svg, .png or .pdf.", metavar="PATH")] = None


class PieceData(TypedDict):
    """What `--json` prints."""

    title: str
    lines: list[str]
    tables: list[SheetData]
    notes: list[str]
    panels: list[Nested]


@dataclass(frozen=True, repr=False)
class Piece(Result):
    """What can be said about one piece before any game."""

    sheet: "PieceSheet"
    """Everything, as the game has it."""
    drawn: Path | None = None
    """The file of its figures, if one was asked for."""

    @property
    def title(self) -> str:
        """Its name and what it is."""
        return self.sheet.title

    @property
    def lines(self) -> list[str]:
        """What it does, in words."""
        return list(self.sheet.lines)

    @cached_property
    def tables(self) -> "dict[str, pl.DataFrame]":
        """The tables by their titles, as text."""
        import polars as pl

        return {
            sheet.title: pl.DataFrame(sheet.rows, schema=[head or "what" for head in sheet.header], orient="row")
            for sheet in self.sheet.tables
        }

    @cached_property
    def figures(self) -> "dict[str, pl.DataFrame]":
        """The numbers of the figures by their titles."""
        return {panel.title: _panel_frame(panel) for panel in self.sheet.panels}

    @property
    def data(self) -> "Json":
        """What `fatecast piece --json` prints."""
        return self.sheet.data()

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines])

    def _repr_html_(self) -> str:
        from sim.display.terminal import sheet_table

        tables = [sheet_table(sheet) for sheet in self.sheet.tables]
        return as_html(self.title, [*self.lines, *self.sheet.notes], tables)


def run(asked: PieceRequest, progress: Progress) -> Piece:
    """Describe it, and draw its figures if a file is named."""
    from engine.game.optional_parts import pieces_of
    from engine.game.registry import load_game
    from sim.play.logs import LOGGER

    game, out = game_or_default(asked.game), path_of(asked.out)
    if out is not None:
        from sim.display.panels import check_figure_path

        check_figure_path(out)
    content = str(asked.content or about(game).usual_content)
    sheet = pieces_of(load_game(game)).piece_sheet(asked.name, content, LOGGER.warning)
    if out is not None:
        from sim.display.panels import write_figure

        write_figure(out, sheet.title, sheet.panels)
    return Piece(sheet, out)


def _panel_frame(panel: "Panel") -> "pl.DataFrame":
    import polars as pl

    from engine.game.sheets import Bars
    from sim.search.effect_tables import frame_of

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


VERB = Verb("piece", LOOK, 2, PieceRequest, run, Piece, ["NAME"], needs="pieces", data=PieceData)
