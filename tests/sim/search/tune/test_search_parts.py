"""The parts of a search: goals in words, space, rates helped by common luck, the additive model, halving."""

import numpy as np
import pytest
from scipy.special import expit, logit

from engine.errors import BadInput
from engine.game.outcomes import Mean
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.search.tune.additive_model import NO_CHANGE, AdditiveModel
from sim.search.tune.confirmation import Z, _said
from sim.search.tune.goals import Goal, read_goals
from sim.search.tune.rates import EstimatedRate, chance, miss, paired_rate, rate_of
from sim.search.tune.search_space import FieldOption, SearchSpace, read_search_space
from sim.search.tune.successive_halving import race
from sim.statistics.sequential import looks
from tests.support.command_line import RACE
from tests.support.dice_race import GAME, WIN_RATE

CELLS = [{"die": die, "goal": goal} for die in (6, 8) for goal in (15, 20)]
ANY = Goal("", 0.0, 0.5, (0,), WIN_RATE)


def goals_of(text: str) -> list[Goal]:
    return read_goals(text, CELLS, GAME.outcomes, "die", "tune")


# Goals.


@pytest.mark.parametrize(
    "text",
    [
        "die 6: length 4 ± 0.5",
        "die 6: length 3.5 to 4.5 turns",
        "die 6, length: 4 ± 0.5 turns",
        "length, die 6: 4 ± 0.5 turns",
        "die 6: LENGTH: 4 ± 0.5",
    ],
)
def test_a_goal_names_its_outcome_before_or_after_the_colon(text: str) -> None:
    [goal] = goals_of(text)
    assert goal.outcome.name == "length"
    assert (goal.low, goal.high, goal.cells) == (3.5, 4.5, (0, 1))
    assert (goal.precision, goal.aim, goal.step) == (0.5, 4.0, 1.0)


@pytest.mark.parametrize("text", ["length: at most 5", "length at most 5"])
def test_an_outcome_alone_means_all_cells(text: str) -> None:
    [goal] = read_goals(text, CELLS[:2], GAME.outcomes, "die", "tune")
    assert goal.cells == (0, 1)
    assert goal.open_low
    assert not goal.open_high
    assert goal.precision == GAME.outcomes[1].margin


def test_goals_of_different_outcomes_do_not_contradict_each_other() -> None:
    assert len(goals_of("die 6: 80 ± 1 %; die 6: length 4 ± 1")) == 2


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("die 6, goal 15: 80 ± 1 %", 0.79, 0.81),
        ("die 6, goal 15: 80±1", 0.79, 0.81),
        ("die 6, goal 15: 80 +- 0.5 %", 0.795, 0.805),
        ("die 6, goal 15: 70 to 75 %", 0.70, 0.75),
        ("die 6, goal 15: at least 70 %", 0.70, 1.0),
        ("die 6, goal 15: at most 40%", 0.0, 0.40),
    ],
)
def test_a_goal_is_cells_and_a_range(text: str, low: float, high: float) -> None:
    [goal] = goals_of(text)
    assert (goal.low, goal.high) == pytest.approx((low, high))
    assert goal.cells == (0,)


def test_several_goals_and_several_cells() -> None:
    first, second = goals_of("die 6: 80 ± 1 %\n die 8, goal 15-20: 90 ± 2 %;")
    assert (first.cells, second.cells) == ((0, 1), (2, 3))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected cells, a colon and a win rate"),
        ("80 ± 1 %", "expected cells, a colon and a win rate"),
        ("die 6: 80 %", "expected '80 ± 1 %'"),
        ("die 6: 80 ± 0 %", "expected a range of win rates within 0 to 100 %"),
        ("die 6: 120 ± 5 %", "expected a range of win rates within 0 to 100 %"),
        ("die 6: 75 to 70 %", "expected a range of win rates within 0 to 100 %"),
        ("die 6: at most 100 %", "expected a range of win rates within 0 to 100 %"),
        ("die 7: 80 ± 1 %", "names no cell"),
        ("dye 6: 80 ± 1 %", "unknown axis 'dye': did you mean 'die'"),
        ("wins: 80 ± 1 %", "; the outcomes are: win rate, length"),
        ("goal 15: 80 ± 1 %", "names cells of die 6 and 8, expected those of one"),
        ("die 6: 80 ± 1 %; die 6: 70 ± 1 %", "contradicts"),
        ("die 6: 80 ± 1 turns", "expected %, not turns"),
        ("die 6: length 4 ± 1 %", "expected turns, not %"),
        ("die 6: length 4", "expected '20 ± 1 turns'"),
        ("die 6: length 5 to 4", "expected a range that is not empty"),
    ],
)
def test_a_goal_that_makes_no_sense_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as told:
        goals_of(text)
    assert str(told.value).startswith("tune: ")
    assert complaint in str(told.value)


# SearchSpace.


def base() -> ResolvedExperiment:
    return resolve({**RACE, "dice": [6]}, "race")


def options(*texts: str, reach: int = 2) -> list[tuple[int, str, object, int]]:
    return [tuple(option) for option in read_search_space(base(), texts, reach).options]  # type: ignore[misc]


def test_a_pattern_names_numbers_and_steps_the_game_accepts() -> None:
    """A one cannot move by less than nothing."""
    found = options("faces.[12]")
    assert found == [
        (0, "faces.1", 0, 1),
        (0, "faces.1", 2, 1),
        (0, "faces.1", 3, 2),
        (1, "faces.2", 1, 1),
        (1, "faces.2", 3, 1),
        (1, "faces.2", 0, 2),
        (1, "faces.2", 4, 2),
    ]


def test_values_can_be_listed_and_what_is_there_is_no_option() -> None:
    assert options("faces.3=2..5") == [(0, "faces.3", 2, 1), (0, "faces.3", 4, 1), (0, "faces.3", 5, 2)]


def test_the_first_word_on_a_field_counts() -> None:
    assert options("faces.3=5..5", "faces.[34]", reach=1) == [
        (0, "faces.3", 5, 2),
        (1, "faces.4", 3, 1),
        (1, "faces.4", 5, 1),
    ]


def test_a_rule_is_as_far_as_the_numbers_in_it() -> None:
    from engine.shipwreck.game import SHIPWRECK

    game = SHIPWRECK
    grid = game.resolve({"policies": ["guess"], "players": [3], "doom": [0]}, "x")
    ship = ResolvedExperiment(resolve({"policies": ["guess"]}, "x").settings, grid, game, game.cells(grid))
    found = read_search_space(ship, ['cards.leviathan.play="sum >= <<9..12>>"'], 2).options
    assert [(option.value, option.distance) for option in found] == [
        ("sum >= 9", 2),
        ("sum >= 10", 1),
        ("sum >= 12", 1),
    ]
    with pytest.raises(
        BadInput, match=r"unknown field 'cards\.leviathan\.moon': did you mean 'cards\.leviathan\.moons'"
    ):
        read_search_space(ship, ["cards.leviathan.moon=1..2"], 2)


# Rates.


def luck(rng: np.random.Generator, games: int, shared: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """A base that wins 60 % and a variant that wins 65 %, mostly the same games."""
    draw = rng.random(games)
    other = draw if shared else rng.random(games)
    return (draw < 0.6).astype(float), (other < 0.65).astype(float)


def test_common_luck_makes_few_games_worth_many() -> None:
    """The error that is stated is the one there is; and without common luck nothing is gained."""
    rng = np.random.default_rng(1)
    for shared, least, most in ((True, 0.3, 0.6), (False, 0.95, 1.6)):
        found, alone = [], []
        for _ in range(400):
            before, after = luck(rng, 4096, shared)
            found.append(paired_rate(before, after[:512], ANY))
            alone.append(rate_of(after[:512], ANY).mean)
        means = [rate.mean for rate in found]
        assert abs(np.mean(means) - 0.65) < 0.005
        assert np.std(means) == pytest.approx(np.mean([rate.error for rate in found]), rel=0.12)
        assert least < np.std(means) / np.std(alone) < most


def test_chance_and_miss_speak_of_all_goals() -> None:
    goals = [Goal("", 0.79, 0.81, (0,), WIN_RATE), Goal("", 0.0, 0.4, (1,), WIN_RATE)]
    assert chance([EstimatedRate(0.80, 0.005), EstimatedRate(0.30, 0.01)], goals) == pytest.approx(0.954, abs=0.001)
    assert chance([EstimatedRate(0.80, 0.005), EstimatedRate(0.50, 0.01)], goals) < 1e-9
    assert miss([EstimatedRate(0.80, 0.005), EstimatedRate(0.43, 0.01)], goals) == pytest.approx(0.03)
    assert miss([EstimatedRate(0.80, 0.005), EstimatedRate(0.00, 0.01)], goals) == 0


def test_games_that_all_end_alike_prove_little() -> None:
    """100 wins of 100 happen to who wins 97 % more often than one would stake on it; to who wins 90 % they do not."""
    assert _said(rate_of(np.ones(100), ANY), Goal("", 0.9, 0.97, (0,), WIN_RATE)) == "unclear"
    assert _said(rate_of(np.ones(100), ANY), Goal("", 0.8, 0.90, (0,), WIN_RATE)) == "missed"


def test_reached_means_that_the_interval_is_inside() -> None:
    goal = Goal("", 0.79, 0.81, (0,), WIN_RATE)
    assert _said(EstimatedRate(0.80, 0.009 / Z), goal) == "reached"
    assert _said(EstimatedRate(0.80, 0.011 / Z), goal) == "unclear"
    assert _said(EstimatedRate(0.82, 0.009 / Z), goal) == "missed"
    assert _said(EstimatedRate(0.82, 0.011 / Z), goal) == "unclear"


# The additive model.


def model(changes: list[list[float]], error: float = 0.004, goals: str = "die 6, goal 15: 80 ± 1 %") -> AdditiveModel:
    """Fields of two options each."""
    some = [FieldOption(at // 2, f"f{at // 2}", at, 1 + at % 2) for at in range(len(changes))]
    change = np.array(changes)
    return AdditiveModel.fitted(
        some, np.full(change.shape[1], 0.7), change, np.full(change.shape, error), goals_of(goals)
    )


def test_combinations_change_each_field_once_and_none_is_missing() -> None:
    found = model([[0.01]] * 6)
    one = found.one_more(NO_CHANGE)
    two = found.one_more(one)
    three = found.one_more(two)
    assert [len(rows) for rows in (one, two, three)] == [6, 12, 8]
    assert all(len({at // 2 for at in row}) == 3 for row in three)
    assert found.sizes(two).min() == 2


def test_effects_add_up_in_log_odds() -> None:
    found = model([[0.05], [0.1], [-0.05], [0.08]])
    odds = found.predicted(np.array([[1, 3]]))[0, 0]
    assert expit(odds) == pytest.approx(expit(2 * 0 + logit(0.8) + logit(0.78) - logit(0.7)))


def test_the_model_learns_from_what_is_played() -> None:
    """Two changes that do less together than alone: what it expects of a third, with one of them, comes down too."""
    before = model([[0.05], [0.0], [0.05], [0.0], [0.05], [0.0]], error=0.01)
    pair, other = np.array([[0, 2]]), np.array([[0, 4]])
    after = before.learned(pair, np.array([[0.74]]), np.array([[0.003]]))
    assert expit(before.predicted(pair)[0, 0]) == pytest.approx(0.793, abs=0.003)
    assert expit(after.predicted(pair)[0, 0]) < 0.785
    assert after.predicted(other)[0, 0] < before.predicted(other)[0, 0]
    assert after.chances(pair)[0] < before.chances(pair)[0]
    assert np.all(np.linalg.eigvalsh(after.covariance[0]) > -1e-12)


def test_what_a_search_can_reach_is_said() -> None:
    low, high = model([[0.05], [-0.02], [0.1], [0.02]]).reach(0, 1)
    assert (low, high) == pytest.approx((0.68, 0.8), abs=1e-6)
    assert model([[0.05], [-0.02], [0.1], [0.02]]).reach(0, 2)[1] > 0.83


# Halving.


def test_looks_double_to_the_last() -> None:
    assert looks(16_384, 16_384) == [1024, 2048, 4096, 8192, 16_384]
    assert looks(500, 500) == [500]
    assert looks(5000, 5000) == [1024, 2048, 4096, 5000]


def test_the_bad_die_early_and_the_best_comes_first() -> None:
    played: dict[int, int] = {}

    def score(alive: list[int], games: int) -> list[float | None]:
        played.update(dict.fromkeys(alive, games))
        return [None if racer >= 12 else -float(racer) for racer in alive]

    finalists = race(list(range(16)), score, 8192)  # type: ignore[arg-type]
    assert finalists == [0, 1]
    assert [racer for racer, games in played.items() if games > 1024] == list(range(8))
    assert played[0] == played[1] == 8192


def test_a_race_may_have_no_winner() -> None:
    assert race([1, 2, 3], lambda alive, games: [None] * len(alive), 4096) == []


def test_dials_know_what_is_now() -> None:
    found = read_search_space(base(), ["faces.6"], 1)
    assert found == SearchSpace({"faces.6": 6}, found.options)


def test_combinations_that_keep_to_the_sum_make_the_model_sure_and_others_do_not() -> None:
    rng = np.random.default_rng(2)
    found = model([[0.03], [-0.03]] * 6, error=0.002)
    rows = found.one_more(found.one_more(NO_CHANGE))
    exact = expit(found.predicted(rows))
    errors = np.full_like(exact, 0.001)
    sure = found.learned(rows, exact, errors)
    unsure = found.learned(rows, expit(found.predicted(rows) + 0.2 * rng.standard_normal(exact.shape)), errors)
    assert sure.interplay < 0.7 * found.interplay
    assert unsure.interplay > 5 * found.interplay


def test_a_gain_that_never_happened_is_not_excluded() -> None:
    """Its codes are worth 100: a thousand games without one leave room for one in a thousand."""
    gain = Mean(name="gain", meaning="", column="pair", values=(0, -100, 100, 0), unit="wins", margin=0.5)
    goal = Goal("", -np.inf, 0.05, (0,), gain)
    assert rate_of(np.zeros(1000), goal).error > 0.1
