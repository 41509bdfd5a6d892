"""The worker: a process of the server's that runs verbs, one job after the other. Games, kernels and tables stay loaded
between jobs.

It hears from the server through a pipe: jobs, and which of them nobody wants any more. When the pipe ends, the server
is gone, and so are the worker and all that it started.
"""

import os
import signal
import threading
from collections.abc import Callable
from json import dumps
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue

from engine.confined import confine_process
from engine.errors import FatecastError, first_line, message
from engine.game.optional_parts import policies_of
from engine.game.registry import admit, in_words_of, load_game
from engine.kernel.orphans import adopt_orphans, default_signals, end, started_by
from engine.language.current import DEFAULT, speaking
from sim.errors import Cancelled
from sim.studio.folder import confines_of
from sim.studio.jobs.job import DONE, Event, Job, Workplace, failed, nobody_waits, refused

READY = "ready"
"""The kind of the first event, which belongs to no job."""
NO_TICKET = ""


class Wanted:
    """The jobs that came, and those that somebody still wants."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[tuple[str, Job] | None] = SimpleQueue()
        self._cancelled: set[str] = set()

    def listen(self, pipe: Connection) -> None:
        """Hear the server, until it ends."""
        while True:
            try:
                ticket, job = pipe.recv()
            except (EOFError, OSError):
                end(started_by([os.getpid()]))
                os._exit(0)
            if job is None:
                self._cancelled.add(ticket)
            else:
                self.jobs.put((ticket, job))

    def is_cancelled(self, ticket: str) -> bool:
        return ticket in self._cancelled

    def forget(self, ticket: str) -> None:
        """It is over."""
        self._cancelled.discard(ticket)


def work(pipe: Connection, place: Workplace, prepare: Callable[[str], None]) -> None:
    """What the worker does from its start to its end. `prepare` loads what the first job would else wait for."""
    default_signals()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server answers Ctrl-C
    adopt_orphans()
    wanted = Wanted()
    threading.Thread(target=wanted.listen, args=(pipe,), daemon=True).start()

    def send(ticket: str, event: Event) -> None:
        pipe.send_bytes(dumps([ticket, event], allow_nan=False).encode())  # data only: the server unpickles nothing

    game, first = _started(place, prepare)
    send(NO_TICKET, first)
    do_jobs(game, wanted, send)


def do_jobs(game: str, wanted: Wanted, send: Callable[[str, Event], None]) -> None:
    """Do each job that comes, in the language of whoever asked and the words of the game."""
    while (asked := wanted.jobs.get()) is not None:
        ticket, job = asked
        with speaking(job.language), in_words_of(game):
            last = _last_event(ticket, job, wanted, send)
        send(ticket, last)
        wanted.forget(ticket)


def _started(place: Workplace, prepare: Callable[[str], None]) -> tuple[str, Event]:
    """Let in the code that the starting command named, and nothing else; from then on, read no file that is not the
    studio's. Returns the name of the game."""
    game = place.game
    try:
        os.chdir(place.folder)
        game = admit(place.game)
        for file in place.policies:
            policies_of(load_game(game)).admit(Path(file.partition(" ")[0]))
        confine_process(confines_of(place.folder, place.game, place.policies))
        prepare(game)
    except FatecastError as error:
        return game, failed(error.line)
    except Exception as error:  # a game may raise anything
        return game, failed(message("{kind}: {error}", kind=type(error).__name__, error=first_line(error)))
    return game, {"kind": READY}


def _last_event(ticket: str, job: Job, wanted: Wanted, send: Callable[[str, Event], None]) -> Event:
    from sim.studio.jobs.talk import Talk  # takes NumPy with it, which the server need not load

    talk = Talk(lambda event: send(ticket, event), lambda: wanted.is_cancelled(ticket))
    try:
        if talk.is_cancelled():
            raise Cancelled
        job.run(job.asked, talk)
    except KeyboardInterrupt:
        return nobody_waits()
    except FatecastError as error:
        with speaking(DEFAULT):
            send(NO_TICKET, refused("a job", error.line))
        return failed(error.line, error=error.data())
    except Exception as error:  # games and policies may raise anything; a page shows one line
        return failed(message("{kind}: {error}", kind=type(error).__name__, error=first_line(error)))
    return {"kind": DONE}
