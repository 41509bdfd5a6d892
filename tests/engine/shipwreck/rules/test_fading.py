"""The Fade step."""

import pytest

from tests.support.shipwreck.position import few, play, turn

ROW = ["the-beast", "the-ash", "dawn", "midnight", "the-deep", "the-key", "the-lord"]
BOTH = turn([1, 2], "1 on the-beast")
"""The Beast has reached its hour, and a 1 was played while The Ash is in the row."""


@pytest.mark.parametrize(
    ("fates", "fades"),
    [([6], False), ([7], True), ([6, 3], True), ([3, 3], False), ([6, 6], True), ([3, 3, 3], True)],
)
def test_a_card_fades_when_its_hours_are_up(fates: list[int], fades: bool) -> None:
    """A card fades when the hours of the fates in front of it reach or pass its moons; Dawn has three."""
    turns = [turn([fate, 2], f"{fate} on dawn", predict=2) for fate in fates]
    game = play(ROW, turns)
    assert game.faded(len(turns)) == ([("dawn", 0)] if fades else [])
    assert [game.faded(at) for at in range(1, len(turns))] == [[]] * (len(turns) - 1)


def test_a_faded_card_is_flipped_into_the_pool_and_its_slot_is_refilled() -> None:
    """It is turned over into the pool of faded powers; the top card of the deck takes the same slot."""
    then = play(ROW, [turn([7, 2], "7 on dawn")]).then
    assert then.powers == ["higher-than"]
    assert then.row == ["the-beast", "the-ash", "the-deep", "midnight"]
    assert then.deck_top == "the-key"
    assert then.fates["the-deep"] == []
    assert then.hours["the-deep"] == 0


def test_the_fates_of_a_faded_card_go_back_to_the_bag() -> None:
    """Its fates go back to the bag, including two equal ones; they are all that is left to draw."""
    game = play(ROW, [turn([7, 2], "7 on dawn"), turn([7])], deck=few(7, 2))
    assert game.drawn(2) == [7]
    turns = [turn([6, 1], "6 on dawn", predict=1), turn([6, 1], "6 on dawn"), turn([6, 6], "6 on the-judge")]
    game = play(["dawn", "the-judge", "the-beast", "the-mirror", "the-deep"], turns, deck=few(6, 6, 1))
    assert game.drawn(3) == [6, 6]


def test_no_doom_after_a_right_prediction() -> None:
    """Unless a correct prediction was made this turn."""
    game = play(ROW, [turn([7, 2], "7 on dawn", predict=2)])
    assert game.faded(1) == [("dawn", 0)]
    assert (game.then.score, game.then.doom) == (1, 0)
    assert game.then.powers == ["higher-than"]


def test_two_cards_fade_in_one_turn() -> None:
    """Each fading card costs 2."""
    game = play(ROW, [BOTH])
    assert game.faded(1) == [("the-beast", 2), ("the-ash", 2)]
    assert game.then.doom == 4
    assert game.then.powers == ["twice", "help"]


@pytest.mark.parametrize("row", [["the-beast", "dawn", "the-ash"], ["the-ash", "dawn", "the-beast"]])
def test_several_fades_are_handled_from_left_to_right(row: list[str]) -> None:
    """Handled from left to right: the left slot gets the upper card of the deck."""
    game = play([*row, "midnight", "the-deep", "the-key"], [BOTH])
    assert [card for card, _ in game.faded(1)] == [row[0], row[2]]
    assert game.then.row == ["the-deep", "dawn", "the-key", "midnight"]


def test_a_card_that_comes_in_during_the_step_is_checked_next_turn() -> None:
    """The set of fading cards is fixed when the step begins: The Ash arrives too late for the 1 just played."""
    row = ["the-beast", "the-judge", "dawn", "midnight", "the-ash", "the-key"]
    game = play(row, [BOTH, turn([2, 4], "2 on the-judge")])
    assert game.faded(1) == [("the-beast", 2)]
    assert game.before(2).row[0] == "the-ash"
    assert game.faded(2) == [("the-ash", 2)]


def test_nothing_fades_in_mid_turn() -> None:
    """Checked once, at the end of the turn: a full Feast is still there at the second play, its fate visible."""
    row = ["the-feast", "the-prophet", "dawn", "midnight", "the-deep"]
    game = play(row, [turn([5, 5, 2], ["5 on the-feast", "2 on the-prophet"])], moons={"the-feast": 1})
    assert game.faded(1) == [("the-feast", 2)]
    assert game.names(1).index("faded") > [i for i, name in enumerate(game.names(1)) if name == "played"][1]


def test_a_used_power_goes_face_up_under_the_deck() -> None:
    """The card of a used power goes face up under the deck, and comes back later."""
    row = ["the-mirror", "dawn", "midnight", "the-judge", "the-lord"]
    turns = [turn([4, 4], "4 on the-mirror", predict=4), turn([5, 1], "5 on dawn", group="twice", predict=[1, 2])]
    game = play(row, [*turns, turn([6, 1], "6 on dawn", predict=1)])
    assert game.under(2) == ["the-mirror"]
    assert game.before(3).deck_top == "the-mirror"
    assert game.then.row == ["the-lord", "the-mirror", "midnight", "the-judge"]
    assert game.then.powers == ["higher-than"]
    assert game.counter("the-mirror", "dealt") == 2


def test_there_is_no_limit_to_available_powers() -> None:
    """The pool grows with every fade, in the order of the fades."""
    cards = ["the-lord", "dawn", "the-captain", "the-mirror", "the-beast", "the-key", "the-deep", "the-judge"]
    turns = [turn([7, 1], f"7 on {card}", predict=1) for card in ("the-lord", "dawn", "the-key")]
    turns += [turn([4, 4], "4 on the-mirror", predict=4), turn([4, 5], "4 on the-beast", predict=5)]
    game = play(cards, turns)
    assert game.then.powers == ["5-6-7", "higher-than", "old", "twice", "twice"]


def test_the_statistics_of_fades() -> None:
    """Fades, fades that cost doom, the doom caused and the powers gained are counted."""
    turns = [turn([7, 2], "7 on dawn", predict=2), turn([1, 2], "1 on the-beast"), turn([3, 5], "3 on midnight")]
    game = play(ROW, turns, more_turns=0)
    assert (game.total("fades"), game.total("doom_fades"), game.total("doom")) == (3, 2, 4)
    columns = ("dealt", "faded", "faded_doom", "doom", "power_gained", "power_used")
    assert [game.counter("dawn", column) for column in columns] == [1, 1, 0, 0, 1, 0]
    assert [game.counter("the-beast", column) for column in columns] == [1, 1, 1, 2, 1, 0]
    assert [game.counter("the-ash", column) for column in columns] == [1, 1, 1, 2, 1, 0]
