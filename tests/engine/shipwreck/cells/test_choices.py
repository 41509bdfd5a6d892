"""The orders that are declared as legal are those that the rules accept, no more and no less."""

import pytest

from tests.support.shipwreck.tried_orders import NEEDS, tried


def test_declared_orders_are_those_that_the_rules_accept() -> None:
    seen = tried(3, 3)
    assert seen.wrong == []
    assert sum(seen.tried.values()) > 20


@pytest.mark.full
def test_declared_orders_of_every_kind() -> None:
    seen = tried(12, 150)
    assert seen.wrong == []
    assert seen.tried.keys() == {f"kind {kind}" for kind in NEEDS}
