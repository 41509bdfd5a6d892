"""What is said to a request that is refused, and the one line about it in the log."""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.types import Scope, Send

from engine.errors import Text
from engine.language.current import DEFAULT, speaking
from sim.text.escapes import shortened, visible

LOGGER = logging.getLogger("fatecast")
LONGEST = 200
"""Characters of a path or a header in the log."""
WINDOW, MOST_LINES = 10.0, 40
"""Seconds, and the most lines that are logged in them: thousands of requests do not fill the terminal."""


class Refusals:
    """Refuses requests, and logs each in one line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since, self._lines, self._untold = clock(), 0, 0

    def log(self, what: str, why: str) -> None:
        """One line in English, in which nothing can be hidden. It never contains the query of a request, and of
        its body only a word that was wrong."""
        if self._clock() - self._since >= WINDOW:
            self.tell_untold()
            self._since, self._lines = self._clock(), 0
        if self._lines >= MOST_LINES:
            self._untold += 1
            return
        self._lines += 1
        LOGGER.warning("studio: refused %s: %s", _bounded(what), _bounded(why))

    def tell_untold(self) -> None:
        """How many refusals had no line of their own."""
        if self._untold:
            LOGGER.warning("studio: refused %s more requests", f"{self._untold:,}")
        self._untold = 0

    async def refuse(self, scope: Scope, send: Send, status: HTTPStatus, why: Text) -> None:
        """Answer with the reason in the request's language, and close the connection: what else comes on it is not
        read."""
        with speaking(DEFAULT):
            told = str(why)
        self.log(f"{scope['method']} {scope['path']}", told)
        body = f"{visible(str(why))}\n".encode("utf-8", "backslashreplace")
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": int(status), "headers": headers})
        await send({"type": "http.response.body", "body": body})


def header(scope: Scope, name: str) -> str | None:
    """The only header of this name. None if there is none; of several, none is right: the empty text."""
    found = [value for key, value in scope["headers"] if key == name.encode()]
    if not found:
        return None
    return found[0].decode("latin-1") if len(found) == 1 else ""


def _bounded(text: str) -> str:
    return shortened(visible(text), LONGEST)
