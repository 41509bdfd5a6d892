"""Information hygiene: if hidden fates are dealt again under the same public history, no decision of the group changes.

`omniscient` is the only policy that may see a hidden fate, so it is the negative control.
"""

from typing import Any

import pytest

from engine.shipwreck.cells.hidden_redeal import Copy, memory_apart, permute, states
from engine.shipwreck.cells.policy_set import INSTALLED, POLICIES
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting

SEED = 31
SEES_ALL = "omniscient"
DIALS = "pragmatic depth=1 forget_powers=0.5 forget_lines=0.5"

SCENARIOS: list[dict[str, Any]] = [
    {"players": 3, "doom": 4},
    {"players": 5, "doom": 0, "options": {"fall": "announced"}},
]


def compared(deck: str, policy: str, games: int) -> int:
    """How many decisions were compared and are the same after other deals."""
    count = 0
    for scenario in SCENARIOS:
        finding = permute(cells.make(deck, policy, **scenario), SEED, games, deals=2)
        assert finding.different == []
        count += finding.compared
    return count


@pytest.mark.parametrize(
    ("deck", "policy"),
    [("base", "certain"), ("promo", "novice"), ("full", DIALS), pytest.param("full", "expert", marks=pytest.mark.full)],
)
def test_hidden_fates_decide_nothing(deck: str, policy: str) -> None:
    assert compared(deck, policy, games=1) > 15, "no comparison, no proof"


@pytest.mark.parametrize("deck", ["full"])
def test_a_table_that_looks_is_caught(deck: str) -> None:
    assert permute(cells.make(deck, SEES_ALL), SEED, games=2, deals=3).different


def test_a_thought_of_the_hidden_hand_is_caught() -> None:
    """Everything that the active player's hooks leave in the group's memory is compared, number by number."""
    sitting = Sitting(cells.make("base", "pragmatic"), SEED)
    state = next(state for step, state in states(sitting, 0) if step == "play")
    other = Copy.of(*state)
    assert memory_apart(state, other) == []
    other.mind.odds[0, 0, state.world.hidden.kept] += 1e-15
    other.world.table.belief[1, 3] += 1e-15
    assert memory_apart(state, other) == ["belief", "mind.odds"]


def test_only_one_policy_may_look() -> None:
    assert [name for name in INSTALLED if getattr(POLICIES.module(name), "SEES_ALL", False)] == [SEES_ALL]
