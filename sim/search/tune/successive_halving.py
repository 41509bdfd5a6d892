"""Successive halving: all play a little, the better half plays twice as much, and so on (Karnin, Koren, Somekh: "Almost
optimal exploration in multi-armed bandits", 2013). The looks are at fixed numbers of games, so the number of workers
does not matter."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from sim.statistics.sequential import looks

Racer = TypeVar("Racer", bound=Hashable)


def race(
    field: Sequence[Racer], score: Callable[[Sequence[Racer], int], Sequence[float | None]], last: int
) -> list[Racer]:
    """Those that play to the end, the best first. A score of None drops a racer at once."""
    alive, size = list(field), len(field)
    for games in looks(last, doubling_to=last):
        scores = score(alive, games)
        known = [(value, racer) for value, racer in zip(scores, alive, strict=True) if value is not None]
        size = max(2, (size + 1) // 2)
        alive = [racer for _, racer in sorted(known, key=lambda one: -one[0])[:size]]
        if not alive:
            break
    return alive
