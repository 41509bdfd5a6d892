"""How a game ends, and what happens when the deck or the bag is empty."""

import pytest

from tests.support.shipwreck.position import few, lay, play, refused, turn

ROW = ["the-beast", "the-ash", "dawn", "midnight", "the-deep", "the-key"]
BOTH = turn([1, 2], "1 on the-beast")


def test_the_goal_wins_at_once() -> None:
    """Score 7: a win, at once; in step 4 it skips step 5."""
    turns = lay([3, 3, 3, 4, 4, 4, 5])
    game = play(["the-blind-man", *ROW[2:]], turns, roomy=["the-blind-man"], deck={"goal": 7, "doom_limit": 7}, doom=6)
    assert game.ended == "won"
    assert (game.total("won"), game.total("score"), game.total("turns"), game.total("doom")) == (1, 7, 7, 6)


def test_a_win_by_prediction_skips_the_fade_step() -> None:
    """Either end in step 4 skips step 5."""
    game = play(ROW, [BOTH | {"predict": 2}], deck={"goal": 1})
    assert game.ended == "won"
    assert game.all("faded") == []
    assert game.total("fades") == 0


@pytest.mark.parametrize(("doom", "ended"), [(5, "fade"), (6, "fade"), (4, "stalled")])
def test_doom_of_seven_or_more_loses(doom: int, ended: str) -> None:
    """Doom 7 or more."""
    game = play(ROW, [turn([7, 2], "7 on dawn")], doom=doom, deck={"doom_limit": 7}, more_turns=0)
    assert game.ended == ended
    assert game.total("doom") == doom + 2


def test_the_fade_that_ends_the_game_counts_and_those_still_waiting_do_not() -> None:
    """The final fade is counted; cards that are still waiting to fade are not, and no slot is refilled."""
    game = play(ROW, [BOTH], doom=5, deck={"doom_limit": 7})
    assert game.ended == "fade"
    assert game.faded(1) == [("the-beast", 2)]
    assert game.all("dealt", 1) == []
    assert (game.total("fades"), game.total("doom_fades"), game.total("doom")) == (1, 1, 7)
    assert game.counter("the-beast", "faded") == 1
    assert game.counter("the-ash", "faded") == 0
    assert game.counter("the-deep", "dealt") == 0


def test_a_game_that_reaches_the_turn_limit_is_stalled() -> None:
    """A game that reaches the turn limit is lost."""
    game = play(ROW, [turn([5, 2], "5 on dawn"), turn([3, 1], "3 on dawn")], deck={"turn_limit": 2})
    assert game.ended == "stalled"
    assert (game.total("won"), game.total("turns")) == (0, 2)


def test_the_last_turn_can_still_be_won_or_lost() -> None:
    """The turn that reaches the limit is played to its end."""
    assert play(ROW, [turn([5, 2], "5 on dawn", predict=2)], deck={"turn_limit": 1, "goal": 1}).ended == "won"
    assert play(ROW, [turn([7, 2], "7 on dawn")], deck={"turn_limit": 1, "doom_limit": 2}).ended == "fade"


# The deck is empty

FOUR = ["the-beast", "dawn", "midnight", "the-mirror"]


def test_a_slot_stays_empty_if_the_deck_is() -> None:
    """If the deck is empty at a refill, the slot stays empty."""
    game = play(FOUR, [turn([1, 2], "1 on the-beast")])
    assert game.one("dealt", 1) == {"slot": 1, "card": None}
    assert game.then.row == [None, "dawn", "midnight", "the-mirror"]
    assert game.then.powers == ["twice"]


def test_a_fate_from_the_hours_goes_to_the_first_occupied_slot() -> None:
    """A fate played on The Hours moves to the first occupied slot from the left."""
    row = ["the-beast", "leviathan", "the-deep", "the-mirror"]
    game = play(row, [turn([1, 2], "1 on the-beast", predict=2), turn([2, 5], "2 on the-hours")])
    assert game.one("shifted", 2) == {"fate": 2, "card": "leviathan"}
    assert game.then.fates["leviathan"] == [2]


def test_a_fate_from_the_hours_goes_back_to_the_bag_if_no_card_is_left() -> None:
    """If there is none, it goes back to the bag: it is the only one left to draw."""
    row = ["the-beast", "dawn", "midnight", "the-blind-man"]
    turns = [
        turn([1, 2], "1 on the-beast", predict=2),
        turn([1, 2], "2 on dawn", predict=1),
        turn([1, 2], "1 on midnight", predict=2),
        turn([1, 2], "1 on the-blind-man", predict=2),
        turn([1, 2], "1 on the-hours"),
        turn([1]),
    ]
    game = play(row, turns, moons=dict.fromkeys(row, 1), deck=few(1, 2))
    assert game.before(5).row == [None] * 4
    assert game.one("shifted", 5) == {"fate": 1, "card": None}
    assert game.drawn(6) == [1]


def test_cycle_needs_a_card_in_the_deck() -> None:
    """Cycle needs a card in the deck; its own card comes too late."""
    with refused("before_play", at=1):
        play(FOUR, [turn([5, 2], "5 on dawn", before="cycle on midnight")], pool=["cycle"])


def test_attached_cards_go_under_the_deck_after_the_refill() -> None:
    """So with an empty deck the slot stays empty, and the attached card is the whole deck."""
    slow = turn([5, 2], "5 on dawn", group="slow on the-beast", predict=2)
    game = play(FOUR, [slow, turn([1, 2], "1 on the-beast", predict=2)], pool=["slow"])
    assert game.then.row == [None, "dawn", "midnight", "the-mirror"]
    assert game.under(2) == ["the-blind-man"]
    assert game.then.deck_top == "the-blind-man"


# The bag is empty

SHELF = ["the-blind-man", "dawn", "midnight", "the-mirror"]


def test_with_one_fate_in_hand_the_turn_skips_to_fade() -> None:
    """If the bag runs out at a draw, draw what there is; with only one fate in hand, keep it and skip to Fade."""
    turns = [turn([1, 2], "1 on the-blind-man"), turn([7], predict=7), turn([], predict=2), turn([], predict=7)]
    game = play(SHELF, turns, roomy=SHELF, deck=few(1, 2, 7))
    for at, fate in ((2, 7), (3, 2), (4, 7)):
        assert game.one("skipped", at) == {"fate": fate}
        assert game.all("played", at) == game.all("predicted", at) == []
    assert (game.then.score, game.then.doom) == (0, 0)
    assert game.total("turns") == 5


def test_a_player_may_find_the_bag_empty_with_nothing_in_hand() -> None:
    """Draw what there is: nothing."""
    turns = [turn([1, 2], "1 on the-blind-man"), turn([]), turn([])]
    game = play(SHELF, turns, roomy=SHELF, deck=few(1, 2))
    assert game.one("skipped", 2) == {"fate": None}
    assert game.held(3) == 2


def test_nothing_of_a_turn_is_left_over_in_a_skipped_turn_after_it() -> None:
    """A right prediction and +1 have an effect only in their own turn."""
    row = ["the-fall", "dawn", "the-judge", "midnight", "the-deep"]
    turns = [
        turn([3, 4], "3 on midnight", predict=4),
        turn([7, 4], "7 on the-fall", predict=4),
        turn([1, 4], "1 on the-fall", before="plus-1", predict=4),
        turn([4]),
    ]
    game = play(row, turns, pool=["plus-1"], deck=few(1, 3, 4, 7))
    assert game.faded(3) == []
    assert game.one("skipped", 4) == {"fate": 4}
    assert game.faded(4) == [("the-fall", 2)]


def test_there_is_no_second_play_if_the_feast_finds_the_bag_empty() -> None:
    """The Feast's draw works the same way: then there is no second play."""
    row = ["the-feast", *SHELF[1:]]
    game = play(row, [turn([1, 2], "1 on the-feast", predict=2)], roomy=row, deck=few(1, 2))
    assert len(game.all("played", 1)) == 1
    assert game.one("predicted", 1)["right"] is True
    game = play(row, [turn([1, 2], "1 on the-feast"), turn([]), turn([])], roomy=row, deck=few(1, 2))
    assert game.held(3) == 2


# The Restless Hours


def test_restless_powers_leave_the_game() -> None:
    """The Restless Hours: used powers leave the game instead of going under the deck."""
    game = play([*FOUR, "the-deep"], [turn([5, 2], "5 on dawn", group="twice")], pool=["twice"], restless=True)
    assert game.all("under", 1) == [{"card": "the-blind-man", "leaves_the_game": True}]
    assert game.then.deck_top == "the-deep"
    game = play(FOUR, [turn([5, 2], "5 on dawn", group="twice")], pool=["twice"], restless=True)
    assert game.then.deck_top is None


def test_restless_the_team_loses_when_a_refill_finds_no_card() -> None:
    """The players lose when a refill finds no card."""
    game = play(FOUR, [turn([1, 2], "1 on the-beast", predict=2)], restless=True)
    assert game.ended == "deck ran out"
    assert (game.total("won"), game.total("turns"), game.total("doom"), game.total("fades")) == (0, 1, 0, 1)
    assert (
        play([*FOUR, "the-deep"], [turn([1, 2], "1 on the-beast", predict=2)], restless=True).then.row[0] == "the-deep"
    )
