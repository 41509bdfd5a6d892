"""Variants of an experiment, each played against the experiment as it is, on the same luck."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from sim.compare.pairs import Pair, match_variant, play_pairs
from sim.experiment.changes import variant
from sim.experiment.experiment import Effective
from sim.play.outcome_cache import Arena, Place

TOGETHER = 16
"""Variants played at a time: enough to keep workers busy, few enough to be forgotten again."""

Changes = Mapping[str, object]


def play_against_base(
    arena: Arena, base: Effective, variants: Iterable[Changes], games: int, source: str
) -> Iterator[list[Pair]]:
    """For each variant, its cells beside those of the base."""
    left = iter(variants)
    while together := list(islice(left, TOGETHER)):
        yield from _play(arena, base, together, games, source)


def _play(arena: Arena, base: Effective, together: Sequence[Changes], games: int, source: str) -> Iterator[list[Pair]]:
    seed, cells = base.settings.seed, len(base.cells)
    matches = [match for changes in together for match in match_variant(base, variant(base, changes, source))]
    pairs = play_pairs(arena, matches, seed, games)
    kept = {cell.key for cell in base.cells}
    arena.forget(Place(match.after, seed) for match in matches if match.after.key not in kept)
    for at in range(len(together)):
        yield pairs[at * cells : (at + 1) * cells]
