"""The part `policies` of a game that keeps its policies in a `PolicySet`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.game.sheets import Sheet
from engine.policy.compliance import CheckedGame, check_policy
from engine.policy.listing import policy_sheets


@dataclass(frozen=True)
class ListedPolicies:
    """All policies that can play, including those from outside."""

    game: CheckedGame
    """The policies, and how to play games that test one of them."""

    def admit(self, path: Path) -> str:
        return self.game.policies.admit(path)

    def sheets(self) -> list[Sheet]:
        return policy_sheets(self.game.policies)

    def check(self, name: str, say: Callable[[str], None]) -> list[str]:
        return check_policy(self.game, name, say)
