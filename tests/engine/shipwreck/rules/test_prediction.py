"""Predicting and resolving: right, wrong, silent, several guesses, and showing a last copy."""

import pytest

from tests.support.shipwreck.position import EVERY, few, lay, play, refused, turn

ROW = ["the-blind-man", "dawn", "midnight", "the-judge", "the-deep"]
NEXT = turn([1, 1], "1 on the-blind-man")
"""A turn of the other player."""


def test_a_right_prediction_scores_one() -> None:
    """Right: score +1."""
    game = play(ROW, [turn([5, 2], "5 on dawn", predict=2)])
    assert game.one("predicted", 1) == {"values": [2], "kept": 2, "right": True}
    assert (game.then.score, game.then.doom) == (1, 0)


def test_a_wrong_prediction_costs_one_doom() -> None:
    """Wrong: doom +1."""
    game = play(ROW, [turn([5, 2], "5 on dawn", predict=3)])
    assert game.one("predicted", 1)["right"] is False
    assert (game.then.score, game.then.doom) == (0, 1)


@pytest.mark.parametrize("guess", [2, 3])
def test_the_bag_has_the_predicted_fate_again(guess: int) -> None:
    """It goes back to the bag: one of the only two fates is visible, the other is drawn again."""
    game = play(ROW, [turn([5, 2], "5 on dawn", predict=guess), turn([2])], deck=few(5, 2))
    assert game.drawn(2) == [2]


def test_without_a_prediction_the_fate_is_kept() -> None:
    """No prediction: the fate is kept, and what is known about it stays known."""
    game = play(ROW, [turn([5, 2], "5 on dawn"), NEXT, turn([6], "6 on dawn")], roomy=ROW)
    assert game.held(3) == 2
    assert game.before(3).line == [1, 2, 3, 4]
    assert (game.then.score, game.then.doom) == (0, 0)


def test_the_group_has_one_guess() -> None:
    """The group may name one value."""
    with refused("predict", at=1):
        play(ROW, [turn([5, 2], "5 on dawn", predict=[2, 3])])


def test_a_prediction_names_a_fate_of_the_game() -> None:
    """A value of the fates, 1 to 7."""
    with refused("predict", at=1):
        play(ROW, [turn([5, 2], "5 on dawn", predict=8)])


def test_with_twice_one_right_guess_is_enough() -> None:
    """Several guesses are one prediction: one right guess makes it right."""
    game = play(ROW, [turn([5, 2], "5 on dawn", group="twice", predict=[2, 3])], pool=["twice"], more_turns=0)
    assert (game.total("score"), game.total("doom")) == (2, 0)
    assert (game.total("predictions"), game.total("correct"), game.total("wrong")) == (2, 2, 0)


def test_two_wrong_guesses_cost_one_doom() -> None:
    """If all are wrong, they cost 1 doom in total."""
    game = play(ROW, [turn([5, 2], "5 on dawn", group="twice", predict=[1, 3])], pool=["twice"])
    assert (game.then.score, game.then.doom) == (1, 1)


def test_the_steps_of_a_turn() -> None:
    """Draw, play, effects, powers, prediction, fade; in this order."""
    row = ["the-chalice", "the-thief", "dawn", "midnight", "the-deep"]
    game = play(row, [turn([7, 2], "7 on the-chalice", group="higher-than 1", predict=2)], pool=["higher-than"])
    steps = [name for name in game.names(1) if name not in ("line", "tracks", "under", "ended")]
    assert steps == ["drew", "played", "told", "stole", "power", "answered", "predicted", "faded", "dealt"]
    game = play(row, [turn([7, 2], "7 on dawn", before="plus-1")], pool=["plus-1"])
    steps = [name for name in game.names(1) if name not in ("line", "tracks", "under", "ended")]
    assert steps == ["drew", "power", "played", "stole", "faded", "dealt"]
    game = play(row, [turn([3, 5], "3 on midnight", after="discard-lower 3 from midnight")], pool=["discard-lower"])
    steps = [name for name in game.names(1) if name not in ("line", "tracks", "under", "ended")]
    assert steps == ["drew", "played", "stole-nothing", "power"]


# The last copy

SHOWN = [*lay([6, 6]), turn([3, 6], "3 on the-blind-man")]
"""Two 6s are visible, player 1 keeps the third."""


def test_the_last_copy_may_be_shown() -> None:
    """A player who is not active and holds the last copy of a value, all others being public, may discard it and so
    show it."""
    game = play(ROW, [*SHOWN, turn([5, 2], "5 on dawn", reveal=[1]), turn([6, 4], "4 on the-judge")], roomy=ROW)
    assert game.one("revealed", 4) == {"player": 1, "fate": 6}
    assert game.held(5) is None
    assert game.before(5).line == EVERY
    assert (game.before(5).score, game.before(5).doom) == (2, 0)


def test_a_fate_that_is_not_the_last_copy_is_not_shown() -> None:
    """All others must be public: with one 6 visible, another may be in the bag."""
    turns = [*lay([6]), turn([3, 1], "3 on the-blind-man"), turn([3, 6], "3 on the-blind-man")]
    game = play(ROW, [*turns, turn([5], "5 on dawn", reveal=[1]), turn([4], "4 on the-judge")], roomy=ROW)
    assert game.all("revealed") == []
    assert game.held(5) == 6


def test_exiled_fates_are_public_too() -> None:
    """A fate that left the game publicly is no longer hidden anywhere."""
    exile = turn([3, 2], "3 on the-blind-man", predict=2, exile="exile 6 from the-blind-man with twice")
    turns = [
        *lay([6]),
        exile,
        *lay([6]),
        turn([1, 2], "1 on the-blind-man", predict=2),
        turn([3, 6], "3 on the-blind-man"),
    ]
    game = play(ROW, [*turns, turn([5, 2], "5 on dawn", reveal=[1])], pool=["exile", "twice"], roomy=ROW)
    assert game.one("revealed", 6) == {"player": 1, "fate": 6}
