"""`fatecast gate` and `fatecast baseline accept`: what they read, what they write, how they end."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path

from engine.configs import OWN, folder_of, read_text, still_at
from engine.errors import BadInput, NotComparable
from engine.game.cell import Json
from engine.game.outcomes import Outcome
from engine.game.registry import DEFAULT_GAME
from sim.compare.gate.baseline import (
    UNGROUPED,
    WIDER,
    Baseline,
    BaselinePair,
    accept,
    grouping_of,
    load_baseline,
    read_baseline,
    write_baseline,
)
from sim.compare.gate.baseline_files import BASELINES, baseline_files, find_baseline, new_baseline
from sim.compare.gate.edited_experiment import edited_experiment
from sim.compare.gate.effort import games_in
from sim.compare.gate.gate import MOST_GAMES, GateOutcome, GateResult, cells_to_check, check_engine, decide
from sim.compare.gate.output import as_json, junit, markdown, show_budget, show_gate
from sim.compare.gate.self_test.measure import measure
from sim.compare.gate.self_test.output import show_error_rates
from sim.compare.operands import read_base
from sim.compare.tested_outcomes import margins_of, shown, tested_outcomes
from sim.display.number_format import listed
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment, override, read_experiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.runs.atomic_files import write_file

INTENT = "intent.txt"
"""The file beside the baselines that says what a change is meant to do."""
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
    outcomes: list[str] = field(default_factory=list)
    """By name; by default those that the baselines check."""
    game: str | None = None
    """Of all baselines, only those of this game."""

    def __post_init__(self) -> None:
        if self.games is not None and self.minutes is not None:
            raise BadInput("gate: expected --games or --minutes, not both")

    def sides(self) -> list[BaselinePair]:
        """The baselines, all of one game."""
        found = [read_baseline(path) for path in baseline_files(self.baselines, self.game)]
        if len({sides.before.address for sides in found}) > 1:
            raise NotComparable("baselines of different games: ask for one of them (--baseline)")
        return found

    def tested(self, sides: BaselinePair) -> list[Outcome]:
        """The outcomes that were asked for; none if the baseline decides."""
        if not self.outcomes:
            return []
        return tested_outcomes(sides.before.game.outcomes, [cell.labels for cell in sides.before.cells], self.outcomes)


def run_gate(asked: GateRequest, junit_file: Path | None, json_file: Path | None, quiet: bool) -> int:
    """Decide, print the result, and return the exit code."""
    summary = os.environ.get(SUMMARY)
    _check_folders(junit_file, json_file, Path(summary) if summary else None)
    result = judged(asked, show_budget)
    show_gate(result, quiet)
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(markdown(result))
    for path, data in ((junit_file, junit(result)), (json_file, as_json(result))):
        if path is not None:
            write_file(path, data)
    return int(result.outcome)


def judged(asked: GateRequest, hear_budget: Callable[[float, int], None] | None = None) -> GateResult:
    """Play and decide. `hear_budget` hears how many games the minutes came to."""
    sides = asked.sides()
    intent = asked.intent or _own_intent(sides[0].before.settings.game)
    text = read_text(intent) if intent else ""
    cells = [cell for each in sides for cell in cells_to_check(each, text, str(intent), asked.tested(each))]
    with outcome_cache([side for each in sides for side in (each.before, each.after)], asked.options) as played:
        check_engine(played, cells)
        most = asked.games or MOST_GAMES
        paired = [cell for cell in cells if cell.paired]
        if asked.minutes is not None and paired:
            most = games_in(asked.minutes, played, paired)
            if hear_budget is not None:
                hear_budget(asked.minutes, most)
        result = decide(played, cells, asked.risk, most)
    edited = [line for each in sides if (line := edited_experiment(each))]
    passed = result.outcome is GateOutcome.PASS
    return replace(result, edited=edited, outcome=GateOutcome.INCONCLUSIVE if passed and edited else result.outcome)


def measure_gate(asked: GateRequest, runs: int) -> int:
    """The self-test: 0 if the gate is as good as promised, else 3."""
    sides = asked.sides()[0]
    if asked.minutes is not None:
        raise BadInput("gate --self-test: expected --games, not --minutes")
    most = asked.games or MOST_GAMES
    measured = measure(sides, asked.risk, most, runs, asked.options, asked.tested(sides))
    show_error_rates(measured)
    return 0 if measured.good else 3


@dataclass(frozen=True)
class AcceptRequest:
    """What a new baseline should say beside the games; None or nothing: as the last one did."""

    games: int
    margins: Sequence[str] = ()
    """As typed: `0.5`, `length: 0.5`."""
    group_margins: Sequence[str] = ()
    grouped: bool | None = None
    outcomes: Sequence[str] = ()


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
    if old is not None and old.game.name != effective.game.name:
        raise BadInput(f"{path}: a baseline of {old.game.name}; choose another name for one of {effective.game.name}")
    checked = _checked(asked, old, effective)
    margins = _new_margins(asked, old, checked)
    grouping = _new_grouping(asked, old, effective, checked, margins)
    with outcome_cache([effective], options) as played:
        write_baseline(path, accept(played, effective, data, margins, asked.games, grouping))
    named = "" if len(checked) == 1 else f", {listed([outcome.name for outcome in checked])}"
    cells = "one cell" if len(effective.cells) == 1 else f"{len(effective.cells)} cells"
    return f"{path}: {cells}, {asked.games:,} games each, seed {seed}{named}"


def _checked(asked: AcceptRequest, old: Baseline | None, effective: ResolvedExperiment) -> list[Outcome]:
    """The outcomes to check from now on: as asked for, else as the last baseline did, else the headline."""
    declared, labels = effective.game.outcomes, [cell.labels for cell in effective.cells]
    kept = [name for name in old.margins if name in {outcome.name for outcome in declared}] if old else []
    return tested_outcomes(declared, labels, list(asked.outcomes) or kept)


def _new_margins(asked: AcceptRequest, old: Baseline | None, checked: Sequence[Outcome]) -> dict[str, float]:
    """As a person writes them: in points or in the unit of a mean."""
    said = {outcome.name: shown(outcome, outcome.margin) for outcome in checked}
    said |= {name: margin for name, margin in (old.margins if old else {}).items() if name in said}
    given = margins_of(asked.margins, checked, only_named=True)
    return said | {outcome.name: shown(outcome, given[outcome.name]) for outcome in checked if outcome.name in given}


def _new_grouping(
    asked: AcceptRequest,
    old: Baseline | None,
    effective: ResolvedExperiment,
    checked: Sequence[Outcome],
    margins: Mapping[str, float],
) -> Json | None:
    """As asked for, else as the last baseline had it, unless its schema had no groups; else over the size of the
    game."""
    given = margins_of(asked.group_margins, checked, "--group-margin", only_named=True)
    wider = {outcome.name: shown(outcome, given[outcome.name]) for outcome in checked if outcome.name in given}
    for outcome in checked:
        if wider.get(outcome.name, inf) < margins[outcome.name]:
            least = f"{margins[outcome.name]:g} {OutcomeFormat(outcome).unit}"
            raise BadInput(f"--group-margin: expected at least the margin of {least}, got {wider[outcome.name]:g}")
    ungrouped = old is not None and old.schema_ != UNGROUPED and old.grouping is None
    if asked.grouped is False or (asked.grouped is None and ungrouped):
        return None
    kept = old.grouping.margins if old and old.grouping and not asked.margins else {}
    return grouping_of(
        effective,
        {
            name: wider[name] if name in wider else kept[name] if name in kept else WIDER * margin
            for name, margin in margins.items()
        },
    )


def _own_intent(game: str) -> Path | None:
    """The intent in ./configs, if there is one."""
    new, old = OWN / folder_of(game) / BASELINES / INTENT, OWN / INTENT
    if new.is_file():
        return new
    return old if still_at(old, new) else None


def _check_folders(*paths: Path | None) -> None:
    """Find out before anything is played that a file cannot be written."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise BadInput(f"{path}: cannot be written (no folder {path.parent})")
