"""`fatecast gate` and `fatecast baseline accept`: what they read, what they write, how they end."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import NamedTuple

from engine.errors import BadData, BadInput, FatecastError, NotComparable, message
from engine.game.cell import Json
from engine.game.outcomes import Outcome
from engine.game.registry import DEFAULT_GAME, load_game
from engine.language.current import DEFAULT, counted, said, speaking, word
from sim.compare.gate.baseline import (
    WIDER,
    Baseline,
    accept,
    grouping_of,
    load_baseline,
    read_baseline,
    write_baseline,
)
from sim.compare.gate.baseline_files import baseline_files, find_baseline, new_baseline
from sim.compare.gate.game_check import GameCheck, check_playable, read_check, tested_in
from sim.compare.gate.game_named import game_in
from sim.compare.gate.gate import MOST_GAMES, GameVerdict, GateVerdicts
from sim.compare.gate.self_test.measure import GateErrorRates, measure
from sim.compare.gate.telling.several_games import budget_in_words, data_of, for_programs, junit_of, summary_of
from sim.compare.operands import read_base
from sim.compare.tested_outcomes import margins_of, shown, tested_outcomes, usual_outcomes
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.experiment import ResolvedExperiment, override, read_experiment, resolve
from sim.experiment.typed_keys import game_of
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.runs.atomic_files import write_file
from sim.text.json_text import readable
from sim.text.number_format import listed

SUMMARY = "GITHUB_STEP_SUMMARY"


@dataclass(frozen=True)
class GateRequest:
    """What the command line asks for."""

    baselines: list[str]
    intent: Path | None
    games: int | None
    minutes: float | None
    risk: float
    """For the whole call: of a false alarm in any game."""
    options: PlayOptions
    outcomes: list[str] = field(default_factory=list)
    """By name; by default those that the baselines check."""
    game: str | None = None
    """Of all baselines, only those of this game."""

    def __post_init__(self) -> None:
        if self.games is not None and self.minutes is not None:
            raise BadInput(source="gate", expected=message("--games or --minutes, not both"))

    def files(self) -> dict[str, list[Path]]:
        """By game, the files of the baselines that were asked for."""
        paths = baseline_files(self.baselines, self.game)
        if self.game is not None:
            for path in paths if self.baselines else ():
                if (other := game_in(path, self.game)) not in (self.game, load_game(self.game).name):
                    raise BadInput(
                        message("a baseline of {other}, expected one of {game} (--game)", other=other, game=self.game),
                        source=path,
                    )
            return {self.game: paths}
        found: dict[str, list[Path]] = {}
        for path in paths:
            found.setdefault(game_in(path), []).append(path)
        if len(found) > 1 and self.intent is not None:
            several = listed([*found])
            raise BadInput(
                source="--intent",
                expected=message(
                    "baselines of one game, here are those of {several}: add --game NAME", several=several
                ),
            )
        return found


@dataclass(frozen=True)
class GateFiles:
    """Where the answer is written, beside the terminal."""

    junit: Path | None = None
    json: Path | None = None
    has_summary: bool = False
    """Whether the summary of a GitHub job is written, too."""

    @property
    def summary(self) -> Path | None:
        """The summary of a GitHub job."""
        return Path(os.environ[SUMMARY]) if self.has_summary and os.environ.get(SUMMARY) else None

    def check(self) -> None:
        """Find out before anything is played that a file cannot be written."""
        for path in (self.junit, self.json, self.summary):
            if path is not None and not path.parent.is_dir():
                raise BadInput(message("cannot be written (no folder {parent})", parent=path.parent), source=path)

    def write(self, verdicts: GateVerdicts) -> None:
        """Write all of them."""
        if self.summary is not None:
            with self.summary.open("a", encoding="utf-8") as file:
                file.write(summary_of(verdicts))
        plain = for_programs(verdicts)
        with speaking(DEFAULT):
            for path, data in ((self.junit, junit_of(plain)), (self.json, readable(data_of(plain)))):
                if path is not None:
                    write_file(path, data)


def judged(asked: GateRequest, tell: Callable[[str], None] = lambda line: None) -> GateVerdicts:
    """Play and decide, game by game. What keeps a game from being played is its verdict; if there is only this game, it
    is raised. `tell` hears how many games the minutes came to, and of which game, if there are several."""
    read = _read_games(asked)
    checks = [each for each in read.values() if isinstance(each, GameCheck)]
    with ExitStack() as pools:
        for check in checks:
            _begin(check, asked.options, pools)
        # Where nothing changed, no alarm can be false and nothing is played: the other games share risk and minutes.
        risk = asked.risk / max(1, sum(check.is_open for check in checks))
        minutes = asked.minutes and asked.minutes / max(1, sum(check.is_paired for check in checks))
        named = len(read) > 1
        verdicts = []
        for game, each in read.items():
            if isinstance(each, GameCheck):
                most = each.most_games(asked.games, minutes)
                if minutes is not None and each.is_paired:
                    tell(budget_in_words(game if named else "", minutes, most))
                verdicts.append(GameVerdict(game, each.decided(risk, most)))
            else:
                verdicts.append(GameVerdict(game, each))
    return GateVerdicts(verdicts, asked.risk)


def _read_games(asked: GateRequest) -> dict[str, GameCheck | FatecastError]:
    """By game, what to check, or why that cannot be done. A mistake in a flag, a config or an intent ends the call
    before anything is played."""
    found: dict[str, GameCheck | FatecastError] = {}
    mistakes: list[FatecastError] = []
    files = asked.files()
    for game, paths in files.items():
        try:
            check_playable(game, paths[0])
            found[game] = read_check(game, paths, asked.intent, asked.outcomes)
        except (BadData, NotComparable) as error:
            if len(files) == 1:
                raise
            found[game] = error
        except BadInput as error:
            if len(files) == 1:
                raise
            mistakes += error.mistakes or [error]
    if mistakes:
        raise BadInput.of_all(mistakes)
    return found


def _begin(check: GameCheck, options: PlayOptions, pools: ExitStack) -> None:
    """Check the engine. The workers stay for what has to be decided."""
    with ExitStack() as pool:
        check.begin(pool.enter_context(outcome_cache(check.sides, options)))
        if check.is_open:
            pools.push(pool.pop_all())


def error_rates(asked: GateRequest, runs: int) -> GateErrorRates:
    """The self-test of one game: how often the gate errs."""
    if asked.minutes is not None:
        raise BadInput(message("gate --self-test: expected --games, not --minutes"))
    files = asked.files()
    game = DEFAULT_GAME if DEFAULT_GAME in files else next(iter(files))
    check_playable(game, files[game][0])
    pair = read_baseline(files[game][0])
    most = asked.games or MOST_GAMES
    return measure(pair, asked.risk, most, runs, asked.options, tested_in(pair, asked.outcomes))


class Accepted(NamedTuple):
    """A baseline that was written."""

    path: Path
    cells: int
    games: int
    """Of each cell."""
    seed: int
    outcomes: list[str]

    def __str__(self) -> str:
        parts = [
            counted(self.cells, "one cell", "{count} cells"),
            counted(self.games, "{count} games each", "{count} games each"),
            said("seed {seed}", seed=self.seed),
            *([] if len(self.outcomes) == 1 else [listed([*map(word, self.outcomes)])]),
        ]
        return f"{self.path}: {', '.join(parts)}"


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
    name: str,
    experiment: str | None,
    asked: AcceptRequest,
    options: PlayOptions,
    game: str | None = None,
    typed: Callable[[str], Mapping[str, object]] | None = None,
) -> Accepted:
    """Write a baseline, with a seed that the last one did not have. `typed` gives the keys of the experiment that flags
    override, for the game that is played."""
    wanted = _wanted(experiment, game) if experiment else None
    path = find_baseline(name, str(wanted.get("game", DEFAULT_GAME)) if wanted else game, or_usual=True)
    old = load_baseline(path, to_replace=True) if path and path.exists() else None
    data: Json = wanted or (old.experiment if old else read_base(None, game)[0])
    its_game = str(data.get("game", DEFAULT_GAME))
    if keys := typed(its_game) if typed else {}:
        # It is no longer the experiment of that name, whose file the gate would compare it with.
        data = {key: value for key, value in override(data, keys).items() if key != "name"}
    path = path or new_baseline(name, its_game)
    seed = (old.seed + 1) % 2**64 if old else data.get("seed", 1)
    effective = resolve(override(data, {"seed": seed, "games": asked.games}), f"{path}: experiment")
    if old is not None and old.game.name != effective.game.name:
        raise BadInput(
            message(
                "a baseline of {name}; choose another name for one of {name2}",
                name=old.game.name,
                name2=effective.game.name,
            ),
            source=path,
        )
    checked = _checked(asked, old, effective)
    margins = _new_margins(asked, old, checked)
    grouping = _new_grouping(asked, old, effective, checked, margins)
    with outcome_cache([effective], options) as played:
        write_baseline(path, accept(played, effective, data, margins, asked.games, grouping))
    return Accepted(path, len(effective.cells), asked.games, int(seed), [outcome.name for outcome in checked])


def _wanted(experiment: str, game: str | None) -> Json:
    """The experiment that is named. Which game it plays, it says itself, or the call does."""
    data, source = read_experiment(experiment, game)
    played = game_of(game, data, {}, source)
    return data if played == DEFAULT_GAME else {**data, "game": played}


def _checked(asked: AcceptRequest, old: Baseline | None, effective: ResolvedExperiment) -> list[Outcome]:
    """The outcomes to check from now on: as asked for, else as the last baseline did, else the headline; of a game of
    one's own all that there are."""
    declared, labels = effective.game.outcomes, [cell.labels for cell in effective.cells]
    kept = [name for name in old.margins if name in {outcome.name for outcome in declared}] if old else []
    if not asked.outcomes and not kept and all(":" in margin for margin in asked.margins):
        return usual_outcomes(effective.game, labels)
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
            least = f"{margins[outcome.name]:g} {OutcomeFormat(outcome).own_unit}"
            raise BadInput(
                source="--group-margin",
                expected=message(
                    "at least the margin of {least}, got {wider:g}", least=least, wider=wider[outcome.name]
                ),
            )
    ungrouped = old is not None and old.grouping is None
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
