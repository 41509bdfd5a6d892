"""What the measures of a competitive game are called, and what they say. Their numbers are in `measures`."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.game.outcomes import Mean
from engine.game.presentation import Contest, Ratio
from engine.language.current import said, word
from sim.report.shared.run_data import RunData
from sim.text.axis_words import unit_word

FIRST_SEAT, BALANCE, DRAWS, COMPLETION, TIME_OUTS = "first_seat", "balance", "draws", "completion", "time_outs"
COMEBACKS, DRAMA_DEPTH, LEAD_CHANGES, MARGIN = "comebacks", "drama_depth", "lead_changes", "margin"


class Measure(NamedTuple):
    """What one measure is called, and what it says."""

    name: str
    title: str
    meaning: str
    kind: Literal["share", "points", "number"]
    """Per cent of games, points of per cent, or a number."""


def measures_in_words(data: RunData) -> dict[str, Measure]:
    """Every measure that the game may have, by its name."""
    contest = data.presentation.contest
    if contest is None:
        return {}
    found = [*_of_winners(data), *_of_lengths(data), *_of_drama(contest)]
    found += [Measure(ratio.name, ratio.title, ratio.meaning, ratio.kind) for ratio in ratios_of(contest)]
    return {measure.name: measure for measure in found}


def key_of(outcome: Mean) -> str:
    """The name of the mean of a length; those of its median and 95th percentile begin with it."""
    return outcome.name.replace(" ", "_")


def ratios_of(contest: Contest) -> list[Ratio]:
    """The measures that are one column over another."""
    real = said("share of the turns in which the player had more than one choice")
    many = said("choices that a player had, on average over all decisions")
    behind = said("share of the turns at whose start who wins in the end was behind another player")
    decided = said("turns with a real decision")
    found = [
        Ratio("real_decisions", decided, real, contest.decided_turns, contest.turns, "share"),
        Ratio("choices", said("choices a decision"), many, contest.choices, contest.decisions),
        Ratio("drama", said("drama: how often"), behind, contest.behind, contest.turns, "share"),
    ]
    return [ratio for ratio in found if ratio.over and ratio.under]


def _of_winners(data: RunData) -> Iterator[Measure]:
    more = said("how much more often the first seat wins than all seats do on average")
    apart = said(
        "100 % minus the largest difference between the shares of two seats; 100 % if all seats win equally often"
    )
    yield Measure(FIRST_SEAT, said("advantage of the first seat"), more, "points")
    yield Measure(BALANCE, said("balance between seats"), apart, "share")
    if data.presentation.teams:
        undecided = said("games that nobody wins")
    else:
        undecided = said("games without a single winner: nobody wins, or several do")
    yield Measure(DRAWS, said("draws"), undecided, "share")
    yield Measure(COMPLETION, said("completion"), said("games that end by their rules, before the limit"), "share")
    yield Measure(TIME_OUTS, said("time-outs"), said("games that a limit ends"), "share")


def _of_lengths(data: RunData) -> Iterator[Measure]:
    for outcome in data.outcomes:
        if not isinstance(outcome, Mean) or not outcome.length:
            continue
        key, unit, name = key_of(outcome), unit_word(outcome.unit), word(outcome.name)
        if outcome.name == outcome.unit:
            mean = said("length, in {unit}: mean", unit=unit)
            half = said("length, in {unit}: median", unit=unit)
            most = said("length, in {unit}: 95th percentile", unit=unit)
        else:
            mean = said("{name}, in {unit}: mean", name=name, unit=unit)
            half = said("{name}, in {unit}: median", name=name, unit=unit)
            most = said("{name}, in {unit}: 95th percentile", name=name, unit=unit)
        yield Measure(key, mean, word(outcome.meaning), "number")
        yield Measure(
            f"{key}_median", half, said("half of the games have at most this many {unit}", unit=unit), "number"
        )
        yield Measure(f"{key}_p95", most, said("95 % of the games have at most this many {unit}", unit=unit), "number")


def _of_drama(contest: Contest) -> Iterator[Measure]:
    points = unit_word(contest.points)
    back = said("games whose winner was behind another player at the start of a turn at least once")
    far = said(
        "the most {points} by which who wins in the end was behind at the start of a turn, on average over all games",
        points=points,
    )
    changes = said("how often in a game another player took the lead")
    close = said(
        "{points} by which the winner was ahead of the second at the end; small if games are close", points=points
    )
    yield Measure(COMEBACKS, said("comebacks"), back, "share")
    yield Measure(DRAMA_DEPTH, said("drama: how far, in {points}", points=points), far, "number")
    yield Measure(LEAD_CHANGES, said("lead changes"), changes, "number")
    yield Measure(MARGIN, said("margin, in {points}", points=points), close, "number")
