"""Times this tree against another program, or against another commit, in one run.

Both play in turn, a batch each, and the order changes from round to round, so that whatever else the machine does meets
both alike. Seconds are CPU time. The answer is the median of the rounds' ratios.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Protocol

from tests.bench import _player
from tests.bench._cases import Case, cases
from tests.support import ROOT

ROUNDS = 7
SECONDS = 0.6
"""Of a batch."""
FEW = 200


class Played(Protocol):
    """What is timed: a game by its name or its file, and its grid."""

    @property
    def game(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def grid(self) -> dict[str, object]: ...


Timer = Callable[[Played, int, int], float]
"""The CPU seconds for the games of a case from one index to another."""


def versus(against: str) -> Iterator[str]:
    """A line a policy: games a second here and there, and how many times as many are played here."""
    with ExitStack() as stack:
        theirs, theirs_plays = stack.enter_context(other(against))
        ours = stack.enter_context(tree(ROOT))
        yield f"{'policy':28} {'here':>11} {'there':>11} {'here/there':>11}   there: {against}"
        for case in cases():
            if theirs_plays(case):
                here, there = rates(case, ours, theirs)
                ratio = median(one / two for one, two in zip(here, there, strict=True))
                yield f"{case.name:28} {median(here):11,.0f} {median(there):11,.0f} {ratio:11.2f}"


def rates(case: Played, *timers: Timer) -> list[list[float]]:
    """Games a second of each, round by round."""
    counts = [_enough(case, timer) for timer in timers]
    measured: list[list[float]] = [[] for _ in timers]
    for number in range(ROUNDS):
        order = range(len(timers)) if number % 2 else reversed(range(len(timers)))
        for at in order:
            first = number * max(counts)
            measured[at].append(counts[at] / timers[at](case, first, first + counts[at]))
    return measured


def _enough(case: Played, timer: Timer) -> int:
    """How many games fill a batch."""
    count = FEW
    while (took := timer(case, 0, count)) < SECONDS / 8:
        count *= 4
    return max(FEW, int(count * SECONDS / took))


def other(against: str) -> AbstractContextManager[tuple[Timer, Callable[[Case], bool]]]:
    """What a person wants to compare with: a command line with the word {games} in it, or a commit."""
    return command(against) if "{games}" in against else commit(against)


@contextmanager
def command(line: str) -> Iterator[tuple[Timer, Callable[[Case], bool]]]:
    """A program. It gets the number of games in place of {games}, and plays the policy of the game in place of {policy}
    and {game}; without a {game} it plays Shipwreck. What it refuses to play is left out. The time of a batch is that of
    twice as many games less that of as many: what the program needs to start is not counted."""

    def timer(case: Played, first: int, last: int) -> float:
        assert isinstance(case, Case)
        count = last - first
        return max(_cpu(line, case, 2 * count) - _cpu(line, case, count), 1e-6)

    yield timer, lambda case: (case.game == "shipwreck" or "{game}" in line) and _cpu(line, case, 1) >= 0


def _cpu(line: str, case: Case, games: int) -> float:
    """The CPU seconds of a program; negative if it refuses the policy."""
    words = [word.format(games=games, game=case.game, policy=case.policy) for word in shlex.split(line)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime if process.returncode == 0 else -1.0


@contextmanager
def commit(name: str) -> Iterator[tuple[Timer, Callable[[Case], bool]]]:
    """Another commit of this project, in a folder of its own, with the packages that are installed here."""
    git = ["git", "-C", str(ROOT)]
    found = subprocess.run([*git, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"], capture_output=True)
    if found.returncode:
        sys.exit(f"--against: {name!r} is neither a commit nor a command with the word {{games}} in it")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tree"
        subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(place), name], check=True)
        try:
            with tree(place) as timer:
                yield timer, lambda case: _has(place, case)
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", str(place)], check=True)


def _has(place: Path, case: Case) -> bool:
    """Whether a tree has this game."""
    return (place / "engine" / case.game).is_dir()


@contextmanager
def tree(place: Path, **more: str) -> Iterator[Timer]:
    """A process that plays in this tree, with more in its environment."""
    script = str(Path(_player.__file__))
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONSAFEPATH": "1", **more}
    player = subprocess.Popen(
        [sys.executable, script], cwd=place, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert player.stdin is not None
    assert player.stdout is not None
    asked, answers = player.stdin, player.stdout

    def timer(case: Played, first: int, last: int) -> float:
        grid = case.grid
        print(json.dumps([case.game, grid, first, last]), file=asked, flush=True)
        if not (answer := answers.readline()):
            sys.exit(f"--against: {case.name} cannot be played in {place}")
        return float(json.loads(answer)[0])

    with player:
        try:
            yield timer
        finally:
            asked.close()
