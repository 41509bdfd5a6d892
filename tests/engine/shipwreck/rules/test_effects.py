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


def test_the_chalice_is_silent_if_the_play_is_elsewhere() -> None:
    """The Chalice answers only for plays on itself."""
    cards = ["the-chalice", "dawn", "midnight", "the-mirror"]
    assert play(cards, [turn([5, 3], "5 on dawn")]).all("told", 1) == []


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


def test_the_feast_may_be_played_on_again_next_turn() -> None:
    """Once per turn, not once per game."""
    feast = [
        turn([3, 5, 2], ["3 on the-feast", "2 on the-blind-man"]),
        turn([1, 6, 1], ["1 on the-feast", "6 on dawn"]),
    ]
    assert play(FEAST, feast, roomy=FEAST).then.fates["the-feast"] == [1, 3]


def test_the_fate_on_the_feast_is_visible_for_the_second_play() -> None:
    """The visible fates then include the fate on The Feast."""
    game = play(FEAST, [turn([5, 5, 2], ["5 on the-feast", "2 on the-prophet"])])
    assert game.then.fates["the-prophet"] == [2]
    with refused("choose_play", at=1):
        play(FEAST, [turn([4, 5, 2], ["4 on the-feast", "2 on the-prophet"])])


def test_before_play_powers_may_be_used_between_the_plays_of_the_feast() -> None:
    """The before-play window opens again."""
    between = turn(
        [3, 5, 2], ["3 on the-feast", "2 on the-blind-man"], before=["", "relocate 3 from the-feast to dawn"]
    )
    game = play(FEAST, [between], pool=["relocate"], roomy=FEAST)
    assert game.then.fates["dawn"] == [3]
    assert game.names(1).index("power") > game.names(1).index("played")


def test_the_feast_does_not_lift_the_limit_of_one_power() -> None:
    """One faded power per turn, in both windows together."""
    both = turn(
        [3, 5, 2], ["3 on the-feast", "2 on the-blind-man"], before=["plus-1", "relocate 3 from the-feast to dawn"]
    )
    game = play(FEAST, [both], pool=["plus-1", "relocate"], roomy=FEAST)
    assert [event["power"] for event in game.all("power", 1)] == ["plus-1"]
    assert game.then.powers == ["relocate"]


HUNGRY = ["the-feast", "leviathan", "the-mirror", "the-beast"]
"""Except for The Feast, none of these takes a fate of the hand {1, 7}."""


def test_the_hours_is_compulsory_after_the_feast_if_nothing_fits() -> None:
    """If no arcana play is legal then, The Hours is compulsory; the fate moves to slot 1 even if that is The Feast."""
    game = play(HUNGRY, [turn([3, 1, 7], ["3 on the-feast", "1 on the-hours"])])
    assert game.then.fates["the-feast"] == [1, 3]
    game = play(HUNGRY, [turn([3, 1, 7], ["3 on the-feast", "7 on the-hours"])])
    assert game.faded(1) == [("the-feast", 2)]
    assert (game.counter("the-feast", "played"), game.counter("the-feast", "faded")) == (1, 1)


def test_the_hours_after_the_feast_moves_to_slot_1_and_not_to_the_feast() -> None:
    """Its shift goes to slot 1."""
    row = [*HUNGRY[1:], "the-feast"]
    game = play(row, [turn([3, 1, 7], ["3 on the-feast", "1 on the-hours"])])
    assert (game.then.fates["leviathan"], game.then.fates["the-feast"]) == ([1], [3])


def test_the_hours_is_closed_after_the_feast_if_a_card_fits() -> None:
    """Only if no card is legal then."""
    with refused("choose_play", at=1):
        play(HUNGRY, [turn([3, 6, 7], ["3 on the-feast", "7 on the-hours"])])


def test_the_feast_keeps_the_hours_closed_for_the_first_play() -> None:
    """The Feast takes any fate, so The Hours is not legal while it is in the row."""
    with refused("choose_play", at=1):
        play(HUNGRY, [turn([1, 7], "1 on the-hours")])


def test_a_turn_with_the_feast_has_two_plays() -> None:
    """Both plays are counted."""
    game = play(HUNGRY, [turn([3, 1, 7], ["3 on the-feast", "1 on the-hours"])], more_turns=0)
    assert (game.total("turns"), game.total("plays"), game.total("hours_plays")) == (1, 2, 1)
    assert game.counter("the-feast", "playable") == 1


def test_the_chalice_answers_for_the_second_play_after_the_feast() -> None:
    """The answer is about the play on The Chalice and the fate kept after it."""
    row = ["the-feast", "the-chalice", "dawn", "midnight"]
    game = play(row, [turn([7, 3, 5], ["7 on the-feast", "3 on the-chalice"])])
    assert game.one("told", 1)["answer"] is True
    assert len(game.all("told", 1)) == 1


def test_the_wish_grants_its_guess_after_the_feast() -> None:
    """The card of the second play acts too."""
    row = ["the-feast", "the-wish", "dawn", "midnight"]
    game = play(row, [turn([7, 3, 5], ["7 on the-feast", "3 on the-wish"], predict=[4, 5])])
    assert game.one("predicted", 1)["right"] is True


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


def test_the_wish_grants_nothing_if_the_play_is_elsewhere() -> None:
    """The guess comes from a play on The Wish."""
    with refused("predict", at=1):
        play(WISH, [turn([3, 5], "5 on dawn", predict=[4, 5])])


def test_the_wish_is_no_faded_power() -> None:
    """It is not a faded power: another one may be used this turn, and Twice adds to it."""
    three = turn([3, 5], "3 on the-wish", group="twice", predict=[1, 4, 5])
    assert play(WISH, [three], pool=["twice"]).one("predicted", 1)["right"] is True
    with refused("predict", at=1):
        play(WISH, [three | {"predict": [1, 2, 4, 5]}], pool=["twice"])


def test_three_wrong_guesses_cost_one_doom() -> None:
    """Several guesses are one prediction: if all are wrong, they cost 1 doom in total."""
    three = turn([3, 5], "3 on the-wish", group="twice", predict=[1, 4, 6])
    game = play(WISH, [three], pool=["twice"], more_turns=0)
    assert (game.total("doom"), game.total("wrong"), game.total("predictions")) == (1, 1, 2)


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


def test_the_theft_is_compulsory() -> None:
    """The player must move a fate if there is one."""
    game = play(THIEF, [turn([5, 3], "5 on dawn")], roomy=THIEF)
    assert len(game.all("stole", 1)) == 1


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


def test_a_fate_moved_from_the_hours_to_the_thief_stays_there() -> None:
    """The played fate may be taken unless it already lies on The Thief; here another one is taken."""
    row = ["the-thief", "leviathan", "the-mirror", "the-beast"]
    set_up = lay([5], on="leviathan", keep=6)
    game = play(row, [*set_up, turn([1, 7], "7 on the-hours")], roomy=row)
    assert game.one("stole", 2) == {"fate": 5, "from": "leviathan", "to": "the-thief"}
    with refused("choose_theft", at=2):
        play(row, [*set_up, turn([1, 7], "7 on the-hours", steal="7 from the-thief")], roomy=row)
    assert len(play(row, [turn([1, 7], "7 on the-hours")], roomy=row).all("stole-nothing", 1)) == 1


def test_the_thief_steals_after_a_play_on_the_hours() -> None:
    """Also after a play on The Hours: the fate moves to slot 1, from where it may be taken."""
    row = ["leviathan", "the-thief", "the-mirror", "the-beast"]
    game = play(row, [turn([1, 7], "7 on the-hours")], roomy=row)
    assert game.one("stole", 1) == {"fate": 7, "from": "leviathan", "to": "the-thief"}


def test_the_thief_steals_once_after_the_last_play_of_the_feast() -> None:
    """Once, after the last play, and compared with the fate kept then."""
    row = ["the-feast", "the-thief", "the-blind-man", "dawn"]
    plays = ["7 on the-feast", "5 on the-blind-man"]
    game = play(row, [turn([7, 5, 6], plays, steal="7 from the-feast")], roomy=row)
    assert [name for name in game.names(1) if name in ("played", "stole")] == ["played", "played", "stole"]
    game = play(row, [turn([6, 3, 7], ["6 on the-feast", "3 on the-blind-man"])], roomy=row)
    assert [name for name in game.names(1) if name.startswith("stole")] == ["stole-nothing"]


def test_a_theft_can_save_a_card_and_make_the_thief_fade() -> None:
    """Hours are counted where the fates lie in the Fade step."""
    row = ["the-thief", "the-beast", "dawn", "midnight", "the-deep"]
    game = play(row, [turn([5, 4], "5 on the-beast")])
    assert game.faded(1) == [("the-thief", 2)]
    assert game.then.fates["the-beast"] == []


def test_two_thieves_steal_from_left_to_right() -> None:
    """Equal cards act from left to right: what the left one takes, the right one takes from it."""
    row = ["the-thief", "the-blind-man", "the-thief", "dawn"]
    game = play(row, [turn([5, 3], "5 on dawn")], roomy=row[:2], deck={"cards.the-thief.copies": 2})
    assert len(game.all("stole", 1)) == 2
    assert [slot["fates"] for slot in game.all("slot", 2)] == [[], [], [5], []]


# The Imago

IMAGO = ["the-imago", "the-blind-man", "dawn", "midnight", "the-deep"]


def test_a_7_played_on_the_imago_counts_one_hour() -> None:
    """A 7 in front of The Imago counts 1 hour; the others count as printed."""
    assert play(IMAGO, [turn([7, 1], "7 on the-imago")]).then.hours["the-imago"] == 1
    assert play(IMAGO, [turn([6, 1], "6 on the-imago")]).then.hours["the-imago"] == 2
    game = play(IMAGO, [*lay([7, 7], on="the-imago"), turn([3, 1], "3 on the-imago")])
    assert game.faded(3) == [("the-imago", 2)]


@pytest.mark.parametrize(("option", "hours"), [("any", 1), ("strict", 3)])
def test_a_7_relocated_to_the_imago(option: str, hours: int) -> None:
    """However it came; strict: only a 7 played there."""
    move = turn([1, 2], "2 on dawn", before="relocate 7 from the-blind-man to the-imago")
    roomy = {"the-blind-man": 30, "the-imago": 30}
    game = play(IMAGO, [*lay([7]), move], pool=["relocate"], moons=roomy, imago=option)
    assert game.then.hours["the-imago"] == hours


def test_strict_imago_still_counts_a_7_played_there_as_one_hour() -> None:
    """Strict: only a 7 played here counts 1; a relocated one next to it counts 3."""
    move = turn([1, 2], "2 on dawn", before="relocate 7 from the-blind-man to the-imago")
    roomy = {"the-blind-man": 30, "the-imago": 30}
    turns = [*lay([7]), *lay([7], on="the-imago"), move]
    assert play(IMAGO, turns, pool=["relocate"], moons=roomy, imago="strict").then.hours["the-imago"] == 4


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


def test_a_7_relocated_from_the_imago_counts_three_hours_again() -> None:
    """The Imago affects only fates in front of it."""
    move = turn([1, 2], "2 on the-blind-man", before="relocate 7 from the-imago to dawn")
    game = play(IMAGO, [*lay([7], on="the-imago"), move], pool=["relocate"], roomy=["the-blind-man"])
    assert game.faded(2) == [("dawn", 2)]


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


def test_the_ash_returns_its_fates_when_it_fades() -> None:
    """A comet card fades like any other: its fates go back to the bag."""
    game = play(
        ASH, [*lay([7, 7, 7], on="the-ash", keep=3), turn([1, 5], "1 on midnight"), turn([7, 7], "7 on the-blind-man")]
    )
    assert game.faded(4) == [("the-ash", 2)]


def test_a_1_played_on_the_hours_makes_the_ash_fade() -> None:
    """On any card, including The Hours."""
    row = ["leviathan", "the-ash", "the-mirror", "the-beast"]
    assert play(row, [turn([1, 5], "1 on the-hours")]).faded(1) == [("the-ash", 2)]


def test_a_relocated_1_does_not_make_the_ash_fade() -> None:
    """Moved fates are not played."""
    row = ["the-blind-man", "dawn", "midnight", "the-deep", "the-ash"]
    move = turn([5, 3], "5 on dawn", before="relocate 1 from the-deep to midnight")
    turns = [turn([1, 4], "1 on the-deep", predict=4), turn([3, 3], "3 on the-blind-man", predict=3), move]
    game = play(row, turns, pool=["relocate"])
    assert game.before(3).row == ["the-ash", "dawn", "midnight", "the-deep"]
    assert game.then.fates["midnight"] == [1]
    assert game.faded(3) == []


def test_a_stolen_1_does_not_make_the_ash_fade() -> None:
    """Moved fates are not played; a theft is a move."""
    row = ["the-blind-man", "the-thief", "dawn", "midnight", "the-ash"]
    turns = [turn([2, 4], "2 on midnight", predict=4), turn([3, 3], "3 on the-blind-man", predict=3)]
    game = play(row, [*turns, turn([3, 1], "3 on dawn", steal="2 from midnight")], roomy=["the-thief"])
    assert game.one("stole", 3)["fate"] == 2
    assert game.faded(3) == []


def test_a_1_played_and_removed_makes_the_ash_fade() -> None:
    """A 1 or 2 that was played and then removed was played."""
    game = play(ASH, [turn([1, 5], "1 on midnight", after="discard-lower 1 from midnight")], pool=["discard-lower"])
    assert game.then.fates["midnight"] == []
    assert game.faded(1) == [("the-ash", 2)]


def test_the_first_play_of_the_feast_counts_for_the_ash() -> None:
    """Any play of the turn."""
    row = ["the-feast", "the-ash", "dawn", "midnight"]
    game = play(row, [turn([1, 5, 6], ["1 on the-feast", "6 on dawn"])])
    assert game.faded(1) == [("the-ash", 2)]
    game = play(row, [turn([6, 5, 1], ["6 on the-feast", "1 on midnight"])])
    assert game.faded(1) == [("the-ash", 2)]


def test_two_ashes_fade_together() -> None:
    """Equal cards act from left to right, each for itself."""
    row = ["the-ash", "midnight", "the-ash", "dawn"]
    game = play(row, [turn([1, 5], "1 on midnight")], deck={"cards.the-ash.copies": 2})
    assert [event["slot"] for event in game.all("faded", 1)] == [1, 3]
    assert game.then.doom == 4


# The Fall

FALL = ["the-fall", "the-blind-man", "dawn", "midnight", "the-deep"]


@pytest.mark.parametrize(("kept", "fades"), [(2, True), (3, True), (4, False), (7, False)])
def test_the_fall_compares_its_fates_with_twice_the_hidden_fate(kept: int, fades: bool) -> None:
    """It fades if the sum of the fates on it is at least twice the active player's hidden fate."""
    game = play(FALL, [turn([6, kept], "6 on the-fall")])
    assert game.faded(1) == ([("the-fall", 2)] if fades else [])


def test_the_fall_ignores_hours() -> None:
    """A comet card ignores hours."""
    game = play(FALL, lay([2, 3, 2, 3, 1], on="the-fall", keep=7))
    assert game.then.fates["the-fall"] == [1, 2, 2, 3, 3]


def test_the_fall_compares_in_every_turn() -> None:
    """In every turn, even if the play is on another card."""
    game = play(FALL, [*lay([6], on="the-fall", keep=4), turn([2, 3], "2 on the-blind-man")], roomy=["the-blind-man"])
    assert game.faded(1) == []
    assert game.faded(2) == [("the-fall", 2)]


def test_an_empty_fall_never_fades() -> None:
    """The sum of no fates is less than twice any fate."""
    assert play(FALL, [turn([3, 1], "3 on dawn")]).faded(1) == []


def test_the_fall_compares_with_a_fate_that_was_predicted() -> None:
    """The hidden fate of this turn, even though a prediction has returned it to the bag."""
    game = play(FALL, [turn([6, 3], "6 on the-fall", predict=3)])
    assert game.faded(1) == [("the-fall", 0)]
    game = play(FALL, [turn([6, 3], "6 on the-fall", predict=1)])
    assert game.faded(1) == [("the-fall", 2)]
    assert game.then.doom == 3


def test_the_fall_compares_with_the_last_hidden_fate_of_a_feast() -> None:
    """The hidden fate is the one left after the second play."""
    row = ["the-feast", "the-fall", "dawn", "midnight"]
    game = play(row, [turn([3, 2, 7], ["3 on the-feast", "2 on the-fall"])])
    assert game.faded(1) == []
    game = play(row, [turn([3, 6, 1], ["3 on the-feast", "6 on the-fall"])])
    assert game.faded(1) == [("the-fall", 2)]


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
