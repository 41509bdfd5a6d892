"""`fatecast policies`: who can play."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from engine.game.registry import DEFAULT_GAME
from sim.verbs.request.choices import Name, game_or_default
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import SheetData
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Sheets
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from engine.game.sheets import Sheet


@dataclass(frozen=True, kw_only=True)
class PoliciesRequest:
    """List the policies and their parameters."""

    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME


@dataclass(frozen=True, repr=False)
class Policies(Sheets):
    """The policies of a game, as tables."""

    sheets: "list[Sheet]"

    @property
    def data(self) -> "list[Json]":
        """What `fatecast policies --json` prints."""
        return [sheet.data() for sheet in self.sheets]


def run(asked: PoliciesRequest, progress: Progress) -> Policies:
    """List them."""
    from engine.game.optional_parts import policies_of
    from engine.game.registry import load_game

    return Policies([*policies_of(load_game(game_or_default(asked.game))).sheets()])


VERB = Verb("policies", LOOK, 5, PoliciesRequest, run, Policies, [""], data=list[SheetData])
