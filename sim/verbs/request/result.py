"""What a verb returns: frozen data that Python shows as it reads, that a notebook shows as HTML, and that has plain
data for another program."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.language.current import DEFAULT, said, speaking

if TYPE_CHECKING:
    from rich.table import Table

    from engine.game.sheets import Sheet

MOST_LINES = 40
"""Of a result that Python shows: more would push what was typed before off the screen."""


class Result:
    """What every result has."""

    @property
    def data(self) -> Any:
        """Plain data, as `--json` prints it."""
        raise NotImplementedError

    @property
    def exit_code(self) -> int:
        """With which the command ends."""
        return 0

    def __repr__(self) -> str:
        return in_few_lines(str(self).splitlines(), said("print it to see them"))


def write_data(file: str | Path | None, result: Result) -> None:
    """Write the plain data of a result to a file, if one is named."""
    from sim.runs.atomic_files import write_file
    from sim.text.json_text import readable

    if file is not None:
        with speaking(DEFAULT):
            write_file(Path(file), readable(result.data))


def in_few_lines(lines: Sequence[str], where: str) -> str:
    """The first lines as text; if there are more, `where` says how to see them."""
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    shown = lines[: MOST_LINES - 1]
    more = said("… and {count} more lines", count=f"{len(lines) - len(shown):,}")
    return "\n".join([*shown, f"{more}: {where}"])


def as_html(title: str, sentences: Sequence[str] = (), tables: "Sequence[Table]" = (), text: str = "") -> str:
    """A title, what was found in words, the tables that the command line would print, and text as it is written."""
    from sim.display.notebook import html

    return html(title, sentences, tables, text)


class Sheets(Result):
    """A result that is some tables."""

    sheets: "list[Sheet]"

    def __str__(self) -> str:
        from sim.display.terminal import sheet_table, table_text

        return "\n".join(line for sheet in self.sheets for line in (sheet.title, table_text(sheet_table(sheet))))

    def _repr_html_(self) -> str:
        from sim.display.terminal import sheet_table

        return "".join(as_html(sheet.title, tables=[sheet_table(sheet)]) for sheet in self.sheets)
