"""`fatecast pieces push`: the numbers of the pieces back into the spreadsheet that they came from."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.game.registry import DEFAULT_GAME, about
from engine.language.current import counted, said
from sim.verbs.request.choices import Content, Name, game_or_default, path_of
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Row
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.sheets.push import Pushed

MOST_LINES = 40
"""Of each kind that are shown; `--json` has all."""


@dataclass(frozen=True, kw_only=True)
class PushRequest:
    """Write numbers that changed since the pull back into their cells of a CSV or TSV file. No other byte of it
    changes."""

    sheet: Annotated[str | Path, Says("The spreadsheet that was pulled.", metavar="SHEET", is_argument=True)]
    content: Content = None
    from_: Annotated[
        str | Path | None,
        Says("The file that it was pulled into; by default the game's own, or one beside the sheet.", metavar="PATH"),
    ] = None
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME


class PushData(TypedDict):
    """What `--json` prints."""

    sheet: str
    file: str
    written: list[Row]
    skipped: list[Row]
    notes: list[str]


@dataclass(frozen=True, repr=False)
class SheetPushed(Result):
    """What a push did."""

    found: "Pushed"

    @property
    def data(self) -> "Json":
        """What `fatecast pieces push --json` prints."""
        return {
            "sheet": str(self.found.sheet),
            "file": str(self.found.file),
            "written": [each._asdict() for each in self.found.written],
            "skipped": [each.data() for each in self.found.skipped],
            "notes": self.found.notes,
        }

    def __str__(self) -> str:
        from sim.sheets.differences import Differences, listed_below

        lines, count = Differences(edits=self.found.written).lines, len(self.found.written)
        written = counted(count, "{count} number written", "{count} numbers written") if count else said("as it was")
        return "\n".join(
            [
                f"{self.found.sheet}: {written}",
                *listed_below(said("what changed"), lines, MOST_LINES),
                *listed_below(said("skipped"), list(map(str, self.found.skipped)), MOST_LINES),
                *listed_below(said("to know"), self.found.notes, MOST_LINES),
            ]
        )


def run(asked: PushRequest, progress: Progress) -> SheetPushed:
    """Write the sheet."""
    from engine.game.registry import load_game
    from sim.sheets.push import push

    game = game_or_default(asked.game)
    content = str(asked.content or about(game).usual_content)
    return SheetPushed(push(load_game(game), Path(asked.sheet), content, path_of(asked.from_)))


VERB = Verb(
    "pieces push",
    CHANGE,
    8,
    PushRequest,
    run,
    SheetPushed,
    ["sheet.csv --from mine.toml"],
    needs="spreadsheets",
    data=PushData,
)
