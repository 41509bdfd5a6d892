"""Recorded games, told line by line, which show everything that can happen."""

import pytest

from tests.support.oracle.playthrough import Playthrough, recorded, seen_in, told, wanted

GAMES = recorded()


@pytest.mark.parametrize("game", GAMES, ids=[game.path.stem for game in GAMES])
def test_a_recorded_game_is_told_as_it_was(game: Playthrough) -> None:
    assert told(game.replay()) == game.lines


def test_everything_occurs_in_a_recorded_game() -> None:
    """Every action, ability, reward, tier, kind of corruption, kind of event and end."""
    seen = set().union(*(seen_in(game.replay()) for game in GAMES))
    assert wanted() - seen == set()
