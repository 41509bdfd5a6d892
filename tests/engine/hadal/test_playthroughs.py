"""Recorded games are told word for word, and together they show everything that can happen."""

import pytest

from tests.support.hadal.playthrough import Playthrough, recorded, seen_in, told, wanted


@pytest.mark.parametrize("each", recorded(), ids=lambda each: each.path.stem)
def test_the_game_is_told_as_it_was(each: Playthrough) -> None:
    assert told(each.replay()) == each.lines


def test_everything_is_shown() -> None:
    seen: set[str] = set().union(*(seen_in(each.replay()) for each in recorded()))
    assert wanted() - seen == set()
