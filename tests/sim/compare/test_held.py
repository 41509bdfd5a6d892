"""`held`, as compare, try and the gate say it of means and of groups of cells."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr
from scipy.stats import binom

from engine.game.outcomes import Mean, Outcome, Share, bounded
from engine.game.results import Column
from sim.compare.comparison import compare_pairs
from sim.compare.pairs import Match, Pair
from sim.compare.pooled_change import pools_of
from sim.compare.quick_trial import judge_trial
from sim.compare.telling.sentences import comparison_sentences, trial_sentence
from sim.compare.verdicts import DecisionRule
from sim.experiment.experiment import resolve
from sim.play.outcomes import Outcomes
from tests.support.command_line import RACE
from tests.support.dice_race import GAME

Values = NDArray[np.int64]

GOLD = Mean(name="gold", meaning="gold at the end", column="gold", unit="gold", margin=0.3)
PER_TURN = replace(GOLD, name="gold per turn", over="turns", margin=0.05)
WON = Share(name="won", meaning="games won", column="won")
RICH = 300
RULE = DecisionRule(told=0)


def pair_of(gains: Values, same: bool = False, **labels: int) -> Pair:
    """Games that gain this much gold by a change; they take ten turns each."""
    [cell] = resolve({**RACE, "dice": [6], "goals": [20]}, "race").cells
    labels = {"die": 6, "goal": 20, **labels}
    other = cell.spec if same else {**cell.spec, "handicap": 1}
    match = Match(labels, type(cell)(labels, cell.spec), type(cell)(labels, other))
    gold = np.arange(len(gains)) % 60
    before, after = (
        Outcomes({"gold": worth.astype(np.uint16), "turns": np.full(len(gains), 10, np.uint8)}, marks.astype(np.uint64))
        for worth, marks in ((gold, 0 * gains), (gold + gains, gains != 0))
    )
    return Pair(match, before, after)


def rare_jumps(seed: int, games: int = 1000) -> Values:
    """One game in 500 gains 200: +0.4 on average."""
    return np.where(np.random.default_rng(seed).random(games) < 1 / 500, 200, 0)


def few_jumps(games: int) -> Values:
    return np.where(np.arange(games) < 3, 5, 0)


def verdicts(pair: Pair, outcome: Outcome) -> tuple[str, str]:
    """What compare says of a cell, and try."""
    compared = compare_pairs(GAME, [pair], 7, RULE, [outcome]).outcomes[0]
    [tried] = judge_trial([pair], "policy", RULE, [outcome])
    return compared.cells[0].verdict, tried.verdicts[0]


@pytest.mark.parametrize("outcome", [GOLD, PER_TURN], ids=["mean", "ratio"])
def test_rare_large_jumps_are_not_held_in_any_of_sixty_seeds(outcome: Mean) -> None:
    said = [verdicts(pair_of(rare_jumps(seed)), outcome) for seed in range(60)]
    assert set(said) == {("unclear", "unclear")}


def test_with_bounds_enough_games_are_held_and_too_few_are_not() -> None:
    """Three games of all change: 300 · ln(20) / 0.3 are about 3,000 games."""
    rich = replace(GOLD, bounds=(0, RICH))
    assert verdicts(pair_of(few_jumps(2500)), rich) == ("unclear", "unclear")
    assert verdicts(pair_of(few_jumps(4500)), rich) == ("held", "held")
    assert verdicts(pair_of(few_jumps(4500)), GOLD) == ("unclear", "unclear"), "without bounds"


def test_a_ratio_is_bounded_by_its_numerator() -> None:
    """300 gold over 10 turns are 30 a game; 30 · ln(20) / 0.05 are about 1,800 games."""
    rich = replace(PER_TURN, bounds=(0, RICH))
    assert verdicts(pair_of(few_jumps(1500)), rich) == ("unclear", "unclear")
    assert verdicts(pair_of(few_jumps(3000)), rich) == ("held", "held")


def test_both_sides_the_same_are_held_without_a_changed_game() -> None:
    assert verdicts(pair_of(np.zeros(50, np.int64), same=True), GOLD) == ("held", "held")
    assert verdicts(pair_of(np.zeros(50, np.int64)), GOLD) == ("unclear", "unclear")


def test_the_reason_is_said_and_no_interval_is_made_up() -> None:
    pair = pair_of(few_jumps(1000))
    [found] = compare_pairs(GAME, [pair], 7, RULE, [GOLD]).outcomes
    said = " ".join(comparison_sentences(found))
    assert "fewer than 10 games changed, and no bounds are declared" in said
    assert "too few games changed for an interval" in said
    assert "can show a change of" not in said
    [tried] = judge_trial([pair], "policy", RULE, [GOLD])
    assert trial_sentence(tried).endswith("+0.01 gold on average (too few games changed for an interval)")


def test_groups_of_shares_are_rarely_held_at_the_margin() -> None:
    """Exactly, over all numbers of gained games, where each game is gained with a chance of half a point."""
    plain = 0.0
    for games in (512, 700, 2048):
        held = 0.0
        for gained in range(30):
            won = (np.arange(games) < gained).astype(np.int64)
            before, after = (
                Outcomes({"won": each.astype(np.uint8)}, each.astype(np.uint64)) for each in (0 * won, won)
            )
            [pool] = pools_of([Pair(pair_of(won).match, before, after)], [], WON)
            chance = float(binom.pmf(gained, games, 0.005))
            held += chance * (pool.held(0.005) <= 0.05)
            plain += chance * (float(ndtr((pool.change - 0.005) / pool.standard_error)) <= 0.05) * (games == 512)
        assert held <= 0.05
    assert plain > 0.07, "the control: the usual spread alone"


def test_bounds_come_from_the_limits_of_a_column_and_never_from_its_type() -> None:
    columns = [Column("gold", "<u2", "gold", limits=(0, 40)), Column("turns", "<u1", "turns", limits=(1, 9))]
    [gold, ratio] = bounded([GOLD, PER_TURN], columns)
    assert isinstance(gold, Mean)
    assert isinstance(ratio, Mean)
    assert (gold.bounds, ratio.bounds, ratio.over_bounds) == ((0, 40), (0, 40), (1, 9))
    [shifted] = bounded([replace(GOLD, offset=-5)], columns)
    assert isinstance(shifted, Mean)
    assert shifted.bounds == (-5, 35)
    [own] = bounded([replace(GOLD, bounds=(3, 4))], columns)
    assert isinstance(own, Mean)
    assert own.bounds == (3, 4)
    [none] = bounded([GOLD], [Column("gold", "<u1", "gold")])
    assert isinstance(none, Mean)
    assert none.bounds is None
