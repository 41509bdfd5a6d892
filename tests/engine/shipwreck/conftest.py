"""Fixtures for the tests of the game."""

from collections.abc import Iterator

import pytest

from engine.shipwreck.cells.policy_set import INSTALLED
from tests.support.shipwreck.cells import CHAOS


@pytest.fixture(scope="module")
def chaos() -> Iterator[str]:
    """Installs the policy that does anything the rules allow, while the tests of a module run."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in CHAOS.items():
            patch.setitem(INSTALLED, name, module)
        yield "chaos"
