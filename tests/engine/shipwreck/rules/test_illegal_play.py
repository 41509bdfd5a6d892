"""An illegal play that is noticed."""

from tests.support.shipwreck.position import few, play, refused, turn

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


def test_nothing_is_predicted_after_a_slip() -> None:
    """Predict and Resolve are skipped, and with them the group's powers."""
    game = play(ROW, [turn([3, 5], slip="3 on dawn", group="twice", predict=5)], pool=["twice"])
    assert game.all("predicted", 1) == []
    assert game.all("power", 1) == []
    assert (game.then.score, game.then.doom) == (1, 0)


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


def test_a_slip_on_the_feast_gives_no_second_play() -> None:
    """No card acts: no second play."""
    row = ["the-feast", *ROW[:3]]
    game = play(row, [turn([3, 5], slip="3 on the-feast")], deck={"cards.the-feast.play": "played > kept"})
    assert game.then.fates["the-feast"] == [3]
    assert game.all("played", 1) == []
