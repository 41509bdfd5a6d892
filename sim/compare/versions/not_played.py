"""Edits of a game that an experiment hides: it sets a value whose default the edit changed, so both sides play that
value.

Only a game that is code has defaults that somebody edits: its two texts, or programs, are both here (`editions`). What
a text says by default is asked of the game itself: it completes an experiment that does not say it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.configs import read_text
from engine.errors import BadInput
from engine.game.cell import Json
from engine.game.differences import value_in_words
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment, experiment_file

OPTIONS, PARAMETERS = "options", "parameters"
"""The tables whose values a game completes: of the rules, and of a policy."""
WHO = {"policies": "policy", "tables": "policy"}
"""How a path names who plays, as in `fatecast try policy.at=16`."""

Place = tuple[str | int, ...]


class HiddenEdit(NamedTuple):
    """A default that changed, and the value that both sides play instead."""

    name: str
    """`options.goal`"""
    was: str
    now: str
    value: str

    @property
    def line(self) -> str:
        """One line for a person."""
        return said(
            "the experiment sets {name} = {value}: the edit {was} → {now} was not played",
            name=self.name,
            value=self.value,
            was=self.was,
            now=self.now,
        )


def lines_about(sides: Sequence[tuple[ResolvedExperiment, ResolvedExperiment]], is_accepted: bool = False) -> list[str]:
    """One line for each edit that was not played, with the line of the experiment's file to delete; what is held by a
    baseline has to be accepted then."""
    experiments = {(side.settings.name, side.settings.game) for pair in sides for side in pair}
    lines = []
    for edit in hidden_edits(sides):
        place = next((place for each in sorted(experiments) if (place := line_that_sets(edit, *each))), "")
        lines.append("; ".join([edit.line, *([_remedy(place, is_accepted)] if place else [])]))
    return lines


def _remedy(place: str, is_accepted: bool) -> str:
    if not is_accepted:
        return said("to have it played, delete {place}", place=place)
    return said(
        "to have it played, delete {place}, and accept that (fatecast baseline accept) with the game as it was before "
        "the edit",
        place=place,
    )


def hidden_edits(sides: Iterable[tuple[ResolvedExperiment, ResolvedExperiment]]) -> list[HiddenEdit]:
    """The edits that no experiment plays. What one of several experiments plays is not hidden by the others."""
    hidden: dict[tuple[str, str, str], HiddenEdit] = {}
    played: set[tuple[str, str, str]] = set()
    for before, after in sides:
        for edit, is_played in _edits(before, after):
            if is_played:
                played.add(edit[:3])
            else:
                hidden.setdefault(edit[:3], edit)
    return [edit for key, edit in hidden.items() if key not in played]


def _edits(before: ResolvedExperiment, after: ResolvedExperiment) -> Iterator[tuple[HiddenEdit, bool]]:
    """Every default that differs between the two sides, and whether the sides play it."""
    if before.game.editions is None or before.address != after.address:
        return
    was, now = _defaults(before), _defaults(after)
    mine, yours = _values(before), _values(after)
    for path in was:
        if path in now and path in mine and path in yours and was[path] != now[path]:
            texts = (value_in_words(each) for each in (was[path], now[path], mine[path]))
            yield HiddenEdit(_name(path), *texts), mine[path] != yours[path]


def _values(experiment: ResolvedExperiment) -> dict[Place, Any]:
    return {path: _at(experiment.grid, path) for path in _places(experiment)}


def _defaults(experiment: ResolvedExperiment) -> dict[Place, Any]:
    """What the game says where the experiment says nothing: first without the values of its tables, then without its
    axes. Both at once could contradict each other, as the seats do that some number of players does not have."""
    places = _places(experiment)
    found: dict[Place, Any] = {}
    for some in ([path for path in places if len(path) > 1], [path for path in places if len(path) == 1]):
        try:
            completed = experiment.game.resolve(_without(experiment.grid, some), experiment.settings.name)
        except BadInput:
            continue  # the game cannot do without one of them, so none of them hides a default
        found |= {path: value for path in some if (value := _at(completed, path)) is not None}
    return found


def _places(experiment: ResolvedExperiment) -> list[Place]:
    """Where the grid has values that a game would complete: axes, options, parameters of policies."""
    axes = [axis.key for axis in experiment.game.about.axes if axis.values != "policies"]
    plain = [(key,) for key in axes if _is_plain(experiment.grid.get(key))]
    return [*plain, *_in_tables(experiment.grid)]


def _is_plain(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str | int | float) for each in value)


def _in_tables(data: Any, path: Place = ()) -> Iterator[Place]:
    inner = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        if key in (OPTIONS, PARAMETERS) and isinstance(value, Mapping):
            yield from ((*path, key, name) for name in value)
        else:
            yield from _in_tables(value, (*path, key))


def _at(data: Any, path: Sequence[str | int]) -> Any:
    """The value at a place; None if there is none."""
    for key in path:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _without(grid: Json, places: Iterable[Place]) -> Json:
    """A copy of the grid that says nothing at these places."""
    gone = set(places)

    def copied(data: Any, path: Place) -> Any:
        if isinstance(data, Mapping):
            inner = {key: value for key, value in data.items() if (*path, key) not in gone}
            return {key: copied(value, (*path, key)) for key, value in inner.items()}
        return [copied(value, (*path, at)) for at, value in enumerate(data)] if isinstance(data, list) else data

    found: Json = copied(grid, ())
    return found


def _name(path: Place) -> str:
    words = [WHO.get(str(key), str(key)) for key in path if not isinstance(key, int) and key != PARAMETERS]
    return ".".join(words)


def line_that_sets(edit: HiddenEdit, experiment: str, game: str) -> str:
    """`line 9 of configs/pig/experiments/tuning.toml (goal = 100)`: where the file of an experiment sets a value; empty
    if there is no such file, or none of its lines."""
    try:
        path = experiment_file(experiment, game)
        lines = read_text(path).splitlines() if path.suffix == ".toml" else []
    except BadInput:
        return ""
    key = re.escape(edit.name.rpartition(".")[2])
    for pattern in (rf"^\s*(\w+\.)?{key}\s*=", rf"\b{key}\s*="):
        for number, line in enumerate(lines, 1):
            if re.search(pattern, line) and not line.lstrip().startswith("#"):
                written = " ".join(line.split())
                return said("line {number} of {path} ({written})", number=number, path=path, written=written)
    return ""
