"""A baseline: the game as somebody accepted it, in a file that the gate compares with and that people can read.

It names what is compared (`experiment`, as a person writes it) and stores what the names meant when it was accepted
(`resolved`), so that the old side can be played again on the same luck. The digest of the first games of each cell
tells whether the engine still plays them the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.configs import OLD_GAME, OWN, still_at, unknown
from engine.errors import BadData, BadInput, NotComparable, first_complaint
from engine.game.cell import Json
from engine.game.registry import load_game
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.experiment.json_text import read_json, readable
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.play.outcomes import Outcomes
from sim.runs.atomic_files import write_file

SCHEMA = 2
UNGROUPED = 1
"""The schema before baselines had groups; it is read as one without."""
WIDER = 3
"""A cell of a group may lie this many margins away, if nothing else is said."""
FIRST_GAMES = {UNGROUPED: 256, SCHEMA: 1024}
"""Games of a cell whose digest is stored, by schema. An engine that turns 1 % of a cell's results leaves no trace in
256 games in 8 of 100 cases, in 1,024 games in 3 of 100,000."""

BASELINES = "baselines"
"""The folder, inside the folder of the game."""


class StoredCounts(BaseModel):
    """What a baseline stores about a cell."""

    model_config = ConfigDict(extra="forbid")

    cell: str
    games: Annotated[int, Field(ge=1)]
    wins: Annotated[int, Field(ge=0)]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    """Of the first games."""


class Rules(BaseModel):
    """The game, the version of its rules and of its columns."""

    model_config = ConfigDict(extra="forbid")

    name: str
    rules: int
    columns: int


class Grouping(BaseModel):
    """Which cells are also judged together."""

    model_config = ConfigDict(extra="forbid")

    axis: str
    """Cells that differ only on this axis, which stands for the size of a game, are a group."""
    margin: Annotated[float, Field(gt=0, lt=100)]
    """In points: how far a cell may move if its group stands in for it."""


class Baseline(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid")

    schema_: Annotated[int, Field(alias="schema")]
    game: Rules
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    margin: Annotated[float, Field(gt=0, lt=100)]
    """In points: how far a cell may move if no intent names it."""
    grouping: Grouping | None = None
    cells: list[StoredCounts]
    experiment: dict[str, Any]
    """What is compared, with names."""
    resolved: dict[str, Any]
    """What the names stood for."""


@dataclass(frozen=True)
class BaselinePair:
    """A baseline, ready to be compared: the experiment as it was accepted, and as its names resolve now."""

    path: Path
    baseline: Baseline
    before: ResolvedExperiment
    after: ResolvedExperiment

    @property
    def margin(self) -> float:
        """As a share."""
        return self.baseline.margin / 100


def baseline_files(given: Sequence[str]) -> list[Path]:
    """The baselines that were asked for, by name or file, or all of the user's own. The shipped ones never stand in for
    missing ones: to pass them would say nothing."""
    if given:
        return [_known_baseline(name) for name in given]
    found = list(own_baselines().values())
    if not found:
        raise BadInput(f"no baseline in {OWN / 'GAME' / BASELINES}; write one with: fatecast baseline accept")
    return found


def own_baselines() -> dict[str, Path]:
    """The baselines in ./configs, as `game/name`."""
    found = {f"{path.parts[-3]}/{path.stem}": path for path in sorted(OWN.glob(f"*/{BASELINES}/*.json"))}
    old, new = OWN / BASELINES, OWN / OLD_GAME / BASELINES
    if still_at(old, new):
        for path in sorted(old.glob("*.json")):
            found.setdefault(f"{OLD_GAME}/{path.stem}", path)
    return found


def find_baseline(name: str, game: str | None = None) -> Path | None:
    """The file of a baseline, by its name or as `game/name`; None if there is no baseline of that name."""
    if name.endswith(".json"):
        return Path(name)
    names = {name, f"{game}/{name}"} if game else {name}
    fits = {full: path for full, path in own_baselines().items() if full in names or (not game and path.stem == name)}
    if len(fits) > 1:
        raise BadInput(f"several games have a baseline {name}: say {' or '.join(fits)}")
    return next(iter(fits.values()), None)


def new_baseline(name: str, game: str) -> Path:
    """Where a new baseline belongs."""
    short = name.removeprefix(f"{game}/")
    if "/" in short:
        raise BadInput(
            f"{name}: expected a name such as {game}/{short.rpartition('/')[2]}, or a file that ends in .json"
        )
    return OWN / game / BASELINES / f"{short}.json"


def _known_baseline(name: str) -> Path:
    found = find_baseline(name)
    if found is None:
        raise BadInput(unknown("baseline", name, own_baselines()))
    return found


def load_baseline(path: Path) -> Baseline:
    """The contents of the file."""
    data = read_json(path, wrong=BadData)
    if isinstance(data, dict) and data.get("schema") not in (SCHEMA, UNGROUPED):
        raise BadData(f"{path}: schema {data.get('schema')!r}, this version reads {UNGROUPED} and {SCHEMA}")
    try:
        baseline = Baseline.model_validate(data)
    except ValidationError as error:
        raise BadData(f"{path}: {first_complaint(error)}") from None
    if baseline.grouping and baseline.grouping.margin < baseline.margin:
        raise BadData(f"{path}: grouping.margin: expected at least the margin of {baseline.margin:g} points")
    return baseline


def read_baseline(path: Path) -> BaselinePair:
    """Open a baseline and resolve both its sides."""
    baseline = load_baseline(path)
    game = load_game(baseline.game.name)
    if (baseline.game.name, baseline.game.rules) != (game.name, game.version):
        raise NotComparable(
            f"{path}: rule version {baseline.game.rules} of {baseline.game.name}, here is {game.version} of "
            f"{game.name}; accept it anew with: fatecast baseline accept {quote(path.stem)}"
        )
    try:
        before = resolve({**baseline.resolved, "seed": baseline.seed}, str(path))
    except BadInput as error:
        raise NotComparable(f"{error}; what was accepted can no longer be played") from None
    after = resolve({**baseline.experiment, "seed": baseline.seed}, f"{path}: experiment")
    if not len(before.cells) == len(after.cells) == len(baseline.cells):
        sizes = f"{len(baseline.cells)} cells, {len(before.cells)} resolved, {len(after.cells)} now"
        raise BadData(f"{path}: expected the same number of cells everywhere, got {sizes}")
    if baseline.grouping and baseline.grouping.axis not in before.cells[0].labels:
        axes = ", ".join(before.cells[0].labels)
        raise BadData(f"{path}: grouping.axis: expected one of {axes}, got {baseline.grouping.axis!r}")
    return BaselinePair(path, baseline, before, after)


def grouping_of(effective: ResolvedExperiment, margin: float, wider: float | None = None) -> Json | None:
    """The groups of a new baseline: over the axis that the game names as its size; None if it names none."""
    axis = effective.game.about.size
    return {"axis": axis, "margin": WIDER * margin if wider is None else wider} if axis else None


def accept(
    cache: OutcomeCache,
    effective: ResolvedExperiment,
    experiment: Mapping[str, object],
    margin: float,
    games: int,
    grouping: Json | None = None,
) -> Json:
    """Play an experiment and return its baseline."""
    seed, game = effective.settings.seed, effective.game
    outcomes = cache.play([SeededCell(cell, seed) for cell in effective.cells], games)
    return {
        "schema": SCHEMA,
        "game": {"name": game.name, "rules": game.version, "columns": game.schema},
        "seed": seed,
        "margin": margin,
        "grouping": grouping,
        "cells": [
            {"cell": cell.name, "games": games, "wins": int(played.won.sum()), "digest": first_digest(played, SCHEMA)}
            for cell, played in zip(effective.cells, outcomes, strict=True)
        ],
        "experiment": without_luck(experiment),
        "resolved": without_luck(effective.to_json()),
    }


def without_luck(experiment: Mapping[str, object]) -> Json:
    """An experiment without the keys that the baseline stores elsewhere."""
    return {key: value for key, value in experiment.items() if key not in ("seed", "games", "until")}


def first_digest(played: Outcomes, schema: int) -> str:
    """Of the first games of a cell: who won, after how many turns. It stays the same when the engine adds a column."""
    first = played.first(FIRST_GAMES[schema])
    return sha256(first.won.astype("<u1").tobytes() + first.turns.astype("<u2").tobytes()).hexdigest()[:16]


def write_baseline(path: Path, baseline: Json) -> None:
    """Write the file, all of it or nothing."""
    write_file(path, readable(baseline))
