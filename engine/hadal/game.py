"""Hadal Project as a `Game`, the interface that `sim/` uses."""

from engine.game.protocol import Game
from engine.hadal.cells.checked_cells import CHECK
from engine.hadal.cells.variants import CHANGES, why_incomparable
from engine.hadal.optional_parts import FILES, Receptacles
from engine.hadal.words.assumptions import notes_of
from engine.hadal.words.presentation import PRESENTATION
from engine.hadal.words.telling import Teller
from engine.players.compiled_game.forking import ForkingGame

HADAL = ForkingGame(
    presentation=PRESENTATION,
    check=CHECK,
    content=CHANGES,
    pieces=Receptacles(),
    files=FILES,
    tell=lambda mission, replayed: Teller(mission).tell(replayed.log, replayed.broken),
    notes_of=notes_of,
    identity=lambda mission: {"standin": mission.standin},
    share_no_luck=why_incomparable,
)
GAME: Game = HADAL
