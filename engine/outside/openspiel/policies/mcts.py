"""mcts: searches by random games to the end; where the game hides something, among all that the player thinks possible.

Monte Carlo tree search and information-set MCTS by OpenSpiel's bots, new for every game.
OpenSpiel's compiled bot for hidden information does not play alike twice with one seed, so that one is its Python bot.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from engine.errors import Text, message
from engine.outside.openspiel.forks.dealt_again import why_not_dealt_again
from engine.outside.openspiel.loading import Loaded, Spiel, library
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import Player
from engine.outside.openspiel.slips import SLIPS, with_slips
from engine.policy.parameters import Parameter

PARAMETERS = {
    "simulations": Parameter(50, 2, 100_000, "games played in thought for each move"),
    "exploration": Parameter(
        1.4, 0.0, 100.0, "how much the search tries what looks worse, in half the range of returns"
    ),
    "slips": SLIPS,
}
SHOWN = ("simulations",)
"""A label always says how many."""
MEMORY = 200
"""Megabytes for the tree of one move."""
SEEDS = 1 << 31


@cache
def why_not(loaded: Loaded) -> Text:
    if loaded.type.reward_model.name != "TERMINAL":
        return message("OpenSpiel's search needs a game that pays at its end only, and this one pays on the way")
    if loaded.has_own_luck:
        return message("it draws luck inside, which a search would know beforehand")
    return why_not_dealt_again(loaded) if loaded.hides_something else ""


def player(loaded: Loaded, game: Spiel, parameters: Mapping[str, Any], draws: Draws) -> Player:
    reach = max((game.max_utility() - game.min_utility()) / 2, 1e-9)
    make = _hidden_bot if loaded.hides_something else _open_bot
    bot = make(loaded, game, parameters["simulations"], parameters["exploration"] * reach, draws)

    def decide(state: Spiel, legal: list[int]) -> int:
        return int(bot.step(state)) if len(legal) > 1 else legal[0]

    return with_slips(decide, parameters["slips"], draws)


def _open_bot(loaded: Loaded, game: Spiel, simulations: int, exploration: float, draws: Draws) -> Spiel:
    evaluator = library().RandomRolloutEvaluator(1, draws.below(SEEDS))
    return library().MCTSBot(game, evaluator, exploration, simulations, MEMORY, True, draws.below(SEEDS), False)


def _hidden_bot(loaded: Loaded, game: Spiel, simulations: int, exploration: float, draws: Draws) -> Spiel:
    from open_spiel.python.algorithms import ismcts, mcts

    mind, rollouts = (np.random.RandomState(draws.below(SEEDS)) for _ in range(2))
    sampler = library().UniformProbabilitySampler(draws.below(SEEDS), 0.0, 1.0)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rollouts),
        uct_c=exploration,
        max_simulations=simulations,
        random_state=mind,
        use_observation_string=not loaded.type.provides_information_state_string,
    )
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, sampler))
    return bot
