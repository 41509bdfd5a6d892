"""What can be changed: the pieces of a content as cards, what else it holds, the options of the game, the dials of who
plays. All of it comes from the game; nothing here knows one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.configs import EXPERIMENTS, names
from engine.errors import FatecastError
from engine.game.axes import FOCUS_SEAT
from engine.game.cell import Json
from engine.game.optional_parts import HasChoices, TellsMore, content_of
from engine.game.protocol import Game
from engine.game.registry import about, load_game
from engine.language.current import DEFAULT, said, several, speaking, word
from sim.experiment.experiment import ResolvedExperiment
from sim.studio.workbench.asked import Setting, State, Value, content_axis, contents_of
from sim.studio.workbench.limits import NOTHING_KNOWN, Limits, limits_in, limits_of_content
from sim.studio.workbench.trial import base_of, names_of
from sim.text.axis_words import axis_word
from sim.text.number_format import capital
from sim.verbs.pieces import VERB as PIECES
from sim.verbs.pieces import PiecesRequest
from sim.verbs.request.keys import base_experiment
from sim.verbs.request.progress import Progress

OPTIONS, POLICY = "options", "policy"
HEADS = (OPTIONS, POLICY, "focus", "field")
"""Where a path begins that is no field of the content."""
ID = "id"
"""The column of a sheet of pieces that has the word for each in paths; without one, it is the first."""
PARAMETERS = "parameters"


class Field(NamedTuple):
    """Something that a page can change."""

    path: str
    """As `try` takes it."""
    name: str
    value: Value
    limits: Limits = NOTHING_KNOWN
    help: str = ""

    @property
    def kind(self) -> str:
        """`switch`, `choice`, `number`, or `rule` for any other text."""
        if isinstance(self.value, bool) or self.limits.is_switch:
            return "switch"
        if self.limits.choices:
            return "choice"
        return "rule" if isinstance(self.value, str) else "number"

    def data(self) -> Json:
        """For the page."""
        value = {True: "on", False: "off"}[self.value] if isinstance(self.value, bool) else self.value
        return {
            "path": self.path,
            "name": self.name,
            "label": ": ".join(word(part.replace("_", " ")) for part in self.name.split(".")),
            "value": value,
            "kind": self.kind,
            "low": self.limits.low,
            "high": self.limits.high,
            "whole": not isinstance(self.value, float),
            "choices": list(self.limits.choices),
            "help": word(self.help),
        }


def workbench(game: str, content: str, setting: Setting) -> Json:
    """All that the page shows before anything is changed."""
    state = State(game, None, content, {}, {}, setting)
    loaded, base = load_game(game), reference(state)
    fields = list(fields_of(loaded, base))
    cards, placed = _cards(game, content, fields) if loaded.pieces else ([], set())
    return {
        "title": word(about(game).title),
        "game": game,
        "content": content,
        "content_word": axis_word(content_axis(about(game))),
        "contents": contents_of(game),
        "pieces_title": _title_of_pieces(loaded.presentation.piece),
        "has_sheets": isinstance(loaded.pieces, TellsMore) and loaded.pieces.tells_more,
        "cards": cards,
        "groups": list(_groups([field for field in fields if field.path not in placed])),
        "can_leave_out": _can_leave_out(loaded, base, {card["id"] for card in cards}),
        "setting": _setting(loaded, base, game),
    }


def reference(state: State) -> ResolvedExperiment:
    """The experiment that the reference plays, without the pinned changes."""
    return base_experiment("try_change", base_of(state, state.setting.seed), {}, names_of(state)).resolved()


def fields_of(game: Game, base: ResolvedExperiment) -> Iterator[Field]:
    """Every field: of the content, of the options, of the policies."""
    if game.content is None:
        return
    listed = content_of(game).fields(base.grid, "fields")
    own = {path: value for path, value in listed.items() if path.partition(".")[0] not in HEADS}
    limits = limits_of_content(base, own)
    for path, value in own.items():
        yield Field(path, path, value, limits.get(path, NOTHING_KNOWN))
    yield from _options(game, base)
    yield from _parameters(game, base)


def _options(game: Game, base: ResolvedExperiment) -> Iterator[Field]:
    """The rules that the players may set."""
    content = content_of(game)
    chosen = content.choices() if isinstance(content, HasChoices) else {}
    held: Mapping[str, object] = base.grid.get(OPTIONS, {})
    for option in game.about.options:
        path, value = f"{OPTIONS}.{option.name}", held.get(option.name)
        if option == FOCUS_SEAT or not isinstance(value, Value) or not _can_change(game, base, path, value):
            continue
        known = Limits(choices=tuple(map(str, chosen[path].values))) if path in chosen else limits_in(option.values)
        yield Field(path, option.name, value, known, option.help)


def _parameters(game: Game, base: ResolvedExperiment) -> Iterator[Field]:
    """The dials of those who play."""
    told = _told_parameters(game)
    with speaking(DEFAULT):  # limits are read in English
        limits = {name: limits_in(row[1]) for name, row in _told_parameters(game).items()}
    for name, value in _dials(base.grid).items():
        meaning = told[name][-1] if name in told else ""
        yield _dial(f"{POLICY}.{name}", name, value, limits.get(name, NOTHING_KNOWN), meaning)


def _told_parameters(game: Game) -> dict[str, Sequence[str]]:
    """What is told of each parameter of a policy, by its name."""
    sheets = game.policies.sheets() if game.policies else ()
    return {row[0]: row for row in sheets[1].rows} if len(sheets) > 1 else {}


def _dial(path: str, name: str, value: Value, known: Limits, told: str) -> Field:
    """A parameter of a policy; one that is a word is held as the number of the word."""
    if known.choices and isinstance(value, int) and 0 <= value < len(known.choices):
        return Field(path, name, known.choices[value], known, told)
    return Field(path, name, value, known, told)


def _can_change(game: Game, base: ResolvedExperiment, path: str, value: Value) -> bool:
    """Whether the path can be changed at all: what it holds now must be taken."""
    try:
        content_of(game).changed(base.grid, {path: value}, "fields")
    except FatecastError:
        return False
    return True


def _dials(grid: Json) -> dict[str, Value]:
    """The parameters of all policies that play, those on which they agree."""
    found: dict[str, list[Value]] = {}
    for each in _with_parameters(grid):
        for name, value in each.items():
            found.setdefault(name, []).append(value)
    return {
        name: values[0]
        for name, values in found.items()
        if isinstance(values[0], Value) and all(value == values[0] for value in values)
    }


def _with_parameters(part: Any) -> Iterator[Json]:
    if isinstance(part, dict):
        if isinstance(part.get(PARAMETERS), dict):
            yield part[PARAMETERS]
        for key in ("policies", "tables", "focus", "field", "seats"):
            yield from _with_parameters(part.get(key))
    elif isinstance(part, list):
        for each in part:
            yield from _with_parameters(each)


def _cards(game: str, content: str, fields: list[Field]) -> tuple[list[Json], set[str]]:
    """The pieces in words, each with its fields; and the paths that have found their piece."""
    sheet = PIECES(PiecesRequest(content=content or None, game=game), Progress()).data
    rows: list[Mapping[str, str]] = sheet["rows"]
    by_id: dict[str, list[Field]] = {}
    for field in fields:
        parts = field.path.split(".")
        if len(parts) > 2 and parts[0] not in HEADS:
            by_id.setdefault(parts[1], []).append(field._replace(name=".".join(parts[2:])))
    cards, placed = [], set()
    for row in rows:
        first = next(iter(row.values()), "")
        key = row.get(ID, first)
        own = by_id.pop(key, [])
        placed |= {field.path for field in own}
        cards.append({"id": key, "name": first, "words": row, "fields": [field.data() for field in own]})
    return cards, placed


def _can_leave_out(game: Game, base: ResolvedExperiment, cards: Collection[str]) -> bool:
    """Whether `ablate` plays the game without each of its cards in turn."""
    kind = next(iter(game.content.kinds), None) if game.content and cards else None
    if kind is None:
        return False
    try:
        found = content_of(game).alterations(base.grid, kind, "ablate")
    except FatecastError:
        return False
    return bool(found) and all(len(each.pieces) == 1 and each.pieces[0] in cards for each in found)


def piece_names(game: str, content: str) -> dict[str, str]:
    """What people call each piece of a content, by its id; none if the game has no pieces."""
    if not load_game(game).pieces:
        return {}
    sheet = PIECES(PiecesRequest(content=content or None, game=game), Progress()).data
    return {row.get(ID, first): first for row in sheet["rows"] for first in [next(iter(row.values()), "")]}


def _title_of_pieces(piece: str) -> str:
    return capital(several(piece)) if piece else said("Pieces")


def _title_of_group(name: str) -> str:
    """What stands above a group; a part of the content is called as the content calls it."""
    titles = {"": said("Numbers of the game"), OPTIONS: said("Options"), POLICY: said("Dials of who plays")}
    return titles.get(name) or word(name)


def _groups(fields: list[Field]) -> Iterator[Json]:
    """What belongs to no piece, by where its path begins; what stands alone comes first."""
    found: dict[str, list[Field]] = {"": []}
    for field in fields:
        head, dot, rest = field.path.partition(".")
        found.setdefault(head if dot else "", []).append(field._replace(name=rest or head))
    for name, members in found.items():
        if members:
            yield {"name": name, "title": _title_of_group(name), "fields": [field.data() for field in members]}


def _setting(game: Game, base: ResolvedExperiment, name: str) -> Json:
    """Who plays and how, and what else could be asked for."""
    sheets = game.policies.sheets() if game.policies else ()
    axes = [axis for axis in game.about.axes if axis.values in ("numbers", "switch")]
    skill = game.about.skill
    return {
        "policies": [{"name": row[0], "help": word(row[-1])} for row in sheets[0].rows] if sheets else [],
        "policy": list(dict.fromkeys(str(cell.labels[skill]) for cell in base.cells if skill in cell.labels)),
        "axes": [
            {
                "name": axis.name,
                "label": axis_word(axis.name),
                "kind": axis.values,
                "value": base.grid.get(axis.key),
                "help": word(axis.help),
            }
            for axis in axes
        ],
        "experiments": names(EXPERIMENTS, name),
        "seed": base.settings.seed,
        "cells": len(base.cells),
    }
