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


def test_a_loss_by_prediction_skips_the_fade_step() -> None:
    """Doom 7 or more: a loss, at once; in step 4 it skips step 5."""
    game = play(ROW, [BOTH | {"predict": 3}], doom=6, deck={"doom_limit": 7})
    assert game.ended == "wrong prediction"
    assert game.all("faded") == []
    assert (game.total("won"), game.total("doom"), game.total("turns")) == (0, 7, 1)


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


def test_the_second_of_two_fades_may_end_the_game() -> None:
    """At once, in the middle of the step: the first slot was refilled, the second is not."""
    game = play(ROW, [BOTH], doom=3, deck={"doom_limit": 7})
    assert game.ended == "fade"
    assert game.faded(1) == [("the-beast", 2), ("the-ash", 2)]
    assert game.all("dealt", 1) == [{"slot": 1, "card": "the-deep"}]


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


def test_an_empty_slot_takes_no_card_later() -> None:
    """A card put under the deck later does not fill it: a slot is refilled only when its own card fades."""
    turns = [turn([1, 2], "1 on the-beast", predict=2), turn([5, 2], "5 on dawn", group="twice")]
    game = play(FOUR, turns)
    assert game.then.row == [None, "dawn", "midnight", "the-mirror"]
    assert game.then.deck_top == "the-beast"


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


def test_amplify_goes_under_the_deck_if_no_card_replaces_the_fall() -> None:
    """If no card replaces The Fall, Amplify goes under the deck."""
    game = play(["the-fall", *FOUR[1:]], [turn([6, 3], "6 on the-fall")])
    assert game.then.row == [None, "dawn", "midnight", "the-mirror"]
    assert game.under(1) == ["the-fall"]
    assert game.then.deck_top == "the-fall"
    assert game.then.powers == []


def test_stars_below_can_be_played_alone() -> None:
    """Five cards are enough for a deck."""
    row = ["the-ash", "the-fall", "the-musicians", "the-north-wind", "the-thief"]
    game = play(row, [turn([6, 3], "6 on the-fall")])
    assert game.before(2).row == ["the-ash", "the-thief", "the-musicians", "the-north-wind"]


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


def test_knowledge_stays_while_the_bag_is_empty() -> None:
    """The fate is kept, and what is known about it."""
    turns = [turn([2, 1], "2 on dawn"), turn([7]), turn([])]
    game = play(SHELF, turns, roomy=SHELF, deck=few(1, 2, 7), more_turns=3)
    assert game.before(3).line == [1]
    assert game.before(5).line == [1]


def test_a_player_may_find_the_bag_empty_with_nothing_in_hand() -> None:
    """Draw what there is: nothing."""
    turns = [turn([1, 2], "1 on the-blind-man"), turn([]), turn([])]
    game = play(SHELF, turns, roomy=SHELF, deck=few(1, 2))
    assert game.one("skipped", 2) == {"fate": None}
    assert game.held(3) == 2


def test_the_fade_step_follows_a_skipped_turn() -> None:
    """Skip to Fade: The Fall compares in every turn, with the fate in hand."""
    row = ["the-fall", *SHELF[1:], "the-deep"]
    turns = [turn([6, 7], "6 on the-fall"), turn([3])]
    game = play(row, turns, deck=few(6, 7, 3))
    assert game.faded(1) == []
    assert game.faded(2) == [("the-fall", 2)]


def test_a_player_without_any_fate_has_nothing_to_compare_with_the_fall() -> None:
    """There is no hidden fate in this turn; that of the turn before does not count."""
    row = ["the-fall", *SHELF[1:], "the-deep"]
    game = play(row, [turn([6, 7], "6 on the-fall"), turn([])], deck=few(6, 7))
    assert game.one("skipped", 2) == {"fate": None}
    assert game.faded(2) == []


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


def test_a_1_played_in_the_turn_before_leaves_the_ash_alone() -> None:
    """A 1 or 2 must be played in the same turn: a skipped turn has no play."""
    row = ["the-blind-man", *SHELF[1:], "the-ash"]
    game = play(row, [turn([1, 2], "1 on the-blind-man"), turn([1])], deck=few(1, 2))
    assert game.before(2).row[0] == "the-ash"
    assert game.one("skipped", 2) == {"fate": 1}
    assert game.faded(2) == []


def test_no_power_is_used_in_a_skipped_turn() -> None:
    """Play and Predict are skipped, and with them their powers."""
    deck = few(1, 2, 3, 4, 7)
    turns = [
        turn([1, 2], "1 on midnight"),
        turn([3, 4], "3 on midnight"),
        turn([7], "7 on dawn"),
        turn([], group="twice"),
    ]
    game = play(SHELF, turns, pool=["twice"], roomy=SHELF, deck=deck)
    assert game.one("skipped", 4) == {"fate": 4}
    assert game.then.powers == ["twice"]


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


def test_restless_replaced_cards_leave_the_game() -> None:
    """Replaced cards leave the game, and so does the used Cycle."""
    cycle = turn([5, 2], "5 on dawn", before="cycle on midnight")
    game = play([*FOUR, "the-deep"], [cycle], pool=["cycle"], restless=True)
    assert [event["leaves_the_game"] for event in game.all("under", 1)] == [True, True]
    assert game.then.row == ["the-beast", "dawn", "the-deep", "the-mirror"]
    assert game.then.deck_top is None


def test_restless_the_team_loses_when_a_refill_finds_no_card() -> None:
    """The players lose when a refill finds no card."""
    game = play(FOUR, [turn([1, 2], "1 on the-beast", predict=2)], restless=True)
    assert game.ended == "deck ran out"
    assert (game.total("won"), game.total("turns"), game.total("doom"), game.total("fades")) == (0, 1, 0, 1)
    assert (
        play([*FOUR, "the-deep"], [turn([1, 2], "1 on the-beast", predict=2)], restless=True).then.row[0] == "the-deep"
    )


def test_restless_a_fading_card_still_gives_its_power() -> None:
    """Faded cards are turned over into the pool as usual."""
    assert play([*FOUR, "the-deep"], [turn([1, 2], "1 on the-beast")], restless=True).then.powers == ["twice"]


def test_restless_attached_cards_leave_the_game() -> None:
    """A used power leaves the game when its card fades."""
    slow = turn([5, 2], "5 on dawn", group="slow on the-beast", predict=2)
    turns = [slow, turn([1, 2], "1 on the-beast", predict=2)]
    game = play([*FOUR, "the-deep"], turns, pool=["slow"], restless=True)
    assert game.all("under", 2) == [{"card": "the-blind-man", "leaves_the_game": True}]
    assert game.then.deck_top is None
