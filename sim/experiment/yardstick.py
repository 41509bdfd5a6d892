"""A yardstick: what shipped games measure, so that a number of another game means something.

Each of them keeps it in `yardstick.toml` beside its configs, with what measured it (`python -m tests.yardstick`).
"""

import re
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.configs import OWN, read_toml, roots
from engine.errors import BadData, first_line, message
from engine.game.protocol import Game
from engine.game.registry import package_of
from engine.language.current import about_game, said, word
from sim.text.axis_words import PLAYERS, axis_value, size_word, unit_after
from sim.text.number_format import bare, decimals_of, listed, number, percent

FILE = "yardstick.toml"
PLACE = "{}"
"""Where the number of a measure stands."""
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
        amount, outcome = self._amount, self.says.removesuffix(f" {PLACE}")
        if self.says in (PLACE, outcome):
            known = {
                PLACE: amount,
                "the first seat {} above an equal share": said(
                    "the first seat {amount} above an equal share", amount=amount
                ),
                "the most and the least favoured seat {} apart": said(
                    "the most and the least favoured seat {amount} apart", amount=amount
                ),
                "{} a game": said("{amount} a game", amount=amount),
            }
            return known.get(self.says) or word(self.says).replace(PLACE, amount)
        if self.kind == "share":
            return said("{outcome} {share}", outcome=word(outcome), share=amount)
        return said("{outcome} {amount}", outcome=word(outcome), amount=amount)

    @property
    def _amount(self) -> str:
        if self.kind == "share":
            return percent(self.value)
        if self.kind == "points":
            return said("{points} points", points=bare(self.value))
        written = number(self.value, decimals_of(self.value, DIGITS))
        return said("{number} {unit}", number=written, unit=unit_after(self.unit)) if self.unit else written


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
        who = ", ".join(map(_shown, self.who.split(", ")))
        return f"{word(self.title)}, {who}: {listed([str(each) for each in self.measures])}"


def _shown(part: str) -> str:
    """What it says of the cell, in the words of the game: `4 players`, `doom 2`, `a party of veterans`."""
    if found := re.fullmatch(r"(\d+) players?", part):
        return size_word(PLAYERS, int(found[1]))
    found = re.fullmatch(r"(\w+) (\d+)", part)
    return axis_value(found[1], found[2]) if found else word(part)


def yardsticks(game: Game) -> list[str]:
    """What shipped games of the same kind measure, one line each, in the words of each; never the game itself."""
    lines = []
    for name, found in _shipped():
        if found.kind == game.about.kind and name != game.name:
            with about_game(package_of(name)):
                lines.append(str(found))
    return lines


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
