"""The question whether a game is the same in another process: on another machine, tomorrow.

The other process is a new interpreter. It hashes texts by another key, its clock is off, it has played nothing before,
and it begins with the last cell. So a game that depends on the order of a set, on the time or on what was played first
is seen.
"""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from engine.errors import FatecastError, Text, for_another_process, message
from engine.game.cell import Cell
from engine.game.questions.blame import in_one_line
from engine.game.questions.trial import Trial, difference
from engine.game.registry import game_at
from engine.game.results import Batch
from engine.kernel.numba_inside.settings_files import ignore_settings_files
from engine.kernel.orphans import ended_with_us

SERVE = f"from {__name__} import serve; serve()"
OTHER_HASHES = "1"
HOURS_OFF = 1234.567
CLOCKS = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")

Request = tuple[Cell, int, int, int]
"""Cell, seed, first and last game."""


def another_process(trial: Trial) -> Iterator[Text]:
    mine = [trial.batch(cell) for cell in trial.cells]
    requests = [(cell, trial.seed, 0, trial.games) for cell in reversed(trial.cells)]
    others = played_elsewhere(trial.address, requests)[::-1]
    for cell, one, other in zip(trial.cells, mine, others, strict=True):
        apart = difference(one, other)
        if apart:
            yield message("{cell}, in a new process: {apart}", cell=cell.name, apart=apart)


def played_elsewhere(address: str, requests: list[Request]) -> list[Batch]:
    """These games, played by a new interpreter. What the game prints is dropped."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": OTHER_HASHES,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with subprocess.Popen(
        [sys.executable, "-P", "-c", SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            with ended_with_us(lambda: [process.pid]):
                out, _ = process.communicate(pickle.dumps((address, requests)))
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise FatecastError(
            message(
                "a new process that should play the game ended with exit code {returncode}",
                returncode=process.returncode,
            )
        )
    went_well, answer = pickle.loads(out)
    if not went_well:
        raise FatecastError(message("in a new process: {answer}", answer=answer))
    found: list[Batch] = answer
    return found


def serve() -> None:
    """What the other process does."""
    ignore_settings_files()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    address, requests = pickle.load(sys.stdin.buffer)
    for name in CLOCKS:
        setattr(time, name, _off(getattr(time, name), name.endswith("_ns")))
    try:
        game = game_at(address, {digest: text for cell, *_ in requests for digest, text in cell.code.items()})
        game.prepare([cell for cell, *_ in requests], lambda line: None)
        answer: Any = True, [Batch(*game.simulate(*request)) for request in requests]
    except Exception as error:
        answer = False, for_another_process(in_one_line(error))
    pickle.dump(answer, answers)
    answers.flush()


def _off(clock: Callable[[], float], nanoseconds: bool) -> Callable[[], float]:
    """A clock that is wrong by some hours, minutes and seconds."""
    by = HOURS_OFF * 3600
    return (lambda: clock() + int(by * 1e9)) if nanoseconds else (lambda: clock() + by)
