"""`fatecast check GAME`: ask a game everything that a game must answer for. A child process plays it."""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial

from engine.errors import BadInput, Text, message
from engine.game.questions.catalogue import QUESTIONS
from engine.game.questions.trial import Trial
from engine.kernel.orphans import how_ended
from engine.language.current import counted, said
from sim.inspect.interview import Answer, Call, Opened, Refused, Speed, TwoWays, interview, one_by_one
from sim.inspect.watched_child import WatchedChild
from sim.play.logs import LOGGER
from sim.play.progress import Progress
from sim.play.workers.hang_watch import PATIENCE_SHARE
from sim.text.number_format import brief_number, local, per_second

WIDTH = max(len(question.name) for question in QUESTIONS) + 2
LEFT_BEHIND = 0.5
"""Objects that a game may leave in memory."""
STARTING = 60.0


class _Refusal(BadInput):
    """With the exit code of the error that the child met."""

    def __init__(self, line: Text, exit_code: int) -> None:
        super().__init__(line)
        self.exit_code = exit_code


def check_game(word: str, patience: float, say: Callable[[str], None]) -> list[Text]:
    """One line for each fault. `say` hears a line for each question."""
    if not patience > 0:
        raise BadInput(source="patience", expected=message("more than 0 seconds"), got=patience)
    progress = Progress(unit="questions")
    child = WatchedChild(partial(interview, word, patience), patience + STARTING, tick=progress.tick)
    faults: list[Text] = []
    asked: set[str] = set()
    plain = 0.0
    with progress, closing(child.messages()) as messages:
        progress.begin(len(QUESTIONS), said("checking"))
        for heard in messages:
            match heard:
                case Refused(line, exit_code):
                    raise _Refusal(line, exit_code)
                case Opened(title, cells, games):
                    say(f"{word}: {title}; {_played(cells, games)}")
                case Answer(question, found, note):
                    asked.add(question)
                    progress.advance(1)
                    faults += _shown(question, found, say, note)
                case Speed(cell, games, left):
                    number = local(f"{left:.1f}")
                    leak = message("every game leaves about {number} objects in memory", number=number)
                    leaks = [message("{cell}: {leak}", cell=cell, leak=leak)] if left > LEFT_BEHIND else []
                    faults += _shown("memory", leaks, say)
                    plain = games
                    speed = said("{speed} games a second ({cell})", speed=per_second(games), cell=cell)
                    say(f"{'speed':<{WIDTH}} {speed}")
                case TwoWays():
                    _say_both_ways(heard, plain, say)
    if child.ended != "done":
        faults.append(_end_of(child, word, patience))
    missed = [question.name for question in QUESTIONS if question.name not in asked]
    if missed:
        left_out = said("not asked")
        say(f"{left_out:<{WIDTH}} {', '.join(missed)}")
    printed = child.printed.decode(errors="replace").strip().splitlines()[:1]
    faults += _shown("output", [message("it prints to standard output: {line!r}", line=line) for line in printed], say)
    if not missed:
        never = said("never asked")
        say(f"{never:<{WIDTH}} {never_asked()}")
    return faults


def never_asked() -> str:
    """What no question finds out."""
    return said(
        "whether draws are independent, a view tells too much of what lies in plain lists, or answers shift the keys "
        "of later draws"
    )


def _played(cells: int, games: int) -> str:
    """What a trial plays."""
    return counted(
        cells,
        "one cell, up to {games} games each, seed {seed}",
        "{count} cells, up to {games} games each, seed {seed}",
        games=games,
        seed=Trial.seed,
    )


def _say_both_ways(found: TwoWays, plain: float, say: Callable[[str], None]) -> None:
    """How fast a game of somebody's own is played from now on, or why it stays as it is."""
    if not found.why:
        compiled = said("compiled: {speed} games a second", speed=per_second(found.games))
        say(f"{'':<{WIDTH}} {compiled}")
    else:
        slow = said("plain Python, {speed} games a second", speed=per_second(plain))
        say(f"{'':<{WIDTH}} {slow}: {found.why[0]}")
        for line in found.why[1:]:
            say(f"{'':<{WIDTH}} {line}")
    for line in found.differences:
        LOGGER.info("%s differs: %s", found.cell, line)


def _shown(question: str, found: Sequence[Text], say: Callable[[str], None], note: Text = "") -> list[Text]:
    answer = said("failed") if found else note or said("ok")
    say(f"{question:<{WIDTH}} {answer}")
    if not found:
        return []
    first, rest = found[0], len(found) - 1
    if rest:
        first = message("{line} (and {count} more)", line=first, count=rest)
    return [message("{question}: {fault}", question=question, fault=first)]


def _end_of(child: WatchedChild, word: str, patience: float) -> Text:
    """What the game did when it hung or died; of several games, the one."""
    call, how = child.doing, child.ended
    if isinstance(call, Call) and call.last - call.first > 1:
        limit = max(patience / PATIENCE_SHARE, 0.1)
        search = WatchedChild(partial(one_by_one, word, call, limit), patience + STARTING)
        list(search.messages())
        if search.ended == how and isinstance(search.doing, Call):
            call = search.doing
            patience = limit
    seconds = brief_number(patience)
    if how == "died":
        what = message("ends the process ({how})", how=how_ended(child.code))
    else:
        what = message("no answer for {seconds} s", seconds=seconds)
    if not isinstance(call, Call):
        return message("{game}: {doing}: {what}", game=word, doing=call or message("loading"), what=what)
    if call.last - call.first > 1:
        games = message("games {first} to {last} of seed {seed}", first=call.first, last=call.last - 1, seed=call.seed)
        return message("{cell}, {games}: {what}", cell=call.cell.name, games=games, what=what)
    known = {"game": call.first, "seed": call.seed}
    if how == "died":
        ends = message("game {game} of seed {seed} ends the process ({how})", how=how_ended(child.code), **known)
    else:
        ends = message("game {game} of seed {seed} does not end (given {seconds} s alone)", seconds=seconds, **known)
    return message("{cell}: {ends}", cell=call.cell.name, ends=ends)
