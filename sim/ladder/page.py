"""The section of a page that a ladder fills: how much there is to learn. Anybody may have written its file, so a page
takes names and numbers from it and makes the sentences itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, TypeAdapter

from engine.game.outcomes import outcome_named
from engine.game.protocol import Game
from engine.game.registry import call_names
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment
from sim.inspect.searches.results import Ablation, Joined, Tuning, read_search
from sim.ladder.output import mark, rests_on
from sim.ladder.result import Ladder
from sim.ladder.sentences import LadderWords, gain_text

FILE = "ladder.json"
FOUND: TypeAdapter[Ablation | Tuning | Ladder] = TypeAdapter(
    Annotated[Ablation | Tuning | Ladder, Field(discriminator="verb")]
)


class Row(NamedTuple):
    """A rung."""

    name: str
    over: str
    gain: str
    mark: str


class ShownLadder(NamedTuple):
    """What a page shows of a ladder."""

    sentences: list[str]
    unit: str
    rows: list[Row]
    note: str


class ToLearn(NamedTuple):
    """The section."""

    ladders: list[ShownLadder]
    commands: list[str]
    """How to play a ladder, where there is none."""


def read_joined(path: Path, experiment: ResolvedExperiment) -> Joined:
    """A result of a search or a ladder about the game of this experiment; any other is refused."""
    return read_search(path, experiment, FOUND, "ablate, tune or ladder")


def to_learn(game: Game, joined: Sequence[Joined]) -> ToLearn | None:
    """The section of a page that joined these; None for a game without policies, where nobody can learn."""
    ladders = [found for _, found in joined if isinstance(found, Ladder)]
    if not game.about.has_policies:
        return None
    flags = call_names().flags_of(game.name)
    commands = [f"fatecast ladder{flags} --json > {FILE}", f"fatecast report RUN --with {FILE}{call_names().flags}"]
    return ToLearn([_shown(ladder, game) for ladder in ladders], [] if ladders else commands)


def _shown(ladder: Ladder, game: Game) -> ShownLadder:
    outcome = outcome_named(game.outcomes, ladder.outcome, "outcome")
    rows = [
        Row(
            step.rung.name,
            step.over.lower if step.over else "",
            gain_text(step, outcome, typeset=True),
            mark(step),
        )
        for step in ladder.steps
    ]
    words = LadderWords(ladder, outcome)
    return ShownLadder(words.sentences(), OutcomeFormat(outcome).unit, rows, rests_on(ladder))
