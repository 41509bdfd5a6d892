"""The workbench's routes.

GET  /workbench/fields?content=NAME&policy=WORDS…&experiment=NAME
     → {title, game, content, content_word, contents, pieces_title, has_sheets, cards, groups, setting}
     has_sheets says whether the game says more about a piece than its card does.
     A card is {id, name, words: {heading: text}, fields}; a group is {name, title, fields}, its name is "" for what
     stands alone, else where the paths begin (`options`, `policy`, `fates`).
     A field is {path, name, label, value, kind: number|rule|choice|switch, low, high, whole, choices, help}; low and
     high are null if nothing is known. A switch is "on" or "off".
     setting: {policies: [{name, help}], policy: [those that play], axes: [{name, label, kind, value, help}],
     experiments, seed, cells}
     What a person reads is in the language of the request: titles, labels, words, help.

A STATE in a body is {page?, content?, changes: {path: value}, pinned: {path: value}, setting: {policy?: [words],
axes?: {name: text}, experiment?, seed?}}; what is left out is as the game is usually played.

POST /workbench/check STATE → {mistakes: [{path, line, at, length}]}; at and length say where in the text of a rule the
     wrong word is, or are null.
POST /workbench/trial STATE with page (any word of the page's own) → {ticket}. The page's older trial is stopped.
     With after: GAMES it goes on from there, as long as the page listens.
GET  /workbench/events/TICKET → server-sent events; `data` is JSON with a `kind`:
     step: {games, games_told, seed, command, changes: [words], sentences, lines, table, intent, untold, data, why,
           why_told}
           A row of the table is {outcome, title, labels: {axis: value}, axes: {axis: as it is called}, before, after,
           change, low, high, verdict: less|more|held|unclear|silent, word, text, is_share}. `data` is what the command
           prints with --json.
           intent is what the gate would be told about it, "" if that cannot be said; untold are the outcomes of the
           game that it does not speak of, as they are called.
           why is "" if more games follow; else decided, narrow (what is unclear is known to half a point), long (more
           games would take long: ask for them) or most.
     line: {line}, something to know.
     history: {number}, the step of the history that this trial has become.
     done: {}; failed: {line, error?}; cancelled: {line}. One of these three is the last event: close the stream.
GET  /workbench/history → {steps: [{number, time, words, changes, pinned, content, setting, command, sentences,
     verdict, games, name}], notes: [lines about what could not be read]}
GET  /workbench/step?number=NUMBER → {content, changes, pinned, setting}: a step as a STATE, checked; an error if it is
     of another game, or played by code that this studio was not started with
POST /workbench/name {number, name} → {name}
GET  /workbench/file?content=NAME → {file, seen}: where a content of this name is saved, and the hash of what is there
     now, null if nothing is; a page that opens a content to change it keeps the hash.
POST /workbench/save STATE with to: NAME and seen: HASH|null → {file, seen, is_new, text, difference, command, advice}
     and kind, which says whether it is a content or one of the `experiments`;
     or, if the file is not as the page has seen it, status 409 with {error, file, seen, text, difference}. `difference`
     is a unified diff; `command` checks the file; `gate` decides about the change, after `accept` if that is there;
     `intent_file` is where the gate looks for the intent.
     Pinned changes and changes are saved alike. Changes of options and policies become an experiment, and `advice` says
     which line of the game's own code has the number, which is never written.
POST /workbench/matters STATE without changes, with page → {ticket}; its events are
     matters: {command, told, games, effects: [{piece, mean, verdict: less|more|unclear, word, text}], data, is_long}:
     what each piece does, first the one that hurts most. `data` is what the command prints with --json, but for its
     folder. is_long: more games would take long, and are played if they are asked for with after: GAMES.
POST /workbench/sheet {page, content, piece} → {ticket}; its events are
     sheet: {command, title, lines, tables: [{title, header, rows}], figures: [{title, header, rows: [{head, cells:
     [{text, bar}]}]}], notes, data}: what the game says about a piece of a content before any game, as it is saved. A
     bar is from 0 to 1, null where there is no number. `data` is what the command prints with --json.
POST /workbench/stop {ticket} → {}
Errors: status 400 with {error: line, fields}.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.errors import BadInput, message
from engine.game.registry import about
from engine.language.current import said
from sim.compare.versions.history import name_step, step_number
from sim.studio.doors.bodies import json_of
from sim.studio.jobs.job import Job
from sim.studio.jobs.stream import stream
from sim.studio.pages import Data
from sim.studio.studio import Studio
from sim.studio.workbench.asked import (
    Setting,
    State,
    contents_of,
    read_content,
    read_setting,
    read_state,
    read_whole,
    read_word,
    refuse_others,
)
from sim.studio.workbench.remembered import history_data, step_data

MOST_SEEN = 1_000_000
"""Games of each cell, more than any trial plays."""


def routes() -> list[Route]:
    """All of them; the page itself is elsewhere."""
    return [
        Route("/workbench/fields", _fields),
        Route("/workbench/check", _check, methods=["POST"]),
        Route("/workbench/trial", _trial, methods=["POST"]),
        Route("/workbench/matters", _matters, methods=["POST"]),
        Route("/workbench/sheet", _sheet, methods=["POST"]),
        Route("/workbench/stop", _stop, methods=["POST"]),
        Route("/workbench/events/{ticket}", _events),
        Route("/workbench/history", _history),
        Route("/workbench/step", _step),
        Route("/workbench/name", _name, methods=["POST"]),
        Route("/workbench/file", _file),
        Route("/workbench/save", _save, methods=["POST"]),
    ]


def _studio(request: Request) -> Studio:
    found: Studio = request.app.state.studio
    return found


async def _state(request: Request) -> tuple[State, str, int]:
    """The state that a page has sent, the word by which it calls itself, and how many games it has seen."""
    studio, data = _studio(request), await json_of(request)
    after = read_whole(data.pop("after", 0), "after", 0, MOST_SEEN)
    state = await run_in_threadpool(read_state, data, studio.game, studio.game_word, studio.policies)
    return state, read_word(data.get("page", "page"), "page"), after


async def _fields(request: Request) -> Response:
    from sim.studio.workbench.fields import workbench  # loads the game, in a thread

    studio, asked = _studio(request), request.query_params

    def found() -> object:
        who = {"policy": asked.getlist("policy"), "experiment": asked.get("experiment") or None}
        setting = read_setting(who, studio.game, studio.policies)
        known = workbench(studio.game, read_content(asked.get("content"), studio.game), setting)
        known["setting"]["policies"] += [{"name": each, "help": said("your own")} for each in studio.policies]
        return known

    return Data(await run_in_threadpool(found))


async def _check(request: Request) -> Response:
    from sim.studio.workbench.check import check

    state, *_ = await _state(request)
    return Data(await run_in_threadpool(check, state))


async def _trial(request: Request) -> Response:
    from sim.studio.workbench.trial import Trial, play

    studio = _studio(request)
    state, page, after = await _state(request)
    if not state.changes:
        raise BadInput(source="changes", expected=message("at least one change"))
    return Data({"ticket": studio.jobs.submit(Job(play, Trial(state, studio.folder, after), page))})


async def _matters(request: Request) -> Response:
    from sim.studio.workbench.matters import Matters, play

    state, page, after = await _state(request)
    return Data({"ticket": _studio(request).jobs.submit(Job(play, Matters(state, after), page))})


async def _sheet(request: Request) -> Response:
    from sim.studio.workbench.sheet import OfPiece, play

    studio, data = _studio(request), await json_of(request)
    refuse_others(data, ("page", "content", "piece"), "request")
    content = await run_in_threadpool(read_content, data.get("content"), studio.game)
    piece = read_word(data.get("piece"), "piece")
    page = read_word(data.get("page", "page"), "page")
    return Data({"ticket": studio.jobs.submit(Job(play, OfPiece(studio.game, studio.game_word, content, piece), page))})


async def _stop(request: Request) -> Response:
    _studio(request).jobs.cancel(read_word((await json_of(request)).get("ticket"), "ticket"))
    return Data({})


async def _history(request: Request) -> Response:
    return Data(await run_in_threadpool(history_data, _studio(request).folder))


async def _step(request: Request) -> Response:
    studio, number = _studio(request), request.query_params.get("number", "")
    if step_number(f"history:{number}") is None:
        raise BadInput(source="number", expected=message("the number of a step"))
    return Data(await run_in_threadpool(step_data, studio.folder, int(number), studio.game, studio.policies))


async def _name(request: Request) -> Response:
    data = await json_of(request)
    number, name = data.get("number"), data.get("name")
    if isinstance(number, bool) or not isinstance(number, int) or not isinstance(name, str):
        raise BadInput(source="name", expected=message("the number of a step, and a name"))
    await run_in_threadpool(name_step, number, name, _studio(request).folder)
    return Data({"name": name})


async def _file(request: Request) -> Response:
    from sim.studio.workbench.save import place_of

    studio, name = _studio(request), request.query_params.get("content")

    def found() -> object:
        content = name if name in contents_of(studio.game) else about(studio.game).usual_content
        state = State(studio.game, studio.game_word, content, {}, {}, Setting())
        return place_of(state, studio.folder, name).data()

    return Data(await run_in_threadpool(found))


async def _save(request: Request) -> Response:
    from sim.studio.workbench.save import ChangedMeanwhile, save

    studio, data = _studio(request), await json_of(request)
    to, seen = data.pop("to", None), data.pop("seen", None)
    if not isinstance(seen, str | None):
        raise BadInput(source="seen", expected=message("the hash of the file as it was seen, or nothing"))

    def saved() -> object:
        return save(read_state(data, studio.game, studio.game_word, studio.policies), studio.folder, to, seen)

    try:
        return Data(await run_in_threadpool(saved))
    except ChangedMeanwhile as error:
        return Data({"error": error.line, **error.found}, 409)


async def _events(request: Request) -> Response:
    return stream(request)
