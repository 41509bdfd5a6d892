"""solved: plays a solution of the game, found by CFR+; for small games of two players who want opposite things."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import Text
from engine.language.current import said
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import Player
from engine.outside.openspiel.slips import SLIPS, with_slips
from engine.outside.openspiel.solving import is_solved, solution_of, why_unsolvable
from engine.policy.parameters import Parameter

PARAMETERS = {
    "iterations": Parameter(200, 1, 100_000, "rounds of CFR+; more come nearer to a perfect solution"),
    "slips": SLIPS,
}


def why_not(loaded: Loaded) -> Text:
    return why_unsolvable(loaded)


def prepare(loaded: Loaded, parameters: Mapping[str, Any], say: Callable[[str], None]) -> None:
    """Solves the game before workers start."""
    if not is_solved(loaded, parameters["iterations"]):
        rounds = parameters["iterations"]
        say(said("solving {game} in {rounds} rounds, once; the solution is kept", game=loaded.name, rounds=rounds))
    solution_of(loaded, parameters["iterations"])


def player(loaded: Loaded, game: Spiel, parameters: Mapping[str, Any], draws: Draws) -> Player:
    strategy = solution_of(loaded, parameters["iterations"]).strategy

    def decide(state: Spiel, legal: list[int]) -> int:
        return draws.one_of(strategy[state.information_state_string()]) if len(legal) > 1 else legal[0]

    return with_slips(decide, parameters["slips"], draws)
