"""Rounds of learning. In each, the player of the round before plays many games; at a decision of each of them every
choice is played on in the same worlds on the same luck, and a network is fitted to the differences. Then the new player
is tried on games of their own. The best round is kept, and with it those on the way that were better than all before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from time import monotonic
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, FatecastError, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Game
from engine.game.registry import address_of
from engine.language.current import said
from engine.players.learning.learner import Learner
from engine.players.learning.lessons import Lessons, Plan, Teaches, joined
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool
from sim.play.outcomes import play_outcomes
from sim.play.worker import Task, right_game
from sim.training.held_out import SURE, Gain, differences, duels, gain_over, judged_by
from sim.training.training import RANDOM, SLIPS, WORLDS, Seating, Training

MOST_ROUNDS, PATIENT_FOR = 16, 5
"""Rounds in all, and rounds without a gain after which no more is expected."""
ALIKE = 0.5
"""Scores that differ by less than this share of their noise are about as good."""
GROWS = 4
"""After so many rounds more, a round has twice as many positions as the first."""
SHARE = 0.25
"""Of the time of a round that goes to trying the player."""
BLOCK, TASKS = 250, 8
"""Positions or games of a task at most, and tasks at least: all workers have something to do."""
FEWEST, MOST = 500, 200_000
"""Positions of a round, if nobody asks for more: those of the last rounds lie in memory together."""
FEWEST_HELD_OUT, MOST_HELD_OUT = 400, 8_000
"""Games that a player is tried on, for each other player."""
FEWEST_AT_A_TABLE = 10
"""Of these."""
NETWORK_TAKES = 3
"""How many times as long games take that a network plays, and no longer `random`; roughly."""
FEW, LONG_ENOUGH, MANY = 16, 2.0, 1_600
"""Positions or games by which the pace is measured at first; seconds after which no more are played; and so many are
enough."""
KNOWS_NOTHING: Json = {"columns": [], "first": [], "first_bias": [0], "second": [[0]], "second_bias": [0], "out": [0]}
"""A network, to see how long it takes to try one."""
SHOWN_SEED, JUDGED_SEED = 1 << 40, 1 << 41
"""Added to the seed: games to try a player on are none of those that it learns from, and games to judge the kept round
by are none of those by which it was chosen."""


class Pace(NamedTuple):
    """How much is done in a round. It is measured once; then it stays the same, so that training can go on."""

    positions: int
    """Of the first round."""
    held_out: int
    worlds: int = WORLDS

    def positions_of(self, number: int) -> int:
        """Positions of a round, from 0 on: what is left to learn after each is smaller, and takes more to be seen."""
        return min(self.positions * (GROWS + number) // GROWS, max(self.positions, MOST))


class Round(NamedTuple):
    """One round."""

    number: int
    net: Json
    gains: list[Gain]

    @property
    def score(self) -> float:
        """What rounds are compared by: what it gains over the policies of the game; over `random` if there is none."""
        return sum(gain.mean for gain in self._telling) / len(self._telling)

    @property
    def noise(self) -> float:
        """By how much the score is off, mostly."""
        return sqrt(sum(gain.half**2 for gain in self._telling)) / len(self._telling)

    @property
    def _telling(self) -> list[Gain]:
        return [gain for gain in self.gains if gain.against != RANDOM] or self.gains

    @property
    def told(self) -> str:
        return ": ".join([said("round {number}", number=self.number), ", ".join(gain.told for gain in self.gains)])


class Play(NamedTuple):
    """How games are played."""

    workers: WorkerPool
    patience: float
    stopped: Callable[[Any], FatecastError]
    tick: Callable[[], None]
    """Called at least once a second."""


def lessons_of_round(training: Training, policy: Json | str, number: int, pace: Pace, play: Play) -> Lessons:
    """The lessons of a round, in which this policy plays. The same whoever plays them, in whatever order they come."""
    every, blocks, parts = training.seatings(policy), list(_blocks(pace.positions_of(number))), {}
    chosen = [every[(at + number * len(blocks)) % len(every)] for at in range(len(blocks))]
    tasks = (
        _task(training.game, seating.cell, at, training.seed + number, first, last)
        for at, (seating, (first, last)) in enumerate(zip(chosen, blocks, strict=True))
    )
    work = partial(play_lessons, chosen, pace.worlds)
    for task, found in dispatch(tasks, work, play.workers, play.patience, play.stopped, play.tick):
        parts[task.number] = found
    return joined([parts[at] for at in sorted(parts)])


def _blocks(number: int, least: int = TASKS) -> Iterator[tuple[int, int]]:
    """Where the parts of so many positions or games begin and end, at least so many parts."""
    size = min(BLOCK, -(-number // least))
    return ((first, min(first + size, number)) for first in range(0, number, size))


def _task(game: Game, cell: Cell, number: int, seed: int, first: int, last: int) -> Task:
    return Task(address_of(game.name), game.version, game.schema, cell, number, seed, first, last, rows=None)


def play_lessons(seatings: Sequence[Seating], worlds: int, task: Task) -> Lessons:
    """What a worker does."""
    game, seating = cast(Teaches, right_game(task)), seatings[task.number]
    plan = Plan(worlds, SLIPS, seating.seat)
    return game.lessons(task.cell, seating.table, plan, task.seed, task.first, task.last)


def gains_of(
    training: Training, player: Json, games: int, play: Play, seed: int = SHOWN_SEED, level: float = SURE
) -> list[Gain]:
    """What a player gains over each of the others, with intervals of this level."""
    game, outcome = training.game, judged_by(training.game)
    pairs = duels(game, training.tables, player, training.others)
    share = max(games // max(len(pairs) // len(training.others), 1), FEWEST_AT_A_TABLE)
    cells = {cell.key: cell for duel in pairs for cell in duel.cells}
    columns = _columns_of(training, cells, outcome.column, share, play, seed)
    found: dict[str, list[Any]] = {}
    for duel in pairs:
        got = differences(outcome, [columns[cell.key] for cell in duel.cells])
        found.setdefault(duel.against, []).append(got)
    return [gain_over(against, each, "", level) for against, each in found.items()]


def _columns_of(
    training: Training, cells: Mapping[str, Cell], column: str, games: int, play: Play, seed: int
) -> dict[str, NDArray[Any]]:
    """A column of what so many games of each cell came to. Games that several duels share are played once."""
    game, parts = training.game, dict[int, NDArray[Any]]()
    game.prepare([*cells.values()], lambda line: None)
    least = -(-TASKS // len(cells))
    ends = [(key, first, last) for key in cells for first, last in _blocks(games, least)]
    tasks = [
        _task(game, cells[key], number, training.seed + seed, first, last)
        for number, (key, first, last) in enumerate(ends)
    ]
    for task, outcomes in dispatch(tasks, play_outcomes, play.workers, play.patience, play.stopped, play.tick):
        parts[task.number] = outcomes.columns[column]
    found: dict[str, list[NDArray[Any]]] = {}
    for number, (key, _, _) in enumerate(ends):
        found.setdefault(key, []).append(parts[number])
    return {key: np.concatenate(some) for key, some in found.items()}


def pace_of(training: Training, seconds: float, play: Play) -> Pace:
    """How much can be done in so many seconds, by a few positions and games that are played first."""
    player = training.player(KNOWS_NOTHING)

    def learned(number: int) -> None:
        lessons_of_round(training, training.beginner, 0, Pace(number, 0, training.worlds), play)

    def tried(number: int) -> None:
        gains_of(training, player, number, play)

    slower = 1 if training.habit else NETWORK_TAKES
    positions = (1 - SHARE) * seconds * _in_a_second(learned, FEWEST) / slower
    held_out = SHARE * seconds * _in_a_second(tried, FEWEST_HELD_OUT)
    held_out = min(max(held_out, FEWEST_HELD_OUT), MOST_HELD_OUT)
    return Pace(int(min(max(positions, FEWEST), MOST)), int(held_out), training.worlds)


def pace_for(games: int, worlds: int = WORLDS) -> Pace:
    """For so many games a round. Nothing is measured: the same command does the same on every machine."""
    return Pace(max(games // (2 * worlds), 1), min(games, MOST_HELD_OUT), worlds)


def _in_a_second(work: Callable[[int], None], fewest: int) -> float:
    """How many can be done in a second, in a round of the fewest or more: a handful is played in another way. A slow
    game is not played long for that."""
    work(FEW)  # the first time, workers still load what they need
    for number in (FEW, fewest, MANY):
        if (seconds := _timed(work, number)) >= LONG_ENOUGH:
            break
    return number / max(seconds, 1e-3)


def _timed(work: Callable[[int], None], number: int) -> float:
    began = monotonic()
    work(number)
    return monotonic() - began


class Progress(NamedTuple):
    """How far training has come."""

    pace: Pace
    learner: Learner
    rounds: list[Round]

    @property
    def best(self) -> Round:
        """The round with the highest score. Of rounds that are about as good the last one: it learned from more games,
        and from a better player."""
        highest = max(self.rounds, key=lambda each: each.score)
        return next(each for each in reversed(self.rounds) if each.score >= highest.score - ALIKE * highest.noise)

    @property
    def kept(self) -> list[Round]:
        """The rounds that were better than all before, and the best: a ladder of skill."""
        best, found = self.best, list[Round]()
        for each in self.rounds[: best.number - 1]:
            if each.score < best.score and (not found or each.score > found[-1].score):
                found.append(each)
        return [*found, best]

    @property
    def is_over(self) -> bool:
        """Whether no more is expected."""
        if len(self.rounds) >= MOST_ROUNDS:
            return True
        return bool(self.rounds) and len(self.rounds) - self.best.number >= PATIENT_FOR


def next_round(training: Training, so_far: Progress, play: Play) -> Progress:
    """One round more."""
    number = len(so_far.rounds)
    policy = training.player(so_far.rounds[-1].net) if so_far.rounds else training.beginner
    found = lessons_of_round(training, policy, number, so_far.pace, play)
    if not len(found):
        raise BadInput(message("nobody has a choice in the games of {name}", name=training.game.name))
    learner = so_far.learner.after(found, training.seed)
    net = learner.net.data
    gains = gains_of(training, training.player(net), so_far.pace.held_out, play)
    return Progress(so_far.pace, learner, [*so_far.rounds, Round(number + 1, net, gains)])


def judged_again(training: Training, found: Progress, play: Play) -> list[Gain]:
    """What the kept round gains, on games that had no part in its choice. All intervals hold together."""
    level = 1 - (1 - SURE) / max(len(training.others), 1)
    return gains_of(training, training.player(found.best.net), found.pace.held_out, play, JUDGED_SEED, level)


def all_rounds(training: Training, so_far: Progress, seconds: float, play: Play) -> Iterator[Progress]:
    """Round after round, until no more is expected or so many seconds are over."""
    began = monotonic()
    while not so_far.is_over:
        so_far = next_round(training, so_far, play)
        yield so_far
        if monotonic() - began > seconds:
            return
