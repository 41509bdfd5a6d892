"""`fatecast plan`: how many games a question needs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict

from engine.errors import BadInput, message
from engine.language.current import after_number, said, word
from sim.text.number_format import brief_number, short_percent, short_points, whole
from sim.verbs.request.choices import GameChoice, Name, Names, Set, WorkerCount
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import PLAY, Verb

if TYPE_CHECKING:
    from engine.game.cell import Cell, Json
    from engine.game.outcomes import Mean, Share
    from sim.display.terminal import Need
    from sim.play.pilot import Spread


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """Compute how many games a question needs, for each cell and for the grid, and about how long they take here."""

    half_width: Annotated[str | None, Says("Know the outcome to ± this much: 0.5%, or 0.1 in the unit of a mean.")] = (
        None
    )
    detect: Annotated[str | None, Says("Detect a difference this small: 1pp, or 0.1 in the unit of a mean.")] = None
    outcome: Annotated[str | None, Says("The outcome, by name; by default the first one.")] = None
    win_rate: Annotated[
        str, Says("The expected share, if it is one; 50% needs the most games.", ["--win-rate", "--share"])
    ] = "50%"
    spread: Annotated[
        float | None, Says("The standard deviation of a game, if it is a mean; by default it is measured.")
    ] = None
    power: Annotated[str, Says("The probability of detecting the difference.")] = "90%"
    paired_variance: Annotated[
        str | None, Says("The share of the variance that is left when both sides share a seed: 0.3.")
    ] = None
    confidence: Annotated[str, Says("The confidence of the interval and of the test.")] = "95%"
    experiment: Annotated[Name, Says("The experiment to plan, by name or file.", ["--experiment", "--on"])] = None
    names: Names = field(default_factory=dict)
    choice: GameChoice = field(default_factory=GameChoice)
    set_: Set = field(default_factory=dict)
    workers: WorkerCount = None
    timed: Annotated[bool, Says("Play some games to estimate the time.", ["--timed/--untimed"])] = True


class NeedData(TypedDict):
    """A question, and what it needs."""

    question: str
    games: int
    sides: int
    least: int | None
    most: int | None
    pilot: int
    cells: int
    seconds: float | None


class PlanData(TypedDict):
    """What `--json` prints."""

    needs: list[NeedData]
    workers: int
    seconds_per_game: dict[str, float]


@dataclass(frozen=True, repr=False)
class Planned(Result):
    """How many games the questions need."""

    needs: "list[Need]"
    cells: "Sequence[Cell]"
    pace: list[float]
    """Seconds of a game in each cell; empty if it was not measured."""
    workers: int
    note: str
    """How the rules are set, if not as usual, and what could be asked in a better way."""

    @property
    def data(self) -> "Json":
        """What `fatecast plan --json` prints."""
        return as_data(self.needs, [cell.name for cell in self.cells], self.pace, self.workers)

    def __str__(self) -> str:
        lines = [": ".join([need.question, said("{games} games in each cell", games=need.told)]) for need in self.needs]
        return "\n".join([*lines, *([self.note] if self.note else [])])


def run(asked: PlanRequest, progress: Progress) -> Planned:
    """Compute what is needed; the spread of a mean and the time are measured if they are not given."""
    from engine.game.outcomes import Mean, Share, outcome_named
    from sim.experiment.experiment import override, resolve
    from sim.play.executors import worker_count
    from sim.play.logs import LOGGER
    from sim.play.options import PlayOptions
    from sim.play.pilot import Spread, largest_spread, seconds_per_game
    from sim.verbs.request.keys import chosen_experiment

    PlayOptions(workers=asked.workers)  # refuses an impossible number of workers
    chosen = chosen_experiment("plan", asked.experiment, asked.choice, asked.names, {}, asked.set_, progress.caller)
    effective = resolve(override(chosen.data, chosen.typed), chosen.source, chosen.typed, progress.caller)
    question = Asked(
        asked.half_width, asked.detect, asked.win_rate, asked.power, asked.paired_variance, asked.confidence
    )
    outcomes, shown = effective.game.outcomes, effective.game.presentation
    planned = outcome_named(outcomes, asked.outcome, "--outcome") if asked.outcome else effective.headline
    if not any(planned.applies(cell.labels) for cell in effective.cells):
        raise BadInput(message("--outcome {name}: no cell has it", name=planned.name))
    needed = needs(planned, question) if isinstance(planned, Share) else []
    if asked.timed or (not needed and asked.spread is None):
        effective.game.prepare(effective.cells, LOGGER.warning)
    if isinstance(planned, Mean):
        spread = (
            largest_spread(effective, planned)
            if asked.spread is None
            else Spread(asked.spread, asked.spread, asked.spread)
        )
        needed = needs_of_mean(planned, question, spread)
    pace = seconds_per_game(effective) if asked.timed else []
    is_paired = asked.detect is None or asked.paired_variance is not None
    note = said("Two sides with the same seed share their luck and need fewer games: try --paired-variance 0.3.")
    set_to = list(dict.fromkeys(each for cell in effective.cells for each in shown.settings(cell.spec)))
    notes = [
        *([said("The rules are set: {settings}.", settings=", ".join(set_to))] if set_to else []),
        *([] if is_paired else [note]),
        *_from_pilot(needed),
    ]
    return Planned(needed, effective.cells, pace, worker_count(asked.workers), " ".join(notes))


def _from_pilot(needed: "Sequence[Need]") -> list[str]:
    """From how many games it is known how much games vary."""
    pilot = max((need.pilot for need in needed), default=0)
    if not pilot:
        return []
    return [
        said("How much games vary is known from {games} games of a cell, so the need is a range.", games=whole(pilot))
    ]


def as_data(needed: "Sequence[Need]", cells: "Sequence[str]", pace: "Sequence[float]", workers: int) -> "Json":
    """For another program. Without a measured pace nothing is said about time."""
    per_cell = dict(zip(cells, pace, strict=True)) if pace else {}
    seconds = [need.sides * need.games * sum(pace) / workers if pace else None for need in needed]
    found = [
        {**need._asdict(), "cells": len(cells), "seconds": took} for need, took in zip(needed, seconds, strict=True)
    ]
    return {"needs": found, "workers": workers, "seconds_per_game": per_cell}


class Asked(NamedTuple):
    """The questions that the flags ask; each flag as it was typed."""

    half_width: str | None
    detect: str | None
    share: str
    power: str
    paired_variance: str | None
    confidence: str

    def check(self) -> None:
        if self.half_width is None and self.detect is None:
            raise BadInput(source="plan", expected=message("--half-width, --detect or both"))


def needs(outcome: "Share", asked: Asked) -> "list[Need]":
    """What a share needs."""
    from sim.display.terminal import Need
    from sim.statistics.sample_size import games_for_half_width, games_to_detect

    asked.check()
    rate, sure = share("--win-rate", asked.share), share("--confidence", asked.confidence)
    found = []
    if asked.half_width is not None:
        goal = share("--half-width", asked.half_width)
        question = said(
            "{outcome} near {share} known to ± {points} ({confidence})",
            outcome=word(outcome.name),
            share=short_percent(rate),
            points=short_points(goal),
            confidence=short_percent(sure),
        )
        found.append(Need(question, games_for_half_width(goal, rate, sure)))
    if asked.detect is not None:
        gap, chance = share("--detect", asked.detect), share("--power", asked.power)
        question = said(
            "{points} from {share} detected with a probability of {power} ({confidence})",
            points=short_points(gap),
            share=short_percent(rate),
            power=short_percent(chance),
            confidence=short_percent(sure),
        )
        found.append(Need(_other_seeds(question), games_to_detect(gap, rate, chance, None, sure), 2))
        if asked.paired_variance is not None:
            left = share("--paired-variance", asked.paired_variance)
            found.append(Need(_same_seed(question, left), games_to_detect(gap, rate, chance, left, sure), 2))
    return found


def needs_of_mean(outcome: "Mean", asked: Asked, measured: "Spread") -> "list[Need]":
    """What a mean needs whose games have this standard deviation."""
    from sim.display.terminal import Need
    from sim.statistics.sample_size import games_for_half_width_mean, games_to_detect_mean

    asked.check()
    spread = measured.value
    if not 0 < spread < inf:
        raise BadInput(source="--spread", expected=message("more than 0"), got=spread)
    sure, varied = share("--confidence", asked.confidence), brief_number(spread, 3)

    def need(question: str, games: Callable[[float], int], sides: int = 1) -> Need:
        if not measured.games:
            return Need(question, games(spread), sides)
        least, most = (games(max(end, SMALL * spread)) for end in (measured.low, measured.high))
        return Need(question, games(spread), sides, least, most, measured.games)

    found = []
    if asked.half_width is not None:
        goal = amount("--half-width", asked.half_width, outcome.unit)
        question = said(
            "{outcome} of games that vary by ± {spread} known to ± {amount} {unit} ({confidence})",
            outcome=word(outcome.name),
            spread=varied,
            amount=brief_number(goal),
            unit=after_number(outcome.unit) or word(outcome.unit),
            confidence=short_percent(sure),
        )
        found.append(need(question, lambda spread: games_for_half_width_mean(goal, spread, sure)))
    if asked.detect is not None:
        gap, chance = amount("--detect", asked.detect, outcome.unit), share("--power", asked.power)
        question = said(
            "{amount} {unit} of games that vary by ± {spread} detected with a probability of {power} ({confidence})",
            amount=brief_number(gap),
            unit=after_number(outcome.unit) or word(outcome.unit),
            spread=varied,
            power=short_percent(chance),
            confidence=short_percent(sure),
        )
        found.append(
            need(_other_seeds(question), lambda spread: games_to_detect_mean(gap, sqrt(2) * spread, chance, sure), 2)
        )
        if asked.paired_variance is not None:
            left = share("--paired-variance", asked.paired_variance)
            paired = sqrt(2 * left)
            question = _same_seed(question, left)
            found.append(need(question, lambda spread: games_to_detect_mean(gap, paired * spread, chance, sure), 2))
    return found


def _other_seeds(question: str) -> str:
    return ", ".join([question, said("different seeds")])


def _same_seed(question: str, left: float) -> str:
    return ", ".join([question, said("same seed ({left} of the variance)", left=brief_number(left))])


SMALL = 1e-3
"""A part of the spread: it is never 0."""
SHARE = message("a share such as 0.5%, 0.5pp or 0.005")


def share(flag: str, text: str) -> float:
    """`0.5%`, `0.5pp` and `0.005` are the same number; it must lie between 0 and 1."""
    number = text.strip()
    unit = next((unit for unit in ("pp", "%") if number.endswith(unit)), "")
    try:
        value = float(number.removesuffix(unit)) / (100 if unit else 1)
    except ValueError:
        raise BadInput(source=flag, expected=SHARE, got=text) from None
    if not 0 < value < 1:
        raise BadInput(source=flag, expected=message("{share}, above 0 and below 100%", share=SHARE), got=text)
    return value


def amount(flag: str, text: str, unit: str) -> float:
    """`0.5` or `0.5 turns`: a number above 0 in the unit of a mean."""
    number = text.strip().removesuffix(unit).strip()
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not 0 < value < inf:
        raise BadInput(source=flag, expected=message("a number above 0, in {unit}", unit=word(unit)), got=text)
    return value


VERB = Verb("plan", PLAY, 2, PlanRequest, run, Planned, ["--half-width 1%", "--detect 1pp"], data=PlanData)
