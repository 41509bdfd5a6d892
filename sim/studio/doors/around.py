"""All doors in their order."""

from dataclasses import dataclass, field

from starlette.types import ASGIApp, Receive, Scope, Send

from engine.confined import Confines, confined
from engine.language.current import DEFAULT
from sim.studio.doors.bodies import WAY_IN, Bodies
from sim.studio.doors.headers import Headers
from sim.studio.doors.hosts import Hosts
from sim.studio.doors.language import Language
from sim.studio.doors.long_requests import LongRequests
from sim.studio.doors.origins import Origins
from sim.studio.doors.refusals import Refusals
from sim.studio.doors.session import Cookies, Session
from sim.studio.doors.streams import Streams

OPEN_PATHS = frozenset({WAY_IN, *(f"/static/{name}" for name in ("enter.js", "icon.svg", "page.css", "studio.css"))})
"""The way in, which nobody has a cookie for yet. Nothing of the folder is there."""


@dataclass
class Doors:
    """An app behind all doors. Whatever is no request of HTTP (a web socket) is refused by the server itself."""

    app: ASGIApp
    port: int
    session: Session
    confines: Confines
    """The files that a request may read."""
    refusals: Refusals = field(default_factory=Refusals)
    language: str = DEFAULT
    """Of the starting command."""
    game: str = ""
    """Whose words the pages use."""

    def __post_init__(self) -> None:
        self.streams = Streams(Bodies(self.app, self.refusals), self.refusals)
        cookies = Cookies(self.streams, self.refusals, self.session, OPEN_PATHS)
        hosts = Hosts(Origins(cookies, self.refusals, OPEN_PATHS), self.refusals, self.port)
        short = LongRequests(hosts, self.refusals)
        self._outermost = Headers(Language(short, self.port, self.language, self.game))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            with confined(self.confines):
                await self._outermost(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.app(scope, receive, send)
