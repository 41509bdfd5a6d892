"""The door for requests that are long: the server itself bounds only those that come in pieces."""

from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import message
from sim.studio.doors.refusals import Refusals

MOST_BYTES = 16_384
"""Of the first line and all headers of a request."""
BETWEEN = len(": \r\n")


class LongRequests:
    """Refuses a request whose headers are too long."""

    def __init__(self, app: ASGIApp, refusals: Refusals) -> None:
        self._app, self._refusals = app, refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        size = len(scope["method"]) + len(scope["raw_path"]) + len(scope["query_string"])
        size += sum(len(name) + len(value) + BETWEEN for name, value in scope["headers"])
        if size > MOST_BYTES:
            why = message("the headers have more than {most:,} bytes", most=MOST_BYTES)
            await self._refusals.refuse(scope, send, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, why)
            return
        await self._app(scope, receive, send)
