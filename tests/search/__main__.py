"""`python -m tests.search [PART …]` plays searched games at full size, and ends with exit code 1 if search is not safe.

exact    games whose values are known: the sum of the exact advantages of the choices in which it left its base. It may
         lose at most 0.1 points, three standard errors included; a search without caution must fail this.
hidden   games that only what is hidden would win: at 1,000 worlds, as many as by chance; one that sees the true world
         wins them all.
paired   the other games, against its base on the same luck: where moves are no signals, the upper end of the 99 %
         interval is not below 0.

`--only TEXT` plays what has this text in its name, `--times X` that many times as many games, `--seed S`.
tests/README.md has the last results.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from time import perf_counter
from typing import Any
from unittest.mock import patch

import numpy as np

from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.hidden.forks.fork import Fork
from sim.statistics.intervals import wilson
from tests.search.exact import CAUTION, MEASURES, Array, Measure
from tests.search.hidden import WORLDS, as_they_lie, won
from tests.search.paired import PAIRED, Pairing, differences
from tests.support.hidden_games import HIDDEN_GAMES

SEED = 35
WORST = -0.1
"""Points that a search may lose."""
SURE = 3
"""Standard errors."""
PARTS = 16
CARELESS = ("pig, hold at=20", "higher, middle")
"""Where a search without caution is shown to lose."""
HIDDEN_GAMES_PLAYED, PLANTED_GAMES = 400, 40


def in_parts(pool: ProcessPoolExecutor, play: Callable[[range], Any], games: int) -> Iterator[Any]:
    """What was found in so many games, part by part."""
    ends = np.linspace(0, games, min(PARTS, games) + 1).astype(int).tolist()
    return pool.map(play, [range(first, last) for first, last in pairwise(ends)])


def exact_part(name: str, worlds: int, caution: float, seed: int, games: range) -> Array:
    measure = next(each for each in MEASURES if each.name == name)
    return measure.gains(worlds, caution, seed, games)


def exact(pool: ProcessPoolExecutor, measure: Measure, seed: int, times: float) -> bool:
    held = True
    for worlds, games in measure.games.items():
        found = _gains(pool, measure, worlds, CAUTION, seed, round(games * times))
        is_safe = surely_at_least(found) > (0 if worlds > 256 else WORST)
        held &= is_safe
        print(f"  {'' if is_safe else 'NOT SAFE '}{worlds:>5} worlds: {_told(found)}", flush=True)
    if measure.name in CARELESS:
        found = _gains(pool, measure, 16, 0.0, seed, 200)
        is_seen = _mean(found) + SURE * _error(found) < WORST
        held &= is_seen
        print(f"  {'' if is_seen else 'NOT SEEN '}without caution: {_told(found)}", flush=True)
    return held


def surely_at_least(found: Array) -> float:
    """What is gained, less some standard errors. Rare large gains widen the spread, but they are no losses: without
    them it is gained at least as little as is lost."""
    losses = np.minimum(found, 0)
    return max(_mean(each) - SURE * _error(each) for each in (found, losses))


def _gains(pool: ProcessPoolExecutor, measure: Measure, worlds: int, caution: float, seed: int, games: int) -> Array:
    return np.concatenate(list(in_parts(pool, partial(exact_part, measure.name, worlds, caution, seed), games)))


def _mean(found: Array) -> float:
    return float(found.mean())


def _error(found: Array) -> float:
    return float(found.std() / len(found) ** 0.5)


def _told(found: Array) -> str:
    left = int(np.count_nonzero(found))
    return f"{_mean(found):+.4f} ± {_error(found):.4f}, {len(found)} games, of which {left} differ"


def hidden_part(name: str, worlds: int, sees: bool, seed: int, games: range) -> int:
    if not sees:
        return won(HIDDEN_GAMES[name], seed, games, worlds)
    with plain_only(), patch.object(Fork, "shuffled", as_they_lie):
        return won(HIDDEN_GAMES[name], seed, games, worlds)


def hidden(pool: ProcessPoolExecutor, name: str, seed: int, times: float) -> bool:
    games, chance = round(HIDDEN_GAMES_PLAYED * times), HIDDEN_GAMES[name].chance
    count = sum(in_parts(pool, partial(hidden_part, name, WORLDS, False, seed), games))
    low, high = wilson(count, games, 0.99)
    is_blind = low <= chance <= high
    print(f"  {'' if is_blind else 'SEES '}won {count} of {games} ({low:.3f} to {high:.3f}), by chance {chance:.3f}")
    if name == "picks":  # nothing is shuffled that it would have to see
        return is_blind
    planted = sum(in_parts(pool, partial(hidden_part, name, 2, True, seed), PLANTED_GAMES))
    print(f"  {'' if planted == PLANTED_GAMES else 'NOT SEEN '}one that sees: {planted} of {PLANTED_GAMES}", flush=True)
    return is_blind and planted == PLANTED_GAMES


def paired_part(name: str, seed: int, games: range) -> Array:
    return differences(next(each for each in PAIRED if each.name == name), seed, games)


def paired(pool: ProcessPoolExecutor, pairing: Pairing, seed: int, times: float) -> bool:
    found = np.concatenate(list(in_parts(pool, partial(paired_part, pairing.name, seed), round(pairing.games * times))))
    mean, half = _mean(found), 2.576 * _error(found)
    is_safe = pairing.has_signals or mean + half >= 0
    words = "" if is_safe else "NOT SAFE "
    print(
        f"  {words}{mean:+.2f} ± {half:.2f} (99 %), {len(found)} games{', signals' * pairing.has_signals}", flush=True
    )
    return is_safe


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=["exact", "hidden", "paired", []], default=[])
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--times", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    jobs: list[tuple[str, str, Callable[..., bool], Any]] = [
        *(("exact", each.name, exact, each) for each in MEASURES),
        *(("hidden", name, hidden, name) for name in HIDDEN_GAMES),
        *(("paired", each.name, paired, each) for each in PAIRED),
    ]
    held = True
    with ProcessPoolExecutor(asked.workers, get_context("fork")) as pool:
        for part, name, judge, what in jobs:
            if asked.only in name and part in (asked.parts or (part,)):
                began = perf_counter()
                print(f"{part}: {name}", flush=True)
                held &= judge(pool, what, asked.seed, asked.times)
                print(f"  {perf_counter() - began:.0f} s", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
