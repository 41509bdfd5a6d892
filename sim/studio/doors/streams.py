"""Streams of events stay open, so only some may be open at a time; at the end all of them are ended."""

import asyncio
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import message
from sim.studio.doors.refusals import Refusals

EVENTS = "events"
MOST = 32
"""Streams that may be open at a time."""


def is_stream(path: str) -> bool:
    """Whether a path is that of a stream: `/workbench/events/7`. Every room calls its streams so."""
    return EVENTS in path.split("/")


class Streams:
    """Counts the open streams."""

    def __init__(self, app: ASGIApp, refusals: Refusals) -> None:
        self._app, self._refusals = app, refusals
        self._open: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        if task is None or not is_stream(scope["path"]):
            await self._app(scope, receive, send)
            return
        if len(self._open) >= MOST:
            await self._refusals.refuse(
                scope,
                send,
                HTTPStatus.TOO_MANY_REQUESTS,
                message("{most} streams of events are open already", most=MOST),
            )
            return
        self._open.add(task)
        try:
            await self._app(scope, receive, send)
        finally:
            self._open.discard(task)

    def end(self) -> None:
        """End all streams: a server that ends does not wait for pages that listen."""
        for task in self._open:
            task.cancel()
