"""What uvicorn answers by itself, before any app is asked: bytes that are no HTTP, headers without end, connections
that say nothing, too many connections. It gets our headers, and a line in the log.

This leans on the inside of uvicorn's h11 protocol; tried with 0.54. `tests/sim/studio` fails loudly if it changes: each
of these cases is played against the real server.
"""

import asyncio
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from sim.studio.doors.headers import with_headers
from sim.studio.doors.refusals import Refusals

MOST_CONNECTIONS = 128
MOST_HEADER_BYTES = 16_384
"""Of the first line and all headers of a request."""
PATIENCE = 10.0
"""Seconds in which the headers of the first request must have come."""


def protocol_for(refusals: Refusals) -> type[asyncio.Protocol]:
    """The protocol of a server, which uvicorn makes for each connection."""

    class Connection(H11Protocol):
        """A connection that is closed if it says nothing, or is one too many."""

        silent: ClassVar[dict["Connection", None]] = {}
        """The connections that have not sent a request yet, the oldest first."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > MOST_CONNECTIONS:
                refusals.log("a connection", f"{MOST_CONNECTIONS} are open already")
                next((each for each in self.silent if each.is_silent), self).transport.abort()
            self.silent[self] = None
            self.loop.call_later(PATIENCE, self._close_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            self.silent.pop(self, None)
            super().connection_lost(exc)

        @property
        def is_silent(self) -> bool:
            """Whether the headers of a request have never come."""
            cycle: Any = self.cycle
            return cycle is None and not self.transport.is_closing()

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
            self.silent.pop(self, None)
            if self.is_silent:
                refusals.log("a connection", f"no request in {PATIENCE:g} seconds")
                self.transport.abort()

    return Connection


def _size(body: bytes) -> bytes:
    return str(len(body)).encode()
