"""Comparisons: what is said of cells, of all of them, and of sides that do not compare."""

import re
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, NotComparable
from engine.game.cell import Json
from sim import run
from sim.compare.comparison import compare_games, compare_pairs, compare_until_decided, first_difference
from sim.compare.operands import BaseExperiment, read_base, read_sides
from sim.compare.pairs import Match, Pair, match_variant, pair_runs, play_pairs
from sim.compare.pooled_change import pools_of
from sim.compare.quick_trial import judge_trial
from sim.compare.telling.sentences import _turns, agreement, comparison_sentences, trial_sentence
from sim.compare.verdicts import ComparedOutcome, DecisionRule
from sim.errors import Inconclusive
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.play.outcome_cache import outcome_cache
from sim.play.outcomes import Outcomes
from tests.support.command_line import RACE, Fatecast
from tests.support.dice_race import GAME
from tests.support.outcomes import made_up

INLINE = PlayOptions("inline")
WON = GAME.outcomes[0]
ONE = {"dice": [6], "goals": [20]}


def race(**changes: object) -> ResolvedExperiment:
    return resolve({**RACE, **changes}, "race")


def compared(
    before: ResolvedExperiment, change: dict[str, object], games: int = 6000, rule: DecisionRule | None = None
) -> ComparedOutcome:
    after = variant(before, change)
    with outcome_cache([before, after], INLINE) as played:
        return compare_games(played, match_variant(before, after), 7, games, rule or DecisionRule()).outcomes[0]


def pair_of(lost: int, gained: int, both: int = 500, neither: int = 500, **labels: int) -> Pair:
    """A made-up pair with these counts; a game that changed is one that diverged."""
    counts = (both, lost, gained, neither)
    before = np.repeat([True, True, False, False], counts)
    after = np.repeat([True, False, True, False], counts)
    turns = np.ones(len(before), np.uint16)
    [cell] = race(**ONE).cells
    match = Match(labels or cell.labels, cell, cell)
    return Pair(match, made_up(before, turns, before.astype(np.uint64)), made_up(after, turns, after.astype(np.uint64)))


# Verdicts.


def test_a_higher_goal_is_harder_everywhere() -> None:
    found = compared(race(dice=[6]), {"goal": 1})
    assert found.verdict == "harder"
    assert {cell.verdict for cell in found.cells} == {"harder"}
    assert comparison_sentences(found)[0].startswith("harder: by ")
    assert all(cell.corrected >= cell.tested.moved for cell in found.cells)


UNSEEN: Json = {"stumble": 1e-12}
"""A change of the rules that no game here shows."""


def test_a_lower_goal_is_easier() -> None:
    assert compared(race(dice=[6]), {"goal": -1}).verdict == "easier"


def test_a_side_compared_with_itself_is_held_and_says_that_both_are_the_same() -> None:
    found = compared(race(), {})
    assert found.verdict == "held"
    assert all(cell.diverged == 0 for cell in found.cells)
    assert "both sides are the same: they play equal games" in comparison_sentences(found)


def test_too_few_games_to_exclude_the_margin_are_unclear() -> None:
    """Without a changed result, n games exclude a share of 1 − 0.05^(1/n): 0.5 points take 598 of them."""
    assert compared(race(**ONE), UNSEEN, 597).verdict == "unclear"
    assert compared(race(**ONE), UNSEEN, 598).verdict == "held"
    assert compared(race(**ONE), {}, 1).verdict == "held", "both sides are the same: no game need show it"


def test_a_small_change_is_held_within_a_wide_margin_and_told_all_the_same() -> None:
    found = compared(race(**ONE), {"stumble": 0.01}, 20_000, DecisionRule({"win rate": 0.03}))
    [cell] = found.cells
    assert cell.verdict == "held"
    assert cell.corrected < 0.01
    assert cell.tested.interval[1] < 0


def test_games_that_all_end_alike_are_no_information() -> None:
    found = compared(race(dice=[6], goals=[6]), {"goal": -1}, 2000)
    assert found.verdict == "no information"
    assert found.cells[0].diverged > 0


def test_cells_that_go_both_ways_are_told_and_make_no_verdict() -> None:
    pairs = [pair_of(90, 10, goal=1), pair_of(10, 90, goal=2)]
    found = compare_pairs(GAME, [pair_with_die(pair) for pair in pairs], 7, DecisionRule(told=0)).outcomes[0]
    assert found.verdict == "unclear"
    assert "harder by" in comparison_sentences(found)[0]
    assert "easier by" in comparison_sentences(found)[0]


def pair_with_die(pair: Pair, die: int = 6) -> Pair:
    match = Match({"die": die, **pair.match.labels}, pair.match.before, pair.match.after)
    return Pair(match, pair.before, pair.after)


def test_the_correction_makes_a_lone_small_p_unclear() -> None:
    striking, quiet = pair_of(30, 14, goal=0), [pair_of(20, 20, goal=at) for at in range(1, 16)]
    alone = compare_pairs(GAME, [pair_with_die(striking)], 7, DecisionRule(told=0)).outcomes[0]
    among = compare_pairs(GAME, [pair_with_die(pair) for pair in [striking, *quiet]], 7, DecisionRule(told=0)).outcomes[
        0
    ]
    assert alone.verdict == "harder"
    assert among.verdict == "unclear"


def test_a_clear_mean_of_cells_that_are_all_unclear_is_told_as_a_person_would() -> None:
    """Four cells of the same games: the mean is as sure as one alone, which the correction makes unclear."""
    pairs = [pair_with_die(pair_of(14, 30, goal=at)) for at in range(4)]
    found = compare_pairs(GAME, pairs, 7, DecisionRule(told=0)).outcomes[0]
    assert found.verdict == "unclear"
    said = comparison_sentences(found)
    assert re.fullmatch(r"easier on average by 0\.\d+ to 2\.\d points; in which cells is not known yet", said[0])
    assert not any("mean of all cells" in each for each in said), "the same number once"
    [trial] = judge_trial(pairs, "goal", DecisionRule(), [WON])
    assert trial_sentence(trial).startswith("easier on average by 0.")
    assert trial_sentence(trial).endswith("in which groups is not known yet")
    assert trial_sentence(trial, of=9).startswith("unclear in 4 of 4 groups; +"), "one of nine such sentences"
    unclear = [pair_with_die(pair_of(20, 28, goal=at)) for at in range(4)]
    said = comparison_sentences(compare_pairs(GAME, unclear, 7, DecisionRule(told=0)).outcomes[0])
    assert said[0] == "unclear: in 4 of 4 cells"
    assert said[1].startswith("mean of all cells: +")


def test_rungs_agree_or_not() -> None:
    def said(*pairs: Pair) -> str:
        return agreement(pools_of(list(pairs), ["die"], WON), 0.05, WON)

    down, up = pair_of(90, 10, goal=1), pair_of(10, 90, goal=1)
    assert said(pair_with_die(down, 6), pair_with_die(down, 8)).startswith("the rungs agree: 6 -")
    assert said(pair_with_die(down, 6), pair_with_die(up, 8)).startswith("the rungs disagree: 6 -")
    assert said(pair_with_die(down, 6), pair_with_die(pair_of(9, 9, goal=1), 8)).startswith("not every rung")
    assert said(pair_with_die(down, 6)) == ""


def test_a_pool_counts_games_of_one_index_once() -> None:
    """Four cells that play the same games know no more than one of them."""
    pairs = [pair_with_die(pair_of(60, 30, goal=at)) for at in range(4)]
    [one], [four] = pools_of(pairs[:1], [], WON), pools_of(pairs, [], WON)
    assert four.change == one.change
    assert four.standard_error == pytest.approx(one.standard_error, rel=0.02)


def test_the_interval_of_a_pool_covers_the_truth() -> None:
    random, covered = np.random.default_rng(4), 0
    for _ in range(400):
        drawn = [tuple(random.multinomial(1000, [0.6, 0.01, 0.01, 0.38])) for _ in range(4)]
        pairs = [pair_with_die(pair_of(lost, up, both, no, goal=at)) for at, (both, lost, up, no) in enumerate(drawn)]
        shuffled = [_shuffled(pair, random) for pair in pairs]
        low, high = pools_of(shuffled, [], WON)[0].interval()
        covered += low <= 0 <= high
    assert covered / 400 > 0.92


def _shuffled(pair: Pair, random: np.random.Generator) -> Pair:
    order = random.permutation(pair.before.games)
    before, after = (
        Outcomes({name: column[order] for name, column in side.columns.items()}, side.marks[order])
        for side in (pair.before, pair.after)
    )
    return Pair(pair.match, before, after)


# Divergence.


def test_games_diverge_at_the_turn_where_their_events_do() -> None:
    """A shorter limit shows in the turn after it."""
    before = race(**ONE)
    [match] = match_variant(before, variant(before, {"limit": 4}))
    index = next(
        index for index in range(100) if before.game.simulate(match.before, 7, index, index + 1).rows["turns"] > 4
    )
    assert first_difference(GAME, match, 7, index) == 5


def test_a_comparison_tells_some_of_the_games_twice() -> None:
    found = compared(race(dice=[6]), {"limit": 4}, rule=DecisionRule(told=10))
    assert [len(cell.turns) for cell in found.cells] == [5, 5]
    assert "all of a sample of 10 at turn 5" in comparison_sentences(found)[-1]
    assert compared(race(dice=[6]), {"limit": 4}, rule=DecisionRule(told=0)).cells[0].turns == ()


def test_the_turns_of_a_sample_read_well() -> None:
    assert _turns([1, 2, 2, 7]) == "half of a sample of 4 by turn 2 (turns 1 to 7)"


# Until decided.


@pytest.mark.parametrize("how", [INLINE, PlayOptions("processes", workers=2)])
def test_it_stops_as_soon_as_it_knows_whoever_plays(how: PlayOptions) -> None:
    before = race(dice=[6], goals=[15, 20, 28])
    after = variant(before, {"goal": 1})
    with outcome_cache([before, after], how) as played:
        found = compare_until_decided(played, match_variant(before, after), 7, 65_536, DecisionRule()).outcomes[0]
    assert [cell.paired.games for cell in found.cells] == [1024, 1024, 1024]
    assert found.verdict == "harder"


def test_it_goes_on_where_it_does_not_know_and_gives_up_in_the_end() -> None:
    before = race(**ONE)
    after = variant(before, {"stumble": 0.004})
    with outcome_cache([before, after], INLINE) as played:
        matches = match_variant(before, after)
        short = compare_until_decided(played, matches, 7, 1024, DecisionRule({"win rate": 0.0005})).outcomes[0]
        long = compare_until_decided(played, matches, 7, 65_536, DecisionRule({"win rate": 0.0005})).outcomes[0]
    assert (short.verdict, long.verdict) == ("unclear", "harder")
    assert 1024 < long.cells[0].paired.games < 65_536


def test_no_change_is_held_by_a_sequential_test_too() -> None:
    before = race(**ONE)
    with outcome_cache([before], INLINE) as played:
        same = compare_until_decided(played, match_variant(before, before), 7, 65_536, DecisionRule()).outcomes[0]
    after = variant(before, UNSEEN)
    with outcome_cache([before, after], INLINE) as played:
        found = compare_until_decided(played, match_variant(before, after), 7, 65_536, DecisionRule()).outcomes[0]
    assert found.verdict == same.verdict == "held"
    assert (found.cells[0].paired.games, same.cells[0].paired.games) == (2048, 1024)


# Sides.


def test_sides_by_part_by_file_and_by_run(tmp_path: Path) -> None:
    file = tmp_path / "race.toml"
    file.write_text('game = "dice"\ndice = [6]\ngoals = [20]\nseed = 7\n')
    ground = BaseExperiment(*read_base(str(file), None), {})
    before, after = read_sides("goal 15", "goal 20", ground, "dice")
    assert [before.cells[0].spec["goal"], after.cells[0].spec["goal"]] == [15, 20]
    played = run({**RACE, "games": 500}, out=tmp_path / "run", executor="inline")
    before, _ = read_sides(str(played.path), str(file), BaseExperiment(*read_base(None, None), {}), "dice")
    assert len(before.cells) == 4
    with pytest.raises(BadInput, match="expected the name or file of a part of dice, an experiment or a run"):
        read_sides("nothing", "goal 20", ground, "dice")
    other = tmp_path / "other.toml"
    other.write_text('game = "dice"\nseed = 8\n')
    with pytest.raises(NotComparable, match="seed 7 against 8"):
        read_sides(str(file), str(other), BaseExperiment(*read_base(None, None), {}), "dice")
    assert (
        read_sides(str(file), str(other), BaseExperiment(*read_base(None, None), {"seed": 9}), "dice")[0].settings.seed
        == 9
    )


def test_finished_runs_are_paired_by_their_rows(tmp_path: Path) -> None:
    runs = [
        run({**RACE, "games": games, "handicap": handicap}, out=tmp_path / f"run{handicap}", executor="inline")
        for handicap, games in ((0, 3000), (1, 2500))
    ]
    pairs, _ = pair_runs(runs[0].path, runs[1].path)
    before, after = race(), race(handicap=1)
    with outcome_cache([before, after], INLINE) as played:
        expected = compare_games(played, match_variant(before, after), 7, 2500, DecisionRule(told=0)).outcomes[0]
    found = compare_pairs(GAME, pairs, 7, DecisionRule(told=0)).outcomes[0]
    assert [cell.paired for cell in found.cells] == [cell.paired for cell in expected.cells]
    assert [cell.diverged for cell in found.cells] == [cell.diverged for cell in expected.cells]


def test_games_are_paired_by_their_index_even_if_some_were_skipped(tmp_path: Path) -> None:
    """Of 3,000 games the first run skips 0, 700, … and so has 2,995 rows; game i still meets game i."""
    skips = {**RACE, "fail_every": 700, "on_error": "skip"}
    one = run(skips, out=tmp_path / "one", executor="inline").path
    other = run(RACE, out=tmp_path / "other", executor="inline").path
    harder = run({**RACE, "handicap": 1}, out=tmp_path / "harder", executor="inline").path
    same, _ = pair_runs(one, other)
    assert [(pair.of(WON).games, pair.of(WON).changed, len(pair.diverged)) for pair in same] == [(2995, 0, 0)] * 4
    (pair, *_), (whole, *_) = pair_runs(one, harder)[0], pair_runs(other, harder)[0]
    assert pair.diverged.tolist() == [index for index in whole.diverged.tolist() if index % 700]
    assert np.array_equal(
        np.delete(pair.steps(WON), slice(0, 3000, 700)), np.delete(whole.steps(WON), slice(0, 3000, 700))
    )


def test_runs_that_do_not_compare_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = run({**RACE, "games": 100}, out=tmp_path / "one", executor="inline").path
    other = run({**RACE, "games": 100, "seed": 8}, out=tmp_path / "other", executor="inline").path
    bare = run({**RACE, "games": 100}, out=tmp_path / "bare", executor="inline", detail="cells").path
    with pytest.raises(NotComparable, match=r"has seed 7, .* 8: no luck is shared"):
        pair_runs(one, other)
    with pytest.raises(Inconclusive, match="kept no rows"):
        pair_runs(one, bare)
    monkeypatch.setattr(GAME, "version", 4)
    with pytest.raises(NotComparable, match=r"rule version 3 \(columns 1\) of dice, here is 4"):
        pair_runs(one, one)


# The verbs.


def test_try_is_a_sentence_and_a_small_table() -> None:
    before = race()
    after = variant(before, {"goal": 1})
    with outcome_cache([before, after], INLINE) as played:
        [trial] = judge_trial(play_pairs(played, match_variant(before, after), 7, 2000), "die", DecisionRule(), [WON])
    assert [dict(pool.labels) for pool in trial.pools] == [{"die": d, "goal": g} for d in (6, 8) for g in (15, 20)]
    assert set(trial.verdicts) == {"harder"}
    assert trial_sentence(trial).startswith("harder in 4 of 4 groups; -")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["try", "goal"], 2, "try: expected path=value"),
        (["try", "golf=1"], 2, "try: golf: expected one of"),
        (["try", "goal=1", "--margin", "0"], 2, "--margin: expected more than 0"),
        (["compare", "goal 15", "golf 20", "--game", "dice"], 2, "expected the name or file of a part of dice"),
        (["compare", "goal 15", "goal 16", "--game", "dice", "--risk", "99"], 2, "--risk: expected"),
    ],
)
def test_a_mistake_is_one_line(
    typed: Fatecast, tmp_path: Path, arguments: list[str], code: int, complaint: str
) -> None:
    file = tmp_path / "race.toml"
    file.write_text('game = "dice"\ndice = [6]\ngoals = [15, 20]\nseed = 7\n')
    done = typed(*arguments, "--on", file)
    assert done.returncode == code
    assert done.stdout == ""
    assert done.stderr.startswith("fatecast: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


# Cells that are taken together.


def test_cells_that_move_together_are_not_surer_than_one() -> None:
    """Four cells with the same three changed results in 300 games say as much as one of them."""
    [one], [four] = pools_of([pair_of(3, 0, 200, 97)], [], WON), pools_of([pair_of(3, 0, 200, 97)] * 4, [], WON)
    assert four.change == pytest.approx(one.change)
    assert four.standard_error == pytest.approx(one.standard_error)


def test_a_sentence_names_no_direction_that_its_table_does_not_show() -> None:
    """`easier` beside `unclear in 4 of 4 groups` would be two rules for one decision."""
    pairs = [pair_with_die(pair_of(14, 30, goal=1), die) for die in (6, 8)]
    rungs = pools_of(pairs, ["die"], WON)
    assert "(easier)" in agreement(rungs, 0.05, WON)
    table = [({"die": 6}, "unclear"), ({"die": 8}, "unclear")]
    assert agreement(rungs, 0.05, WON, table).startswith("no rung shows a clear change")
    shown = agreement(rungs, 0.05, WON, [({"die": 6}, "easier"), ({"die": 8}, "unclear")])
    assert shown.count("(easier)") == 1
