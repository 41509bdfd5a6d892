"""What is sent along with a request: JSON, of at most a megabyte, and soon."""

import asyncio
from http import HTTPStatus
from json import dumps

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.errors import BadInput, message
from sim.studio.doors.origins import LOOKS
from sim.studio.doors.refusals import Refusals, header
from sim.text.json_text import parse_json

MOST_BYTES = 1_000_000
PATIENCE = 20.0
"""Seconds in which all of it must have come."""
MOST_TO_ENTER, PATIENCE_TO_ENTER = 200, 2.0
"""The same of what asks to come in, which everybody may send."""
WAY_IN = "/enter"
JSON = "application/json"


class Bodies:
    """Reads the body of a request before anybody else does, and not further than it may go."""

    def __init__(self, app: ASGIApp, refusals: Refusals) -> None:
        self._app, self._refusals = app, refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in LOOKS:
            if header(scope, "transfer-encoding") is not None or (header(scope, "content-length") or "0") != "0":
                await self._refusals.refuse(scope, send, HTTPStatus.BAD_REQUEST, message("a GET has no body"))
                return
            await self._app(scope, receive, send)
            return
        if (header(scope, "content-type") or "").partition(";")[0].strip().lower() != JSON:
            # a form of another site can send every other type without asking first
            await self._refusals.refuse(
                scope, send, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message("the body must be {kind}", kind=JSON)
            )
            return
        is_way_in = scope["path"] == WAY_IN
        most, patience = (MOST_TO_ENTER, PATIENCE_TO_ENTER) if is_way_in else (MOST_BYTES, PATIENCE)
        if _announced(scope) > most:
            await self._refuse_long(scope, send, most)
            return
        try:
            body = await asyncio.wait_for(_read(receive, most), patience)
        except TimeoutError:
            await self._refusals.refuse(
                scope, send, HTTPStatus.REQUEST_TIMEOUT, message("the body did not come in time")
            )
            return
        if body is None:
            await self._refuse_long(scope, send, most)
            return
        await self._app(scope, _replayed(body, receive), send)

    async def _refuse_long(self, scope: Scope, send: Send, most: int) -> None:
        why = message("the body has more than {most:,} bytes", most=most)
        await self._refusals.refuse(scope, send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why)


async def json_of(request: Request) -> dict[str, object]:
    """The table that a page has sent. What no file of ours can hold is refused here: numbers that are none, and text
    that cannot be written."""
    try:
        data = parse_json(await request.body())
        dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadInput(message("not valid JSON: {reason}", reason=error), source=request.url.path) from None
    if not isinstance(data, dict):
        raise BadInput(source=request.url.path, expected=message("a JSON object"))
    return data


def _announced(scope: Scope) -> int:
    """The length that the request says its body has; what it does not say is seen when it is read."""
    said = header(scope, "content-length")
    return int(said) if said is not None and said.isdecimal() else 0


async def _read(receive: Receive, most: int) -> bytes | None:
    """The body; None if it is too long, of which no more than that was read."""
    body = bytearray()
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return bytes(body)
        body += event.get("body", b"")
        if len(body) > most:
            return None
        if not event.get("more_body", False):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A body that was read, for whoever asks for it next."""
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again
