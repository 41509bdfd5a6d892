"""Is a game still going on, or will it never end? Compiled code listens to nobody, so it is watched from outside."""

from collections.abc import Callable
from multiprocessing import get_context
from time import monotonic
from typing import Any
from warnings import catch_warnings, filterwarnings

TICK = 0.05
"""Seconds between two looks."""


def stuck_at(play: Callable[[int], object], first: int, last: int, limit: float) -> int | None:
    """The first number in [first, last) for which `play` has not returned after `limit` seconds; None if there is none.
    Another process plays, and is ended if it hangs; what `play` raises is nobody's business here."""
    context = get_context("fork")
    at = context.RawValue("q", first)
    process = context.Process(target=_play_all, args=(play, first, last, at), daemon=True)
    with catch_warnings():
        filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
        process.start()
    seen, since = first, monotonic()
    while process.is_alive():
        process.join(TICK)
        if at.value != seen:
            seen, since = at.value, monotonic()
        elif monotonic() - since > limit:
            process.kill()
            process.join()
            return int(seen)
    return None


def _play_all(play: Callable[[int], object], first: int, last: int, at: Any) -> None:
    for number in range(first, last):
        at.value = number
        try:
            play(number)
        except Exception:
            continue
