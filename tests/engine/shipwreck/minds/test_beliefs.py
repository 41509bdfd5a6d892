"""Beliefs: prior, literal listener and recursion, compared with the formulas in plain Python; and a policy whose model
is how it really plays never excludes the truth."""

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.minds.beliefs.prior import weigh_hands
from engine.shipwreck.minds.beliefs.speaker import hear, think
from engine.shipwreck.rules.moves import look
from engine.shipwreck.rules.tokens import count_hours
from engine.shipwreck.table.state import NONE, SLOTS, View
from tests.support.shipwreck import cells, retold
from tests.support.shipwreck.boards import Rows, lay
from tests.support.shipwreck.stepping import Sitting

CLOSE = 1e-9
SEED = 5
SCENARIOS: list[dict[str, Any]] = [
    {"players": 3, "doom": 2},
    {"players": 2, "doom": 0, "options": {"fall": "announced", "own_fate": True}},
    {"players": 5, "doom": 4, "options": {"imago": "strict", "restless": True}},
    {"players": 3, "doom": 2, "changes": [{"before_turn": 3, "leave": 2}, {"before_turn": 5, "join_after": 1}]},
]


@cache
def table_of(policy: str) -> Sitting:
    return Sitting(cells.make("base", policy), SEED)


def sit(policy: str = "pragmatic", index: int = 0) -> Sitting:
    """A game of three players before the first turn, seat 0 to play; nobody holds a fate yet."""
    sitting = table_of(policy)
    sitting.set_up(index)
    sitting.kernel.begin_turn(sitting.world)
    return sitting


def give(sitting: Sitting, seat: int, belief: dict[int, float]) -> None:
    """Gives a seat a fate with this public belief."""
    table = sitting.world.table
    table.holds[seat] = 1
    table.belief[seat] = 0.0
    for value, part in belief.items():
        table.belief[seat, value] = part


def weigh(sitting: Sitting, fresh: bool) -> dict[retold.Hand, float]:
    """The kernel's prior, by unordered hand."""
    weigh_hands(View(sitting.world.book, sitting.world.table), sitting.mind, not fresh)
    mind = sitting.mind
    return {(int(mind.low[at]), int(mind.high[at])): float(mind.pair[at]) for at in range(mind.hands)}


def unordered(weights: dict[retold.Hand, float]) -> dict[retold.Hand, float]:
    """Pairs, lower value first, that sum to 1, without the impossible ones."""
    total, pairs = sum(weights.values()), dict[retold.Hand, float]()
    for (a, b), weight in weights.items():
        if weight > 0:
            hand = (min(a, b), max(a, b))
            pairs[hand] = pairs.get(hand, 0.0) + weight / total
    return pairs


# The prior, compared with results by hand.


def test_two_fresh_fates_from_a_full_bag() -> None:
    """21 tokens: 3/21 · 2/20 for a given pair of equal ones, twice 3/21 · 3/20 for two that differ."""
    weights = weigh(sit(), fresh=True)
    assert len(weights) == 28
    assert weights[4, 4] == pytest.approx(3 / 21 * 2 / 20, abs=CLOSE)
    assert weights[2, 5] == pytest.approx(2 * 3 / 21 * 3 / 20, abs=CLOSE)
    assert sum(weights.values()) == pytest.approx(1, abs=CLOSE)


def test_a_draw_beside_a_known_fate() -> None:
    """The older fate is a 7: 2 of the other 20 tokens are 7s."""
    sitting = sit()
    give(sitting, 0, {7: 1.0})
    weights = weigh(sitting, fresh=False)
    assert weights[7, 7] == pytest.approx(2 / 20, abs=CLOSE)
    assert weights[1, 7] == pytest.approx(3 / 20, abs=CLOSE)
    assert len(weights) == 7


def test_what_the_others_hold_is_not_in_the_bag() -> None:
    """One neighbour certainly holds a 1, so 2 of the 19 tokens in the bag are 1s."""
    sitting = sit()
    give(sitting, 0, {7: 1.0})
    give(sitting, 1, {1: 1.0})
    assert weigh(sitting, fresh=False)[1, 7] == pytest.approx(2 / 19, abs=CLOSE)


def test_values_that_lie_open_are_gone() -> None:
    sitting = sit()
    lay(sitting.world.table, [[3, 3, 3], [2, 2], [], []])
    weights = weigh(sitting, fresh=True)
    assert all(3 not in hand for hand in weights)
    assert (2, 2) not in weights, "only one is left"
    assert weights[2, 4] == pytest.approx(2 * 1 * 3 / (16 * 15), abs=CLOSE)


def test_a_value_that_may_be_there_never_counts_for_nothing() -> None:
    """Both neighbours are believed to hold the last 6; it may still be in the bag."""
    sitting = sit()
    lay(sitting.world.table, [[6, 6], [], [], []])
    give(sitting, 0, {7: 1.0})
    give(sitting, 1, {6: 1.0})
    give(sitting, 2, {6: 1.0})
    assert weigh(sitting, fresh=False)[6, 7] == pytest.approx(0.02 / (5 * 3 + 2 + 0.02), abs=CLOSE)


# The prior and the recursion, compared with the formulas.


def place_at_random(sitting: Sitting, dice: Random, fresh: bool) -> Rows:
    """Fates in front of the cards, and beliefs about every holder that agree with the visible fates."""
    world = sitting.world
    tokens = [value for value in range(1, 8) for _ in range(3)]
    board: Rows = [[] for _ in range(SLOTS)]
    for value in dice.sample(tokens, dice.randrange(9)):
        board[dice.randrange(SLOTS)].append(value)
    lay(world.table, board)
    for slot in range(SLOTS):
        count_hours(world, slot)
    hidden = [value for value in range(1, 8) if world.table.visible[value] < 3]
    for seat in (1, 2) if fresh else (0, 1, 2):
        parts = {value: dice.random() ** 3 for value in dice.sample(hidden, dice.randint(1, len(hidden)))}
        give(sitting, seat, {value: part / sum(parts.values()) for value, part in parts.items()})
    world.table.fresh = int(fresh)
    return board


@pytest.mark.parametrize("fresh", [True, False])
def test_the_prior_is_the_formula(fresh: bool) -> None:
    dice = Random(3)
    for index in range(40):
        sitting = sit(index=index)
        place_at_random(sitting, dice, fresh)
        expected = unordered(retold.prior(retold.position_of(sitting.look(), fresh)))
        assert weigh(sitting, fresh) == pytest.approx(expected, abs=CLOSE)


def all_heard(sitting: Sitting, plays: dict[retold.Hand, list[retold.Play]]) -> dict[retold.Seen, Any]:
    """The belief of the kernel's group after each play that it may see."""
    view, heard = View(sitting.world.book, sitting.world.table), {}
    for seen in {play.seen for each in plays.values() for play in each}:
        view.table.played, view.table.place, view.table.told = seen
        if hear(view, sitting.mind):
            belief = sitting.mind.belief
            assert belief.min() >= 0
            assert belief.sum() == pytest.approx(1, abs=CLOSE)
            heard[seen] = belief.sum(axis=0)
    return heard


def worst_difference(sitting: Sitting, board: Rows, fresh: bool, depth: int, **formula: float) -> float:
    """The largest difference between the kernel's belief and that of the formulas, over all plays that may be seen."""
    view = View(sitting.world.book, sitting.world.table)
    look(view)
    weigh_hands(view, sitting.mind, not fresh)
    think(view, sitting.mind, 0)
    weights = {hand: w for hand, w in retold.prior(retold.position_of(sitting.look(), fresh)).items() if w > 0}
    plays = {hand: moves for hand, moves in retold.plays_of(sitting, board).items() if hand in weights}
    odds = retold.pragmatic(weights, plays, depth, **formula)
    heard = all_heard(sitting, plays)
    assert heard.keys() == {seen for each in odds.values() for seen, share in each.items() if share > 0}
    worst = 0.0
    for seen, belief in heard.items():
        expected = retold.listen(weights, plays, odds, seen)
        worst = max(worst, *(abs(belief[value] - expected.get(value, 0.0)) for value in range(1, 8)))
    return worst


@pytest.mark.parametrize(
    ("policy", "depth"), [("literal", 0), ("pragmatic depth=1", 1), ("pragmatic depth=2", 2), ("pragmatic", 3)]
)
@pytest.mark.parametrize("fresh", [True, False])
def test_the_group_hears_what_the_formulas_say(policy: str, depth: int, fresh: bool) -> None:
    dice = Random(4)
    for index in range(12):
        sitting = sit(policy, index=index)
        board = place_at_random(sitting, dice, fresh)
        assert worst_difference(sitting, board, fresh, depth) < CLOSE


@pytest.mark.parametrize("formula", [{"depth": 2}, {"depth": 3, "alpha": 29.0}, {"depth": 3, "aversion": 0.55}])
def test_another_formula_is_noticed(formula: dict[str, Any]) -> None:
    dice, worst = Random(4), []
    for index in range(6):
        sitting = sit(index=index)
        board = place_at_random(sitting, dice, fresh=False)
        worst.append(worst_difference(sitting, board, False, **formula))
    assert max(worst) > 1000 * CLOSE


# The truth.


def check_truth(sitting: Sitting, step: str) -> None:
    """Nobody's real fate is considered impossible, and every belief sums to 1."""
    table, hidden, mind = sitting.world.table, sitting.world.hidden, sitting.mind
    if step == "play" and not table.slipped:
        assert mind.belief.sum() == pytest.approx(1, abs=CLOSE)
        assert mind.belief.min() >= 0
        assert mind.belief[:, hidden.kept].sum() > 0, "the kept fate was ruled out"
        if table.plays == 1 and not table.fresh:
            assert mind.belief[int(hidden.played_old), hidden.kept] > 0, "old and new were mixed up"
    if step == "fade":
        for seat in range(table.seats):
            if table.holds[seat]:
                assert table.belief[seat].sum() == pytest.approx(1, abs=CLOSE)
                assert table.belief[seat, hidden.held[seat]] > 0, "a held fate was ruled out"


@pytest.mark.parametrize(("deck", "policy"), [("full", "pragmatic"), ("base", "expert")])
def test_the_truth_is_never_ruled_out(deck: str, policy: str) -> None:
    for scenario in SCENARIOS:
        cell = cells.make(deck, policy, **scenario)
        sitting = Sitting(cell, SEED)
        for index in range(2):
            for step in sitting.steps(index):
                check_truth(sitting, step)
        games = 50 if policy in cells.LEARNT else 100
        assert SHIPWRECK.simulate(cell, SEED, 0, games).rows["fallbacks"].sum() == 0


def test_a_ruled_out_truth_is_noticed() -> None:
    sitting = Sitting(cells.make("base", "pragmatic"), SEED)
    steps = sitting.steps(0)
    while next(steps) != "play":
        continue
    check_truth(sitting, "play")
    sitting.mind.belief[:, sitting.world.hidden.kept] = 0.0
    sitting.mind.belief /= sitting.mind.belief.sum()
    with pytest.raises(AssertionError, match="ruled out"):
        check_truth(sitting, "play")


def test_what_the_model_holds_for_impossible_is_counted() -> None:
    """A play that no hand would make: the group falls back on the number line, and counts it."""
    sitting = Sitting(cells.make("base", "pragmatic"), SEED)
    steps = sitting.steps(0)
    while next(steps) != "play":
        continue
    world, mind = sitting.world, sitting.mind
    mind.hand_at[:] = NONE
    sitting.kernel.hear_play(View(world.book, world.table), mind)
    assert mind.fallbacks == 1
    line = int(world.table.line[world.table.seat])
    assert {value for value in range(1, 8) if mind.belief[:, value].sum() > 0} == {
        value for value in range(1, 8) if line >> value & 1
    }
    assert mind.belief.sum() == pytest.approx(1, abs=CLOSE)


def small_deck(tells: str) -> dict[str, Any]:
    """Four kinds of card, each of which answers."""
    plays = {"a": "played < kept", "b": "played > kept", "c": "true", "d": "sum % 2 == 0"}
    effects = {"tells": tells}
    cards = {
        key: {"name": key, "play": play, "power": "p", "moons": 4, "copies": 2, "effects": effects}
        for key, play in plays.items()
    }
    fates = {str(value): {"copies": 3, "hours": 1} for value in range(1, 8)}
    powers = {"p": {"name": "Twice", "kind": "extra-guess", "guesses": 1}}
    return {"name": "small", "rules": 1, "fates": fates, "powers": powers, "cards": cards}


@pytest.mark.parametrize("tells", ["kept > played", "total(here) > kept", "kept in visible", "count(visible) > kept"])
@pytest.mark.parametrize("policy", ["pragmatic"])
def test_a_card_answers_with_the_fate_before_it(policy: str, tells: str) -> None:
    """A card answers after the fate is laid down; a policy that plans ahead must do the same."""
    cell = cells.make(small_deck(tells), policy)
    assert SHIPWRECK.simulate(cell, SEED, 0, 100).rows["fallbacks"].sum() == 0


@pytest.mark.parametrize("policy", ["pragmatic", "expert"])
def test_a_last_copy_that_is_shown_is_not_in_the_hand(policy: str) -> None:
    """There is no other copy that the active player could keep."""
    sitting = Sitting(cells.make("base", policy), SEED)
    view, belief = View(sitting.world.book, sitting.world.table), sitting.mind.belief
    doubtful = (
        value
        for index in range(50)
        for step in sitting.steps(index)
        if step == "play"
        for value in range(1, 8)
        if 0.01 < belief[:, value].sum() < 0.99
    )
    shown = next(doubtful)
    sitting.kernel.hear_reveal(view, sitting.mind, shown)
    assert belief[:, shown].sum() == 0
    assert belief.sum() == pytest.approx(1, abs=CLOSE)
