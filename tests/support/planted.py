"""How often a comparison finds a planted change, or one that is none."""

from collections.abc import Callable, Mapping

from sim.compare.comparison import compare_games
from sim.compare.pairs import match_variant
from sim.compare.verdicts import DecisionRule
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache


def changes_found(
    experiment: Callable[[str, int], Mapping[str, object]], name: str, policies: tuple[str, str], seeds: int, games: int
) -> int:
    """With how many seeds a change of this outcome, from one policy to the other, is found at a risk of 5 %."""
    found = 0
    for seed in range(seeds):
        sides = [resolve(experiment(policy, seed), "test") for policy in policies]
        with outcome_cache(sides, PlayOptions("inline")) as played:
            outcome = next(each for each in sides[0].game.outcomes if each.name == name)
            compared = compare_games(played, match_variant(*sides), seed, games, DecisionRule(told=0), [outcome])
        found += compared.outcomes[0].cells[0].corrected <= 0.05
    return found
