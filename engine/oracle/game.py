"""The Oracle as a `Game`, the interface that `sim/` uses. All cells share their luck: throws and the bag of a day are
the same, whoever draws from it."""

from engine.game.protocol import Game
from engine.oracle.cells.checked_cells import CHECK
from engine.oracle.cells.variants import CHANGES
from engine.oracle.optional_parts import FILES, ActionsAndAbilities
from engine.oracle.words.assumptions import notes_of
from engine.oracle.words.presentation import PRESENTATION
from engine.oracle.words.telling import Teller
from engine.players.compiled_game.forking import ForkingGame

ORACLE = ForkingGame(
    presentation=PRESENTATION,
    check=CHECK,
    content=CHANGES,
    pieces=ActionsAndAbilities(),
    files=FILES,
    tell=lambda layout, replayed: Teller(layout).tell(replayed.log, replayed.broken),
    notes_of=notes_of,
    identity=lambda layout: {"standin": layout.standin},
)
GAME: Game = ORACLE
