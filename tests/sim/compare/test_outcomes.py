"""Comparisons of any outcome: which are tested, with which margins, and what is said of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.outcomes import Outcome, seat_shares
from engine.game.presentation import Presentation
from engine.game.registry import GAMES
from sim import run
from sim.compare import comparison as compared
from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided
from sim.compare.pairs import Match, Pair, match_variant, pair_runs, play_pairs, shared_outcome
from sim.compare.pooled_change import pools_of
from sim.compare.quick_trial import judge_trial
from sim.compare.telling.output import show_comparison, show_trials
from sim.compare.telling.sentences import all_sentences
from sim.compare.tested_outcomes import families_of, headlines, margins_of
from sim.compare.tested_outcomes import tested_outcomes as outcomes_to_test
from sim.compare.verdicts import Comparison, DecisionRule
from sim.experiment.changes import variant
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.play.outcomes import Outcomes
from sim.runs.run import load_run
from sim.statistics.paired_means import PairedMean
from sim.statistics.paired_ratios import PairedRatio
from tests.support import harvest
from tests.support.command_line import RACE, Fatecast

INLINE = PlayOptions("inline")
APPLES, PER_HOUR, HOURS, WEIGHT = harvest.GAME.outcomes
SEATS = seat_shares("winners", 4, "players", 2)
WINNING = re.compile(r"\b(win|wins|won|winner|lose|lost|loses|harder|easier|gained)\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def orchard() -> Iterator[None]:
    GAMES["harvest"] = harvest.ADDRESS
    yield
    del GAMES["harvest"]


def picked(change: dict[str, object], games: int = 2000, outcomes: list[Outcome] | None = None) -> Comparison:
    before = resolve(harvest.APPLES, "apples")
    after = variant(before, change)
    with outcome_cache([before, after], INLINE) as played:
        tested = outcomes or list(harvest.GAME.outcomes)
        return compare_games(played, match_variant(before, after), 3, games, DecisionRule(), tested)


# Which outcomes, which margins.


def test_the_headline_is_tested_unless_others_are_named() -> None:
    two, four = {"players": 2}, {"players": 4}
    declared: list[Outcome] = [*SEATS, HOURS]
    assert headlines(declared, [two]) == list(SEATS[:2])
    assert headlines(declared, [two, four]) == list(SEATS), "all seats of the family that some cell has"
    assert outcomes_to_test(declared, [four], ["hours", "Seat-2"]) == [SEATS[1], HOURS]
    assert outcomes_to_test(declared, [two], ["all"]) == [SEATS[0], SEATS[1], HOURS]
    assert headlines(harvest.GAME.outcomes, [{"trees": 1}]) == [APPLES]
    assert list(families_of(declared)) == ["winner"]
    with pytest.raises(BadInput, match=r"^--outcome seat 4: no cell has it$"):
        outcomes_to_test(declared, [two], ["seat 4"])
    with pytest.raises(BadInput, match=r"^--outcome: unknown outcome 'hour': did you mean 'hours'"):
        outcomes_to_test(declared, [two], ["hour"])


def test_margins_are_in_points_or_in_the_unit() -> None:
    declared: list[Outcome] = [SEATS[0], HOURS]
    assert margins_of([], declared) == {"seat 1": 0.005, "hours": 0.1}
    assert margins_of(["hours: 0.5"], declared) == {"seat 1": 0.005, "hours": 0.5}
    assert margins_of(["hours: ±0.5 hours", "seat 1: 2 points"], declared) == {"seat 1": 0.02, "hours": 0.5}
    assert margins_of(["2"], SEATS[:2]) == {"seat 1": 0.02, "seat 2": 0.02}, "one unit for all"
    assert margins_of(["2"], [HOURS]) == {"hours": 2.0}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0.5", "--margin 0.5: expected the outcome that is meant, too, such as 'seat 1: 0.5'"),
        ("seat 1: 0", "--margin: expected more than 0 and less than 50, not 0"),
        ("hours: 0", "--margin: expected more than 0 and at most 1,000,000,000,000,000, not 0"),
        ("hours: 0.5 points", "--margin hours: 0.5 points: expected hours, not points"),
        ("minutes: 1", "--margin: unknown outcome 'minutes'"),
        ("much", "--margin: expected a number such as 0.5, or an outcome and a number, not 'much'"),
    ],
)
def test_a_margin_that_cannot_be_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(complaint)}"):
        margins_of([text], [SEATS[0], HOURS])


# Means and ratios.


def test_smaller_baskets_yield_less_and_take_as_long() -> None:
    found = picked({"baskets": 5})
    assert [each.verdict for each in found.outcomes] == ["less", "less", "held", "less"]
    apples, per_hour, hours, weight = (each.cells[0].paired for each in found.outcomes)
    assert isinstance(apples, PairedMean)
    assert isinstance(per_hour, PairedRatio)
    assert hours.changed == 0
    assert weight.difference == pytest.approx(apples.difference / 10), "a hundred grams each"
    assert per_hour.difference == pytest.approx(apples.difference / hours.before)


def test_what_moved_both_ways_has_no_direction() -> None:
    apples = picked({"baskets": 5}).outcomes[0]
    down = apples.cells[0]
    up = replace(down, verdict=apples.outcome.more)
    words = [replace(apples, cells=cells).verdict for cells in ([down, down], [up, up], [down, up])]
    assert words == ["less", "more", "unclear"]


def test_the_same_game_is_held_in_every_outcome() -> None:
    found = picked({})
    assert {each.verdict for each in found.outcomes} == {"held"}


def test_there_is_no_word_of_winning(capsys: pytest.CaptureFixture[str]) -> None:
    changes: list[dict[str, object]] = [{"baskets": 5}, {"baskets": 6}]
    for change in changes:
        show_comparison(picked(change), "baskets")
        before = resolve(harvest.APPLES, "apples")
        with outcome_cache([before], INLINE) as played:
            pairs = play_pairs(played, match_variant(before, variant(before, change)), 3, 500)
        show_trials(judge_trial(pairs, "policy", DecisionRule(), harvest.GAME.outcomes), "baskets")
    said = capsys.readouterr().out
    assert "apples an hour" in said
    assert "down/up" in said
    assert not WINNING.search(said)


def test_the_correction_is_over_cells_and_outcomes() -> None:
    """Few games, so that no p-value is 0: four outcomes of six cells are 24 tests."""
    few = picked({"baskets": 5}, 14)
    cells = [cell for each in few.outcomes for cell in each.cells]
    assert len(cells) == 24
    smallest = min(cells, key=lambda cell: cell.tested.moved)
    assert 0 < smallest.tested.moved < 0.02
    assert smallest.corrected == pytest.approx(24 * smallest.tested.moved)
    alone = picked({"baskets": 5}, 14, [APPLES])
    assert alone.outcomes[0].cells[0].visible < few.outcomes[0].cells[0].visible


def test_until_decided_a_mean_with_bounds_stops_early_and_one_without_plays_on() -> None:
    before = resolve({**harvest.APPLES, "policies": ["picker"], "trees": [2]}, "apples")
    after = variant(before, {"baskets": 5})
    with outcome_cache([before, after], INLINE) as played:
        found = compare_until_decided(played, match_variant(before, after), 3, 8192, DecisionRule(), [APPLES, WEIGHT])
    bounded, unbounded = (each.cells[0] for each in found.outcomes)
    assert bounded.paired.games < unbounded.paired.games == 8192
    assert bounded.verdict == unbounded.verdict == "less"
    assert found.outcomes[0].cells[0].tested.interval[1] < 0


def test_a_pool_of_means_counts_an_index_once_and_covers_the_truth() -> None:
    random, covered = np.random.default_rng(5), 0
    [cell] = resolve({**RACE, "dice": [6], "goals": [20]}, "race").cells
    marks = np.zeros(300, np.uint64)
    for _ in range(400):
        shared = random.geometric(0.3, 300) - random.geometric(0.3, 300)
        pairs = [
            Pair(
                Match({"goal": at}, cell, cell),
                Outcomes({"hours": np.full(300, 60, np.uint16)}, marks),
                Outcomes({"hours": (60 + np.where(random.random(300) < 0.7, shared, 0)).astype(np.uint16)}, marks),
            )
            for at in range(4)
        ]
        low, high = pools_of(pairs, [], HOURS)[0].interval()
        covered += low <= 0 <= high
    assert 0.92 < covered / 400 < 0.98
    careless = np.mean([pairs[0].of(HOURS).variance for _ in range(1)]) / (300 * 4)
    assert pools_of(pairs, [], HOURS)[0].standard_error > 1.4 * np.sqrt(careless), (
        "four cells are not four times the games"
    )


# Categories.


def seated(random: np.random.Generator, games: int, chances: list[float], other: list[float]) -> Pair:
    """Games of four players of which a third is played anew."""
    seats = np.array([1, 2, 4, 8], np.uint8)
    before = random.choice(seats, games, p=chances)
    after = np.where(random.random(games) < 1 / 3, random.choice(seats, games, p=other), before)
    cell = Cell({"players": 4}, {"seat": 1})
    match = Match({"players": 4}, cell, Cell({"players": 4}, {"seat": 2}))
    was, now = (Outcomes({"winners": side}, side.astype(np.uint64)) for side in (before, after))
    return Pair(match, was, now)


class Table:
    """As much of a game as a comparison of finished games needs."""

    outcomes = SEATS

    presentation = Presentation()

    class about:  # noqa: N801
        skill = ""


EVEN = [0.28, 0.26, 0.24, 0.22]


def test_all_seats_are_tested_and_the_whole_of_them() -> None:
    pair = seated(np.random.default_rng(1), 4000, EVEN, [0.46, 0.26, 0.24, 0.04])
    found = compare_pairs(Table(), [pair], 1, DecisionRule(told=0), list(SEATS))  # type: ignore[arg-type]
    assert [each.outcome.name for each in found.outcomes] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert (found.outcomes[0].verdict, found.outcomes[3].verdict) == ("more", "less")
    [whole] = found.families
    assert whole.corrected < 0.001
    assert any(
        line.startswith("winner, all categories together: changed in the one cell") for line in all_sentences(found)
    )
    two = compare_pairs(Table(), [pair], 1, DecisionRule(told=0), list(SEATS[:2]))  # type: ignore[arg-type]
    assert two.families == [], "of two categories each is what the other is not"


# Finished runs.


def test_an_outcome_of_two_runs_is_that_of_their_pairs(tmp_path: Path) -> None:
    paths = [
        run({**harvest.APPLES, "games": 300, "baskets": baskets}, out=tmp_path / f"{baskets}", executor="inline").path
        for baskets in (6, 5)
    ]
    pairs, _ = pair_runs(*paths)
    before, after = (load_run(path) for path in paths)
    for pair in pairs[:2]:
        for outcome in harvest.GAME.outcomes:
            shared = shared_outcome(before, after, pair.match, outcome)
            assert shared.interval() == pair.of(outcome).interval()


# The verbs.


def test_the_verbs_take_outcomes_and_margins(typed: Fatecast, tmp_path: Path) -> None:
    file = tmp_path / "apples.toml"
    file.write_text('game = "harvest"\npolicies = ["walker"]\ntrees = [1, 2]\nseed = 3\n')
    tried = typed("try", "baskets=5", "--on", file, "--executor", "inline", "--outcome", "apples", "--outcome", "hours")
    assert tried.returncode == 0, tried.stderr
    assert "baskets=5: apples: less in 2 of 2 groups" in tried.stdout
    assert "baskets=5: hours: held within ±0.1 in 2 of 2 groups" in tried.stdout
    wide = ["--margin", "5", "--executor", "inline", "--games", "500"]
    held = typed("try", "baskets=5", "--on", file, *wide)
    assert "\nbaskets=5: apples: held within ±5 in 2 of 2 groups; -" in held.stdout, "the headline, in apples"
    for flags, complaint in (
        (["--outcome", "pears"], "--outcome: unknown outcome 'pears'"),
        (["--outcome", "all", "--margin", "1"], "--margin 1: expected the outcome that is meant, too"),
    ):
        wrong = typed("try", "baskets=5", "--on", file, *flags)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert complaint in wrong.stderr


def test_a_whole_is_judged_by_all_games_of_its_cell() -> None:
    """Also where another outcome, such as the length, was decided long before."""
    early, late = seated(np.random.default_rng(1), 100, EVEN, EVEN), seated(np.random.default_rng(2), 5000, EVEN, EVEN)
    match = late.match
    first, second = (compared.TestedCell.unknown(match, seat) for seat in SEATS[:2])
    first.pair, second.pair = late, Pair(match, early.before, early.after)
    assert compared._longest_pairs([first, second])[id(match)] is late
