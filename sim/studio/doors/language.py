"""In which language a request is answered: as its page says, else as the browser has chosen, else as the starting
command speaks. It is a matter of the request: two browsers may read two languages at once."""

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.game.registry import package_of
from engine.language.catalogues import languages
from engine.language.current import about_game, speaking
from sim.studio.doors.refusals import header

OF_THE_PAGE = "fatecast-language"
"""The header in which a page of ours says its language: it may have been opened before another one was chosen."""


class Language:
    """Lets everything in, and speaks. A language that nobody has written is not heard."""

    def __init__(self, app: ASGIApp, port: int, usual: str, game: str) -> None:
        self._app, self._cookie, self._usual = app, name_of(port), usual
        self._package = package_of(game)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with speaking(self._asked(scope)), about_game(self._package):
            await self._app(scope, receive, send)

    def _asked(self, scope: Scope) -> str:
        asked = [header(scope, OF_THE_PAGE), *_values(header(scope, "cookie") or "", self._cookie)]
        return next((code for code in asked if code in languages()), self._usual)


def chosen(port: int, code: str) -> str:
    """The header that keeps the choice in this browser."""
    return f"{name_of(port)}={code}; HttpOnly; SameSite=Strict; Path=/"


def name_of(port: int) -> str:
    """Of the cookie: cookies do not know ports."""
    return f"fatecast-{port}-language"


def _values(cookies: str, name: str) -> list[str]:
    pairs = [each.strip().partition("=") for each in cookies.split(";")]
    return [value for key, _, value in pairs if key == name]
