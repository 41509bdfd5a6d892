"""`fatecast games`: all games, or one of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from engine.errors import BadInput, message
from engine.game.registry import GAMES
from sim.verbs.request.choices import Name, game_named
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Sheets
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.sheets import Sheet


@dataclass(frozen=True, kw_only=True)
class GamesRequest:
    """List all games: what kind they are, how many play, what is real and what is a stand-in. Or describe one."""

    name: Annotated[
        str | Path | None,
        Says("A game, to see its axes, options and outcomes; or openspiel, to list those.", is_argument=True),
    ] = None
    game: Annotated[Name, Says("The same.", is_in_folder=False)] = None


@dataclass(frozen=True, repr=False)
class Games(Sheets):
    """All games, or one of them, as tables."""

    sheets: "list[Sheet]"
    facts: Any

    @property
    def data(self) -> Any:
        """What `fatecast games --json` prints."""
        return self.facts


def run(asked: GamesRequest, progress: Progress) -> Games:
    """Say what the games say about themselves."""
    from sim.inspect.games import all_games, described, facts, games_from_outside

    name, game = game_named(asked.name), game_named(asked.game)
    if name and game and name != game:
        raise BadInput(source="games", expected=message("one game, not {name} and {game}", name=asked.name, game=game))
    name = name or game
    sheets = [all_games(), games_from_outside()] if name is None else described(name)
    return Games(sheets, facts(name))


VERB = Verb(
    "games", LOOK, 0, GamesRequest, run, Games, ["", [*GAMES][-1]], names_game=False, data=Nested | list[Nested]
)
