"""Results of `ablate`, `tune` and the like as JSON, read again: about the same game, its rules and its contents as a
run. Anybody may have written them."""

from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.configs import read_bounded
from engine.content.labels import LONGEST_LABEL, is_label
from engine.errors import BadInput, BadText, complaints, message
from engine.game.cell import Json
from engine.game.outcomes import Outcome, outcome_named
from sim.experiment.content_hash import content_hashes
from sim.experiment.experiment import ResolvedExperiment
from sim.statistics.intervals import FALSE_DISCOVERIES
from sim.text.json_text import parse_json

MOST_BYTES = 8_000_000
MOST_ROWS = 20_000
LARGEST = 1e15
"""Of a number that is told."""


def _printable(text: str) -> str:
    if not is_label(text, LONGEST_LABEL):
        raise BadText(message("expected one line of printable characters"))
    return text


def _plain(changes: dict[str, Any]) -> dict[str, Any]:
    """What a command line can say."""
    flat = [each for value in changes.values() for each in (value if isinstance(value, list) else [value])]
    for each in [*changes, *flat]:
        if isinstance(each, str):
            _printable(each)
    return changes


Label = Annotated[str, AfterValidator(_printable)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-LARGEST, le=LARGEST)]
Changes = Annotated[dict[str, Any], AfterValidator(_plain)]


class Strict(BaseModel):
    """What a result is made of; it may have more than is read."""

    model_config = ConfigDict(extra="allow", strict=True)


class Effect(Strict):
    """One row of a ranking; the labels of its cells are among what else it has."""

    alteration: Label
    shrunk: Number
    shrunk_low: float | None
    shrunk_high: float | None
    q: float = Field(ge=0, le=1)

    @property
    def ends(self) -> tuple[float, float, float]:
        """The shrunk effect, and its interval; nothing but itself if there is none."""
        low, high = self.shrunk_low, self.shrunk_high
        if low is None or high is None or not self.has_interval:
            return self.shrunk, self.shrunk, self.shrunk
        return self.shrunk, low, high

    @property
    def has_interval(self) -> bool:
        """Too few changed games give none."""
        return all(end is not None and abs(end) <= LARGEST for end in (self.shrunk_low, self.shrunk_high))

    @property
    def is_sure(self) -> bool:
        """Whether it is marked, and its interval excludes no change."""
        _, low, high = self.ends
        return self.q <= FALSE_DISCOVERIES and self.has_interval and (low > 0 or high < 0)


class Goal(Strict):
    """One goal of a search, before and now."""

    goal: Label
    outcome: Label
    relative: bool
    before: Number
    now: Number
    low: Number
    high: Number


class SearchData(Strict):
    """What every result says: which game it is about."""

    game: Label
    rules: int
    contents: list[Label] = Field(min_length=1, max_length=MOST_ROWS)
    games: int = Field(gt=0, le=10**15)

    @property
    def outcomes(self) -> list[str]:
        """The names of the outcomes that it speaks of."""
        raise NotImplementedError


class Ablation(SearchData):
    """A ranking of changes."""

    verb: Literal["ablate"]
    outcome: Label
    changes: dict[Label, Changes]
    choices: list[Label]
    """Changes that take nothing but a choice from players who decide as one."""
    effects: list[Effect] = Field(min_length=1, max_length=MOST_ROWS)

    @property
    def outcomes(self) -> list[str]:
        return [self.outcome]

    def best(self, outcome: Outcome) -> Effect | None:
        """The change that surely does most of what players want; where they want neither, the one that does most."""
        sign = {"more": 1, "less": -1, "": 0}[outcome.better]
        wanted = [each for each in self.effects if each.is_sure and each.shrunk * sign >= 0]
        return max(wanted, key=lambda each: abs(each.shrunk), default=None)


class Tuning(SearchData):
    """The smallest change that reaches some goals."""

    verb: Literal["tune"]
    verdict: Literal["reached", "likely", "missed"]
    changes: Changes
    goals: list[Goal] = Field(min_length=1, max_length=MOST_ROWS)

    @property
    def outcomes(self) -> list[str]:
        return [goal.outcome for goal in self.goals]


class Joined(NamedTuple):
    """A result that was read, and what a record says of it."""

    record: Json
    found: SearchData


def read_search(path: Path, experiment: ResolvedExperiment, known: TypeAdapter[Any], verbs: str) -> Joined:
    """A result of these verbs, in a shape that is `known`, about the game of this experiment, its rules and its
    contents; any other is refused."""
    if path.is_symlink() or not is_label(path.name):
        raise BadInput(source=ascii(str(path))[1:-1], expected=message("a file with a printable name, and no link"))
    raw = read_bounded(path, MOST_BYTES)
    try:
        found: SearchData = known.validate_python(_object(raw))
    except ValidationError as error:
        raise complaints(error, path)[0] from None
    except (ValueError, TypeError, RecursionError):
        expected = message("JSON, as fatecast {verbs} prints with --json", verbs=verbs)
        raise BadInput(source=path, expected=expected) from None
    game = experiment.game
    for what, theirs, ours in (("game", found.game, game.name), ("rules", found.rules, game.version)):
        if theirs != ours:
            raise BadInput(source=path, place=what, expected=message("{ours}, as in the run", ours=ours), got=theirs)
    if not {*found.contents} <= {*content_hashes(experiment)}:
        raise BadInput(source=path, place="contents", expected=message("contents and options that the run plays, too"))
    for name in found.outcomes:
        outcome_named(game.outcomes, name, str(path))
    return Joined({"name": path.name, "sha256": sha256(raw).hexdigest()}, found)


def _object(raw: bytes) -> object:
    found = parse_json(raw)
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found
