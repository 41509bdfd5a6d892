"""`fatecast check GAME`: ask a game everything that a game must answer for. A child process plays it."""

from collections.abc import Callable
from contextlib import closing
from functools import partial

from engine.errors import BadInput, message
from engine.game.questions.catalogue import QUESTIONS
from engine.game.questions.trial import Trial
from engine.kernel.orphans import how_ended
from sim.inspect.interview import Answer, Call, Opened, Refused, Speed, TwoWays, interview, one_by_one
from sim.inspect.watched_child import WatchedChild
from sim.play.hang_watch import PATIENCE_SHARE
from sim.play.logs import LOGGER
from sim.play.progress import Progress
from sim.text.number_format import counted

WIDTH = max(len(question.name) for question in QUESTIONS) + 2
LEFT_BEHIND = 0.5
"""Objects that a game may leave in memory."""
STARTING = 60.0
NEVER_ASKED = (
    "whether draws are independent, a view tells too much of what lies in plain lists, or answers shift the keys of "
    "later draws"
)
"""What no question finds out."""


class _Refusal(BadInput):
    """With the exit code of the error that the child met."""

    def __init__(self, line: str, exit_code: int) -> None:
        super().__init__(line)
        self.exit_code = exit_code


def check_game(word: str, patience: float, say: Callable[[str], None]) -> list[str]:
    """One line for each fault. `say` hears a line for each question."""
    if not patience > 0:
        raise BadInput(source="patience", expected=message("more than 0 seconds"), got=patience)
    progress = Progress(unit="questions")
    child = WatchedChild(partial(interview, word, patience), patience + STARTING, tick=progress.tick)
    faults: list[str] = []
    asked: set[str] = set()
    plain = 0.0
    with progress, closing(child.messages()) as messages:
        progress.begin(len(QUESTIONS), "checking")
        for heard in messages:
            match heard:
                case Refused(line, exit_code):
                    raise _Refusal(line, exit_code)
                case Opened(title, cells, games):
                    say(f"{word}: {title}; {counted(cells, 'cell')}, up to {games} games each, seed {Trial.seed}")
                case Answer(question, found, note):
                    asked.add(question)
                    progress.advance(1)
                    faults += _shown(question, found, say, note)
                case Speed(cell, games, left):
                    leak = f"{cell}: every game leaves about {left:.1f} objects in memory"
                    faults += _shown("memory", [leak] if left > LEFT_BEHIND else [], say)
                    plain = games
                    say(f"{'speed':<{WIDTH}} {games:,.0f} games a second ({cell})")
                case TwoWays():
                    _say_both_ways(heard, plain, say)
    if child.ended != "done":
        faults.append(_end_of(child, word, patience))
    missed = [question.name for question in QUESTIONS if question.name not in asked]
    if missed:
        say(f"{'not asked':<{WIDTH}} {', '.join(missed)}")
    printed = child.printed.decode(errors="replace").strip().splitlines()[:1]
    faults += _shown("output", [f"it prints to standard output: {line!r}" for line in printed], say)
    if not missed:
        say(f"{'never asked':<{WIDTH}} {NEVER_ASKED}")
    return faults


def _say_both_ways(found: TwoWays, plain: float, say: Callable[[str], None]) -> None:
    """How fast a game of somebody's own is played from now on, or why it stays as it is."""
    if not found.why:
        say(f"{'':<{WIDTH}} compiled: {found.games:,.0f} games a second")
    else:
        say(f"{'':<{WIDTH}} plain Python, {plain:,.0f} games a second: {found.why[0]}")
        for line in found.why[1:]:
            say(f"{'':<{WIDTH}} {line}")
    for line in found.differences:
        LOGGER.info("%s differs: %s", found.cell, line)


def _shown(question: str, found: list[str], say: Callable[[str], None], note: str = "") -> list[str]:
    say(f"{question:<{WIDTH}} {'failed' if found else note or 'ok'}")
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return [f"{question}: {line}{more}" for line in found[:1]]


def _end_of(child: WatchedChild, word: str, patience: float) -> str:
    """What the game did when it hung or died; of several games, the one."""
    call, how = child.doing, child.ended
    if isinstance(call, Call) and call.last - call.first > 1:
        limit = max(patience / PATIENCE_SHARE, 0.1)
        search = WatchedChild(partial(one_by_one, word, call, limit), patience + STARTING)
        list(search.messages())
        if search.ended == how and isinstance(search.doing, Call):
            call = search.doing
            patience = limit
    what = f"ends the process ({how_ended(child.code)})" if how == "died" else f"no answer for {patience:g} s"
    if not isinstance(call, Call):
        return f"{word}: {call or 'loading'}: {what}"
    if call.last - call.first > 1:
        return f"{call.cell.name}, games {call.first} to {call.last - 1} of seed {call.seed}: {what}"
    ends = what if how == "died" else f"does not end (given {patience:g} s alone)"
    return f"{call.cell.name}: game {call.first} of seed {call.seed} {ends}"
