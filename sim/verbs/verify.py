"""`fatecast verify`: is a run still what was played?"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from engine.confined import confined
from engine.errors import BadInput, FatecastError, message
from sim.verbs.request.choices import (
    Code,
    Files,
    GameOfRun,
    Name,
    Place,
    StoredCode,
    game_named,
    path_of,
    place_of,
    texts,
)
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import READ, RUN, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class VerifyRequest:
    """Read a run again, or a page that `--page` wrote; recompute its digest and every number, and replay a sample of
    its games."""

    directory: Annotated[Place, Says("A run directory, or a page.", metavar="RUN | PAGE.html", is_argument=True)]
    sample: Annotated[int, Says("Play games again until this many were played.")] = 20_000
    seconds: Annotated[float, Says("Begin no more games after this many seconds.", least=0)] = 60
    game: GameOfRun = None
    before: Annotated[
        Name,
        Says("Of a page that compares two texts of your own game: the file of the other one.", is_in_folder=False),
    ] = None
    policy: Code = None
    stored_code: StoredCode = False
    report: Annotated[
        str | Path | None, Says("Also recompute every number of this report of the run.", metavar="PATH")
    ] = None
    with_: Annotated[
        Files, Says("What the report was made with, if it was; repeatable.", ["--with"], metavar="FILE")
    ] = None


class VerifyData(TypedDict):
    """What `--json` prints."""

    run: str
    right: bool
    told: list[str]
    wrong: NotRequired[str]


@dataclass(frozen=True, repr=False)
class Verified(Result):
    """What was read again and found to be right, and what is wrong."""

    run: Path
    lines: list[str]
    """What is right, in words."""
    error: FatecastError | None
    """What is wrong; None if nothing is."""

    @property
    def right(self) -> bool:
        """Whether everything is as it was played."""
        return self.error is None

    @property
    def exit_code(self) -> int:
        """0 if everything is right."""
        return 0 if self.error is None else self.error.exit_code

    @property
    def data(self) -> "Json":
        """What `fatecast verify --json` prints."""
        wrong = {} if self.error is None else {"wrong": self.error.line}
        return {"run": str(self.run), "right": self.right, "told": self.lines, **wrong}

    def __str__(self) -> str:
        return "\n".join([*self.lines, *([] if self.error is None else [self.error.line])])


def run(asked: VerifyRequest, progress: Progress) -> Verified:
    """Read, compute and replay; what is right is told as soon as it is known."""
    from sim.inspect.opened import open_runs, say
    from sim.inspect.verify import verify_run

    directory, report = Path(place_of(asked.directory)), path_of(asked.report)
    if directory.suffix == ".html" or directory.is_file():
        return _page(directory, asked, progress)
    if asked.before is not None:
        raise BadInput(message("only a page can be about two texts of a game"), source="--before")
    plays = asked.sample > 0 or report is not None
    notes = open_runs([directory], game_named(asked.game), texts(asked.policy), plays=plays, stored=asked.stored_code)
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        progress.tell(line)

    try:
        for line in verify_run(directory, asked.sample, seconds=asked.seconds):
            tell(line)
        if report is not None:
            from sim.report.verify import verify_report

            for line in verify_report(directory, report, [Path(each) for each in texts(asked.with_)]):
                tell(line)
    except FatecastError as error:
        return Verified(directory, lines, error)
    say(notes)
    return Verified(directory, lines, None)


def _page(page: Path, asked: VerifyRequest, progress: Progress) -> Verified:
    """The same for a page: read as the file of a stranger. Code is run only if the call names it."""
    from sim.share.verify import NamedCode, verify_page

    if asked.report is not None or asked.stored_code or texts(asked.with_):
        raise BadInput(
            message("a page has no report and keeps no code; {means} of a run would not count", means=progress.means),
            source=page,
        )
    before = None if asked.before is None else str(asked.before)
    code, lines = NamedCode(game_named(asked.game), before, texts(asked.policy)), list[str]()
    try:
        with confined(code.confines):
            for line in verify_page(page, asked.sample, asked.seconds, code):
                lines.append(line)
                progress.tell(line)
    except FatecastError as error:
        return Verified(page, lines, error)
    return Verified(page, lines, None)


VERB = Verb("verify", READ, 1, VerifyRequest, run, Verified, [RUN, "result.html"], names_game=False, data=VerifyData)
