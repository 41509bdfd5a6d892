"""Pages: templates of the studio, and the files beside them that a browser loads."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from json import dumps
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine.errors import Text
from engine.language.catalogues import catalogue, languages
from engine.language.rules import ENGLISH
from sim.display.templates import render, source

PACKAGE = "sim.studio"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
REPORT, STYLE = "sim.report.shared.page", "page.css"
"""The studio looks like the report."""


class Room(NamedTuple):
    """A room, as the other rooms link to it."""

    title: Text
    path: str


class Data(Response):
    """An answer for a script: JSON in ASCII, so that any text can be in it, also one that is none."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """The bytes. A number that is none is a mistake of ours."""
        return dumps(content, allow_nan=False, separators=(",", ":")).encode()


def page(request: Request, template: str, content: Mapping[str, object]) -> HTMLResponse:
    """A page of a room; the layout knows the rooms that there are, and in which one we are."""
    state = request.app.state
    frame = {"rooms": state.rooms, "path": request.url.path, "studio": state.studio, "languages": _languages()}
    return HTMLResponse(render(PACKAGE, template, {**frame, **content}))


def _languages() -> dict[str, str]:
    """Each language by its code, as it calls itself."""
    known = {code: catalogue(code) for code in languages()}
    return {code: (own.rules if own else ENGLISH).name for code, own in known.items()}


def static_routes() -> list[Route]:
    """The route of the files that a browser loads."""
    return [Route("/static/{name}", _static)]


async def _static(request: Request) -> Response:
    """A file by its name. No path is made of the name: it is one of those that we know, or there is none."""
    found = _statics().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return found


@cache
def _statics() -> dict[str, Response]:
    """All files, by their names. An answer can be sent many times: it holds its bytes, and no state."""
    texts = {STYLE: source(REPORT, STYLE)}
    for each in files(PACKAGE).joinpath("static").iterdir():
        if each.is_file():
            texts[each.name] = each.read_text(encoding="utf-8")
    return {
        name: Response(text, media_type=kind)
        for name, text in texts.items()
        for ending, kind in KINDS.items()
        if name.endswith(ending)
    }
