"""mcts: searches by random games to the end; where the game hides something, among all that the player thinks possible.

Monte Carlo tree search and information-set MCTS by OpenSpiel's bots, new for every game.
OpenSpiel's compiled bot for hidden information does not play alike twice with one seed, so that one is its Python bot.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from engine.outside.openspiel.forks.dealt_again import known
from engine.outside.openspiel.loading import Loaded, Spiel, library, load, run_elsewhere
from engine.outside.openspiel.luck import BlockLuck, Draws, GameLuck
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
TRIED_STATES = 200
"""Decisions of one random game at which a player's knowledge is tried out."""
SEEDS = 1 << 31


@cache
def why_not(loaded: Loaded) -> str:
    if loaded.type.reward_model.name != "TERMINAL":
        return "OpenSpiel's search needs a game that pays at its end only, and this one pays on the way"
    if loaded.has_own_luck:
        return "it draws luck inside, which a search would know beforehand"
    return why_not_dealt_again(loaded) if loaded.hides_something else ""


@cache
def why_not_dealt_again(loaded: Loaded) -> str:
    """Why what is hidden in a game cannot be dealt again; empty if it can."""
    cheats = "plain search would see what is hidden"
    if not (loaded.type.provides_information_state_string or loaded.type.provides_observation_string):
        return f"OpenSpiel does not say what a player knows in it, and {cheats}"
    code = f"import sys; from {__name__} import can_be_dealt_again; sys.exit(not can_be_dealt_again(sys.argv[1]))"
    if run_elsewhere(code, loaded.name) != 0:
        return f"OpenSpiel cannot deal again what is hidden in it, and {cheats}"
    return ""


def can_be_dealt_again(name: str) -> bool:
    """Tries it at every decision of a random game. The player must know the same and may do the same afterwards. For
    some games OpenSpiel raises an error, for some it takes forever: call it in a process that can be ended."""
    loaded = load(name)
    luck = GameLuck(BlockLuck(0, np.zeros(1, np.int64)), 0)
    draws, sampler = luck.of_seat(0), library().UniformProbabilitySampler(1, 0.0, 1.0)
    state = loaded.game.new_initial_state()
    for _ in range(TRIED_STATES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(luck.chance.one_of(state.chance_outcomes()))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        other = state.resample_from_infostate(seat, sampler)
        if known(loaded, other) != known(loaded, state) or other.legal_actions() != legal:
            return False
        state.apply_action(legal[draws.below(len(legal))])
    return True


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
