"""`fatecast pieces`: the pieces of a game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from engine.game.registry import DEFAULT_GAME, about
from sim.verbs.request.choices import Content, Name, game_or_default
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import SheetData
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Sheets
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from engine.game.sheets import Sheet


@dataclass(frozen=True, kw_only=True)
class PiecesRequest:
    """List the pieces of a game, in words."""

    content: Content = None
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME


@dataclass(frozen=True, repr=False)
class Pieces(Sheets):
    """The pieces of a game, as a table."""

    sheets: "list[Sheet]"

    @property
    def data(self) -> "Json":
        """What `fatecast pieces --json` prints."""
        return self.sheets[0].data()


def run(asked: PiecesRequest, progress: Progress) -> Pieces:
    """List them."""
    from engine.game.optional_parts import pieces_of
    from engine.game.registry import load_game

    game = game_or_default(asked.game)
    return Pieces([pieces_of(load_game(game)).sheet(str(asked.content or about(game).usual_content))])


VERB = Verb("pieces", LOOK, 1, PiecesRequest, run, Pieces, [""], needs="pieces", data=SheetData)
