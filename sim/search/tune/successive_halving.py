"""Successive halving: all play a little, the better half plays twice as much, and so on (Karnin, Koren, Somekh: "Almost
optimal exploration in multi-armed bandits", 2013). Looks are at fixed numbers of games, so workers do not matter."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Racer = TypeVar("Racer", bound=Hashable)

FIRST_LOOK = 1_024


def looks(last: int) -> list[int]:
    """After how many games to look."""
    found, games = [], FIRST_LOOK
    while games < last:
        found.append(games)
        games *= 2
    return [*found, last]


def race(
    field: Sequence[Racer], score: Callable[[Sequence[Racer], int], Sequence[float | None]], last: int
) -> list[Racer]:
    """Those who play to the end, the best first. A score of None ends a racer's race at once."""
    alive, size = list(field), len(field)
    for games in looks(last):
        scores = score(alive, games)
        known = [(value, racer) for value, racer in zip(scores, alive, strict=True) if value is not None]
        size = max(2, (size + 1) // 2)
        alive = [racer for _, racer in sorted(known, key=lambda one: -one[0])[:size]]
        if not alive:
            break
    return alive
