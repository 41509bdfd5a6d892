"""`fatecast pieces pull`: the numbers of a spreadsheet into the file of the pieces."""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.game.registry import DEFAULT_GAME, about, call_names
from engine.language.current import counted, said, several, word
from sim.verbs.request.choices import Content, Name, game_or_default, path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Row
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.sheets.pull import Pulled

MOST_LINES = 40
"""Of each kind that are shown; `--json` has all."""


@dataclass(frozen=True, kw_only=True)
class PullRequest:
    """Read a spreadsheet of pieces, CSV, TSV or xlsx, and write what it changes into a file of the game."""

    sheet: Annotated[str | Path, Says("The spreadsheet.", metavar="SHEET", is_argument=True)]
    content: Content = None
    columns: Annotated[
        str | Path | None, Says("A TOML file that says which column is which field.", metavar="PATH")
    ] = None
    to: Annotated[
        str | Path | None,
        Says("The file to write; by default the game's own, or one beside the sheet.", metavar="PATH"),
    ] = None
    whole: Annotated[bool, Says("The sheet has all pieces: take out those that have no row.")] = False
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME


class PullData(TypedDict):
    """What `--json` prints."""

    sheet: str
    file: str
    pieces: int
    changed: list[Row]
    added: list[Row]
    removed: list[str]
    skipped: list[Row]
    notes: list[str]
    next: str


@dataclass(frozen=True, repr=False)
class SheetPulled(Result):
    """What a pull did."""

    found: "Pulled"
    next: str
    """What to type next."""

    @property
    def lines(self) -> list[str]:
        """What changed piece by piece, what was skipped and why, and what else to know."""
        from sim.sheets.differences import listed_below

        file, reading = self.found.file, self.found.reading
        count = len(reading.pieces)
        one = file.table.piece
        what = word(one) if count == 1 else several(one)
        read = counted(count, "{count} {what} read", "{count} {what} read", what=what)
        is_written = file.is_new or bool(self.found.found)
        return [
            f"{reading.sheet.path}: {read}",
            *(listed_below(said("what changed"), self.found.found.lines, MOST_LINES) or [said("nothing changed")]),
            *listed_below(said("skipped"), list(map(str, reading.skipped)), MOST_LINES),
            *listed_below(said("to know"), self.found.notes, MOST_LINES),
            ": ".join([said("written") if is_written else said("as it was"), str(file.path)]),
        ]

    @property
    def data(self) -> "Json":
        """What `fatecast pieces pull --json` prints."""
        file, reading, found = self.found.file, self.found.reading, self.found.found
        return {
            "sheet": str(reading.sheet.path),
            "file": str(file.path),
            "pieces": len(reading.pieces),
            "changed": [each._asdict() for each in found.edits],
            "added": [{"piece": key, **fields} for key, fields in found.added.items()],
            "removed": list(found.removed),
            "skipped": [each.data() for each in reading.skipped],
            "notes": self.found.notes,
            "next": self.next,
        }

    def __str__(self) -> str:
        return "\n".join([*self.lines, said("next: {command}", command=self.next)])


def run(asked: PullRequest, progress: Progress) -> SheetPulled:
    """Read the sheet, write the file, and record that."""
    from engine.game.registry import load_game
    from sim.sheets.pull import pull

    game = game_or_default(asked.game)
    content = str(asked.content or about(game).usual_content)
    to = path_of(asked.to)
    found = pull(load_game(game), Path(asked.sheet), content, path_of(asked.columns), to, asked.whole)
    flags = call_names().flags or ("" if game == DEFAULT_GAME else f" --game {quote(game)}")
    is_own = to is None and found.file.table.file is not None
    command = f"fatecast run{flags}" if is_own else f"fatecast try {quote(str(found.file.path))}{flags}"
    return SheetPulled(found, command)


VERB = Verb(
    "pieces pull",
    CHANGE,
    7,
    PullRequest,
    run,
    SheetPulled,
    ["sheet.csv --to mine.toml"],
    needs="spreadsheets",
    data=PullData,
)
