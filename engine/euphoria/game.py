"""Leaders of Euphoria as a `Game`, the interface that `sim/` uses."""

from engine.euphoria.cells.checked_cells import CHECK
from engine.euphoria.cells.variants import CHANGES, why_incomparable
from engine.euphoria.deck.deck import Deck
from engine.euphoria.optional_parts import FILES, Artifacts
from engine.euphoria.words.assumptions import notes_of
from engine.euphoria.words.presentation import PRESENTATION
from engine.euphoria.words.telling import Teller
from engine.game.protocol import Game
from engine.game.results import Replay
from engine.players.compiled_game.forking import ForkingGameWithSecrets
from engine.policy.compiled_game.play import Replayed


def tell(deck: Deck, replayed: Replayed, as_seat: int | None = None) -> Replay:
    return Teller(deck, as_seat).tell(*replayed)


EUPHORIA = ForkingGameWithSecrets(
    presentation=PRESENTATION,
    check=CHECK,
    content=CHANGES,
    pieces=Artifacts(),
    files=FILES,
    tell=tell,
    tell_as=tell,
    notes_of=notes_of,
    identity=lambda deck: {"artifacts": deck.size},
    share_no_luck=why_incomparable,
)
GAME: Game = EUPHORIA
