"""The policy `search` of every game that can go on from a decision in another way: how it is named and what can be set.

    search base="hold at=20" worlds=256 caution=3

`base` is another policy of the game. How it decides is in `engine.players.search`; each kind of game seats it itself.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import ModuleType
from typing import Any

from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.language.current import said
from engine.policy.parameters import Parameter

SEARCH, BASE, WORLDS, CAUTION = "search", "base", "worlds", "caution"
TOLD = message(
    "tries each choice in imagined worlds, and leaves its base only where another choice is surely better ({search} "
    'base="NAME key=1")',
    search=SEARCH,
)
NUMBERS: Mapping[str, Parameter] = {
    WORLDS: Parameter(64, 2, 1_000_000, "worlds in which the last two choices of a decision are compared", shown=True),
    CAUTION: Parameter(3.0, 0.0, 100.0, "standard errors by which another choice must be better than that of the base"),
}
NO_FORKS = message("this game cannot go on from a decision in another way, which search needs")
"""Said of a game that says nothing else."""
NOT_READ = message(
    "search does not weigh what others' moves betray: where moves are signals or bluffs, it may lose to its base"
)
"""Said of a search where something is hidden."""

SIGNALS = message("search takes moves for what they do, not for what they tell: it may be weaker than its base here")
"""Said where moves are signals."""


class SearchModule(ModuleType):
    """`search` in the shape of a policy's module."""

    PARAMETERS = NUMBERS
    SHOWN = (WORLDS,)
    only_for = 0
    """It plays with any number of players that its base plays with."""

    def __init__(self) -> None:
        super().__init__(SEARCH, f"{SEARCH}: {TOLD}")


def is_search(policy: Json) -> bool:
    """Whether a policy, as resolved data, is a search."""
    return policy["name"] == SEARCH and isinstance(policy["parameters"].get(BASE), dict)


def base_of(policy: Json) -> Json:
    """The base of a search."""
    found: Json = policy["parameters"][BASE]
    return found


def given_base(given: Mapping[str, Any]) -> Any:
    """What a person wrote for the base; in a game id, semicolons stand between its words."""
    base = given.get(BASE)
    if isinstance(base, str) and base:
        base = base.replace(";", " ")
    elif not isinstance(base, dict):
        raise BadInput(
            source=said("parameter {name}", name=BASE),
            expected=message('a policy of the game, such as base=random or base="NAME key=1"'),
        )
    if (base.split() or [""])[0] == SEARCH if isinstance(base, str) else base.get("name") == SEARCH:
        raise BadInput(message("a search cannot be the base of a search"), source=said("parameter {name}", name=BASE))
    return base


def exactly(caution: float) -> Fraction:
    """The number that a person wrote: 2.1 is 21/10, and not the float next to it."""
    return Fraction(repr(caution))
