"""The second door: what changes something must come from a page of this very server. Another port of this machine is
the same site for a browser, and gets our cookie; its Origin is another one."""

from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import Text, message
from sim.studio.doors.refusals import Refusals, header
from sim.studio.doors.streams import is_stream

LOOKS = ("GET", "HEAD")
METHODS = (*LOOKS, "POST")
"""All that is understood. A GET never has an effect."""
OWN, BY_HAND = "same-origin", "none"
"""What a browser says in Sec-Fetch-Site of requests of our own pages, and of an address that a person has typed."""


class Origins:
    """Lets in what our own pages send, and what a person typed. `open_paths` may be looked at from everywhere: the way
    in begins in a file."""

    def __init__(self, app: ASGIApp, refusals: Refusals, open_paths: frozenset[str]) -> None:
        self._app, self._refusals, self._open_paths = app, refusals, open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in METHODS:
            await self._refusals.refuse(
                scope, send, HTTPStatus.METHOD_NOT_ALLOWED, message("only GET, HEAD and POST are known")
            )
        elif why := self._wrong(scope):
            await self._refusals.refuse(scope, send, HTTPStatus.FORBIDDEN, why)
        else:
            await self._app(scope, receive, send)

    def _wrong(self, scope: Scope) -> Text:
        looks, streams = scope["method"] in LOOKS, is_stream(scope["path"])
        origin, site = header(scope, "origin"), header(scope, "sec-fetch-site")
        if origin is None and not looks:
            return message("no Origin")
        if origin is not None and origin != f"http://{header(scope, 'host')}":
            return message("{header} {value} is not this studio", header="Origin", value=origin)
        if site is None or (looks and scope["path"] in self._open_paths):
            return ""
        if site == OWN or (site == BY_HAND and looks and not streams):
            return ""
        return f"Sec-Fetch-Site {site}"
