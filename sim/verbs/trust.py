"""`fatecast trust`: the game that `fatecast.toml` names may run in this folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.errors import BadInput, message
from engine.language.current import said
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import BRING, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class TrustRequest:
    """Let the game run that fatecast.toml names in a folder. A game is code: read it first. It is asked again when
    fatecast.toml names another file."""

    folder: Annotated[str | Path, Says("The folder with the fatecast.toml.", metavar="FOLDER", is_argument=True)] = (
        Path()
    )
    forget: Annotated[bool, Says("Instead: forget every game that you have named in this folder.")] = False


class TrustData(TypedDict):
    """What `--json` prints."""

    folder: str
    game: str | None
    file: str | None
    trusted: bool


@dataclass(frozen=True, repr=False)
class Trusted(Result):
    """Whether a game may run in a folder from now on."""

    folder: Path
    game: str | None
    """As fatecast.toml names it."""
    file: Path | None
    """The code, with every link followed; None for a game that has a name."""
    trusted: bool

    @property
    def data(self) -> "Json":
        """What `fatecast trust --json` prints."""
        file = None if self.file is None else str(self.file)
        return {"folder": str(self.folder), "game": self.game, "file": file, "trusted": self.trusted}

    def __str__(self) -> str:
        if not self.trusted:
            told = said("every game that you have named here is forgotten")
        elif self.file is None and self.game is None:
            told = said("no game is no code of this folder: nothing to trust")
        elif self.file is None:
            told = said("{game} is no code of this folder: nothing to trust", game=self.game)
        else:
            told = said("{game} ({file}) runs here from now on without --game", game=self.game, file=self.file)
        return f"{self.folder}: {told}"


def run(asked: TrustRequest, progress: Progress) -> Trusted:
    """Remember the game of the folder, or forget it. Nothing of it is run."""
    from sim.folder.folder_file import NAME, folder_file
    from sim.folder.trusted import forget, trust

    folder = Path(asked.folder)
    found = folder_file(folder)
    if found is None:
        raise BadInput(message("no {name} in this folder", name=NAME), source=folder)
    if asked.forget:
        forget(found)
        return Trusted(folder, found.game, None, False)
    return Trusted(folder, found.game, trust(found), True)


VERB = Verb("trust", BRING, 2, TrustRequest, run, Trusted, ["."], names_game=False, data=TrustData)
