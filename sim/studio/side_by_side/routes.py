"""The routes of this room.

GET  /side-by-side                 the page
POST /side-by-side/compare {before, after, games, seed, share}  {"ticket"}; share is the name of a page to write
GET  /side-by-side/events/TICKET   compared {command, sentences, header, rows, page, check}; then done or failed; check
                                   is the command that checks the page
"""

import os
from collections.abc import Iterator
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.configs import EXPERIMENTS, names
from engine.errors import BadInput, message
from engine.language.current import said
from sim.compare.versions.history import read_history, step_number
from sim.experiment.values import HEAD
from sim.studio.doors.bodies import json_of
from sim.studio.folder import parts_of
from sim.studio.jobs.job import Job
from sim.studio.jobs.stream import stream
from sim.studio.pages import Data, page
from sim.studio.runs.listing import FINISHED, listed, run_named, runs_in
from sim.studio.side_by_side.work import Sides, compare
from sim.studio.studio import Studio
from sim.studio.workbench.asked import (
    MOST_SEED,
    contents_of,
    read_content,
    read_setting,
    read_state,
    read_whole,
    read_word,
)
from sim.studio.workbench.inside import check_inside

SHARED = Path("reports/shared")
"""Where pages to send are written."""
GAMES, MOST_GAMES = 2_000, 1_000_000
MOST_STEPS = 50
"""Of the history, that are offered."""


def routes() -> list[Route]:
    """All routes of the room."""
    return [
        Route("/side-by-side", _room),
        Route("/side-by-side/compare", _compare, methods=["POST"]),
        Route("/side-by-side/events/{ticket}", _events),
    ]


async def _room(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    return page(request, "side_by_side.html", {"words": await run_in_threadpool(_words, studio), "games": GAMES})


def _words(studio: Studio) -> list[tuple[str, str]]:
    """What can be compared: what it is, and the word for it."""
    from engine.game.registry import load_game

    policies = load_game(studio.game).policies
    steps = reversed(read_history(studio.folder).steps[-MOST_STEPS:])
    return [
        *((said("contents"), name) for name in contents_of(studio.game)),
        *((said("policies"), row[0]) for row in (policies.sheets()[0].rows if policies else [])),
        *((said("policies"), word) for word in studio.policies),
        *((step.name or "; ".join(step.words), f"history:{step.number}") for step in steps),
        *((said("runs"), run.name) for run in runs_in(studio) if run.state == FINISHED and run.opens),
    ]


async def _compare(request: Request) -> Response:
    studio: Studio = request.app.state.studio
    data = await json_of(request)
    before, after = [await run_in_threadpool(_side, studio, data.get(key), key) for key in ("before", "after")]
    are_runs = [isinstance(side, Path) for side in (before, after)]
    if any(are_runs) and not all(are_runs):
        raise BadInput(source="after", expected=message("two runs, or two that are none"))
    name = data.get("share")
    asked = Sides(
        str(before),
        str(after),
        game=studio.game,
        game_word=studio.game_word,
        are_runs=all(are_runs),
        games=read_whole(data.get("games", GAMES), "games", 1, MOST_GAMES),
        seed=read_whole(data.get("seed", 1), "seed", 0, MOST_SEED),
        page=None if name in (None, "") else _place(name),
        policies=tuple(dict.fromkeys(file for side in (before, after) for file in _files(studio, side))),
    )
    return Data({"ticket": studio.jobs.submit(Job(compare, asked))})


def _files(studio: Studio, side: str | Path) -> Iterator[str]:
    """The files of code that a side plays."""
    if isinstance(side, Path):
        yield from listed(studio, side.name).policies
    else:
        yield from (found[3] for found in HEAD.finditer(side) if found[3] in studio.policy_files.values())


async def _events(request: Request) -> Response:
    return stream(request)


def _side(studio: Studio, typed: object, key: str) -> str | Path:
    """A content or a policy by its words, or a run by its path. Code only if the starting command named it."""
    word = read_word(typed, key)
    if any(run.name == word for run in runs_in(studio)):
        return run_named(studio, word)
    if word in contents_of(studio.game):
        return read_content(word, studio.game)
    if (number := step_number(word)) is not None:
        step = read_history(studio.folder).step(number)
        state = {"content": step.content, "changes": step.changes, "pinned": step.pinned}
        read_state(state, studio.game, studio.game_word, studio.policies)
        return word
    if os.path.lexists(studio.folder / word) and word not in studio.policy_files.values():
        # `compare` would take it for a run or a game
        raise BadInput(source=key, expected=message("a content, a policy, an experiment or a run by its name"))
    setting = read_setting({"policy": [word]}, studio.game, studio.policies)
    if word in names(EXPERIMENTS, studio.game):
        check_inside(EXPERIMENTS, word, studio.game)
        return word
    return setting.policy[0]


def _place(name: object) -> Path:
    """Where a page is written: a plain name, without an ending."""
    parts = parts_of(name)
    if len(parts) != 1 or "." in parts[0]:
        raise BadInput(source="share", expected=message("a name without / and ."), got=name)
    return SHARED / f"{parts[0]}.html"
