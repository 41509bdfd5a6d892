"""Helpers for runs: an executor that finishes out of order, waiting for a condition, counting blocks."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sim.runs.tally import Tally


class Shuffled(ThreadPoolExecutor):
    """Finishes its tasks in random order."""

    def __init__(self, seed: int) -> None:
        super().__init__(8)
        self.random = Random(seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        def dawdle(seconds: float) -> Any:
            time.sleep(seconds)
            return fn(*args, **kwargs)

        return super().submit(dawdle, self.random.random() / 50)


def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def records(path: Path) -> int:
    return len(list((path / "blocks").glob("*.json")))


def games(won: int, of: int) -> Tally:
    return Tally(games=of, histograms={"won": np.array([of - won, won])})
