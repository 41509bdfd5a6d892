"""What cards do besides allowing plays: Chalice, Feast, Wish, Thief, Imago, Ash, Fall, Blind Man."""

import pytest

from tests.support.shipwreck.position import lay, play, refused, turn

# The Chalice


@pytest.mark.parametrize(("played", "kept", "answer"), [(3, 5, True), (5, 3, False), (4, 4, False)])
def test_the_chalice_tells_whether_the_kept_fate_is_higher(played: int, kept: int, answer: bool) -> None:
    """The Chalice: any fate; the player tells truthfully whether the kept one is higher."""
    cards = ["the-chalice", "dawn", "midnight", "the-mirror"]
    game = play(cards, [turn([played, kept], f"{played} on the-chalice")], moons={"the-chalice": 30})
    assert game.one("told", 1) == {"card": "the-chalice", "answer": answer}


# The Feast

FEAST = ["the-feast", "the-blind-man", "dawn", "the-prophet"]


def test_the_feast_lets_the_player_draw_and_play_again() -> None:
    """The Feast: any fate; then draw one fate and play again."""
    game = play(FEAST, [turn([3, 5, 2], ["3 on the-feast", "2 on the-blind-man"])], roomy=FEAST)
    assert game.then.fates == {"the-feast": [3], "the-blind-man": [2], "dawn": [], "the-prophet": []}
    assert game.then.hours["the-feast"] == 1
    assert [event["kept"] for event in game.all("played", 1)] == [5, 5]


def test_the_feast_leaves_the_rest_of_the_hand_as_hidden_fate() -> None:
    """The hidden fate is the one left after the second play, even if it was drawn last."""
    game = play(FEAST, [turn([3, 5, 2], ["3 on the-feast", "5 on the-blind-man"], predict=2)], roomy=FEAST)
    assert game.one("predicted", 1)["right"] is True
    later = [turn([1, 1], "1 on the-blind-man"), turn([6], "6 on dawn")]
    game = play(FEAST, [turn([3, 5, 2], ["3 on the-feast", "5 on the-blind-man"]), *later], roomy=FEAST)
    assert game.held(3) == 2


def test_the_feast_takes_one_fate_a_turn() -> None:
    """Once per turn: the second play must be on another card."""
    with refused("choose_play", at=1):
        play(FEAST, [turn([3, 5, 2], ["3 on the-feast", "2 on the-feast"])])


HUNGRY = ["the-feast", "leviathan", "the-mirror", "the-beast"]
"""Except for The Feast, none of these takes a fate of the hand {1, 7}."""


def test_the_hours_is_compulsory_after_the_feast_if_nothing_fits() -> None:
    """If no arcana play is legal then, The Hours is compulsory; the fate moves to slot 1 even if that is The Feast."""
    game = play(HUNGRY, [turn([3, 1, 7], ["3 on the-feast", "1 on the-hours"])])
    assert game.then.fates["the-feast"] == [1, 3]
    game = play(HUNGRY, [turn([3, 1, 7], ["3 on the-feast", "7 on the-hours"])])
    assert game.faded(1) == [("the-feast", 2)]
    assert (game.counter("the-feast", "played"), game.counter("the-feast", "faded")) == (1, 1)


def test_the_hours_is_closed_after_the_feast_if_a_card_fits() -> None:
    """Only if no card is legal then."""
    with refused("choose_play", at=1):
        play(HUNGRY, [turn([3, 6, 7], ["3 on the-feast", "7 on the-hours"])])


# The Wish

WISH = ["the-wish", "the-blind-man", "dawn", "midnight", "the-deep"]


def test_the_wish_grants_one_extra_guess() -> None:
    """The Wish: any fate; the group may make one extra guess this turn."""
    game = play(WISH, [turn([3, 5], "3 on the-wish", predict=[4, 5])])
    assert game.one("predicted", 1)["right"] is True
    assert game.then.score == 1


def test_the_wish_grants_no_second_extra_guess() -> None:
    """One extra guess, not two."""
    with refused("predict", at=1):
        play(WISH, [turn([3, 5], "3 on the-wish", predict=[4, 5, 6])])


def test_the_wish_lasts_one_turn() -> None:
    """This turn only."""
    with refused("predict", at=2):
        play(WISH, [turn([3, 5], "3 on the-wish"), turn([3, 5], "5 on dawn", predict=[3, 5])], roomy=WISH)


def test_the_wish_is_no_faded_power() -> None:
    """It is not a faded power: another one may be used this turn, and Twice adds to it."""
    three = turn([3, 5], "3 on the-wish", group="twice", predict=[1, 4, 5])
    assert play(WISH, [three], pool=["twice"]).one("predicted", 1)["right"] is True
    with refused("predict", at=1):
        play(WISH, [three | {"predict": [1, 2, 4, 5]}], pool=["twice"])


# The Thief

THIEF = ["the-thief", "the-blind-man", "dawn", "midnight", "the-deep"]


def test_the_thief_takes_the_played_fate_if_it_is_higher_than_the_kept_one() -> None:
    """After the play a visible fate above the kept one moves to The Thief; the played fate may be taken."""
    game = play(THIEF, [turn([5, 3], "5 on dawn")], roomy=THIEF)
    assert game.one("stole", 1) == {"fate": 5, "from": "dawn", "to": "the-thief"}
    assert (game.then.fates["the-thief"], game.then.fates["dawn"]) == ([5], [])
    assert (game.then.hours["the-thief"], game.then.hours["dawn"]) == (2, 0)


@pytest.mark.parametrize("loot", ["5 from dawn", "6 from the-blind-man"])
def test_the_player_chooses_what_the_thief_takes(loot: str) -> None:
    """If there are several, the player chooses one."""
    game = play(THIEF, [*lay([6]), turn([5, 3], "5 on dawn", steal=loot)], roomy=THIEF)
    assert f"{game.one('stole', 2)['fate']} from {game.one('stole', 2)['from']}" == loot


@pytest.mark.parametrize("loot", ["4 from the-blind-man", "2 from midnight", "7 from the-blind-man"])
def test_the_thief_takes_only_visible_fates_above_the_kept_one(loot: str) -> None:
    """A visible fate above the kept one: not an equal one, not one that is not there."""
    set_up = [*lay([4]), turn([2, 7], "2 on midnight", predict=7)]
    with refused("choose_theft", at=3):
        play(THIEF, [*set_up, turn([6, 4], "6 on dawn", steal=loot)], roomy=THIEF)


def test_the_thief_finds_nothing_if_no_fate_is_higher() -> None:
    """It is public that nothing moved; an equal fate is not higher."""
    game = play(THIEF, [turn([5, 5], "5 on the-blind-man")], roomy=THIEF)
    assert game.one("stole-nothing", 1) == {"card": "the-thief"}
    assert game.then.fates["the-blind-man"] == [5]


def test_the_thief_does_not_steal_from_itself() -> None:
    """From another card."""
    game = play(THIEF, [turn([7, 3], "7 on dawn", predict=3), turn([1, 2], "1 on midnight")], roomy=THIEF)
    assert game.all("stole", 2) == []
    assert len(game.all("stole-nothing", 2)) == 1


def test_two_thieves_steal_from_left_to_right() -> None:
    """Equal cards act from left to right: what the left one takes, the right one takes from it."""
    row = ["the-thief", "the-blind-man", "the-thief", "dawn"]
    game = play(row, [turn([5, 3], "5 on dawn")], roomy=row[:2], deck={"cards.the-thief.copies": 2})
    assert len(game.all("stole", 1)) == 2
    assert [slot["fates"] for slot in game.all("slot", 2)] == [[], [], [5], []]


# The Imago

IMAGO = ["the-imago", "the-blind-man", "dawn", "midnight", "the-deep"]


@pytest.mark.parametrize(("option", "hours"), [("any", 1), ("strict", 3)])
def test_a_7_relocated_to_the_imago(option: str, hours: int) -> None:
    """However it came; strict: only a 7 played there."""
    move = turn([1, 2], "2 on dawn", before="relocate 7 from the-blind-man to the-imago")
    roomy = {"the-blind-man": 30, "the-imago": 30}
    game = play(IMAGO, [*lay([7]), move], pool=["relocate"], moons=roomy, imago=option)
    assert game.then.hours["the-imago"] == hours


def test_strict_imago_forgets_a_7_that_was_moved_away() -> None:
    """Strict: the 7 that was relocated here is gone; the one played here counts 1."""
    there = turn([1, 2], "2 on dawn", before="relocate 7 from the-blind-man to the-imago", predict=1)
    back = turn([7, 2], "7 on the-imago", before="relocate 7 from the-imago to the-blind-man")
    roomy = {"the-blind-man": 30, "the-imago": 30}
    game = play(IMAGO, [*lay([7]), there, back], pool=["relocate"] * 2, moons=roomy, imago="strict")
    assert game.then.hours["the-imago"] == 1


@pytest.mark.parametrize(("option", "hours"), [("any", 1), ("strict", 3)])
def test_a_7_moved_to_the_imago_from_the_hours(option: str, hours: int) -> None:
    """However it came; strict: only a 7 played there. (Only an Imago that does not take every fate can get into this
    position.)"""
    row = ["the-imago", "leviathan", "the-mirror", "the-beast"]
    closed = {"cards.the-imago.play": "false"}
    game = play(row, [turn([1, 7], "7 on the-hours")], roomy=["the-imago"], deck=closed, imago=option)
    assert game.then.hours["the-imago"] == hours


# The Ash

ASH = ["the-ash", "the-blind-man", "dawn", "midnight", "the-deep"]


@pytest.mark.parametrize("fate", [1, 2])
def test_the_ash_fades_when_a_1_or_2_is_played_on_any_card(fate: int) -> None:
    """It fades, with doom and even without fates on it, in a turn in which a 1 or 2 was played on any card."""
    assert play(ASH, [turn([fate, 5], f"{fate} on midnight")]).faded(1) == [("the-ash", 2)]


@pytest.mark.parametrize("fate", [3, 4, 7])
def test_the_ash_stays_when_another_fate_is_played(fate: int) -> None:
    """Only a played 1 or 2 makes it fade, not a kept one."""
    assert play(ASH, [turn([fate, 1], f"{fate} on dawn")], roomy=["dawn"]).faded(1) == []


def test_the_ash_ignores_hours() -> None:
    """A comet card ignores hours: three 7s lie on it."""
    game = play(ASH, lay([7, 7, 7], on="the-ash", keep=3))
    assert game.then.fates["the-ash"] == [7, 7, 7]


def test_a_1_played_and_removed_makes_the_ash_fade() -> None:
    """A 1 or 2 that was played and then removed was played."""
    game = play(ASH, [turn([1, 5], "1 on midnight", after="discard-lower 1 from midnight")], pool=["discard-lower"])
    assert game.then.fates["midnight"] == []
    assert game.faded(1) == [("the-ash", 2)]


# The Fall

FALL = ["the-fall", "the-blind-man", "dawn", "midnight", "the-deep"]


@pytest.mark.parametrize(("kept", "fades"), [(2, True), (3, True), (4, False), (7, False)])
def test_the_fall_compares_its_fates_with_twice_the_hidden_fate(kept: int, fades: bool) -> None:
    """It fades if the sum of the fates on it is at least twice the active player's hidden fate."""
    game = play(FALL, [turn([6, kept], "6 on the-fall")])
    assert game.faded(1) == ([("the-fall", 2)] if fades else [])


def test_the_fall_compares_in_every_turn() -> None:
    """In every turn, even if the play is on another card."""
    game = play(FALL, [*lay([6], on="the-fall", keep=4), turn([2, 3], "2 on the-blind-man")], roomy=["the-blind-man"])
    assert game.faded(1) == []
    assert game.faded(2) == [("the-fall", 2)]


def test_the_fall_compares_with_a_fate_that_was_predicted() -> None:
    """The hidden fate of this turn, even though a prediction has returned it to the bag."""
    game = play(FALL, [turn([6, 3], "6 on the-fall", predict=3)])
    assert game.faded(1) == [("the-fall", 0)]
    game = play(FALL, [turn([6, 3], "6 on the-fall", predict=1)])
    assert game.faded(1) == [("the-fall", 2)]
    assert game.then.doom == 3


LIGHTENED = [*lay([2], on="the-fall", keep=3), turn([5, 3], "5 on the-fall", after="discard-lower 2 from the-fall")]
"""7 on The Fall against a 3: it would fade. Then the 2 is removed: 5 against a 3."""


def test_by_default_the_fall_is_compared_in_the_fade_step() -> None:
    """Default: what lies there in the Fade step counts, and nothing is announced."""
    game = play(FALL, LIGHTENED, pool=["discard-lower"])
    assert game.faded(2) == []
    assert game.all("announced") == []


def test_an_announced_fall_is_settled_right_after_the_play() -> None:
    """Announced: it is settled right after the play, whatever happens later in the turn."""
    game = play(FALL, LIGHTENED, pool=["discard-lower"], fall="announced")
    assert game.one("announced", 2) == {"card": "the-fall", "fades": True}
    assert game.faded(2) == [("the-fall", 2)]


def test_an_announced_fall_that_does_not_fade() -> None:
    """Announced: the group hears both outcomes before it predicts."""
    game = play(FALL, [turn([6, 4], "6 on the-fall", predict=4)], fall="announced")
    assert game.one("announced", 1)["fades"] is False
    assert game.names(1).index("announced") < game.names(1).index("predicted")
    assert game.faded(1) == []


# The Blind Man


def test_the_blind_man_costs_no_doom() -> None:
    """The Blind Man takes any fate and costs no doom when it fades."""
    game = play(FALL, [turn([1, 1], "1 on the-blind-man")])
    assert game.faded(1) == [("the-blind-man", 0)]
    assert game.then.doom == 0
    assert game.then.powers == ["1-4-7"]
