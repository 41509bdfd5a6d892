"""The part `policies` of a game that keeps its policies in a `PolicySet`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput, Text, message
from engine.game.cell import Cell, Json
from engine.game.optional_parts import PolicyKind
from engine.game.outcomes import Outcome
from engine.game.results import Rows
from engine.game.seats import FIELD, FOCUS
from engine.game.sheets import Sheet
from engine.policy.checking.compliance import SEED, CheckedGame, check_policy
from engine.policy.checking.foresight import suspicion
from engine.policy.listing import policy_sheets
from engine.policy.registry import PolicySet
from engine.policy.seats.mixed_table import parts_of
from engine.policy.seats.search_policy import is_search
from engine.policy.seats.trained_policy import is_trained

RANDOM: PolicyKind = "random"


def kind_of(policy: Json) -> PolicyKind:
    """See `engine.game.optional_parts.Policies`. One with the name of another, or with parameters that differ, is a
    policy like any."""
    if is_trained(policy):
        return "trained"
    if is_search(policy):
        return "search"
    is_plain = not policy.get("code") and not policy.get("label") and not any(policy["parameters"].values())
    return RANDOM if policy["name"] == RANDOM and is_plain else "policy"


@dataclass(frozen=True)
class ListedPolicies:
    """Policies that can be listed, and no more: no code of a user's own plays, and there is nothing to check."""

    policies: PolicySet
    whose: str
    """The games that they play, in a sentence: `OpenSpiel's games`."""

    def admit(self, path: Path) -> str:
        if path.suffix == ".json":
            return self.policies.admit(path)
        known = ", ".join(self.policies.installed)
        raise BadInput(
            message("{whose} are played by their own policies ({known}), not by a file", whose=self.whose, known=known),
            source=path,
        )

    def sheets(self) -> list[Sheet]:
        return policy_sheets(self.policies, takes_files=False)

    def fair(self) -> list[str]:
        return self.policies.fair()

    def levels(self) -> int:
        return len(self.policies.levels())

    def kind(self, policy: Json) -> PolicyKind:
        return kind_of(policy)

    def check(self, name: str, say: Callable[[str], None], seed: int = SEED) -> list[Text]:
        raise BadInput(
            message("the policies of {whose} are not checked; they choose among legal moves only", whose=self.whose),
            source=name,
        )

    def meddling(self, play: Callable[[], object]) -> Sequence[Text]:
        return []

    def from_outside(self, cell: Cell) -> bool:
        return False

    def suspicion(self, cell: Cell, seed: int, outcomes: Sequence[Outcome]) -> Text:
        return ""


@dataclass(frozen=True)
class CheckedPolicies:
    """All policies that can play, including those from outside."""

    game: CheckedGame
    """The policies, and how to play games that test one of them."""

    def admit(self, path: Path) -> str:
        return self.game.policies.admit(path)

    def sheets(self) -> list[Sheet]:
        return policy_sheets(self.game.policies, takes_files=True)

    def fair(self) -> list[str]:
        return self.game.policies.fair()

    def levels(self) -> int:
        return len(self.game.policies.levels())

    def kind(self, policy: Json) -> PolicyKind:
        return kind_of(policy)

    def check(self, name: str, say: Callable[[str], None], seed: int = SEED) -> list[Text]:
        return check_policy(self.game, name, say, seed)

    def meddling(self, play: Callable[[], object]) -> Sequence[Text]:
        return []

    def from_outside(self, cell: Cell) -> bool:
        seated = [part for key in ("policy", FOCUS, FIELD) if key in cell.spec for part in parts_of(cell.spec[key])]
        return any("code" in part for part in seated)

    def suspicion(self, cell: Cell, seed: int, outcomes: Sequence[Outcome]) -> Text:
        def play(luck: int, dice: int, games: int) -> Rows:
            return self.game.play_with_dice_of(cell, luck, dice, 0, games).rows

        return suspicion(play, seed, outcomes)
