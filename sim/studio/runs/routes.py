"""The routes of this room.

GET  /runs                    the page
GET  /runs/list               {"runs": [{name, state, experiment, game, games, begun, line, is_playing, command,
                              told, games_told}],
                              "failed": [lines about what could not be played]}; one that was asked for is in the list
                              before its folder is there
POST /runs/new {name, content, policy, axes, games, seed}   plays a run of this name; {"ticket", "command"}
POST /runs/forecast {page, and as /runs/new, without a name}   {"ticket"}
GET  /runs/events/TICKET      forecast {told, seconds, cells, command}: about how long that takes; then done or failed
POST /runs/resume {name}      plays the rest, until it is finished or stopped; {"ticket"}
POST /runs/stop {name}        stops that; what was finished is kept
GET  /runs/page/NAME          the report, made from the run's numbers, in a sandbox
"""

import os
from itertools import count
from shlex import join

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from engine.errors import BadInput, message
from engine.game.registry import about
from engine.language.current import said
from sim.runs.manifest import RUNS
from sim.studio.doors.bodies import json_of
from sim.studio.doors.headers import CSP, sandboxed
from sim.studio.folder import folder_in, parts_of
from sim.studio.jobs.job import FAILED, Job
from sim.studio.jobs.stream import stream
from sim.studio.pages import Data, page
from sim.studio.runs.listing import UNFINISHED, Listed, run_named, runs_in, state_told
from sim.studio.runs.policy_files import flags
from sim.studio.runs.work import Grid, OfRun, Wanted, forecast, play, report, resume
from sim.studio.studio import Studio
from sim.studio.workbench.asked import (
    MOST_SEED,
    content_axis,
    contents_of,
    read_content,
    read_setting,
    read_whole,
    read_word,
    refuse_others,
)
from sim.studio.workbench.save import NAME
from sim.text.axis_words import axis_word
from sim.text.number_format import whole

GAMES_OF_A_RUN, MOST_GAMES = 1_000, 100_000_000
"""Of each cell."""


class RunsRoom:
    """The room of one studio; it remembers which runs it plays."""

    def __init__(self) -> None:
        self._tickets: dict[str, str] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/runs", self.room),
            Route("/runs/list", self.list),
            Route("/runs/new", self.new, methods=["POST"]),
            Route("/runs/forecast", self.forecast, methods=["POST"]),
            Route("/runs/events/{ticket}", self.events),
            Route("/runs/resume", self.resume, methods=["POST"]),
            Route("/runs/stop", self.stop, methods=["POST"]),
            Route("/runs/page/{name}", self.page),
        ]

    async def room(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        choices = await run_in_threadpool(_choices, studio)
        return page(request, "runs.html", {**choices, "name": await run_in_threadpool(_free_name, studio)})

    async def list(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        runs = await run_in_threadpool(runs_in, studio)
        lines = {name: studio.runs.failure(ticket) for name, ticket in self._tickets.items()}
        failed = [f"{name}: {line}" for name, line in lines.items() if line]
        there = {run.name for run in runs}
        waiting = [name for name in self._tickets if name not in there and self._is_playing(studio, name)]
        begins = [Listed(name, UNFINISHED, "", studio.game, 0, "") for name in reversed(waiting)]
        return Data({"runs": [self._told(studio, each) for each in (*begins, *runs)], "failed": failed})

    async def new(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        data = await json_of(request)
        wanted = await run_in_threadpool(_wanted, studio, data)
        if self._is_playing(studio, wanted.path.name):
            raise BadInput(message("is being played already"), source=wanted.path.name)
        self._tickets[wanted.path.name] = ticket = studio.runs.submit(Job(play, wanted, needs_listener=False))
        return Data({"ticket": ticket, "command": wanted.command})

    async def forecast(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        data = await json_of(request)
        asker = read_word(data.pop("page", "page"), "page")
        grid = await run_in_threadpool(_grid, studio, data)
        return Data({"ticket": studio.jobs.submit(Job(forecast, grid, asker))})

    async def events(self, request: Request) -> Response:
        return stream(request)

    async def resume(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        path = run_named(studio, (await json_of(request)).get("name"))
        if not self._is_playing(studio, path.name):
            job = Job(resume, OfRun(path, studio.game), needs_listener=False)
            self._tickets[path.name] = studio.runs.submit(job)
        return Data({"ticket": self._tickets[path.name]})

    async def stop(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        name = (await json_of(request)).get("name")
        if not isinstance(name, str) or name not in self._tickets:  # one that was not asked for here
            name = run_named(studio, name).name
        if ticket := self._tickets.pop(name, ""):
            studio.runs.cancel(ticket)
        return Data({})

    async def page(self, request: Request) -> Response:
        studio: Studio = request.app.state.studio
        path = run_named(studio, request.path_params["name"])
        ticket = studio.jobs.submit(Job(report, OfRun(path, studio.game)))
        line = said("the report was not made")
        async for event in studio.jobs.events(ticket):
            if event["kind"] == "page":
                return HTMLResponse(event["text"], headers={CSP: sandboxed(event["policy"])})
            if event["kind"] == FAILED:
                line = event["line"]
        return page(request, "wrong.html", {"line": line})

    def _is_playing(self, studio: Studio, name: str) -> bool:
        return studio.runs.is_going_on(self._tickets.get(name, ""))

    def _told(self, studio: Studio, run: Listed) -> dict[str, object]:
        named = ["--game", studio.game_word] if studio.game_word and run.game == studio.game else []
        is_playing = self._is_playing(studio, run.name)
        verb = "resume" if run.state == UNFINISHED else "report"
        return {
            **run._asdict(),
            "opens": run.opens,
            "is_playing": is_playing,
            "told": said("playing") if is_playing else state_told(run.state),
            "games_told": whole(run.games) if run.games else "",
            "command": join(["fatecast", verb, str(RUNS / run.name), *named, *flags(run.policies)]),
        }


def _choices(studio: Studio) -> dict[str, object]:
    """What the form for a new run offers."""
    from engine.game.registry import load_game

    game = studio.game
    policies = load_game(game).policies
    return {
        "content_word": axis_word(content_axis(about(game))),
        "contents": contents_of(game),
        "policies": [*(row[0] for row in policies.sheets()[0].rows), *studio.policies] if policies else [],
        "axes": {axis.name: axis_word(axis.name) for axis in about(game).axes if axis.values in ("numbers", "switch")},
        "switches": [axis.name for axis in about(game).axes if axis.values == "switch"],
        "games": GAMES_OF_A_RUN,
    }


def _wanted(studio: Studio, data: dict[str, object]) -> Wanted:
    """A run that a page asks for. It lies where all runs do, and is there not yet."""
    parts = parts_of(data.get("name"))
    if len(parts) != 1 or not NAME.fullmatch(parts[0]):
        raise BadInput(source="name", expected=message("a name of letters, digits, - and _, at most 60"))
    path = folder_in(studio.folder, RUNS.parts, makes=True) / parts[0]
    if os.path.lexists(studio.folder / path):
        raise BadInput(message("is there already"), source=path, hint=message("take another name"))
    return Wanted(path, _grid(studio, data))


def _free_name(studio: Studio) -> str:
    """A name that no run of the folder has."""
    there = {run.name for run in runs_in(studio)}
    return next(name for name in (f"run-{number}" for number in count(1)) if name not in there)


def _grid(studio: Studio, data: dict[str, object]) -> Grid:
    """What a page wants to be played."""
    refuse_others(data, ("name", "content", "policy", "axes", "games", "seed"), "request")
    setting = read_setting({"policy": data.get("policy"), "axes": data.get("axes") or {}}, studio.game, studio.policies)
    return Grid(
        setting,
        studio.game,
        studio.game_word,
        content_axis(about(studio.game)),
        read_content(data.get("content"), studio.game),
        read_whole(data.get("games", GAMES_OF_A_RUN), "games", 1, MOST_GAMES),
        read_whole(data.get("seed", 1), "seed", 0, MOST_SEED),
    )


def routes() -> list[Route]:
    """All routes of the room."""
    return RunsRoom().routes()
