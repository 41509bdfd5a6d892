"""The last door: a page needs our cookie. It gets it for the token, which is valid once and which only this user can
read (`way_in`)."""

import secrets
from collections.abc import Callable, Iterable
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import message
from sim.studio.doors.refusals import Refusals

BYTES = 32
"""Of the token and of the cookie, drawn by the operating system."""


class Session:
    """The token and the cookie of one server."""

    def __init__(self, port: int, used: Callable[[], object] = lambda: None) -> None:
        self.name = f"fatecast-{port}"
        """Cookies do not know ports: two studios of one machine would take each other's."""
        self._token: str | None = secrets.token_urlsafe(BYTES)
        self._cookie = secrets.token_urlsafe(BYTES)
        self._used = used

    @property
    def token(self) -> str:
        """What opens the door once; empty if it was used."""
        return self._token or ""

    def spend(self, token: str) -> str | None:
        """The header that sets the cookie, for the right token. None for another, or for one that was used."""
        if self._token is None or not secrets.compare_digest(token.encode(), self._token.encode()):
            return None
        self._token = None
        self._used()
        return f"{self.name}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"

    def is_ours(self, cookies: str) -> bool:
        """Whether one of the cookies is ours. Another port of this machine may have set more of the same name."""
        pairs = [each.strip().partition("=") for each in cookies.split(";")]
        values = [value for name, _, value in pairs if name == self.name]
        return any(secrets.compare_digest(value.encode(), self._cookie.encode()) for value in values)


class Cookies:
    """Lets in who has the cookie; `open_paths` are the way in."""

    def __init__(self, app: ASGIApp, refusals: Refusals, session: Session, open_paths: frozenset[str]) -> None:
        self._app, self._refusals, self._session, self._open_paths = app, refusals, session, open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] not in self._open_paths and not self._session.is_ours(cookies_of(scope["headers"])):
            why = message("no cookie of this studio: open the window that it opened, or start it again")
            await self._refusals.refuse(scope, send, HTTPStatus.FORBIDDEN, why)
            return
        await self._app(scope, receive, send)


def cookies_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """All cookies that a request brings."""
    return "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
