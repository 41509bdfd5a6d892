"""Bases for searches in small games of OpenSpiel, with the exact chances of what they do."""

from typing import Any

from engine.game.cell import Json
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import POLICIES
from engine.outside.openspiel.solving import solution_of
from tests.support.spiel_values import Chances, Mixed, uniform

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def base_of(name: str, **parameters: int) -> Json:
    return {"name": name, "parameters": parameters}


def kuhn_base(name: str) -> tuple[Json, Mixed]:
    """A base for Kuhn poker, and what it does by its exact chances."""
    if name == "random":
        return base_of(name), uniform
    rounds, slips = map(int, name.split()[1:])
    strategy = solution_of(load("kuhn_poker"), rounds).strategy

    def mixed(state: Any) -> Chances:
        decided = dict(strategy[state.information_state_string()])
        return [
            (action, (1 - slips / 100) * decided.get(action, 0) + slips / 100 * chance)
            for action, chance in uniform(state)
        ]

    return base_of("solved", iterations=rounds, slips=slips), mixed


class Threats:
    """Plays tic-tac-toe: wins if it can, blocks if it must, and takes any move otherwise."""

    @staticmethod
    def good(state: Any) -> list[int]:
        legal: list[int] = state.legal_actions()
        me = state.current_player()
        wins = [action for action in legal if (after := state.child(action)).is_terminal() and after.returns()[me] > 0]
        cells = "".join(str(state).split())
        blocks = [
            action
            for action in legal
            for line in LINES
            if action in line and [cells[at] for at in line if at != action] == ["ox"[me]] * 2
        ]
        return wins or sorted(set(blocks)) or legal

    @staticmethod
    def player(loaded: Any, game: Any, parameters: Any, draws: Draws) -> Any:
        def decide(state: Any, legal: list[int]) -> int:
            good = Threats.good(state)
            return good[draws.below(len(good))]

        return decide

    @staticmethod
    def mixed(state: Any) -> Chances:
        good = Threats.good(state)
        return [(action, 1 / len(good)) for action in good]


class WithThreats:
    """The policies of OpenSpiel's games, and one more."""

    @staticmethod
    def module(name: str) -> Any:
        return Threats if name == "threats" else POLICIES.module(name)
