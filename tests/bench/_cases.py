"""What is timed: every policy of every game that is compiled, in one cell each."""

from importlib import import_module
from typing import Any, NamedTuple

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import load_game

GRIDS: dict[str, dict[str, object]] = {"shipwreck": {"players": [3], "doom": [0]}, "pig": {"players": [2]}}
"""A game, and where its policies are timed."""
MORE = {"shipwreck": ("pragmatic depth=1",)}
"""Policies with parameters that are worth a line of their own."""
TOOLS = ("script",)
"""What no game is won by: it replays worked examples."""


class Case(NamedTuple):
    """A policy of a game."""

    game: str
    policy: str

    @property
    def name(self) -> str:
        return f"{self.game}/{self.policy}"

    def cell(self) -> tuple[Game, Cell]:
        """The game, and the cell that is played."""
        game = load_game(self.game)
        [cell] = game.cells(game.resolve({**GRIDS[self.game], "policies": [self.policy]}, "bench"))
        return game, cell

    def kernel(self) -> tuple[Any, list[str]]:
        """The module that plays the policy's games, and the names of the decisions it asks for."""
        from engine.policy.kernel import load_kernel

        hooks = policies_of(self.game).hooks
        module = policies_of(self.game).installed[self.policy.split()[0]]
        return load_kernel(hooks, module), [*hooks.player, *hooks.group]


def policies_of(game: str) -> Any:
    """The installed policies of a game."""
    return import_module(f"engine.{game}.cells.policy_set").POLICIES


def cases() -> list[Case]:
    """All of them, games in the order of the table above, policies from the weakest to the strongest."""
    return [Case(game, policy) for game in GRIDS for policy in _policies(game)]


def _policies(game: str) -> list[str]:
    names = [name for name in policies_of(game).installed if name not in TOOLS]
    for more in MORE.get(game, ()):
        names.insert(names.index(more.split()[0]), more)
    return names
