"""What uvicorn answers by itself, before any app is asked: bytes that are no HTTP, headers without end, connections
that say nothing, too many connections. It gets our headers, and a line in the log.

This leans on the inside of uvicorn's h11 protocol, whose versions the verb checks. `tests/sim/studio` fails loudly if
it changes: each of these cases is played against the real server.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from sim.studio.doors.headers import with_headers
from sim.studio.doors.refusals import Refusals
from sim.studio.doors.session import cookies_of

MOST_CONNECTIONS = 128
PATIENCE = 10.0
"""Seconds in which the headers of the first request must have come."""


def protocol_for(refusals: Refusals, is_ours: Callable[[str], bool]) -> type[asyncio.Protocol]:
    """The protocol of a server, which uvicorn makes for each connection. `is_ours` knows our cookie."""

    class Connection(H11Protocol):
        """A connection that is closed if it says nothing, or is one too many."""

        strangers: ClassVar[dict["Connection", None]] = {}
        """The connections that have not shown our cookie yet, the oldest first."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > MOST_CONNECTIONS:
                refusals.log("a connection", f"{MOST_CONNECTIONS} are open already")
                oldest = next((each for each in self.strangers if not each.transport.is_closing()), self)
                oldest.transport.abort()
            self.strangers[self] = None
            self.loop.call_later(PATIENCE, self._close_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            self.strangers.pop(self, None)
            super().connection_lost(exc)

        def handle_events(self) -> None:
            super().handle_events()
            if self in self.strangers and is_ours(cookies_of(self.headers or [])):
                del self.strangers[self]

        def send_400_response(self, msg: str) -> None:
            refusals.log("a request", "no HTTP, or too long")
            cycle: Any = self.cycle
            if cycle is not None and not cycle.response_complete:  # there is an answer already, to what came before
                self.transport.abort()
                return
            body = f"{msg}\n".encode()
            own = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
            lines = [name + b": " + value for name, value in with_headers([*own, (b"content-length", _size(body))])]
            status = HTTPStatus.BAD_REQUEST
            first = f"HTTP/1.1 {status.value} {status.phrase}".encode()
            self.transport.write(b"\r\n".join([first, *lines, b"", body]))
            self.transport.close()

        def _close_if_silent(self) -> None:
            cycle: Any = self.cycle
            if cycle is None and not self.transport.is_closing():
                refusals.log("a connection", f"no request in {PATIENCE:g} seconds")
                self.transport.abort()

    return Connection


def _size(body: bytes) -> bytes:
    return str(len(body)).encode()
