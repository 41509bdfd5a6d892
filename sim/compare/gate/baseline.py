"""A baseline: the game as somebody accepted it, in a file that the gate compares with and that people can read.

It names what is compared (`experiment`, as a person writes it) and stores what the names meant when it was accepted
(`resolved`), so that the old side can be played again on the same luck. The digest of the first games of each cell
tells whether the engine still plays them the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.configs import unknown
from engine.errors import BadData, BadInput, NotComparable, complaints, message
from engine.game.cell import Cell, Json
from engine.game.differences import value_in_words
from engine.game.outcomes import Mean, Outcome, Share, headline_of
from engine.game.protocol import Game
from engine.game.registry import STORED_CODE, admit_kept, call_names, load_game
from sim.compare.gate.baseline_files import accept_command
from sim.compare.gate.game_named import BASELINE_BYTES, game_named
from sim.compare.gate.stored import StoredCell, fits, sums_of
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.kept_edition import KEY, edition_of
from sim.play.logs import LOGGER
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.play.outcomes import Outcomes
from sim.runs.atomic_files import write_file
from sim.runs.manifest_file import OLD_SCHEMAS, too_old
from sim.text.json_text import canonical, read_json, readable

SCHEMA = 3
CHECKSUM = "checksum"
WIDER = 3
"""A cell of a group may lie this many margins away, if nothing else is said."""
FIRST_GAMES = 1024
"""Games of a cell whose digest is stored. An engine that turns 1 % of a cell's results leaves no trace in
256 games in 8 of 100 cases, in 1,024 games in 3 of 100,000."""


class Rules(BaseModel):
    """The game, the version of its rules and of its columns."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: str
    rules: int
    columns: int


Margin = Annotated[float, Field(gt=0)]
"""In points for a share, in its unit for a mean."""


class Grouping(BaseModel):
    """Which cells are also judged together."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    axis: str
    """Cells that differ only on this axis, which stands for the size of a game, are a group."""
    margins: dict[str, Margin]
    """By outcome: how far a cell may move if its group stands in for it."""


class Baseline(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, defer_build=True)

    schema_: Annotated[int, Field(alias="schema")]
    game: Rules
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    margins: Annotated[dict[str, Margin], Field(min_length=1)]
    """The outcomes that are checked, and how far each may move if no intent names it."""
    grouping: Grouping | None = None
    cells: list[StoredCell]
    experiment: dict[str, Any]
    """What is compared, with names."""
    resolved: dict[str, Any]
    """What the names stood for."""
    edition: dict[str, Any] | None = None
    """Of a game of one's own: its text and all that it declares, as it was accepted."""
    checksum: str | None = None
    """Of all of the above; files before 0.9 have none."""


@dataclass(frozen=True)
class BaselinePair:
    """A baseline, ready to be compared: the experiment as it was accepted, and as its names resolve now."""

    path: Path
    baseline: Baseline
    before: ResolvedExperiment
    after: ResolvedExperiment

    @property
    def outcomes(self) -> list[Outcome]:
        """Those that the baseline checks."""
        return [outcome for outcome in self.before.game.outcomes if outcome.name in self.baseline.margins]

    def margin(self, outcome: Outcome) -> float:
        """As a fraction or in the unit of the outcome; its own if the baseline does not name it."""
        return _margin(self.baseline.margins, outcome, outcome.margin)

    def group_margin(self, outcome: Outcome) -> float:
        """How far a cell may move if its group stands in for it."""
        grouping = self.baseline.grouping
        return _margin(grouping.margins if grouping else {}, outcome, WIDER * self.margin(outcome))


def _margin(margins: Mapping[str, float], outcome: Outcome, otherwise: float) -> float:
    given = margins.get(outcome.name)
    return otherwise if given is None else given / OutcomeFormat(outcome).factor


def load_baseline(path: Path, to_replace: bool = False) -> Baseline:
    """The contents of the file. What somebody changed since it was written is refused, unless it is read to be
    replaced; what has no checksum is read, and a line says so."""
    data = read_json(path, BASELINE_BYTES, wrong=BadData)
    if isinstance(data, dict) and not to_replace:
        _check_sum(path, data)
    schema = data.get("schema") if isinstance(data, dict) else SCHEMA
    if schema in OLD_SCHEMAS:
        raise BadData(too_old(schema), source=path)
    if schema != SCHEMA:
        raise BadData(
            message("schema {schema!r}, this version reads {reads}", schema=schema, reads=SCHEMA), source=path
        )
    try:
        baseline = Baseline.model_validate(data)
    except ValidationError as error:
        raise BadData.of_all(complaints(error, path)) from None
    _check_outcomes(path, baseline)
    return baseline


def _check_sum(path: Path, data: Json) -> None:
    again = accept_command(game_named(data), path)
    if data.get(CHECKSUM) is None:
        LOGGER.warning(
            message(
                "{path}: has no checksum, so a change of it would not be noticed; this writes one: {command}",
                path=path,
                command=again,
            )
        )
        return
    try:
        expected = checksum_of(data)
    except RecursionError:
        raise BadData(source=path, expected=message("fewer tables inside of tables")) from None
    if data[CHECKSUM] != expected:
        raise BadData(
            message("has changed since it was accepted; after a merge, accept it anew with: {again}", again=again),
            source=path,
        )


def checksum_of(baseline: Json) -> str:
    """A hash of everything in a baseline but itself, as its file says it."""
    said = loads(dumps({key: value for key, value in baseline.items() if key != CHECKSUM}))
    return sha256(canonical(said)).hexdigest()


def _check_outcomes(path: Path, baseline: Baseline) -> None:
    """Margins of outcomes that the game has, and sums that fit them."""
    declared = {outcome.name: outcome for outcome in load_game(baseline.game.name).outcomes}
    wider = baseline.grouping.margins if baseline.grouping else {}
    for key, margins in (("margins", baseline.margins), ("grouping.margins", wider)):
        for name, margin in margins.items():
            if name not in declared:
                raise BadData(unknown("outcome", name, declared), source=path, place=key)
            if isinstance(declared[name], Share) and margin >= 100:
                raise BadData(
                    message("{name}: expected less than 100 points, not {margin:g}", name=name, margin=margin),
                    source=path,
                    place=key,
                )
            if margin < baseline.margins.get(name, 0.0):
                unit = OutcomeFormat(declared[name]).own_unit
                least = f"{baseline.margins[name]:g} {unit}"
                raise BadData(
                    message("{name}: expected at least the margin of {least}", name=name, least=least),
                    source=path,
                    place=key,
                )
    for cell in baseline.cells:
        for name, sums in cell.outcomes.items():
            if name in declared and not fits(declared[name], sums):
                raise BadData(
                    message("{cell}: {name}: not the sums that this outcome has", cell=cell.cell, name=name),
                    source=path,
                    place="cells",
                )


def kept_in(path: Path, game: str) -> object | None:
    """What a baseline keeps of the text of a game of one's own; None if that is nothing, or another game."""
    data = read_json(path, BASELINE_BYTES, wrong=BadData)
    if not isinstance(data, dict) or game_named(data) != game or not isinstance(data.get(KEY), dict):
        return None
    _check_sum(path, data)
    return data[KEY] if data[KEY].get("text") is not None else None


def admit_accepted(path: Path) -> None:
    """Run the text of a game of one's own that a baseline keeps, because the call says so; not if the file of today
    plays the same."""
    baseline = load_baseline(path)
    try:
        resolve(baseline.resolved, str(path))
    except NotComparable:
        if baseline.edition is None:
            raise NotComparable(
                message("keeps no text of {game}; name it: --before FILE", game=baseline.game.name), source=path
            ) from None
        admit_kept(baseline.game.name, baseline.edition, f"{path}: {KEY}")
    except BadInput:
        return  # whoever reads the baseline says what is wrong


def read_baseline(path: Path) -> BaselinePair:
    """Open a baseline and resolve both its sides."""
    baseline = load_baseline(path)
    game = load_game(baseline.game.name)
    if (baseline.game.name, baseline.game.rules) != (game.name, game.version):
        raise NotComparable(
            message(
                "rule version {rules} of {name}, here is {version} of {name2}; accept it anew with: {accept_command}",
                rules=baseline.game.rules,
                name=baseline.game.name,
                version=game.version,
                name2=game.name,
                accept_command=accept_command(baseline.game.name, path),
            ),
            source=path,
        )
    try:
        before = resolve({**baseline.resolved, "seed": baseline.seed}, str(path))
    except BadInput as error:
        raise NotComparable(message("{error}; what was accepted can no longer be played", error=error)) from None
    except NotComparable as error:
        if not baseline.edition:
            raise NotComparable(
                message("{error}; name that text, too: --before FILE, or accept the new one", error=error)
            ) from None
        raise NotComparable(
            message(
                "{error}; name that text, too: --before FILE or {stored} (the text that the baseline keeps), or accept "
                "the new one",
                error=error,
                stored=STORED_CODE,
            )
        ) from None
    try:
        after = resolve({**baseline.experiment, "seed": baseline.seed}, f"{path}: experiment")
    except BadInput:
        _check_policies(path, before, {})
        raise
    _check_policies(path, before, after.grid)
    _check_axes(path, baseline, before, after)
    if not len(before.cells) == len(after.cells) == len(baseline.cells):
        raise BadData(
            source=path,
            expected=message(
                "the same number of cells everywhere, got {cells} cells, {resolved} resolved, {now} now",
                cells=len(baseline.cells),
                resolved=len(before.cells),
                now=len(after.cells),
            ),
        )
    if baseline.grouping and baseline.grouping.axis not in before.cells[0].labels:
        axes = ", ".join(before.cells[0].labels)
        raise BadData(
            source=path,
            place="grouping.axis",
            expected=message("one of {axes}, got {axis!r}", axes=axes, axis=baseline.grouping.axis),
        )
    return BaselinePair(path, baseline, before, after)


def _check_policies(path: Path, before: ResolvedExperiment, now: Json) -> None:
    """Refuse policies of one's own that are not here as their texts were: only a call that names a file runs it."""
    own, here = _own_policies(before.grid), _own_policies(now)
    for digest in own.keys() - here.keys() - call_names().policy_files.keys():
        raise NotComparable(
            message(
                "not played: {name} (sha256 {digest}) is a policy of your own, which runs only if you name its file as "
                "it was accepted: add --policy FILE",
                name=own[digest],
                digest=digest[:8],
            ),
            source=path,
        )


def _own_policies(grid: object) -> dict[str, str]:
    """The policies in a grid that are code, by the hashes of their texts: their names."""
    inside = grid.values() if isinstance(grid, dict) else grid if isinstance(grid, list) else ()
    found = {digest: name for value in inside for digest, name in _own_policies(value).items()}
    if isinstance(grid, dict) and isinstance(grid.get("code"), str) and isinstance(grid.get("name"), str):
        found[grid["code"]] = grid["name"]
    return found


def _check_axes(path: Path, baseline: Baseline, before: ResolvedExperiment, after: ResolvedExperiment) -> None:
    """Refuse what the game decides and has decided otherwise since: other values of an axis are other cells."""
    for axis in before.game.about.axes:
        was, now = before.grid.get(axis.key), after.grid.get(axis.key)
        if axis.values == "numbers" and axis.key not in baseline.experiment and was != now:
            raise NotComparable(
                message(
                    "{was} when it was accepted, {now} now: other cells; accept it anew with: {again}",
                    was=value_in_words(was),
                    now=value_in_words(now),
                    again=accept_command(baseline.game.name, path),
                ),
                source=path,
                place=axis.key,
            )


def grouping_of(effective: ResolvedExperiment, margins: Mapping[str, float]) -> Json | None:
    """The groups of a new baseline: over the axis that the game names as its size; None if it names none."""
    axis = effective.game.about.size
    return {"axis": axis, "margins": dict(margins)} if axis else None


def accept(
    cache: OutcomeCache,
    effective: ResolvedExperiment,
    experiment: Mapping[str, object],
    margins: Mapping[str, float],
    games: int,
    grouping: Json | None = None,
) -> Json:
    """Play an experiment and return its baseline. Sums are stored of all outcomes, margins of those to check."""
    seed, game = effective.settings.seed, effective.game
    outcomes = cache.play([SeededCell(cell, seed) for cell in effective.cells], games)
    columns = digest_columns(game, effective.cells)
    return {
        "schema": SCHEMA,
        "game": {"name": game.name, "rules": game.version, "columns": game.schema},
        "seed": seed,
        "margins": dict(margins),
        "grouping": grouping,
        "cells": [
            {
                "cell": cell.name,
                "games": games,
                "outcomes": {
                    outcome.name: sums_of(outcome, played).model_dump(exclude_none=True)
                    for outcome in game.outcomes
                    if outcome.applies(cell.labels)
                },
                "digest": first_digest(played, columns),
            }
            for cell, played in zip(effective.cells, outcomes, strict=True)
        ],
        "experiment": without_luck(experiment),
        "resolved": without_luck(effective.to_json()),
        **({} if (edition := edition_of(effective, LOGGER.warning)) is None else {KEY: edition}),
    }


def without_luck(experiment: Mapping[str, object]) -> Json:
    """An experiment without the keys that the baseline stores elsewhere."""
    return {key: value for key, value in experiment.items() if key not in ("seed", "games", "until")}


def digest_columns(game: Game, cells: Sequence[Cell]) -> dict[str, str]:
    """The columns in the digest of the first games, and how each is stored: those of the headline and of the length.
    The digest stays the same when the engine adds a column or an outcome."""
    headline = headline_of(game.outcomes, [cell.labels for cell in cells])
    lengths = [outcome for outcome in game.outcomes if isinstance(outcome, Mean) and outcome.length]
    stored = {column.name: column.dtype for column in game.columns}
    return {
        name: stored[name]
        for outcome in (headline, *lengths)
        for name in (outcome.column, outcome.over if isinstance(outcome, Mean) else "")
        if name
    }


def first_digest(played: Outcomes, columns: Mapping[str, str]) -> str:
    """Of the first games of a cell."""
    first = played.first(FIRST_GAMES)
    stored = (first.columns[name].astype(kind).tobytes() for name, kind in columns.items())
    return sha256(b"".join(stored)).hexdigest()[:16]


def write_baseline(path: Path, baseline: Json) -> None:
    """Write the file with its checksum, all of it or nothing."""
    write_file(path, readable({**baseline, CHECKSUM: checksum_of(baseline)}))
