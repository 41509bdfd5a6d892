"""`fatecast gate` and `fatecast baseline accept`: what they read, what they write, how they end."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.configs import OWN, read_text, still_at
from engine.errors import BadInput, NotComparable
from engine.game.cell import Json
from engine.game.registry import DEFAULT_GAME
from sim.compare.gate.baseline import (
    BASELINES,
    SCHEMA,
    Baseline,
    BaselinePair,
    accept,
    baseline_files,
    find_baseline,
    grouping_of,
    load_baseline,
    new_baseline,
    read_baseline,
    write_baseline,
)
from sim.compare.gate.effort import games_in
from sim.compare.gate.gate import MOST_GAMES, cells_to_check, check_engine, decide
from sim.compare.gate.output import as_json, junit, markdown, show_budget, show_gate
from sim.compare.gate.self_test import measure
from sim.compare.gate.self_test_output import show_error_rates
from sim.compare.operands import read_base
from sim.experiment.experiment import ResolvedExperiment, override, read_experiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.runs.atomic_files import write_file

INTENT = "intent.txt"
"""The file beside the baselines that says what a change is meant to do."""
DEFAULT_MARGIN = 0.5
SUMMARY = "GITHUB_STEP_SUMMARY"


@dataclass(frozen=True)
class GateRequest:
    """What the command line asks for."""

    baselines: list[str]
    intent: Path | None
    games: int | None
    minutes: float | None
    risk: float
    options: PlayOptions

    def __post_init__(self) -> None:
        if self.games is not None and self.minutes is not None:
            raise BadInput("gate: expected --games or --minutes, not both")

    def sides(self) -> list[BaselinePair]:
        """The baselines, all of one game."""
        found = [read_baseline(path) for path in baseline_files(self.baselines)]
        if len({sides.before.address for sides in found}) > 1:
            raise NotComparable("baselines of different games: ask for one of them (--baseline)")
        return found


def run_gate(asked: GateRequest, junit_file: Path | None, json_file: Path | None, quiet: bool) -> int:
    """Decide, print the result, and return the exit code."""
    summary = os.environ.get(SUMMARY)
    _check_folders(junit_file, json_file, Path(summary) if summary else None)
    sides = asked.sides()
    intent = asked.intent or _own_intent(sides[0].before.settings.game)
    text = read_text(intent) if intent else ""
    cells = [cell for each in sides for cell in cells_to_check(each, text, str(intent))]
    with outcome_cache([side for each in sides for side in (each.before, each.after)], asked.options) as played:
        check_engine(played, cells)
        most = asked.games or MOST_GAMES
        paired = [cell for cell in cells if cell.paired]
        if asked.minutes is not None and paired:
            most = games_in(asked.minutes, played, paired)
            show_budget(asked.minutes, most)
        result = decide(played, cells, asked.risk, most)
    show_gate(result, quiet)
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(markdown(result))
    for path, data in ((junit_file, junit(result)), (json_file, as_json(result))):
        if path is not None:
            write_file(path, data)
    return int(result.outcome)


def measure_gate(asked: GateRequest, runs: int) -> int:
    """The self-test: 0 if the gate is as good as promised, else 3."""
    sides = asked.sides()[0]
    if asked.minutes is not None:
        raise BadInput("gate --self-test: expected --games, not --minutes")
    measured = measure(sides, asked.risk, asked.games or MOST_GAMES, runs, asked.options)
    show_error_rates(measured)
    return 0 if measured.good else 3


@dataclass(frozen=True)
class AcceptRequest:
    """What a new baseline should say beside the games; None: as the last one did."""

    games: int
    margin: float | None = None
    group_margin: float | None = None
    grouped: bool | None = None


def accept_now(
    name: str, experiment: str | None, asked: AcceptRequest, options: PlayOptions, game: str | None = None
) -> str:
    """Write a baseline, with a seed that the last one did not have."""
    wanted = read_experiment(experiment, game)[0] if experiment else None
    path = find_baseline(name, str(wanted.get("game", DEFAULT_GAME)) if wanted else game)
    old = load_baseline(path) if path and path.exists() else None
    data: Json = wanted or (old.experiment if old else read_base(None, game)[0])
    path = path or new_baseline(name, str(data.get("game", DEFAULT_GAME)))
    seed = (old.seed + 1) % 2**64 if old else data.get("seed", 1)
    effective = resolve(override(data, {"seed": seed, "games": asked.games}), f"{path}: experiment")
    margin = asked.margin if asked.margin is not None else old.margin if old else DEFAULT_MARGIN
    grouping = _new_grouping(asked, old, effective, margin)
    with outcome_cache([effective], options) as played:
        write_baseline(path, accept(played, effective, data, margin, asked.games, grouping))
    return f"{path}: {len(effective.cells)} cells, {asked.games:,} games each, seed {seed}"


def _new_grouping(
    asked: AcceptRequest, old: Baseline | None, effective: ResolvedExperiment, margin: float
) -> Json | None:
    """As asked for, else as the last baseline of this schema had it, else over the size of the game."""
    if asked.group_margin is not None and asked.group_margin < margin:
        raise BadInput(f"--group-margin: expected at least the margin of {margin:g} points, got {asked.group_margin:g}")
    if asked.grouped is False or (asked.grouped is None and old and old.schema_ == SCHEMA and old.grouping is None):
        return None
    wider = asked.group_margin
    if wider is None and asked.margin is None and old and old.grouping:
        wider = old.grouping.margin
    return grouping_of(effective, margin, wider)


def _own_intent(game: str) -> Path | None:
    """The intent in ./configs, if there is one."""
    new, old = OWN / game / BASELINES / INTENT, OWN / INTENT
    if new.is_file():
        return new
    return old if still_at(old, new) else None


def _check_folders(*paths: Path | None) -> None:
    """Find out before anything is played that a file cannot be written."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise BadInput(f"{path}: cannot be written (no folder {path.parent})")
