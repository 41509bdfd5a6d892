"""`fatecast plan`: how many games a question needs."""

import logging
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import BadInput
from sim.cli.shared_flags import Set, Workers
from sim.display.messages import say

if TYPE_CHECKING:
    from sim.display.terminal import Need


def plan(
    half_width: Annotated[str | None, typer.Option(help="Know each win rate to ± this much: 0.5%.")] = None,
    detect: Annotated[str | None, typer.Option(help="Detect a difference this small: 1pp.")] = None,
    win_rate: Annotated[str, typer.Option(help="The expected win rate; 50% needs the most games.")] = "50%",
    power: Annotated[str, typer.Option(help="The probability of detecting the difference.")] = "90%",
    paired_variance: Annotated[
        str | None, typer.Option(help="The share of the variance that is left when both sides share a seed: 0.3.")
    ] = None,
    confidence: Annotated[str, typer.Option(help="The confidence of the interval and of the test.")] = "95%",
    experiment: Annotated[str | None, typer.Option(help="The experiment to plan, by name or file.")] = None,
    policy: Annotated[list[str] | None, typer.Option(help="Policy with parameters; repeatable.")] = None,
    set_: Set = None,
    workers: Workers = None,
    timed: Annotated[bool, typer.Option("--timed/--untimed", help="Play some games to estimate the time.")] = True,
) -> None:
    """Compute how many games a question needs, for each cell and for the grid, and about how long they take here."""
    from sim.cli.parsing import policies, settings
    from sim.display.terminal import show_needs, show_pace
    from sim.experiment.experiment import override, read_experiment, resolve
    from sim.play.executors import worker_count
    from sim.play.logs import LOGGER, log_to_terminal
    from sim.play.options import PlayOptions
    from sim.play.speed import seconds_per_game

    PlayOptions(workers=workers)  # refuses an impossible number of workers
    needed = needs(half_width, detect, win_rate, power, paired_variance, confidence)
    data, source = read_experiment(experiment) if experiment is not None else ({}, "command line")
    flags = ({"policies": policies(policy)} if policy else {}) | settings("--set", set_ or [])
    effective = resolve(override(data, flags), source)
    pace: list[float] = []
    if timed:
        with log_to_terminal(logging.WARNING):
            effective.game.prepare(effective.cells, LOGGER.warning)
        pace = seconds_per_game(effective)
    show_needs(needed, len(effective.cells), pace, worker_count(workers))
    if timed:
        show_pace(effective.cells, pace, worker_count(workers))
    if detect is not None and paired_variance is None:
        say("Two sides with the same seed share their luck and need fewer games: try --paired-variance 0.3.")


def needs(
    half_width: str | None, detect: str | None, win_rate: str, power: str, paired_variance: str | None, confidence: str
) -> "list[Need]":
    """The questions that the flags ask; each flag as it was typed."""
    from sim.cli.parsing import share
    from sim.display.number_format import short_percent, short_points
    from sim.display.terminal import Need
    from sim.statistics.sample_size import games_for_half_width, games_to_detect

    rate, sure = share("--win-rate", win_rate), share("--confidence", confidence)
    found = []
    if half_width is not None:
        goal = share("--half-width", half_width)
        question = f"win rate near {short_percent(rate)} known to ± {short_points(goal)} ({short_percent(sure)})"
        found.append(Need(question, games_for_half_width(goal, rate, sure)))
    if detect is not None:
        gap, chance = share("--detect", detect), share("--power", power)
        question = f"{short_points(gap)} from {short_percent(rate)} detected with a probability of"
        question = f"{question} {short_percent(chance)} ({short_percent(sure)})"
        found.append(Need(f"{question}, different seeds", games_to_detect(gap, rate, chance, None, sure), 2))
        if paired_variance is not None:
            left = share("--paired-variance", paired_variance)
            words = f"{question}, same seed ({left:g} of the variance)"
            found.append(Need(words, games_to_detect(gap, rate, chance, left, sure), 2))
    if not found:
        raise BadInput("plan: expected --half-width, --detect or both")
    return found
