"""Recorded games of the large games, told line by line; those of a game together show all that can happen in it."""

from collections.abc import Iterator

import pytest

from engine.shipwreck.cells.policy_set import INSTALLED
from tests.support.euphoria.playthrough import SHELF as EUPHORIA
from tests.support.hadal.playthrough import SHELF as HADAL
from tests.support.oracle.playthrough import SHELF as ORACLE
from tests.support.playthroughs import Playthrough, Shelf
from tests.support.shipwreck.cells import CHAOS
from tests.support.shipwreck.playthrough import SHELF as SHIPWRECK

SHELVES = {"euphoria": EUPHORIA, "hadal": HADAL, "oracle": ORACLE, "shipwreck": SHIPWRECK}


@pytest.fixture(autouse=True, scope="module")
def chaos() -> Iterator[None]:
    """Most recorded games of The Shipwreck Arcana are played by whoever does anything that the rules allow."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in CHAOS.items():
            patch.setitem(INSTALLED, name, module)
        yield


@pytest.mark.parametrize(
    ("shelf", "game"),
    [
        pytest.param(shelf, game, id=f"{name}-{game.path.stem}")
        for name, shelf in SHELVES.items()
        for game in shelf.recorded()
    ],
)
def test_a_recorded_game_is_told_the_same(shelf: Shelf, game: Playthrough) -> None:
    assert shelf.told(game) == game.lines


@pytest.mark.parametrize("name", SHELVES)
def test_everything_is_shown(name: str) -> None:
    shelf = SHELVES[name]
    games = shelf.recorded()
    assert shelf.missing(games) == set()
    assert shelf.missing(games[:1]), "one game does not show it all"
