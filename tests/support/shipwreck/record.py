"""Writes the playthroughs again, of which most are games of chaos; see `tests.support.playthroughs`."""

from tests.support.shipwreck import cells
from tests.support.shipwreck.playthrough import SHELF

if __name__ == "__main__":
    with cells.with_chaos():
        SHELF.main("tests.support.shipwreck.record")
