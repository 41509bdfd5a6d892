"""`fatecast plan`: how many games a question needs."""

from math import inf, sqrt
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from engine.errors import BadInput
from sim.cli.flags.axes import NameFlags
from sim.cli.shared_flags import AsJson, GameFlags, Set, Workers, spread
from sim.display.messages import say, say_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game.cell import Json
    from engine.game.outcomes import Mean, Share
    from sim.display.terminal import Need


@spread
def plan(
    *,
    half_width: Annotated[
        str | None, typer.Option(help="Know the outcome to ± this much: 0.5%, or 0.1 in the unit of a mean.")
    ] = None,
    detect: Annotated[
        str | None, typer.Option(help="Detect a difference this small: 1pp, or 0.1 in the unit of a mean.")
    ] = None,
    outcome: Annotated[str | None, typer.Option(help="The outcome, by name; by default the first one.")] = None,
    win_rate: Annotated[
        str, typer.Option("--win-rate", "--share", help="The expected share, if it is one; 50% needs the most games.")
    ] = "50%",
    spread: Annotated[
        float | None, typer.Option(help="The standard deviation of a game, if it is a mean; by default it is measured.")
    ] = None,
    power: Annotated[str, typer.Option(help="The probability of detecting the difference.")] = "90%",
    paired_variance: Annotated[
        str | None, typer.Option(help="The share of the variance that is left when both sides share a seed: 0.3.")
    ] = None,
    confidence: Annotated[str, typer.Option(help="The confidence of the interval and of the test.")] = "95%",
    experiment: Annotated[
        str | None, typer.Option("--experiment", "--on", help="The experiment to plan, by name or file.")
    ] = None,
    names: NameFlags,
    flags: GameFlags,
    set_: Set = None,
    workers: Workers = None,
    json: AsJson = False,
    timed: Annotated[bool, typer.Option("--timed/--untimed", help="Play some games to estimate the time.")] = True,
) -> None:
    """Compute how many games a question needs, for each cell and for the grid, and about how long they take here."""
    from engine.game.outcomes import Mean, Share, outcome_named
    from sim.cli.parsing import settings
    from sim.display.terminal import show_needs, show_pace
    from sim.experiment.experiment import override, resolve
    from sim.play.executors import worker_count
    from sim.play.logs import LOGGER
    from sim.play.options import PlayOptions
    from sim.play.pilot import largest_spread, seconds_per_game

    PlayOptions(workers=workers)  # refuses an impossible number of workers
    more = settings("--set", set_ or [])
    data, source, game = flags.experiment(experiment, more)
    typed = names.keys(game) | flags.keys(game) | {"game": game} | more
    effective = resolve(override(data, typed), source, typed)
    asked = Asked(half_width, detect, win_rate, power, paired_variance, confidence)
    planned = outcome_named(effective.game.outcomes, outcome, "--outcome") if outcome else effective.headline
    if not any(planned.applies(cell.labels) for cell in effective.cells):
        raise BadInput(f"--outcome {planned.name}: no cell has it")
    needed = needs(planned, asked) if isinstance(planned, Share) else []
    pace: list[float] = []
    if timed or (not needed and spread is None):
        effective.game.prepare(effective.cells, LOGGER.warning)
    if isinstance(planned, Mean):
        needed = needs_of_mean(planned, asked, spread if spread is not None else largest_spread(effective, planned))
    if timed:
        pace = seconds_per_game(effective)
    crew = worker_count(workers)
    if json:
        say_data(as_data(needed, [cell.name for cell in effective.cells], pace, crew))
        return
    show_needs(needed, len(effective.cells), pace, crew)
    if timed:
        show_pace(effective.cells, pace, crew)
    if detect is not None and paired_variance is None:
        say("Two sides with the same seed share their luck and need fewer games: try --paired-variance 0.3.")


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
            raise BadInput("plan: expected --half-width, --detect or both")


def needs(outcome: "Share", asked: Asked) -> "list[Need]":
    """What a share needs."""
    from sim.cli.parsing import share
    from sim.display.terminal import Need
    from sim.statistics.sample_size import games_for_half_width, games_to_detect
    from sim.text.number_format import short_percent, short_points

    asked.check()
    rate, sure = share("--win-rate", asked.share), share("--confidence", asked.confidence)
    found = []
    if asked.half_width is not None:
        goal = share("--half-width", asked.half_width)
        question = f"{outcome.name} near {short_percent(rate)} known to ± {short_points(goal)} ({short_percent(sure)})"
        found.append(Need(question, games_for_half_width(goal, rate, sure)))
    if asked.detect is not None:
        gap, chance = share("--detect", asked.detect), share("--power", asked.power)
        question = f"{short_points(gap)} from {short_percent(rate)} detected with a probability of"
        question = f"{question} {short_percent(chance)} ({short_percent(sure)})"
        found.append(Need(f"{question}, different seeds", games_to_detect(gap, rate, chance, None, sure), 2))
        if asked.paired_variance is not None:
            left = share("--paired-variance", asked.paired_variance)
            words = f"{question}, same seed ({left:g} of the variance)"
            found.append(Need(words, games_to_detect(gap, rate, chance, left, sure), 2))
    return found


def needs_of_mean(outcome: "Mean", asked: Asked, spread: float) -> "list[Need]":
    """What a mean needs whose games have this standard deviation."""
    from sim.cli.parsing import amount, share
    from sim.display.terminal import Need
    from sim.statistics.sample_size import games_for_half_width_mean, games_to_detect_mean
    from sim.text.number_format import short_percent

    asked.check()
    if not 0 < spread < inf:
        raise BadInput(f"--spread: expected more than 0, not {spread:g}")
    sure, among = share("--confidence", asked.confidence), f"games that vary by ± {spread:.3g}"
    found = []
    if asked.half_width is not None:
        goal = amount("--half-width", asked.half_width, outcome.unit)
        question = f"{outcome.name} of {among} known to ± {goal:g} {outcome.unit} ({short_percent(sure)})"
        found.append(Need(question, games_for_half_width_mean(goal, spread, sure)))
    if asked.detect is not None:
        gap, chance = amount("--detect", asked.detect, outcome.unit), share("--power", asked.power)
        question = f"{gap:g} {outcome.unit} of {among} detected with a probability of"
        question = f"{question} {short_percent(chance)} ({short_percent(sure)})"
        both = sqrt(2) * spread
        found.append(Need(f"{question}, different seeds", games_to_detect_mean(gap, both, chance, sure), 2))
        if asked.paired_variance is not None:
            left = share("--paired-variance", asked.paired_variance)
            words = f"{question}, same seed ({left:g} of the variance)"
            found.append(Need(words, games_to_detect_mean(gap, both * sqrt(left), chance, sure), 2))
    return found
