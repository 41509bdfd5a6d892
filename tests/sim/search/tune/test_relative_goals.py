"""Goals against the game as it is: "goal 20: 1 to 3 points harder; else within 0.5"."""

from math import inf

import pytest

from engine.errors import BadInput
from engine.game.optional_parts import content_of
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.play.options import PlayOptions
from sim.search.command import TuneRequest, tune_request
from sim.search.tune.goals import Goal, groups_of, read_goals
from sim.search.tune.output import goal_rows, reason_in_words, shortfalls
from sim.search.tune.rates import EstimatedRate, chance
from sim.search.tune.result import TuneResult
from tests.support.command_line import RACE
from tests.support.dice_race import GAME

CELLS = [{"die": die, "goal": goal} for die in (6, 8) for goal in (15, 20)]
INLINE = PlayOptions("inline")


def goals_of(text: str) -> list[Goal]:
    return read_goals(text, CELLS, GAME.outcomes, "die", "tune")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("die 6, goal 15: 1 to 3 points harder", -0.03, -0.01),
        ("die 6, goal 15: at least 1 point easier", 0.01, inf),
        ("die 6, goal 15: at most 2 points harder", -0.02, 0.005),
        ("die 6, goal 15: within 0.5", -0.005, 0.005),
        ("die 6, goal 15: within ±0.5 points", -0.005, 0.005),
        ("die 6, goal 15: length 0.5 to 1 turns longer", 0.5, 1.0),
        ("length, die 6, goal 15: within 0.25", -0.25, 0.25),
    ],
)
def test_a_change_is_said_in_the_words_of_the_outcome(text: str, low: float, high: float) -> None:
    [goal] = goals_of(text)
    assert (goal.low, goal.high) == pytest.approx((low, high))
    assert goal.relative
    assert goal.cells == (0,)
    assert goal.open_high is (high == inf)


def test_a_change_is_meant_for_each_cell_and_else_for_the_others() -> None:
    """Of every kind of player: it need not be one, as for a mean."""
    goals = goals_of("else within 0.5; goal 20: 1 to 3 points harder")
    assert [(goal.cells, goal.place) for goal in goals] == [
        ((0,), "die 6, goal 15"),
        ((2,), "die 8, goal 15"),
        ((1,), "die 6, goal 20"),
        ((3,), "die 8, goal 20"),
    ]
    assert groups_of(goals) == [[0, 1], [2, 3]]


def test_else_is_what_no_goal_names_for_the_same_outcome() -> None:
    goals = goals_of("die 6: 80 ± 1 %; die 8, goal 15: length within 0.5; else: within 1")
    assert [goal.cells for goal in goals if goal.text == "else: within 1"] == [(2,), (3,)]
    assert [goal.cells for goal in goals_of("everywhere: within 1")] == [(0,), (1,), (2,), (3,)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("goal 15: 1 to 3 harder", "'1 to 3 points harder'"),
        ("goal 15: 1 to 3 points tougher", "expected '1 to 3 points harder', 'at least 1 point easier'"),
        ("goal 15: 80 %", "or, against the game as it is, '1 to 3 points harder'"),
        ("goal 15: 3 to 1 points harder", "contradicts itself"),
        ("goal 15: length 1 to 3 points longer", "'1 to 3 turns shorter'"),
        ("goal 15: within 0", "expected a range"),
        ("everywhere: within 1; else within 1", "other goals name all cells, expected one that is left"),
        ("goal 15: at least 1 point harder; die 6, goal 15: at least 1 point easier", "contradicts"),
        ("nonsense", "such as 'goal 20: 80 ± 1 %' or 'goal 20: 1 to 3 points harder'"),
    ],
)
def test_a_change_that_makes_no_sense_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as told:
        goals_of(text)
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_the_cells_of_one_statement_are_as_likely_as_the_least_likely_of_them() -> None:
    """Fourteen cells that are each inside with a probability of one half are not one chance in sixteen thousand: they
    share their luck."""
    goals = [Goal("else within 1", -0.01, 0.01, (at,), GAME.outcomes[0], True, str(at)) for at in range(14)]
    assert chance([EstimatedRate(0.0, 0.01)] * 14, goals) == pytest.approx(0.683, abs=0.001)


def searched(base: ResolvedExperiment, goal: str, *vary: str, fields: int = 2) -> tuple[TuneRequest, TuneResult]:
    asked = tune_request(base, goal, vary, 2, fields)
    return asked, asked.found(INLINE)


def true_change(base: ResolvedExperiment, changes: dict[str, object], cell: int, column: str) -> float:
    """On many games of another seed."""
    changed = base.game.cells(content_of(base.game).changed(base.grid, changes, "x"))
    sides = [base.game.simulate(cells[cell], 99, 0, 60_000).rows[column] for cells in (base.cells, changed)]
    return float(sides[1].mean() - sides[0].mean())


def test_one_cell_gets_harder_and_the_others_stay() -> None:
    """What a six moves matters less where the way is short."""
    base = resolve({**RACE, "dice": [6], "goals": [14, 22], "games": 16_384}, "race")
    asked, found = searched(base, "goal 22: 2 to 6 points harder; else within 2", "faces.*", fields=3)
    assert found.confirmation.verdict == "reached"
    assert -0.065 < true_change(base, found.changes, 1, "won") < -0.015
    assert abs(true_change(base, found.changes, 0, "won")) < 0.025
    rows = goal_rows(found.confirmation, asked.goals)
    assert [row[0] for row in rows] == ["goal 22: 2 to 6 points harder", "else within 2"]
    assert rows[0][1].endswith("%")
    assert rows[0][2].startswith("-")


def test_nothing_changes_where_nothing_has_to() -> None:
    _, found = searched(resolve({**RACE, "games": 4096}, "race"), "everywhere: within 1", "faces.*")
    assert found.changes == {}
    assert found.confirmation.verdict == "reached"
    assert {rate.mean for rate in found.confirmation.after} == {0.0}


def test_changes_that_exclude_each_other_say_so_and_how_far_the_nearest_is() -> None:
    base = resolve({**RACE, "dice": [6], "goals": [18, 19], "games": 4096}, "race")
    asked, found = searched(base, "goal 18: 4 to 6 points harder; goal 19: 4 to 6 points easier", "faces.[56]")
    assert found.confirmation.verdict == "missed"
    [said] = map(reason_in_words, found.reasons)
    assert "conflict: what reaches the first leaves the second at about -" in said
    assert said.endswith(" points at best")
    assert any("the range" in line and "points" in line for line in shortfalls(found, asked.goals))


def test_a_change_out_of_reach_says_what_it_would_take() -> None:
    base = resolve({**RACE, "dice": [6], "goals": [20], "games": 4096}, "race")
    _, found = searched(base, "goal 20: at least 60 points harder", "faces.1")
    [said] = map(reason_in_words, found.reasons)
    assert "out of reach, one field can move it to about -" in said
    assert said.endswith("; it would take faces.1 below 0 (the game allows no less)")


def test_a_search_is_the_same_whatever_it_was_asked_before() -> None:
    base = resolve({**RACE, "dice": [6], "goals": [22], "games": 2048}, "race")
    asked = tune_request(base, "goal 22: 2 to 6 points harder", ["faces.*"], 1, 1)
    assert asked.found(INLINE) == asked.found(INLINE)
