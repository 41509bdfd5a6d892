"""What the workbench offers after a save tells the gate what was tried: the gate passes with it, and fails without."""

from collections.abc import Iterator, Sequence

import pytest

from engine.game.cell import Json
from engine.game.outcomes import Outcome
from engine.game.registry import GAMES
from sim.compare.gate.intent import claims_of
from sim.compare.pairs import match_variant, play_pairs
from sim.compare.quick_trial import QuickTrial, judge_trial
from sim.compare.verdicts import DecisionRule
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.studio.workbench.intent import intent_of, untold
from tests.support import harvest

INLINE = PlayOptions("inline")
ORCHARD: Json = {"game": "harvest", "policies": ["walker", "picker"], "trees": [1, 2], "seed": 5}
DECLARED = list(harvest.GAME.outcomes)
APPLES, _, HOURS, _ = DECLARED


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    GAMES["harvest"] = harvest.ADDRESS
    yield
    del GAMES["harvest"]


def tried(outcomes: Sequence[Outcome], rungs: str, games: int = 4096) -> list[QuickTrial]:
    """Smaller baskets, on other luck than the gate's."""
    before, after = resolve(ORCHARD, "orchard"), resolve({**ORCHARD, "baskets": 5}, "orchard")
    with outcome_cache([before, after], INLINE) as played:
        pairs = play_pairs(played, match_variant(before, after), 11, games)
    return judge_trial(pairs, rungs, DecisionRule(), outcomes)


def test_what_is_said_of_a_group_holds_in_each_of_its_cells() -> None:
    [trial] = tried([APPLES], "no axis")
    labels = [cell.labels for cell in trial.cells]
    claims = claims_of(intent_of([trial]), labels, DECLARED, [HOURS], lambda outcome: outcome.margin, "intent")
    assert [low < cell.change < high for cell, (low, high) in zip(trial.cells, claims["apples"], strict=True)] == [
        True
    ] * len(labels)
    assert max(cell.change for cell in trial.cells) - min(cell.change for cell in trial.cells) > 2 * trial.margin
    hours = {(-HOURS.margin, HOURS.margin)}
    assert {*claims["hours"]} == hours, "nothing is said of what was not tried, whatever the baseline checks"


def test_what_held_is_left_to_the_rest() -> None:
    [trial] = tried([HOURS], "policy")
    assert intent_of([trial]) == "everywhere else: hours within ±0.1"


def test_outcomes_that_were_not_tried_are_named() -> None:
    assert untold(DECLARED, tried([APPLES, HOURS], "policy", 64)) == [DECLARED[1], DECLARED[3]]
    assert untold(DECLARED, tried(DECLARED, "policy", 64)) == []
