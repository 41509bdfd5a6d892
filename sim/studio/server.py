"""The server: it listens on this machine only, opens the browser, and ends with everything that it started."""

import logging
import signal
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from engine.errors import BadInput, FatecastError, message
from engine.game.registry import how_named
from engine.language.current import DEFAULT, language, said, speaking
from sim.studio.doors import wording
from sim.studio.doors.around import Doors
from sim.studio.doors.bodies import WAY_IN, json_of
from sim.studio.doors.connections import protocol_for
from sim.studio.doors.long_requests import MOST_BYTES as MOST_HEADER_BYTES
from sim.studio.doors.refusals import Refusals
from sim.studio.doors.session import Session
from sim.studio.doors.way_in import WayIn
from sim.studio.folder import confines_of
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.pages import Data, page, static_routes
from sim.studio.rooms import ROOMS
from sim.studio.studio import Studio

LOOPBACK = "127.0.0.1"
LOGGER = logging.getLogger("fatecast")
OF_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LAST_ANSWERS = 2
"""Seconds that answers may take when the server ends."""


class Server(uvicorn.Server):
    """Ends with Ctrl-C like one that has done its work: whoever started it goes on, and cleans up."""

    def __init__(self, config: uvicorn.Config, doors: Doors) -> None:
        super().__init__(config)
        self._doors = doors

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in ENDS}
        try:
            yield
        finally:
            for number, answer in before.items():
                signal.signal(number, answer)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._doors.streams.end()
        await super().shutdown(sockets)


@dataclass
class Opened:
    """A studio whose port is bound, and that answers as soon as it is served."""

    studio: Studio
    listener: socket.socket
    way_in: WayIn
    refusals: Refusals = field(default_factory=Refusals)

    def __post_init__(self) -> None:
        self.port: int = self.listener.getsockname()[1]
        self.address = f"http://{LOOPBACK}:{self.port}"
        self.session = Session(self.port, self.way_in.remove)
        self.way_in.write(f"{self.address}{WAY_IN}", self.session.token)
        self.app = app_of(self.studio, self.session, self.refusals)
        self.app.state.port = self.port
        studio, word = self.studio, how_named(self.studio.game) or self.studio.game
        confines = confines_of(studio.folder, word, studio.policies)
        self.doors = Doors(self.app, self.port, self.session, confines, self.refusals, studio.language, studio.game)
        for jobs in (studio.jobs, studio.runs):
            jobs.log = self.refusals.log

    def server(self, is_cancelled: Callable[[], bool]) -> Server:
        """The server of this studio. It says nothing by itself, and believes no proxy."""
        config = uvicorn.Config(
            self.doors,
            http=protocol_for(self.refusals, self.session.is_ours),
            ws="none",
            loop="asyncio",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            timeout_graceful_shutdown=LAST_ANSWERS,
            timeout_notify=1,
            callback_notify=lambda: look(),
        )
        server = Server(config, self.doors)

        async def look() -> None:
            server.should_exit = server.should_exit or is_cancelled()

        return server

    def close(self) -> None:
        """Leave nothing behind."""
        self.listener.close()
        self.way_in.remove()
        self.refusals.tell_untold()
        self.studio.jobs.close()
        self.studio.runs.close()


def open_studio(folder: Path, game: str, game_word: str | None, policies: tuple[str, ...], **options: Any) -> str:
    """Serve a folder, with the code that the starting command has let in; the options are those of `serve`."""
    code = folder, game, policies
    jobs = jobs_for(*code), jobs_for_runs(*code)
    return serve(Studio(folder, game, game_word, policies, *jobs, language=language()), **options)


def serve(
    studio: Studio,
    port: int = 0,
    opens_browser: bool = True,
    tell: Callable[[str], object] = print,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> str:
    """Serve until Ctrl-C, and return the address. Port 0: a free one."""
    opened = Opened(studio, bound(port), WayIn())
    try:
        with _hushed():
            tell(said("studio: {address} (Ctrl-C ends it)", address=f"{opened.address}/"))
            if opens_browser:
                tell(said("if no window opens, open this file in your browser: {file}", file=opened.way_in.file))
                webbrowser.open(opened.way_in.file.as_uri())
            else:
                tell(said("open this file in your browser: {file}", file=opened.way_in.file))
            opened.server(is_cancelled).run([opened.listener])
    finally:
        opened.close()
    return f"{opened.address}/"


def bound(port: int) -> socket.socket:
    """A socket that listens on this machine only."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if port:  # one that was used a moment ago, by ourselves perhaps, is free for us
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise BadInput(
            message("port {port} cannot be used ({reason})", port=port, reason=error.strerror), source="--port"
        ) from None
    return listener


def app_of(studio: Studio, session: Session, refusals: Refusals) -> Starlette:
    """The app behind the doors: the way in, and the rooms."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        studio.jobs.start()
        studio.runs.start()
        try:
            yield
        finally:
            studio.jobs.close()
            studio.runs.close()

    async def enter(request: Request) -> Response:
        token = (await json_of(request)).get("token")
        cookie = session.spend(token) if isinstance(token, str) else None
        if cookie is None:
            why = said("this way in was used already, or is that of another studio: start it again")
            refusals.log(f"POST {WAY_IN}", "the token is wrong, or was used")
            return Data({"error": why}, 403)
        return Data({"next": "/"}, headers={"set-cookie": cookie})

    app = Starlette(
        routes=[
            Route("/", _first),
            Route(WAY_IN, _way_in),
            Route(WAY_IN, enter, methods=["POST"]),
            *static_routes(),
            *wording.routes(),
            *(route for _, routes in ROOMS for route in routes()),
        ],
        exception_handlers={FatecastError: _told, HTTPException: _plain, Exception: _unexpected},
        lifespan=life,
    )
    app.router.redirect_slashes = False
    app.state.studio, app.state.rooms, app.state.refusals = studio, [room for room, _ in ROOMS], refusals
    return app


async def _first(request: Request) -> Response:
    return RedirectResponse(request.app.state.rooms[0].path, 303)


async def _way_in(request: Request) -> HTMLResponse:
    return page(request, "enter.html", {})


async def _told(request: Request, error: Exception) -> Response:
    """What a person can mend, with its fields. It was not done, so the log has a line about it."""
    assert isinstance(error, FatecastError)
    with speaking(DEFAULT):
        _log(request, error.line)
    return Data({"error": error.line, "fields": error.data()}, 400)


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    _log(request, HTTPStatus(error.status_code).phrase.lower())
    line = said("there is no such page") if error.status_code == HTTPStatus.NOT_FOUND else error.detail
    return Data({"error": line}, error.status_code)


async def _unexpected(request: Request, error: Exception) -> Response:
    """A mistake of ours: one line in the log, and none of the inside on the page."""
    LOGGER.error("studio: unexpected %s at %s: %s", type(error).__name__, request.url.path, error)
    line = said("unexpected {kind}; the terminal says more", kind=type(error).__name__)
    return Data({"error": line}, 500)


def _log(request: Request, why: str) -> None:
    refusals: Refusals = request.app.state.refusals
    refusals.log(f"{request.method} {request.url.path}", why)


@contextmanager
def _hushed() -> Iterator[None]:
    """uvicorn logs addresses and tracebacks; we say in one line what happens."""
    loggers = [logging.getLogger(name) for name in OF_UVICORN]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, was in zip(loggers, before, strict=True):
            logger.disabled = was
