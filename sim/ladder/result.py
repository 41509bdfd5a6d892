"""A ladder that was played, as data: its rungs, what each gains over the others, which numbers of players and which
seats profit. It is what `fatecast ladder --json` prints, and what a page reads again from anybody's file."""

from functools import cached_property
from itertools import product
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from engine.errors import BadText, message
from engine.game.cell import Json
from engine.game.optional_parts import PolicyKind
from sim.inspect.searches.results import MOST_ROWS, Label, Number, SearchData, Strict

FORMAT = 1
RISK = 0.01
"""Of any false sentence: all comparisons of a ladder are one family."""

RANDOM: PolicyKind = "random"
PLAIN: PolicyKind = "policy"
TRAINED: PolicyKind = "trained"
SEARCH: PolicyKind = "search"
MOST_RUNGS, MOST_SIZES, MOST_SEATS = 64, 64, 16
Players = Annotated[int, Field(ge=1, le=1_000)]


class Estimate(Strict):
    """A gain, with an interval that holds for all gains of the ladder together."""

    gain: Number
    low: Number | None
    """None: too few games changed to say."""
    high: Number | None

    @model_validator(mode="after")
    def _in_its_interval(self) -> Self:
        if not self.ends[0] <= self.gain <= self.ends[1]:
            raise BadText(message("expected a gain in its interval"))
        return self

    @property
    def ends(self) -> tuple[float, float]:
        """The interval; without one, all numbers."""
        return (
            -float("inf") if self.low is None else self.low,
            float("inf") if self.high is None else self.high,
        )

    @property
    def is_gain(self) -> bool:
        """Whether it is surely more than nothing."""
        return self.low is not None and self.low > 0

    @property
    def is_sure(self) -> bool:
        """Whether it is surely more, or surely less than nothing."""
        return self.is_gain or (self.high is not None and self.high < 0)


class Pair(Estimate):
    """What one rung gains over another."""

    upper: Label
    lower: Label


class SizeGain(Estimate):
    """What skill gains with so many players."""

    players: Players


class SeatGain(SizeGain):
    """What skill gains in a seat."""

    seat: Players


class SizeContrast(Estimate):
    """How much more skill gains with one number of players than with another."""

    more: Players
    less: Players


class SeatContrast(SizeContrast):
    """The same of two seats."""

    players: Players


class LadderRung(Strict):
    """A way of playing."""

    name: Label
    kind: PolicyKind
    players: list[Players] = Field(min_length=1, max_length=MOST_SIZES)
    base: Label | None
    """Of a search: the rung that it searches over."""


class Step(NamedTuple):
    """A rung, and what it gains over the highest one below that surely gains itself; a search, over its base or over a
    shallower search that surely gains."""

    rung: LadderRung
    over: Pair | None
    """None for the lowest rung, or if both were never compared."""

    @property
    def is_sure(self) -> bool:
        return self.over is not None and self.over.is_gain


class Ladder(SearchData):
    """A ladder, from the lowest rung to the highest."""

    verb: Literal["ladder"]
    format: Literal[1]
    outcome: Label
    fields: bool
    """Whether one seat plays a rung among players of another; else all play the same."""
    players: list[Players] = Field(min_length=1, max_length=MOST_SIZES)
    comparisons: int = Field(ge=1, le=10**6)
    """How many intervals hold together."""
    rungs: list[LadderRung] = Field(min_length=2, max_length=MOST_RUNGS)
    pairs: list[Pair] = Field(min_length=1, max_length=MOST_RUNGS**2)
    skilled: Label
    """The rung whose gain over the lowest is told by players and seats."""
    by_players: list[SizeGain] = Field(max_length=MOST_SIZES)
    by_seat: list[SeatGain] = Field(max_length=MOST_ROWS)
    players_apart: list[SizeContrast] = Field(max_length=MOST_ROWS)
    seats_apart: list[SeatContrast] = Field(max_length=MOST_ROWS)

    @model_validator(mode="after")
    def _of_its_rungs(self) -> Self:
        names = [rung.name for rung in self.rungs]
        if len({*names}) < len(names):
            raise BadText(message("expected rungs with different names"))
        if not {self.skilled, *(name for pair in self.pairs for name in (pair.upper, pair.lower))} <= {*names}:
            raise BadText(message("expected gains of its own rungs"))
        return self

    @property
    def outcomes(self) -> list[str]:
        return [self.outcome]

    @cached_property
    def _by_names(self) -> dict[tuple[str, str], Pair]:
        return {(pair.upper, pair.lower): pair for pair in self.pairs}

    def over(self, upper: str, lower: str) -> Pair | None:
        """What one rung gains over another; None if that was not compared."""
        return self._by_names.get((upper, lower))

    @property
    def ground(self) -> LadderRung:
        """`random`, or the lowest rung if the game does not have it."""
        return next((rung for rung in self.rungs if rung.kind == RANDOM), self.rungs[0])

    @property
    def matters(self) -> bool:
        """Whether any way of playing surely differs from another."""
        return any(pair.is_sure for pair in self.pairs)

    @cached_property
    def steps(self) -> list[Step]:
        """Every rung with what it gains over the one that the ladder has reached below it."""
        found = [Step(self.rungs[0], None)]
        reached = [self.rungs[0].name]
        searched: list[str] = []
        for rung in self.rungs[1:]:
            below = reached if rung.base is None else [rung.base, *searched]
            over = next((pair for name in reversed(below) if (pair := self.over(rung.name, name))), None)
            found.append(Step(rung, over))
            if found[-1].is_sure:
                (reached if rung.base is None else searched).append(rung.name)
        return found

    @property
    def top(self) -> Step:
        """Where the ladder stops: the highest rung that surely gains over the one below."""
        return next((step for step in reversed(self.steps) if step.is_sure), self.steps[0])

    @property
    def best_written(self) -> LadderRung | None:
        """The highest rung that somebody wrote by hand: one that surely gains, or that others search over."""
        written = [step for step in self.steps if step.rung.kind == PLAIN]
        bases = {rung.base for rung in self.rungs}
        sure = [step for step in written if step.is_sure or step.rung.name in bases]
        return next((step.rung for step in reversed(sure or written)), None)

    def beyond(self, rung: LadderRung) -> Pair | None:
        """What training or search gains most over a rung."""
        learned = [each.name for each in self.rungs if each.kind in (TRAINED, SEARCH)]
        found = [pair for name in learned if (pair := self.over(name, rung.name))]
        return max(found, key=lambda pair: (pair.is_gain, pair.gain), default=None)

    @property
    def alike(self) -> list[tuple[str, str]]:
        """Trained players and policies of which no game tells which of them played: both gain nothing over the other,
        and the same over all others."""
        found = []
        for trained, policy in product(self.rungs, self.rungs):
            if trained.kind == TRAINED and policy.kind == PLAIN:
                one, other = trained.name, policy.name
                rest = [rung.name for rung in self.rungs if rung.name not in (one, other)]
                gains = [self._gain(one, other), self._gain(other, one)]
                if gains == [0, 0] and all(self._gain(one, each) == self._gain(other, each) for each in rest):
                    found.append((one, other))
        return found

    def _gain(self, upper: str, lower: str) -> float | None:
        pair = self.over(upper, lower)
        return pair.gain if pair else None

    @property
    def against_the_order(self) -> list[Pair]:
        """Rungs that surely gain over a higher one."""
        place = {rung.name: at for at, rung in enumerate(self.rungs)}
        return [pair for pair in self.pairs if pair.is_gain and place[pair.upper] < place[pair.lower]]

    def plain(self) -> Json:
        """As JSON."""
        return self.model_dump()
