"""A studio that is served in a thread, and requests to it as anybody could send them."""

import json
import logging
import socket
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from sim.play.logs import BARE
from sim.studio.doors.bodies import json_of
from sim.studio.doors.refusals import WINDOW, Refusals
from sim.studio.doors.way_in import WayIn
from sim.studio.folder import parts_of, read_in
from sim.studio.pages import Data, page
from sim.studio.server import Opened, bound
from sim.studio.studio import NoJobs, Studio

PATIENCE = 20.0


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes

    @property
    def by_name(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.headers}


class Lines(logging.Handler):
    """The lines of the log, as a terminal shows them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(BARE)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Probe:
    """A room that changes something, streams, and opens files: all that rooms do."""

    def __init__(self) -> None:
        self.changes: list[object] = []

    def routes(self) -> list[Route]:
        return [
            Route("/probe", self._look),
            Route("/probe/change", self._change, methods=["POST"]),
            Route("/probe/events/{ticket}", self._events),
            Route("/probe/file", self._file, methods=["POST"]),
            Route("/probe/broken", self._broken),
        ]

    async def _look(self, request: Request) -> Response:
        return page(request, "wrong.html", {"line": "nothing is wrong"})

    async def _change(self, request: Request) -> Response:
        self.changes.append(await json_of(request))
        return Data({"changed": len(self.changes)})

    async def _events(self, request: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            import asyncio

            yield "data: {}\n\n"
            await asyncio.sleep(PATIENCE * 10)

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _file(self, request: Request) -> Response:
        name = (await json_of(request)).get("name")
        return Response(read_in(request.app.state.studio.folder, parts_of(name), 1000))

    async def _broken(self, request: Request) -> Response:
        raise ZeroDivisionError("secret\nof the inside")


class Served:
    """A studio in a thread of this process."""

    def __init__(self, folder: Path, log: Lines, of: Studio | None = None) -> None:
        self._now = 0.0
        refusals = Refusals(lambda: self._now)
        studio = of or Studio(folder, "pig", "pig", (), NoJobs())
        self.opened = Opened(studio, bound(0), WayIn(), refusals)
        self.port, self.log = self.opened.port, log
        self.host = f"127.0.0.1:{self.port}"
        self.token = self.opened.session.token
        self.cookie = ""
        self._server = self.opened.server(lambda: False)
        self._thread = Thread(target=self._server.run, args=([self.opened.listener],), daemon=True)
        self._thread.start()
        since = monotonic()
        while not self._server.started:
            assert monotonic() - since < PATIENCE
            sleep(0.01)

    def enter(self) -> None:
        """Get the cookie."""
        answer = self.ask("POST", "/enter", {"token": self.token}, cookie=False)
        assert answer.status == 200, answer
        self.cookie = answer.by_name["set-cookie"].partition(";")[0]

    def ask(
        self,
        method: str,
        path: str,
        data: object = None,
        headers: Mapping[str, str | None] = {},
        cookie: bool = True,
        host: str | None = None,
    ) -> Answer:
        """Send a request as our own page would, but for what is said otherwise; None leaves a header out."""
        body = None if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
        usual: dict[str, str | None] = {"Host": host or self.host}
        if method not in ("GET", "HEAD"):
            usual |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
            usual["Content-Length"] = str(len(body or b""))
        if cookie:
            usual["Cookie"] = self.cookie
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**usual, **headers}.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            is_stream = answer.getheader("content-type", "").startswith("text/event-stream")
            return Answer(answer.status, answer.getheaders(), b"" if is_stream else answer.read())
        finally:
            connection.close()

    @contextmanager
    def raw(self, first: bytes = b"") -> Iterator[socket.socket]:
        """A connection on which anything can be sent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(first)
            yield connection

    def lines(self) -> list[str]:
        """What was logged since the last time; from now on, there is room for more."""
        self._now += WINDOW
        found, self.log.lines[:] = [*self.log.lines], []
        return found

    def close(self) -> float:
        """End the server; how long that took."""
        since = monotonic()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self.opened.close()
        return monotonic() - since


@contextmanager
def served(folder: Path, of: Studio | None = None) -> Iterator[Served]:
    """A studio of this folder, that we have the cookie of. Nothing is played in it, unless another one is given."""
    log, logger = Lines(), logging.getLogger("fatecast")
    logger.addHandler(log)
    try:
        studio = Served(folder, log, of)
        try:
            studio.enter()
            studio.lines()
            yield studio
        finally:
            studio.close()
    finally:
        logger.removeHandler(log)
