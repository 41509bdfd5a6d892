"""Decks, hands and piles: who has seen what."""

import pytest

from tests.own_games.hidden.scenarios import KINDS, SCENARIOS, expected, is_as_expected, seen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_who_has_seen_what_in_plain_python(name: str, kind: str) -> None:
    for found in seen(name, kind, compiled=False):
        assert is_as_expected(name, found), (found, expected(name))
