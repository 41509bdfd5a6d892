"""The first door: a request must be meant for this machine. A page whose name first led to its own server, and then to
this machine (DNS rebinding), is of the same origin as what it asks for; only the name in its requests gives it away."""

from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import Message, message
from sim.studio.doors.refusals import Refusals, header

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""How this machine calls itself."""


def _not_ours(host: str | None) -> Message:
    if not host:
        return message("Host missing")
    return message("{header} {value} is not this studio", header="Host", value=host)


class Hosts:
    """Lets in what names this machine and our port."""

    def __init__(self, app: ASGIApp, refusals: Refusals, port: int) -> None:
        self._app, self._refusals = app, refusals
        self._known = {f"{name}:{port}" for name in NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = header(scope, "host")
        if host is None or host.lower() not in self._known:
            await self._refusals.refuse(scope, send, HTTPStatus.MISDIRECTED_REQUEST, _not_ours(host))
            return
        await self._app(scope, receive, send)
