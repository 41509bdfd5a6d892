"""`fatecast watch`: at each save of a game's file, what changed and what that moved."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.errors import BadInput, message
from engine.game.registry import how_named, is_command, load_game, own_file
from engine.language.current import said
from sim.verbs.request.choices import Base, game_named
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.compare.operands import BaseExperiment
    from sim.watch.watching import Save

PATIENCE = 10.0
GAMES = 300


@dataclass(frozen=True, kw_only=True)
class WatchRequest:
    """Watch the file of your own game, and its cards: at each save, play it against the text before on the same luck,
    and say what changed and what moved. Ctrl-C ends it."""

    base: Base = field(default_factory=Base)
    games: Annotated[int, Says("The most games in each cell; a slow game plays fewer.", least=16)] = GAMES
    saves: Annotated[int | None, Says("End after this many saves.", least=1)] = None
    patience: Annotated[float, Says("Seconds that a game may take without an answer.")] = PATIENCE


class SaveData(TypedDict):
    """One save."""

    right: bool
    sentences: list[str]


class WatchData(TypedDict):
    """What `--json` prints at the end."""

    game: str
    saves: list[SaveData]


@dataclass(frozen=True, repr=False)
class Watched(Result):
    """The saves of a game, in their order."""

    game: str
    saves: "list[Save]"

    @property
    def data(self) -> "Json":
        """What `fatecast watch --json` prints."""
        saves = [{"right": save.is_right, "sentences": [*save.lines]} for save in self.saves]
        return {"game": self.game, "saves": saves}

    def __str__(self) -> str:
        return "\n".join(line for save in self.saves for line in save.lines)


def run(asked: WatchRequest, progress: Progress) -> Watched:
    """Wait for saves, and tell what each did."""
    from engine.game.optional_parts import editions_of
    from sim.verbs.request.keys import base_experiment
    from sim.watch.watching import Watching

    game = game_named(asked.base.choice.game)
    if game is not None:
        editions_of(load_game(game))  # a game that comes with fatecast has one text, and nobody edits it
    word = None if game is None else how_named(game)
    if game is None or word is None or is_command(word):
        raise BadInput(source="watch", expected=message("a game of your own, in a file: --game ./pirates"))
    if not asked.patience > 0:
        raise BadInput(source="--patience", expected=message("more than 0 seconds"), got=asked.patience)

    def experiment() -> "BaseExperiment":
        return base_experiment("watch", asked.base, {})

    experiment().resolved()  # what is wrong with the flags is said before anybody waits
    watching = Watching(game, word, own_file(word), experiment, asked.games, asked.patience, progress.is_cancelled)
    progress.tell(said("watching {file}: save it, and see what that changes; Ctrl-C ends it", file=word))
    saves: list[Save] = []
    for save in watching.saves():
        saves.append(save)
        progress.tell("\n".join(save.lines))
        if len(saves) == asked.saves or not progress.is_heard():
            break
    return Watched(game, saves)


VERB = Verb("watch", CHANGE, 7, WatchRequest, run, Watched, [""], needs="editions", data=WatchData)
