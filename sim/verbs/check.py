"""`fatecast check`: are files and games right, before anything is played with them?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from engine.errors import BadInput, BrokenRule, FatecastError, message
from engine.game.registry import how_named
from engine.language.current import counted, said
from sim.verbs.request.choices import Files, Name, game_named, game_or_default, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json

PATIENCE = 10.0


@dataclass(frozen=True, kw_only=True)
class CheckRequest:
    """Check content files, presets and experiments without playing. Or check a game: play a few hundred games and ask
    whether they are what the laboratory relies on."""

    what: Annotated[
        Files,
        Says(
            "Files of a game; experiments, by file or name. Or games: a name, your own file or folder, cmd:….",
            metavar="FILE|GAME",
            is_argument=True,
        ),
    ] = None
    game: Annotated[Name, Says("The game, if the experiment does not name it.")] = None
    schema: Annotated[bool, Says("Print the JSON Schema of content files instead.", only_typed=True)] = False
    patience: Annotated[float, Says("Seconds that a game may take without an answer.")] = PATIENCE


@dataclass(frozen=True)
class CheckedThing:
    """A file or a game, and what is wrong with it."""

    what: str
    lines: list[str]
    """What it is, and what it changes, in words."""
    error: FatecastError | None

    @property
    def data(self) -> "Json":
        """As `--json` prints it."""
        mistakes = [] if self.error is None else [*self.error.each_line]
        return {"what": self.what, "right": self.error is None, "told": self.lines, "mistakes": mistakes}


class CheckData(TypedDict):
    """What `--json` prints of each thing."""

    what: str
    right: bool
    told: list[str]
    mistakes: list[str]


@dataclass(frozen=True, repr=False)
class Checked(Result):
    """Files and games that were checked."""

    things: list[CheckedThing]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.exit_code

    @property
    def exit_code(self) -> int:
        """That of the last mistake; 0 if there is none."""
        return next((thing.error.exit_code for thing in reversed(self.things) if thing.error), 0)

    @property
    def data(self) -> "list[Json]":
        """What `fatecast check --json` prints."""
        return [thing.data for thing in self.things]

    def __str__(self) -> str:
        return "\n".join(line for thing in self.data for line in (*thing["told"], *thing["mistakes"]))


@dataclass(frozen=True, repr=False)
class ContentSchema(Result):
    """The JSON Schema of the files of a game."""

    schema: Any

    @property
    def data(self) -> Any:
        """The schema."""
        return self.schema

    def __str__(self) -> str:
        from json import dumps

        return dumps(self.schema, indent=2)


def run(asked: CheckRequest, progress: Progress) -> Checked | ContentSchema:
    """Check one after the other; what is right, and what is wrong, is told as soon as it is known."""
    from sim.inspect.check import file_schema

    if asked.schema:
        return ContentSchema(file_schema(game_or_default(asked.game)))
    words, game = texts(asked.what), game_named(asked.game)
    if not words and game is not None:
        words = [how_named(game) or game]
    if not words:
        raise BadInput(source="check", expected=message("files or games to check, or --schema"))
    return Checked([_checked(word, game, asked.patience, progress) for word in words])


def _checked(word: str, game: str | None, patience: float, progress: Progress) -> CheckedThing:
    from sim.experiment.changes import change_lines
    from sim.inspect.check import check_file, file_changes, file_meant, is_game

    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        progress.tell(line)

    try:
        if is_game(word):
            _check_game(word, patience, tell)
        else:
            path = file_meant(word, game)
            tell(f"{path}: {check_file(path, game)}")
            changes = file_changes(path, game)
            lines += changes
            for line in change_lines(changes, said("what it changes")):
                progress.tell(line)
    except FatecastError as error:
        progress.tell(error)
        return CheckedThing(word, lines, error)
    return CheckedThing(word, lines, None)


def _check_game(word: str, patience: float, tell: Callable[[str], None]) -> None:
    from sim.inspect.check_game import check_game

    if faults := check_game(word, patience, tell):
        number = counted(len(faults), "{count} fault", "{count} faults")
        last = BrokenRule(message("{game}: {faults}", game=word, faults=number))
        raise BrokenRule.of_all([*map(BrokenRule, faults), last])


VERB = Verb(
    "check",
    LOOK,
    3,
    CheckRequest,
    run,
    Checked,
    ["./mine.toml", "./pirates"],
    names_game=False,
    data=list[CheckData] | Nested,
)
