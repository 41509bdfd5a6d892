"""What a game says about itself before it is loaded: its name, its kind, what the command line can vary.

Beside the module of a game lies one called `about` that imports nothing heavy, with an `ABOUT`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.game.axes import FOCUS_SEAT, Axis, Option, Role

Kind = Literal["cooperative", "competitive", "production"]
"""Cooperative: the players win or lose together ("How hard is it?"). Competitive: somebody wins ("Who wins?").
Production: nothing is won, something is made ("What does it yield?")."""


@dataclass(frozen=True)
class About:
    """What a game says about itself."""

    title: str
    kind: Kind
    players: str
    """`2-5`"""
    real: str
    """What follows the printed rules."""
    stand_in: str = ""
    """What does not: content that we do not have, and play something like it instead. Empty if there is none."""
    axes: Sequence[Axis] = ()
    options: Sequence[Option] = ()
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For the help of verbs that need the game's own words: `{"sweep": ["--set options.goal=50..100..10"]}`."""

    def axis(self, role: Role) -> str:
        """The label of the axis that plays this part; empty if none does."""
        return next((axis.name for axis in self.axes if axis.role == role), "")

    @property
    def usual_content(self) -> str:
        """The content that the game is usually played with; empty if it has none that is named."""
        return next((axis.example for axis in self.axes if axis.values == "names"), "")

    @property
    def has_policies(self) -> bool:
        """Whether an experiment says which policies play."""
        return any(axis.key == "policies" for axis in self.axes)

    @property
    def has_focus(self) -> bool:
        """Whether one seat can be in focus against a field; see `engine.game.seats`."""
        return FOCUS_SEAT in self.options

    @property
    def skill(self) -> str:
        """The label that says who plays. A change is judged separately for each of its values."""
        return self.axis("skill")

    @property
    def size(self) -> str:
        """The label that says how large a game is: for example, how many play. A gate judges cells that differ in
        nothing else together as well."""
        return self.axis("size")

    @property
    def difficulty(self) -> str:
        """The label that says how hard a game is, easiest value first."""
        return self.axis("difficulty")
