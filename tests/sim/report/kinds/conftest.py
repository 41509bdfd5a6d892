from collections.abc import Iterator

import pytest

from engine.game.registry import GAMES
from tests.support import contest, harvest


@pytest.fixture(autouse=True, scope="package")
def other_kinds() -> Iterator[None]:
    """Games of the other kinds, for as long as these tests last."""
    GAMES["harvest"], GAMES["contest"] = harvest.ADDRESS, contest.ADDRESS
    yield
    del GAMES["harvest"], GAMES["contest"]
