"""Decks, hands and piles: who has seen what."""

import pytest

from tests.own_games.hidden.scenarios import KINDS, expected, is_as_expected, seen


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_has_seen_what_the_scenarios_say(kind: str, compiled: bool) -> None:
    for name, games in seen(kind, compiled).items():
        for found in games:
            assert is_as_expected(name, found), (name, found, expected(name))
