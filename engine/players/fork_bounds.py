"""Whether there is such a decision to fork from."""

from collections.abc import Sequence

from engine.errors import BadInput, message
from engine.game.cell import Cell
from engine.game.protocol import Decided


def check_fork(made: Sequence[Decided], cell: Cell, index: int, at: int, choice: int) -> None:
    """Refuse a decision that a game has not had, and a choice that there was not."""
    if not 0 <= at < len(made) or not 0 <= choice < made[at].choices:
        raise BadInput(
            source=cell.name,
            place=message("game {game}", game=index),
            expected=message("a decision below {decisions} and one of its choices", decisions=len(made)),
            got=f"{at}, {choice}",
        )
