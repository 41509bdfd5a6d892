"""What is timed: every policy of every game that is compiled, in one cell each."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import load_game
from engine.outside.own.game import OwnGame

GRIDS: dict[str, dict[str, object]] = {
    "shipwreck": {"players": [3], "doom": [0]},
    "pig": {"players": [2]},
    "euphoria": {"players": [5]},
    "oracle": {"layouts": ["A"]},
    "hadal": {"players": [3]},
}
"""A game, and where its policies are timed."""
DECKS = {"euphoria": ("none", "surrogate")}
"""Content that is timed separately; else the usual one."""
MORE = {"shipwreck": ("pragmatic depth=1",)}
"""Policies with parameters that are worth a line of their own."""
TOOLS = ("script",)
"""What no game is won by: it replays worked examples."""


class Case(NamedTuple):
    """A policy of a game."""

    game: str
    policy: str
    deck: str = ""
    """Empty: the usual one."""

    @property
    def name(self) -> str:
        return "/".join(filter(None, (self.game, self.deck, self.policy)))

    @property
    def grid(self) -> dict[str, object]:
        """The cell as an experiment."""
        return {**GRIDS[self.game], **({"decks": [self.deck]} if self.deck else {}), "policies": [self.policy]}

    def cell(self) -> tuple[Game, Cell]:
        """The game, and the cell that is played."""
        game = load_game(self.game)
        [cell] = game.cells(game.resolve(self.grid, "bench"))
        return game, cell

    def kernel(self) -> tuple[list[ModuleType], list[str]]:
        """The modules that play the policy's games, and the names of the decisions they ask for."""
        from engine.policy.kernel import load_kernel, write_copies
        from engine.policy.seats.mixed_kernel import decided_in

        policies = policy_set(self.game)
        hooks = policies.hooks
        module = decided_in(hooks, policies.module(self.policy.split()[0]))
        load_kernel(hooks, module.__name__)
        return [sys.modules[path.stem] for path in write_copies(hooks, module)], [*hooks.player, *hooks.group]


def policies_of(game: str) -> Any:
    """The installed policies of a game."""
    found = load_game(game)
    return found.edition.policies if isinstance(found, OwnGame) else policy_set(game)


def policy_set(game: str) -> Any:
    """Those of a game with a kernel for each policy."""
    return import_module(f"engine.{game}.cells.policy_set").POLICIES


def cases() -> list[Case]:
    """All of them, games in the order of the table above, policies from the weakest to the strongest."""
    return [Case(game, policy, deck) for game in GRIDS for deck in DECKS.get(game, ("",)) for policy in _policies(game)]


def _policies(game: str) -> list[str]:
    names = [name for name in policies_of(game).installed if name not in TOOLS]
    for more in MORE.get(game, ()):
        names.insert(names.index(more.split()[0]), more)
    return names
