"""What a save changed, and what that moved: the game as it was and as it is play the same luck, in a child process.

A text that was just saved may never return, end the process or fill the memory; see `sim.inspect.watched_child`.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from engine.configs import look_beside
from engine.errors import BrokenRule, FatecastError, message
from engine.game.optional_parts import editions_of
from engine.game.protocol import Game, PlaysTwoWays
from engine.game.questions.blame import in_one_line
from engine.game.registry import admit, load_game
from engine.language.current import said
from sim.compare.command import TestRequest, try_sides
from sim.compare.operands import BaseExperiment
from sim.compare.telling.sentences import games_note, trials_lines
from sim.experiment.experiment import ResolvedExperiment
from sim.inspect.watched_child import Doing
from sim.play.options import PlayOptions

FEW, BUDGET = 16, 3.0
"""Games that show how fast the game is, and seconds for all games of an answer."""
TWICE = 4
"""Games of a cell that are played twice, to see that they are the same."""

Send = Callable[[Any], None]


class Told(NamedTuple):
    """The answer, in lines."""

    lines: list[str]


class Refused(NamedTuple):
    """What is wrong with the text that was saved."""

    line: str


@dataclass(frozen=True)
class Trial:
    """What to compare, and how."""

    before: Path
    """A copy of the game's file as it was."""
    after: Path
    """… and as it was saved."""
    home: Path
    """Where the game's experiments lie."""
    experiment: Callable[[], BaseExperiment]
    """Reads the experiment to play, when the game is there."""
    games: int
    """The most games in a cell."""
    patience: float

    def __call__(self, send: Send) -> None:
        """Play, and send what was found."""
        try:
            send(Told(self._lines(send)))
        except FatecastError as error:
            send(Refused(error.line))
        except Exception as error:  # of the game: whatever its text raises
            send(Refused(str(in_one_line(error))))

    def _lines(self, send: Send) -> list[str]:
        send(Doing(said("loading"), self.patience))
        name = admit(str(self.after))
        game = load_game(name)
        old = game.part(editions_of(game).admit(str(self.before)))
        assert old is not None
        look_beside(name, self.home)
        base = self.experiment()
        look_beside(name, self.before.parent)
        before = replace(base, flags={**base.flags, **old}).resolved()
        look_beside(name, self.after.parent)
        after = base.resolved()
        asked, options = TestRequest(told=0, of_own=True), PlayOptions("inline", progress=False, patience=self.patience)
        with _plainly(game):
            _check_twice(game, after, send, self.patience)
            if [cell.key for cell in before.cells] == [cell.key for cell in after.cells]:
                return [said("no rule changed: the same games are played")]
            send(Doing(said("playing"), self.patience))
            began = perf_counter()
            try_sides(before, after, asked, options, FEW)
            fits = int(FEW * BUDGET / max(perf_counter() - began, 1e-6))
            send(Doing(said("playing"), self.patience + BUDGET))
            trials = try_sides(before, after, asked, options, max(FEW, min(self.games, fits)))
        return [*trials_lines(trials, ""), games_note(trials[0])]


def _plainly(game: Game) -> AbstractContextManager[None]:
    """A few hundred games are played before machine code would be ready."""
    return game.plainly() if isinstance(game, PlaysTwoWays) else nullcontext()


def _check_twice(game: Game, played: ResolvedExperiment, send: Send, patience: float) -> None:
    """Some games of every cell can be played, and are the same when they are played again."""
    seed = played.settings.seed
    for cell in played.cells:
        send(Doing(cell.name, patience))
        first, again = (game.simulate(cell, seed, 0, TWICE).rows for _ in range(2))
        if first.tobytes() != again.tobytes():
            raise BrokenRule(message("{cell}: the same games are others when played again", cell=cell.name))
