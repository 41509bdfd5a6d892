"""A yardstick: what shipped games measure, so that a number of another game means something.

Each of them keeps it in `yardstick.toml` beside its configs, with what measured it (`python -m tests.yardstick`).
"""

from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.configs import OWN, read_toml, roots
from engine.errors import BadData, first_line, message
from engine.game.protocol import Game
from sim.text.number_format import bare, decimals_of, listed, number, percent

FILE = "yardstick.toml"
DIGITS = 3
"""That count: a yardstick is no measurement."""
Text = Annotated[str, Field(min_length=1, max_length=200)]


class _Read(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Measured(_Read):
    """One measure."""

    says: Text
    """What it is, with {} where the number stands: `the first seat {} above an equal share`."""
    kind: Literal["share", "points", "number"]
    value: float
    low: float
    high: float
    unit: Annotated[str, Field(max_length=40)] = ""

    def __str__(self) -> str:
        if self.kind == "share":
            return self.says.replace("{}", percent(self.value))
        if self.kind == "points":
            return self.says.replace("{}", f"{bare(self.value)} points")
        return self.says.replace("{}", f"{number(self.value, decimals_of(self.value, DIGITS))} {self.unit}".strip())


class Yardstick(_Read):
    """What one game measures."""

    title: Text
    kind: Literal["cooperative", "competitive", "production"]
    who: Text
    """`4 players, those who play 'hold at=20'`"""
    experiment: Text
    seed: int
    games: int
    date: Text
    measures: Annotated[tuple[Measured, ...], Field(min_length=1, max_length=12)]

    def __str__(self) -> str:
        return f"{self.title}, {self.who}: {listed([str(each) for each in self.measures])}"


def yardsticks(game: Game) -> list[str]:
    """What shipped games of the same kind measure, one line each; never the game itself."""
    about = game.about
    return [str(found) for name, found in _shipped() if found.kind == about.kind and name != game.name]


@cache
def _shipped() -> list[tuple[str, Yardstick]]:
    """By the names of the games. What lies in the configs of the user is not asked: it is no yardstick."""
    paths = {path.parent.name: path for root in roots() if root != OWN for path in sorted(root.glob(f"*/{FILE}"))}
    found = []
    for name, path in paths.items():
        try:
            found.append((name, Yardstick.model_validate(read_toml(path))))
        except ValidationError as error:
            raise BadData(message("not a yardstick: {why}", why=first_line(error)), source=path) from None
    return found
