"""The rooms, in the order of the links."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.errors import message
from sim.studio.games import routes as games
from sim.studio.pages import Room, page
from sim.studio.runs import routes as runs
from sim.studio.side_by_side import routes as side_by_side
from sim.studio.workbench import routes as workbench

WORKBENCH = "/workbench"


async def _workbench(request: Request) -> Response:
    return page(request, "workbench.html", {})


def _of_workbench() -> list[Route]:
    return [Route(WORKBENCH, _workbench), *workbench.routes()]


ROOMS: list[tuple[Room, Callable[[], list[Route]]]] = [
    (Room(message("Workbench"), WORKBENCH), _of_workbench),
    (Room(message("Runs"), "/runs"), runs.routes),
    (Room(message("Games"), "/games"), games.routes),
    (Room(message("Side by side"), "/side-by-side"), side_by_side.routes),
]
"""Each with its routes."""
