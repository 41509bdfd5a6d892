"""Recorded games, replayed line by line; together they show every card and every power."""

import pytest

from tests.support.shipwreck import cells
from tests.support.shipwreck.playthrough import Playthrough, recorded, seen_in, told, wanted

pytestmark = pytest.mark.usefixtures("chaos")

RECORDED = recorded()


@pytest.mark.parametrize("playthrough", RECORDED, ids=lambda playthrough: playthrough.path.stem)
def test_a_recorded_game_is_told_the_same(playthrough: Playthrough) -> None:
    assert told(playthrough.replay()) == playthrough.lines


def test_every_card_and_every_power_appears() -> None:
    deck = cells.make("full").spec["deck"]
    assert (len(deck["cards"]), len(deck["powers"])) == (36, 17)
    shown = set().union(*(seen_in(playthrough.replay()) for playthrough in RECORDED))
    assert wanted() - shown == set()


def test_a_missing_card_would_be_noticed() -> None:
    base = {
        thing for playthrough in RECORDED if '"base"' in playthrough.header for thing in seen_in(playthrough.replay())
    }
    assert {"card the-thief", "power exile"} <= wanted() - base


def test_an_altered_line_is_noticed() -> None:
    game = RECORDED[0]
    altered = [line.replace("Score 0", "Score 1") for line in game.lines]
    assert altered != game.lines
    assert told(game.replay()) != altered
