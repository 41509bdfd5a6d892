"""`fatecast baseline accept`: accept the game as it is now, for the gate to compare with."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypedDict

from sim.verbs.request.choices import GameChoice, Name, Names, Texts, WorkerCount, game_named, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.compare.gate.command import Accepted


@dataclass(frozen=True, kw_only=True)
class AcceptRequest:
    """Accept the game as it is now: play it with a new seed and store what the gate needs. Flags for who plays and what
    is played override the experiment, and belong to the baseline from now on."""

    name: Annotated[str, Says("A baseline, by name or file.", is_argument=True)] = "default"
    experiment: Annotated[
        Name,
        Says("The experiment to compare from now on, by name or file.", ["--experiment", "--on"], is_in_folder=False),
    ] = None
    names: Names = field(default_factory=dict)
    choice: GameChoice = field(default_factory=GameChoice)
    games: Annotated[int, Says("Games of each cell whose results are stored.", least=1024)] = 16_384
    outcome: Annotated[
        Texts,
        Says(
            "What to check from now on, by name, or all; a new baseline checks the first, of your own game all. "
            "Repeatable."
        ),
    ] = None
    margin: Annotated[
        Texts,
        Says(
            "How far a cell may move if no intent names it, in points or the unit of a mean. With several "
            "outcomes: 'NAME: NUMBER', repeatable.",
            metavar="NUMBER",
        ),
    ] = None
    group_margin: Annotated[
        Texts,
        Says("How far a cell may move if its group stands in for it; default: three margins.", metavar="NUMBER"),
    ] = None
    groups: Annotated[
        bool | None, Says("Judge cells that differ only in size together, too.", ["--groups/--no-groups"])
    ] = None
    workers: WorkerCount = None


class AcceptData(TypedDict):
    """What `--json` prints."""

    path: str
    cells: int
    games: int
    seed: int
    outcomes: list[str]


@dataclass(frozen=True, repr=False)
class AcceptedBaseline(Result):
    """A baseline that was written."""

    found: "Accepted"

    @property
    def data(self) -> "Json":
        """What `fatecast baseline accept --json` prints."""
        return {**self.found._asdict(), "path": str(self.found.path)}

    def __str__(self) -> str:
        return str(self.found)


def run(asked: AcceptRequest, progress: Progress) -> AcceptedBaseline:
    """Play the game, and write the baseline."""
    from sim.compare.gate.command import AcceptRequest, accept_now
    from sim.play.options import PlayOptions
    from sim.verbs.request.keys import choice_keys, keyword_keys

    baseline = AcceptRequest(
        asked.games, texts(asked.margin), texts(asked.group_margin), asked.groups, texts(asked.outcome)
    )

    def typed(game: str) -> "Json":
        keywords = keyword_keys("baseline_accept", asked.choice.others, game)
        return {**choice_keys(asked.choice, asked.names, game), **keywords}

    experiment = None if asked.experiment is None else str(asked.experiment)
    options = PlayOptions(workers=asked.workers, progress=progress.shows_bar, is_cancelled=progress.is_cancelled)
    return AcceptedBaseline(accept_now(asked.name, experiment, baseline, options, game_named(asked.choice.game), typed))


VERB = Verb(
    "baseline accept", CHANGE, 6, AcceptRequest, run, AcceptedBaseline, ["default --experiment tuning"], data=AcceptData
)
