"""The ends of a ranking: shrunk, they are covered and not overstated, although all alterations share the base's luck.

In 500 simulated ablations the ends were covered in 95 % and not overstated; plain, covered in 87 % and overstated by
52 %. In the full suite are 240: coverage below 93 % would be seen in about one of 40 draws of the seed, which is fixed.
The usual suite has 60, which tell by how much the ends are overstated.
"""

import numpy as np
import pytest

from sim.compare.pairs import Match, Pair
from sim.experiment.experiment import resolve
from sim.search.effects import effects_of
from sim.search.shrunk_effects import LuckInCommon, shrunk_effects
from sim.statistics.shrinkage import common_correlation
from tests.support.command_line import RACE
from tests.support.dice_race import WIN_RATE
from tests.support.outcomes import made_up

ALTERATIONS, GAMES, TOUCHED, SPREAD = 16, 1500, 0.3, 0.012


def ablation(rng: np.random.Generator) -> tuple[list[list[Pair]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Alterations that each touch 30 % of the games, which then end anew; and by how much each makes wins rarer. The
    true effects are spread by 1.2 points around −1."""
    [cell] = resolve({**RACE, "dice": [6], "goals": [20]}, "race").cells
    before = rng.random(GAMES) < 0.6
    true = rng.normal(-0.01, SPREAD, ALTERATIONS)
    turns = np.ones(GAMES, np.uint16)
    played = []
    for effect in true:
        after = np.where(rng.random(GAMES) < TOUCHED, rng.random(GAMES) < 0.6 + effect / TOUCHED, before)
        sides = [made_up(won, turns, won.astype(np.uint64)) for won in (before, after)]
        changed = type(cell)(cell.labels, {**cell.spec, "wait_for": "/"})
        played.append([Pair(Match(cell.labels, cell, changed), sides[0], sides[1])])
    return played, true


def ends(tries: int) -> dict[str, tuple[float, float]]:
    """For shrunk and plain effects: how often the ends of the ranking are covered, and by what share of their distance
    from the mean they are overstated, in the median."""
    rng = np.random.default_rng(31)
    covered: dict[str, list[bool]] = {"shrunk": [], "plain": []}
    overstated: dict[str, list[float]] = {"shrunk": [], "plain": []}
    for _ in range(tries):
        played, true = ablation(rng)
        effects = [effects_of(pairs, "die", WIN_RATE) for pairs in played]
        luck = LuckInCommon(WIN_RATE)
        for pairs, line in zip(played, effects, strict=True):
            luck.add("cards", pairs, line)
        shrunk = shrunk_effects(["cards"] * ALTERATIONS, effects, luck)
        for name, lines in (("shrunk", shrunk), ("plain", effects)):
            changes = np.array([line[0].change for line in lines])
            for at in (int(changes.argmin()), int(changes.argmax())):
                low, high = lines[at][0].interval
                covered[name].append(low <= true[at] <= high)
                overstated[name].append((changes[at] + 0.01) / (true[at] + 0.01) - 1)
    return {name: (float(np.mean(covered[name])), float(np.median(overstated[name]))) for name in covered}


@pytest.mark.full
def test_the_ends_of_a_ranking_are_covered_and_not_overstated_and_plain_ones_are_neither() -> None:
    found = ends(240)
    covered, overstated = found["shrunk"]
    assert covered >= 0.93
    assert overstated <= 0.10
    covered, overstated = found["plain"]
    assert covered < 0.90
    assert overstated > 0.35


def test_alterations_share_the_luck_of_the_base() -> None:
    """Where two alterations touch a game, both lose what the base won by luck: their correlation is TOUCHED / 2."""
    played, _ = ablation(np.random.default_rng(2))
    effects = [effects_of(pairs, "die", WIN_RATE) for pairs in played]
    luck = LuckInCommon(WIN_RATE)
    for pairs, line in zip(played, effects, strict=True):
        luck.add("cards", pairs, line)
    family = [line[0] for line in effects]
    found = common_correlation(
        [effect.pool.standard_error for effect in family], luck.error_of_mean("cards", 0, family)
    )
    assert found == pytest.approx(TOUCHED / 2, abs=0.04)
