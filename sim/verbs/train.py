"""`fatecast train`: let a policy learn what positions are worth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from engine.game.registry import DEFAULT_GAME, about
from engine.language.current import said
from sim.verbs.request.choices import Content, Crew, Name, game_or_default, has_policies
from sim.verbs.request.declaration import AxisLike, Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


TRAINED = "trained"
"""The policy that learns any game."""
LARGEST_SEED = (1 << 63) - 1


@dataclass(frozen=True, kw_only=True)
class TrainRequest:
    """Train a policy: play, learn from it, play again, until it no longer improves. `trained` learns any game from
    random play; some games have a learner of their own."""

    policy: Annotated[
        str | None,
        Says("The policy to train; by default the game's own learner, else `trained`.", applies_to=has_policies),
    ] = None
    content: Content = None
    size: Annotated[
        str | int | None, AxisLike("How many play: 2,4 or 2-5; by default all numbers that can.", "size")
    ] = None
    games: Annotated[
        int | None,
        Says(
            "Games of a round, of the first for `trained`; by default 40,000, or as many as take half a minute.",
            least=100,
        ),
    ] = None
    minutes: Annotated[float, Says("Of `trained`: no new round begins after so many minutes.")] = 10.0
    seed: Annotated[int, Says("The random seed of the games to learn from.", least=0, most=LARGEST_SEED)] = 1
    out: Annotated[str | Path, Says("The config folder; the file goes to its GAME/policies.", metavar="PATH")] = Path(
        "configs"
    )
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME
    crew: Crew = field(default_factory=Crew)


class TrainData(TypedDict):
    """What `--json` prints."""

    file: str
    policy: str
    told: list[str]
    next: str


@dataclass(frozen=True, repr=False)
class Trained(Result):
    """What a policy has learnt."""

    file: Path
    policy: str
    lines: list[str]
    """How it went, in words."""
    next: str = ""
    """The command that plays with what `trained` has learned."""

    @property
    def data(self) -> "Json":
        """What `fatecast train --json` prints."""
        return {"file": str(self.file), "policy": self.policy, "told": self.lines, "next": self.next}

    def __str__(self) -> str:
        if self.next:
            return "\n".join([str(self.file), said("next: {command}", command=self.next)])
        told = said("{policy} uses these values from now on when it plays with this content", policy=self.policy)
        return f"{self.file}: {told}"


GAMES = 40_000
"""In a round of a game's own learner."""


def run(asked: TrainRequest, progress: Progress) -> Trained:
    """Play and learn, and write what was learnt."""
    from engine.game.registry import load_game
    from sim.play.logs import LOGGER

    game = game_or_default(asked.game)
    lines: list[str] = []

    def hear(line: str) -> None:
        lines.append(line)
        LOGGER.warning(line)

    own = load_game(game).learning
    learner = asked.policy or (own.learner if own else TRAINED)
    if learner == TRAINED:
        file = _any_game(asked, game, progress, hear)
        return Trained(file, TRAINED, lines, _plays_by(file, asked, game))
    return Trained(_own_learner(asked, game, learner, progress, hear), learner, lines)


def _own_learner(asked: TrainRequest, game: str, learner: str, progress: Progress, hear: Callable[[str], None]) -> Path:
    """What a learner of the game itself has learned, written."""
    from engine.game.optional_parts import learning_of
    from engine.game.registry import load_game
    from sim.experiment.values import numbers
    from sim.play.progress import Progress as Bar
    from sim.runs.atomic_files import write_file
    from sim.text.json_text import readable

    known = about(game)
    learning, content = learning_of(load_game(game)), str(asked.content or known.usual_content)
    sizes = numbers(f"--{known.size}", str(asked.size or known.players))
    with Bar(progress.shows_bar, is_cancelled=progress.is_cancelled) as bar:
        path, learnt = learning.train(learner, content, sizes, asked.games or GAMES, asked.seed, hear, bar.reached)
    target = Path(asked.out) / path
    write_file(target, readable(learnt))
    return target


def _any_game(asked: TrainRequest, game: str, progress: Progress, hear: Callable[[str], None]) -> Path:
    """What a player has learned by forks, written."""
    from engine.game.registry import load_game
    from sim.experiment.values import numbers
    from sim.training.command import Budget, trained
    from sim.training.words import summary

    known, tables = about(game), dict[str, list[Any]]()
    for axis in known.axes:
        if axis.values == "names" and (asked.content or axis.example):
            tables[axis.key] = [str(asked.content or axis.example)]
        if axis.role == "size" and asked.size is not None:
            tables[axis.key] = numbers(f"--{known.size}", str(asked.size))
    budget, options = Budget(asked.games, asked.minutes), asked.crew.options(progress)
    found = trained(load_game(game), tables, asked.seed, budget, Path(asked.out), options, hear)
    for line in summary(found, game):
        hear(line)
    return found.path


def _plays_by(file: Path, asked: TrainRequest, game: str) -> str:
    """The command that plays with a file, at the tables that it was trained for."""
    from sim.training.words import plays_by

    axes = [axis for axis in about(game).axes if axis.role == "size" or axis.values == "names"]
    given = ((axis.name, asked.size if axis.role == "size" else asked.content) for axis in axes)
    return plays_by(file, game, {name: str(value) for name, value in given if value is not None})


VERB = Verb("train", LOOK, 4, TrainRequest, run, Trained, ["--games 40k"], data=TrainData)
