"""An illegal play that is noticed."""

from tests.support.shipwreck.position import EVERY, few, lay, play, refused, turn

ROW = ["the-blind-man", "dawn", "the-deep", "leviathan", "midnight"]
SLIP = turn([3, 5], slip="3 on dawn")


def test_the_misplayed_fate_stays() -> None:
    """The misplayed fate stays where it was put."""
    game = play(ROW, [SLIP])
    assert game.one("slipped", 1) == {"fate": 3, "place": "dawn", "kept": 5}
    assert game.then.fates["dawn"] == [3]
    assert game.then.hours["dawn"] == 1


def test_the_kept_fate_goes_back_to_the_bag() -> None:
    """The kept fate goes back to the bag: it is the only one left to draw."""
    assert play(ROW, [SLIP, turn([5])], deck=few(3, 5)).drawn(2) == [5]


def test_a_slip_resets_what_was_known() -> None:
    """The number line is also reset if the fate was held for a long time."""
    turns = [turn([5, 2], "5 on dawn"), turn([1, 1], "1 on the-deep"), turn([3], slip="3 on leviathan")]
    game = play(ROW, [*turns, turn([1], "1 on the-deep"), turn([7, 6], "7 on leviathan")], roomy=ROW)
    assert game.before(3).line == [1, 2, 3, 4]
    assert (game.held(5), game.before(5).line) == (None, EVERY)


def test_nothing_is_predicted_after_a_slip() -> None:
    """Predict and Resolve are skipped, and with them the group's powers."""
    game = play(ROW, [turn([3, 5], slip="3 on dawn", group="twice", predict=5)], pool=["twice"])
    assert game.all("predicted", 1) == []
    assert game.all("power", 1) == []
    assert (game.then.score, game.then.doom) == (1, 0)


def test_nothing_is_shown_after_a_slip() -> None:
    """Predict is skipped, and with it the showing of a last copy."""
    turns = [*lay([6, 6]), turn([3, 6], "3 on the-blind-man"), turn([3, 5], slip="3 on dawn", reveal=[1])]
    assert play(ROW, turns, roomy=ROW).all("revealed") == []


def test_fade_follows_a_slip() -> None:
    """The Fade step follows, with its doom."""
    game = play(ROW, [turn([7, 7], slip="7 on dawn")])
    assert game.faded(1) == [("dawn", 2)]
    assert game.then.doom == 2


def test_a_slip_must_be_an_illegal_play_of_the_hand() -> None:
    """A play that fits the card is no slip, nor is a fate that is not in the hand."""
    with refused("choose_slip", at=1):
        play(ROW, [turn([3, 5], slip="5 on dawn")])
    with refused("choose_slip", at=1):
        play(ROW, [turn([3, 5], slip="4 on dawn")])


def test_playing_on_the_hours_against_the_rule_is_a_slip_and_the_fate_still_moves() -> None:
    """A fate misplayed on The Hours still moves to slot 1."""
    game = play(ROW, [turn([3, 5], slip="3 on the-hours")], roomy=["the-blind-man"])
    assert game.then.fates["the-blind-man"] == [3]


def test_playing_on_a_card_instead_of_the_hours_is_a_slip() -> None:
    """If The Hours is compulsory, every play on a card is illegal; then The Hours is not."""
    blocked = ["the-deep", "leviathan", "the-mirror", "the-beast"]
    assert play(blocked, [turn([1, 7], slip="1 on the-mirror")]).faded(1) == [("the-mirror", 2)]
    with refused("choose_slip", at=1):
        play(blocked, [turn([1, 7], slip="1 on the-hours")])


def test_a_slip_on_the_chalice_gets_no_answer() -> None:
    """No card acts: no answer."""
    row = ["the-chalice", *ROW[:3]]
    game = play(row, [turn([3, 5], slip="3 on the-chalice")], deck={"cards.the-chalice.play": "played > kept"})
    assert game.then.fates["the-chalice"] == [3]
    assert game.all("told", 1) == []


def test_a_slip_on_the_feast_gives_no_second_play() -> None:
    """No card acts: no second play."""
    row = ["the-feast", *ROW[:3]]
    game = play(row, [turn([3, 5], slip="3 on the-feast")], deck={"cards.the-feast.play": "played > kept"})
    assert game.then.fates["the-feast"] == [3]
    assert game.all("played", 1) == []


def test_a_slip_is_not_followed_by_a_theft() -> None:
    """No card acts: no theft, and no message about it."""
    row = ["the-thief", "the-blind-man", "midnight", "leviathan"]
    game = play(row, [turn([5, 3], slip="5 on midnight")])
    assert game.then.fates["midnight"] == [5]
    assert game.all("stole", 1) == game.all("stole-nothing", 1) == []


def test_a_slip_onto_the_thief_stays_there() -> None:
    """Nothing may be played on The Thief, so this is a slip."""
    row = ["the-thief", "the-blind-man", "midnight", "leviathan"]
    assert play(row, [turn([3, 5], slip="3 on the-thief")]).then.fates["the-thief"] == [3]


def test_a_slip_counts_as_played_for_the_ash() -> None:
    """A misplayed 1 counts as played for The Ash."""
    row = ["the-ash", "the-blind-man", "dawn", "leviathan"]
    assert play(row, [turn([1, 5], slip="1 on dawn")]).faded(1) == [("the-ash", 2)]
    assert play(row, [turn([3, 1], slip="3 on leviathan")]).faded(1) == []


def test_the_fall_compares_with_the_discarded_fate_after_a_slip() -> None:
    """The Fall compares with the discarded fate."""
    row = ["the-fall", "the-blind-man", "dawn", "leviathan", "midnight"]
    laid = lay([6], on="the-fall", keep=4)
    assert play(row, [*laid, turn([1, 3], slip="1 on dawn")]).faded(2) == [("the-fall", 2)]
    assert play(row, [*laid, turn([1, 4], slip="1 on dawn")]).faded(2) == []


def test_a_slip_is_judged_after_the_power_used_before_it() -> None:
    """Legality is judged again after a power: with +1 the 5 no longer fits Dawn with a 4 kept."""
    late = turn([5, 4], slip="5 on dawn", before="plus-1")
    assert play(ROW, [late], pool=["plus-1"]).then.fates["dawn"] == [5]


def test_a_slip_on_the_wish_grants_no_guess_and_nothing_is_predicted() -> None:
    """No card acts: no extra guess."""
    row = ["the-wish", *ROW[:3]]
    slip = turn([3, 5], slip="3 on the-wish", predict=[4, 5])
    game = play(row, [slip], deck={"cards.the-wish.play": "played > kept"})
    assert game.all("granted", 1) == game.all("predicted", 1) == []


def test_an_earlier_right_prediction_does_not_exempt_a_slip() -> None:
    """The Fade step follows with its doom, whatever was predicted the turn before."""
    game = play(ROW, [turn([5, 2], "5 on dawn", predict=2), turn([7, 7], slip="7 on dawn")])
    assert game.faded(2) == [("dawn", 2)]


def test_an_announced_fall_after_a_slip() -> None:
    """The Fall compares with the discarded fate, also if it is announced."""
    row = ["the-fall", "the-blind-man", "dawn", "leviathan", "midnight"]
    turns = [*lay([6], on="the-fall", keep=4), turn([1, 3], slip="1 on dawn")]
    assert play(row, turns, fall="announced").faded(2) == [("the-fall", 2)]
    turns = [*lay([6], on="the-fall", keep=4), turn([1, 4], slip="1 on dawn")]
    assert play(row, turns, fall="announced").faded(2) == []
