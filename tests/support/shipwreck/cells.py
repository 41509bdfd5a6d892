"""Cells for tests, in one line each."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from engine.game.cell import Cell
from engine.shipwreck.cells.policy_set import INSTALLED
from engine.shipwreck.game import SHIPWRECK

CHAOS = {"chaos": "tests.support.shipwreck.chaos"}
"""The test policy, in the form in which it is added to the installed ones."""

DECKS = ("base", "promo", "stars-below", "full")
THINKING = ("literal", "pragmatic")
"""Policies with beliefs."""
LEARNT = ("expert", "convention")
"""Policies that use learned weights."""
POLICIES = ("mute", "guess", "certain", "chaos", "novice", *THINKING, *LEARNT, "omniscient")


def install_chaos() -> None:
    """For scripts; a test uses the fixture instead."""
    INSTALLED.update(CHAOS)


@contextmanager
def with_chaos() -> Iterator[None]:
    """Installs it, and takes it out again: for scripts that tests run in their own process."""
    with patch.dict(INSTALLED, CHAOS):
        yield


def make(
    deck: str | dict[str, Any] = "base",
    policy: str | dict[str, Any] = "certain",
    players: int = 3,
    doom: int = 2,
    challenge: bool = False,
    **more: Any,
) -> Cell:
    """A cell of the game. The deck may be given as data; `more` are options or changes."""
    deck = deck if isinstance(deck, str) else {"name": "custom", "content": deck}
    grid = {"decks": [deck], "policies": [policy], "players": [players], "doom": [doom], "challenge": challenge}
    return SHIPWRECK.cells(SHIPWRECK.resolve({**grid, **more}, "test"))[0]
