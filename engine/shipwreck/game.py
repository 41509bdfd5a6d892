"""The Shipwreck Arcana as a `Game`, the interface that `sim/` uses."""

from engine.game.protocol import Game
from engine.game.results import Replay
from engine.players.compiled_game.forking import ForkingGame
from engine.policy.compiled_game.play import Replayed
from engine.shipwreck.cells.checked_cells import CHECK
from engine.shipwreck.cells.learned_weights import notes_of
from engine.shipwreck.cells.variants import CHANGES, why_incomparable
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.optional_parts import FILES, CardRows, Cards, LearntWeights
from engine.shipwreck.words.presentation import PRESENTATION


def tell(deck: Deck, replayed: Replayed) -> Replay:
    from engine.shipwreck.words.telling import Teller  # only a replay needs words

    return Teller(deck).tell(replayed.log, replayed.broken)


SHIPWRECK = ForkingGame(
    presentation=PRESENTATION,
    check=CHECK,
    content=CHANGES,
    pieces=Cards(),
    files=FILES,
    tell=tell,
    notes_of=notes_of,
    identity=lambda deck: {"cards": deck.size},
    share_no_luck=why_incomparable,
    learning=LearntWeights(),
    spreadsheets=CardRows(),
)
GAME: Game = SHIPWRECK
