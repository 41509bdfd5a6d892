"""`fatecast train`: let a policy learn what positions are worth."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.game.registry import DEFAULT_GAME, about
from sim.verbs.request.choices import Content, Name, game_or_default, has_policies
from sim.verbs.request.declaration import AxisLike, Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import LOOK, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json


@dataclass(frozen=True, kw_only=True)
class TrainRequest:
    """Train a policy: play, learn what positions are worth, play again, until it no longer improves."""

    policy: Annotated[
        str | None,
        Says("The policy to train; by default the game's strongest that learns.", applies_to=has_policies),
    ] = None
    content: Content = None
    size: Annotated[
        str | int | None, AxisLike("How many play: 2,4 or 2-5; by default all numbers that can.", "size")
    ] = None
    games: Annotated[int, Says("Games in a round.", least=100)] = 40_000
    seed: Annotated[int, Says("The random seed of the games to learn from.")] = 1
    out: Annotated[str | Path, Says("The config folder; the file goes to its GAME/policies.", metavar="PATH")] = Path(
        "configs"
    )
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME


class TrainData(TypedDict):
    """What `--json` prints."""

    file: str
    policy: str
    told: list[str]


@dataclass(frozen=True, repr=False)
class Trained(Result):
    """What a policy has learnt."""

    file: Path
    policy: str
    lines: list[str]
    """How it went, in words."""

    @property
    def data(self) -> "Json":
        """What `fatecast train --json` prints."""
        return {"file": str(self.file), "policy": self.policy, "told": self.lines}

    def __str__(self) -> str:
        return f"{self.file}: {self.policy} uses these values from now on when it plays with this content"


def run(asked: TrainRequest, progress: Progress) -> Trained:
    """Play and learn, and write what was learnt."""
    from engine.game.optional_parts import learning_of
    from engine.game.registry import load_game
    from sim.experiment.values import numbers
    from sim.play.logs import LOGGER
    from sim.play.progress import Progress as Bar
    from sim.runs.atomic_files import write_file
    from sim.text.json_text import readable

    game = game_or_default(asked.game)
    known = about(game)
    learning, content = learning_of(load_game(game)), str(asked.content or known.usual_content)
    learner = asked.policy or learning.learner
    sizes = numbers(f"--{known.size}", str(asked.size or known.players))
    lines: list[str] = []

    def hear(line: str) -> None:
        lines.append(line)
        LOGGER.warning(line)

    with Bar(progress.shows_bar, is_cancelled=progress.is_cancelled) as bar:
        path, learnt = learning.train(learner, content, sizes, asked.games, asked.seed, hear, bar.reached)
    target = Path(asked.out) / path
    write_file(target, readable(learnt))
    return Trained(target, learner, lines)


VERB = Verb("train", LOOK, 4, TrainRequest, run, Trained, ["--games 40k"], needs="learning", data=TrainData)
