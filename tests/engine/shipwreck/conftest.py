"""What the tests of the game share."""

from collections.abc import Iterator

import pytest

from engine.shipwreck.cells.policy_set import INSTALLED
from tests.support.shipwreck.cells import CHAOS


@pytest.fixture(scope="module")
def chaos() -> Iterator[str]:
    """The policy that does anything the rules allow, for as long as a module's tests run."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in CHAOS.items():
            patch.setitem(INSTALLED, name, module)
        yield "chaos"
