"""`fatecast new`: begin a game of one's own."""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.language.current import said, translated
from sim.start.new_game import SOURCES, USUAL, write_folder_file, write_new_game
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import BRING, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class NewRequest:
    """Begin a game of your own: write a folder with a small game that runs as it stands, policies, experiments, a
    test."""

    folder: Annotated[
        str | Path,
        Says("The name of the game: a folder that is not there yet.", metavar="NAME", is_argument=True),
    ]
    from_: Annotated[
        str,
        Says(
            f"The game that it begins as: {', '.join(f'{name} ({each.shows})' for name, each in SOURCES.items())}.",
            metavar="SOURCE",
            in_words=lambda: said(
                "The game that it begins as: {games}.",
                games=", ".join(f"{name} ({translated(each.shows)})" for name, each in SOURCES.items()),
            ),
        ),
    ] = USUAL


class BegunData(TypedDict):
    """What `--json` prints."""

    written: list[str]
    next: list[str]


@dataclass(frozen=True, repr=False)
class Begun(Result):
    """Files to begin with."""

    files: list[str]
    """What was written, one line each."""
    next: dict[str, str]
    """What to type next, and what it is for."""

    @property
    def data(self) -> "Json":
        """What `--json` prints."""
        return {"written": self.files, "next": [*self.next]}

    def __str__(self) -> str:
        return "\n".join([*self.files, said("Next:"), *(f"  {command}" for command in self.next)])


def run(asked: NewRequest, progress: Progress) -> Begun:
    """Write the folder."""
    folder = Path(asked.folder)
    written = [str(path) for path in write_new_game(folder, asked.from_)]
    known = write_folder_file(folder)
    if known is not None:
        told = said("from now on, this folder means {game} if you name no game", game=folder.name)
        written.append(f"{known}: {told}")
    place = quote(f"./{folder}" if not folder.is_absolute() else str(folder))
    flag = "" if known is not None and known.parent.resolve() == Path.cwd() else f" --game {place}"
    commands = {
        f"fatecast check {place}": "",
        f"fatecast run first{flag} --report": "",
        f"fatecast sweep --set {SOURCES[asked.from_].sweep}{flag}": "",
        f"fatecast watch{flag}": said("what each save changes"),
        f"fatecast init{flag}": said("a workflow for CI"),
    }
    return Begun(written, commands)


EXAMPLES = ["pirates", "ferrymen --from trick"]
VERB = Verb("new", BRING, 0, NewRequest, run, Begun, EXAMPLES, names_game=False, data=BegunData)
