"""What the child process of `fatecast check GAME` does: load the game, play it, ask every question."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from engine.errors import FatecastError, Text, for_another_process, message
from engine.game.cell import Cell
from engine.game.protocol import AnswersForForks, AnswersForSecrets, Game, PlaysTwoWays
from engine.game.questions.another_process import another_process
from engine.game.questions.blame import in_one_line
from engine.game.questions.catalogue import FORKS, PLAYS, QUESTIONS, REPLAY, SECRETS, ask
from engine.game.questions.experiments import experiments
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Question, Trial
from engine.game.results import Batch, ForkFindings, Replay, Secrets
from sim.inspect.watched_child import Doing

COMPILING, NEW_PROCESS = 600.0, 60.0
"""Seconds that a game may take to compile, and a new process to begin."""
FEW, SOME, BUDGET = 8, 40, 0.25
"""Games of each cell: as many as a cell plays in so many seconds, but not fewer and not more than this."""
SPEED_SECONDS, QUARTERS = 0.6, 4
FOR_BOTH_WAYS = 64
"""Games of a cell that are enough to be played compiled."""
PLAIN_AT_ONCE, COMPILED_AT_ONCE = 1024, 16_384
"""Games in a call, at most, when the speed is measured."""

Send = Callable[[Any], None]


@runtime_checkable
class MayDraw(Protocol):
    """A game whose author may have meant a method for a drawing of the table."""

    def note_on_drawing(self) -> Text:
        """What such a method is instead; empty if there is none."""
        ...


class Opened(NamedTuple):
    """The game was loaded."""

    title: str
    cells: int
    games: int


class Answer(NamedTuple):
    """What a question found."""

    question: str
    faults: list[Text]
    note: Text = ""
    """What is said instead of ok."""


class Refused(NamedTuple):
    """The game cannot be played at all."""

    line: Text
    exit_code: int


class Speed(NamedTuple):
    """Games a second, and objects in memory that each game left behind."""

    cell: str
    games: float
    left_behind: float


class TwoWays(NamedTuple):
    """A game in plain Python, compiled: games a second, or why it cannot be; and where the two ways differed."""

    cell: str
    games: float
    why: list[Text]
    differences: list[str]


class Call(NamedTuple):
    """Some games that are about to be played."""

    cell: Cell
    seed: int
    first: int
    last: int


class Watched:
    """A game that says what it is about to play."""

    def __init__(self, game: Game, send: Send, patience: float) -> None:
        self._game, self._send, self._patience = game, send, patience
        self.between = Doing(message("loading"), patience)
        """What goes on between two calls."""
        if isinstance(game, AnswersForSecrets):
            self.secrets = partial(self._secrets, game)
        if isinstance(game, AnswersForForks):
            self.fork_findings = partial(self._fork_findings, game)
        if isinstance(game, MayDraw):
            self.note_on_drawing = game.note_on_drawing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        self._send(Doing(message("preparing to play"), COMPILING))
        self._game.prepare(cells, say)
        self._send(self.between)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        self._send(Doing(Call(cell, seed, first, last), self._patience))
        batch = self._game.simulate(cell, seed, first, last)
        self._send(self.between)
        return batch

    def _secrets(self, asked: AnswersForSecrets, cell: Cell, seed: int, index: int) -> Iterator[Secrets]:
        self._send(Doing(Call(cell, seed, index, index + 1), self._patience))
        for part in asked.secrets(cell, seed, index):
            yield part
            self._send(Doing(Call(cell, seed, index, index + 1), self._patience))
        self._send(self.between)

    def _fork_findings(self, asked: AnswersForForks, cell: Cell, seed: int) -> Iterator[ForkFindings]:
        for part in asked.fork_findings(cell, seed):
            yield part
            self._send(self.between)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        self._send(Doing(Call(cell, seed, index, index + 1), self._patience))
        told = self._game.replay(cell, seed, index)
        self._send(self.between)
        return told


def interview(word: str, patience: float, send: Send) -> None:
    """Ask everything. Exceptions of the game become faults; nothing else is caught."""
    try:
        trials = _trials(word, patience, send)
    except FatecastError as error:
        send(Refused(for_another_process(message("{error}", error=error)), error.exit_code))
        return
    except (Exception, SystemExit) as error:
        line = message("{game}: {error}", game=word, error=in_one_line(error))
        send(Refused(for_another_process(line), FatecastError.exit_code))
        return
    game = trials[0].game
    with game.plainly() if isinstance(game, PlaysTwoWays) else nullcontext():
        if not _ask_all(trials, patience, send):
            return
    if isinstance(game, PlaysTwoWays):
        send(_both_ways(game, trials, send))


def _ask_all(trials: list[Trial], patience: float, send: Send) -> bool:
    """Ask every question; whether the game can be played."""
    watched = cast(Watched, trials[0].game)
    cells = sum(len(trial.cells) for trial in trials)
    send(Opened(trials[0].game.about.title, cells, max(trial.games for trial in trials)))
    for question in QUESTIONS:
        faults: dict[str, Text] = {}
        elsewhere = question.faults is another_process
        for trial in [_all_in_one(trials)] if elsewhere else trials:
            watched.between = Doing(question.name, patience + (NEW_PROCESS if elsewhere else 0))
            send(watched.between)
            for fault in ask(question, trial):
                faults.setdefault(str(fault), fault)
        send(Answer(question.name, [*faults.values()], "" if faults else for_another_process(_note(question, trials))))
        if question is PLAYS and faults:
            return False
    try:
        send(_speed(trials[0]))
    except (Exception, SystemExit) as error:
        send(Answer("speed", [for_another_process(in_one_line(error))]))
        return False
    return True


def _note(question: Question, trials: list[Trial]) -> Text:
    """What is said instead of ok: how much was asked, or why it was not."""
    if question is REPLAY:
        game = trials[0].game
        return game.note_on_drawing() if isinstance(game, MayDraw) else ""
    return _note_on_secrets(trials) if question is SECRETS else _note_on_forks(trials) if question is FORKS else ""


def _note_on_forks(trials: list[Trial]) -> Text:
    if not isinstance(trials[0].game, AnswersForForks):
        return message("not asked: it is asked of programs only")
    return ForkFindings.of_all([trial.forks for trial in trials]).told


def _note_on_secrets(trials: list[Trial]) -> Text:
    if not isinstance(trials[0].game, AnswersForSecrets):
        return message("not asked: the game does not say who sees what")
    return Secrets.of_all([trial.secrets for trial in trials]).told


def _both_ways(game: PlaysTwoWays, trials: list[Trial], send: Send) -> TwoWays:
    """Compile the game, and play each cell; the first games of each are compared with those of plain Python."""
    send(Doing(message("compiling"), COMPILING))
    why = [for_another_process(line) for line in game.compile_now()]
    cell = trials[0].cells[0]
    if why:
        return TwoWays(cell.name, 0.0, why, game.differences())
    for trial in trials:
        for each in trial.cells:
            trial.play(each, 0, FOR_BOTH_WAYS)
    differences = game.differences()
    if differences:
        return TwoWays(cell.name, 0.0, [message("compiled and plain play differ (-v shows where)")], differences)
    if why := [for_another_process(line) for line in game.compile_now()]:  # it stops in most games
        return TwoWays(cell.name, 0.0, why, [])
    return TwoWays(cell.name, _speed(trials[0], COMPILED_AT_ONCE).games, [], [])


def one_by_one(word: str, call: Call, patience: float, send: Send) -> None:
    """Play some games one after the other: the last one that was begun is the one that does not end."""
    game = subject_named(word, Path()).game
    game.prepare([call.cell], lambda line: None)
    for index in range(call.first, call.last):
        send(Doing(call._replace(first=index, last=index + 1), patience))
        try:
            game.simulate(call.cell, call.seed, index, index + 1)
        except Exception:
            continue


def _trials(word: str, patience: float, send: Send) -> list[Trial]:
    """The experiments, each with as many games as its slowest cell allows."""
    send(Doing(message("loading"), patience))
    subject = subject_named(word, Path())
    game = cast(Game, Watched(subject.game, send, patience))
    found = []
    for experiment in experiments(game):
        trial = Trial(game, subject.address, experiment)
        with suppress(Exception, SystemExit):  # what fails is asked for later
            game.prepare(trial.cells, lambda line: None)
        slowest = max(_seconds(trial, cell) for cell in trial.cells)
        trial.games = int(min(SOME, max(FEW, BUDGET / slowest)))
        found.append(trial)
    return found


def _seconds(trial: Trial, cell: Cell) -> float:
    """How long a game of a cell takes, about."""
    with suppress(Exception, SystemExit):
        trial.play(cell, 0, 1)
        began = perf_counter()
        trial.play(cell, 0, 2)
        return max((perf_counter() - began) / 2, 1e-6)
    return 1e-6


def _all_in_one(trials: list[Trial]) -> Trial:
    """The cells of all trials, so that one new process can play them all."""
    whole = Trial(trials[0].game, trials[0].address, games=min(trial.games for trial in trials))
    whole.cells = list({cell.key: cell for trial in trials for cell in trial.cells}.values())
    return whole


def _speed(trial: Trial, at_once: int = PLAIN_AT_ONCE) -> Speed:
    """Four times as many games, each of them new. What the last ones left in memory is what every game leaves."""
    cell, games = trial.cells[0], 8 if at_once == PLAIN_AT_ONCE else FOR_BOTH_WAYS
    first, took, left = 0, 0.0, [0.0] * QUARTERS
    for quarter in range(QUARTERS):
        gc.collect()
        before, start, spent = sys.getallocatedblocks(), first, 0.0
        while spent < SPEED_SECONDS / QUARTERS:
            began = perf_counter()
            trial.play(cell, first, first + games)
            spent += perf_counter() - began
            first += games
            games = min(2 * games, at_once) if spent < SPEED_SECONDS / 20 else games
        took += spent
        gc.collect()
        left[quarter] = (sys.getallocatedblocks() - before) / (first - start)
    return Speed(cell.name, first / took, min(left))
