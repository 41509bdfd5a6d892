"""The orders that are declared as legal are those that the rules accept, no more and no less."""

import pytest

from tests.support.declared import AT_RANDOM, BY_POLICY
from tests.support.shipwreck.tried_orders import NEEDS, tried


def test_declared_orders_are_those_that_the_rules_accept() -> None:
    seen = tried("guess", 2, 2, AT_RANDOM)
    assert seen.wrong == []
    assert sum(seen.tried.values()) > 10


@pytest.mark.full
def test_declared_orders_of_every_kind() -> None:
    """Most come by chance. Exile follows a right prediction, so somebody plays who is always right, with the deck that
    has it."""
    by_chance, by_knowing = tried("guess", 12, 30, AT_RANDOM), tried("omniscient", 4, 25, BY_POLICY, "stars-below")
    assert by_chance.wrong == by_knowing.wrong == []
    assert {*by_chance.tried, *by_knowing.tried} == {f"kind {kind}" for kind in NEEDS}
