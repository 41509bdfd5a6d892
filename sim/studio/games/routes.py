"""The routes of this room.

GET  /games                                   the page
POST /games/find {run, piece, won, end, where, min, max, limit}  {"ticket", "command"}
POST /games/gallery {run}                     {"ticket", "command"}: the games that its report shows
POST /games/replay {id, as_seat}              {"ticket", "command"}
GET  /games/events/TICKET                     found {games: [{id, told, command}], note} or
                                              replay {cell, seed, index, lines: [[turn, text]]}; then done or failed
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.configs import names
from engine.errors import BadInput, message
from engine.game.registry import GAMES, about
from sim.studio.doors.bodies import json_of
from sim.studio.games.work import Again, Gallery, Wanted, find, gallery, replay
from sim.studio.jobs.job import Job
from sim.studio.jobs.stream import stream
from sim.studio.pages import Data, page
from sim.studio.runs.listing import FINISHED, listed, run_named, runs_in
from sim.studio.runs.policy_files import in_an_id
from sim.studio.studio import Studio
from sim.studio.workbench.inside import check_inside, check_learned, content_keys

LONGEST_WORD, LONGEST_ID, MOST_FOUND, MOST_CONDITIONS, MOST_SEAT = 200, 2_000, 50, 8, 100


def routes() -> list[Route]:
    """All routes of the room."""
    return [
        Route("/games", _room),
        Route("/games/find", _find, methods=["POST"]),
        Route("/games/gallery", _gallery, methods=["POST"]),
        Route("/games/replay", _replay, methods=["POST"]),
        Route("/games/events/{ticket}", _events),
    ]


async def _room(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    runs = [run for run in runs_in(studio) if run.state == FINISHED and run.opens]
    pieces = await run_in_threadpool(_pieces, studio.game)
    has_pieces = bool(pieces) or any(run.game != studio.game for run in runs)
    told = {"runs": runs, "title": about(studio.game).title, "pieces": pieces, "has_pieces": has_pieces}
    return page(request, "games.html", told)


def _pieces(game: str) -> list[str]:
    """The pieces that a person may ask for."""
    from sim.studio.workbench.fields import piece_names  # loads the game

    return list(piece_names(game, about(game).usual_content))


def _run(studio: Studio, said: Mapping[str, object]) -> tuple[Path, str | None, tuple[str, ...]]:
    """The run that a page names, its game if that is code, and its policies that are."""
    run = run_named(studio, said.get("run"))
    found = listed(studio, run.name)
    is_own = found.game == studio.game and studio.game not in GAMES
    return run, studio.game if is_own else None, found.policies


async def _gallery(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    wanted = Gallery(*_run(studio, await json_of(request)))
    ticket = studio.jobs.submit(Job(gallery, wanted))
    return Data({"ticket": ticket, "command": wanted.command(studio.game_word)})


async def _find(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    said = await json_of(request)
    run, game, policies = _run(studio, said)
    wanted = Wanted(
        run,
        game,
        _word(said, "piece"),
        _won(said),
        _word(said, "end"),
        _words(said, "where"),
        _words(said, "min"),
        _words(said, "max"),
        _whole(said, "limit", MOST_FOUND) or 10,
        policies,
    )
    ticket = studio.jobs.submit(Job(find, wanted))
    return Data({"ticket": ticket, "command": wanted.command(studio.game_word)})


async def _replay(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    said = await json_of(request)
    game_id = _word(said, "id", LONGEST_ID)
    if game_id is None or "/" in game_id or "\\" in game_id or os.path.lexists(studio.folder / game_id):
        raise BadInput(source="id", expected=message("the id of a game"))
    if not game_id.startswith(tuple(f"{game}:" for game in (*GAMES, studio.game))):
        raise BadInput(source="id", expected=message("the id of a game that this studio can open"))
    await run_in_threadpool(_check_names_in, game_id, studio.game)
    again = Again(game_id, studio.game, _whole(said, "as_seat", MOST_SEAT), in_an_id(studio.policy_files, game_id))
    ticket = studio.jobs.submit(Job(replay, again))
    return Data({"ticket": ticket, "command": again.command(studio.game_word)})


def _check_names_in(game_id: str, game: str) -> None:
    """Refuse an id that names a content which is not of this folder."""
    played = next(name for name in (game, *GAMES) if game_id.startswith(f"{name}:"))
    for word in re.split("[:@]", game_id):
        for key in content_keys(played):
            if word in names(key, played):
                check_inside(key, word, played)
    check_learned(played)


async def _events(request: Request) -> Response:
    return stream(request)


def _word(said: Mapping[str, object], key: str, most: int = LONGEST_WORD) -> str | None:
    text = said.get(key)
    if text in (None, ""):
        return None
    if not isinstance(text, str) or len(text) > most or not text.isprintable() or text.startswith("-"):
        raise BadInput(source=key, expected=message("1 to {most} printable characters, and no flag", most=most))
    return text


def _words(said: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Several, with spaces between."""
    words = (_word(said, key) or "").split()
    if len(words) > MOST_CONDITIONS:
        raise BadInput(source=key, expected=message("at most {most} conditions", most=MOST_CONDITIONS))
    return tuple(words)


def _won(said: Mapping[str, object]) -> bool | None:
    won = said.get("won")
    if won is not None and not isinstance(won, bool):
        raise BadInput(source="won", expected=message("true, false or nothing"))
    return won


def _whole(said: Mapping[str, object], key: str, most: int) -> int | None:
    number = said.get(key)
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise BadInput(source=key, expected=message("a whole number from 1 to {most}", most=most))
    return number
