"""Finds games that never end. Compiled code cannot be interrupted, so another process plays, and is watched."""

from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from time import monotonic
from typing import Any
from warnings import catch_warnings, filterwarnings

from engine.kernel.orphans import default_signals, ended_with_us, signals_held
from engine.kernel.processes.shared_numbers import LARGE, shared

TICK = 0.05
"""Seconds between two checks."""


WARM_UP = 60.0
"""Seconds that preparations may take. They may start another interpreter."""


def stuck_at(
    play: Callable[[int], object], first: int, last: int, limit: float, warm_up: Callable[[], object] = lambda: None
) -> int | None:
    """The first number in [first, last) for which `play` has not returned after `limit` seconds; None if there is none.
    Another process plays, and is killed if it hangs. Exceptions of `play` are ignored."""
    context = get_context("fork")
    at = shared(LARGE)
    at[0] = first - 1
    process = context.Process(target=_play_all, args=(play, first, last, at, warm_up), daemon=True)
    with signals_held(), catch_warnings():
        filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
        process.start()
    seen, since = first - 1, monotonic()
    try:
        with ended_with_us(lambda: [process.pid or 0]):
            while process.is_alive():
                process.join(TICK)
                if at[0] != seen:
                    seen, since = at[0], monotonic()
                elif monotonic() - since > (limit if seen >= first else max(limit, WARM_UP)):
                    return max(int(seen), first)
        return None
    finally:
        process.kill()
        process.join()


def _play_all(play: Callable[[int], object], first: int, last: int, at: Any, warm_up: Callable[[], object]) -> None:
    default_signals()
    with suppress(Exception):
        warm_up()
    for number in range(first, last):
        at[0] = number
        with suppress(Exception):
            play(number)
