"""The order of a shuffled deck, without the kernel: from the events of a game in which all artifacts are dealt."""

from engine.euphoria.game import EUPHORIA
from tests.support.euphoria.cells import make


def order_of_deck(deck: str, game: int) -> list[str]:
    """The artifacts in the order in which they are dealt; the last ones, for which no whole round is left, are not."""
    size = {"surrogate": 24, "no-barter": 22}[deck]
    cell = make(deck, "random", 4, start_artifacts=size // 4, turn_cap=1)
    told = EUPHORIA.replay(cell, 1, game)
    dealt = [event["artifact"] for event in told.events if event["turn"] == 0 and event["event"] == "draw"]
    return list(dealt)
