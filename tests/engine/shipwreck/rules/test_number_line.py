"""The number line: what the group can know about a hidden fate by public logic alone."""

import pytest

from engine.game.cell import Json
from tests.support.paired import MOST, gain_in_errors
from tests.support.shipwreck.position import EVERY, GAME, lay, play, turn

ROW = ["the-lord", "dawn", "midnight", "the-blind-man", "the-judge"]
OTHER = turn([1, 1], "1 on the-blind-man")
"""A turn of the other player."""
LORD = turn([5, 2], "5 on the-lord")
"""A player who held nothing keeps 1, 2, 3 or 4."""
BLOCKED = ["the-deep", "leviathan", "the-mirror", "the-beast"]


def line(cards: list[str], turns: list[Json], pool: list[str] | None = None) -> list[int]:
    """The active player's number line in the last turn, before the prediction; no card fades by hours."""
    roomy = [card for card in cards if card not in ("the-ash", "the-fall")]
    return play(cards, turns, pool=pool or [], roomy=roomy).line(len(turns))


# Legality


def test_a_fresh_player_may_have_kept_whatever_fits() -> None:
    """If nothing was held, both fates were drawn: every value stays with which the play was legal."""
    assert line(ROW, [LORD]) == [1, 2, 3, 4]
    assert line(ROW, [turn([3, 2], "3 on dawn")]) == [1, 2]
    assert line(ROW, [turn([3, 2], "3 on the-blind-man")]) == EVERY


def test_the_line_is_carried_over_if_nothing_is_predicted() -> None:
    """No prediction: the line stays the same until that seat's next turn."""
    assert play(ROW, [LORD, OTHER], roomy=ROW).then.line == [1, 2, 3, 4]


def test_old_and_fresh_must_both_be_considered() -> None:
    """A 2 may be the held fate, so the kept one may be new: any value that fits."""
    assert line(ROW, [LORD, OTHER, turn([6], "2 on midnight")]) == [3, 4, 5, 6, 7]
    assert line(ROW, [LORD, OTHER, turn([1], "2 on the-blind-man")]) == EVERY


def test_values_whose_copies_are_all_visible_are_crossed_out() -> None:
    """A value stays only if a copy of it is not visible."""
    assert line(ROW, [*lay([4, 4]), turn([2, 6], "2 on midnight")]) == [3, 4, 5, 6, 7]
    assert line(ROW, [*lay([4, 4, 4]), turn([2, 6], "2 on midnight")]) == [3, 5, 6, 7]


def test_what_becomes_visible_meanwhile_is_crossed_out_at_the_next_update_only() -> None:
    """Values whose copies all became visible in the meantime are not crossed out before that update."""
    turns = [*lay([4, 4]), LORD, turn([4, 1], "4 on dawn"), turn([7], "7 on dawn")]
    game = play(ROW, turns, roomy=ROW)
    assert game.before(5).line == [1, 2, 3, 4]
    assert game.line(5) == [1, 2, 3]


def test_exiled_copies_no_longer_count() -> None:
    """A fate that left the game cannot be kept: with one 4 exiled, two visible ones are all."""
    exile = turn([3, 2], "3 on the-blind-man", predict=2, exile="exile 4 from the-blind-man with twice")
    turns = [*lay([4]), exile, *lay([4, 4]), turn([2, 6], "2 on midnight")]
    assert line(ROW, turns, pool=["exile", "twice"]) == [3, 5, 6, 7]
    assert line(ROW, [*turns[:3], turns[4]], pool=["exile", "twice"]) == [3, 4, 5, 6, 7]


# The Hours


@pytest.mark.parametrize(("fate", "other", "possible"), [(1, 7, [5, 6, 7]), (7, 1, [1, 2, 3]), (2, 5, [4, 5, 6, 7])])
def test_the_hours_says_that_nothing_fitted(fate: int, other: int, possible: list[int]) -> None:
    """For The Hours: no card was legal for either fate."""
    assert line(BLOCKED, [turn([fate, other], f"{fate} on the-hours")]) == possible


# What cards tell


THIEF = ["the-thief", "dawn", "midnight", "the-blind-man"]


def test_a_theft_speaks_of_the_stolen_fate_not_of_the_played_one() -> None:
    """The stolen value counts."""
    turns = [*lay([6]), turn([2, 3], "2 on the-blind-man", steal="6 from the-blind-man")]
    assert line(THIEF, turns) == [1, 2, 3, 4, 5]


def test_no_theft_says_that_no_visible_fate_is_higher() -> None:
    """Nothing moved: the kept fate is at least as high as every visible fate that is not on The Thief."""
    assert line(THIEF, [turn([3, 5], "3 on the-blind-man")]) == [3, 4, 5, 6, 7]
    assert line(THIEF, [*lay([5]), turn([3, 6], "3 on the-blind-man")]) == [5, 6, 7]


FALL = ["the-fall", "dawn", "midnight", "the-blind-man", "the-judge"]


@pytest.mark.parametrize(("kept", "known"), [(4, [4, 5, 6, 7]), (3, [1, 2, 3]), (1, [1, 2, 3])])
def test_the_fall_narrows_what_is_carried_over(kept: int, known: list[int]) -> None:
    """Whether The Fall fades tells something about the hidden fate, after the prediction."""
    game = play(FALL, [turn([6, kept], "6 on the-fall"), OTHER], roomy=["the-blind-man"])
    assert game.lines(1)[0] == EVERY
    assert game.then.line == known


@pytest.mark.parametrize(("kept", "known"), [(4, [4, 5, 6, 7]), (3, [1, 2, 3])])
def test_an_announced_fall_narrows_the_line_before_the_prediction(kept: int, known: list[int]) -> None:
    """Announced right after the play: a public answer like any other."""
    game = play(FALL, [turn([6, kept], "6 on the-fall", predict=kept)], fall="announced")
    assert game.names(1).index("predicted") > game.names(1).index("line")
    assert game.line(1) == known


@pytest.mark.parametrize("end", [{"predict": 4}, {"predict": 5}, {"slip": "6 on midnight"}])
def test_the_fall_tells_nothing_of_a_fate_that_left_the_hand(end: Json) -> None:
    """The line is reset when the hidden fate leaves the hand; what The Fall does afterwards is not noted on it."""
    turns = [*lay([6], on="the-fall", keep=5), turn([3, 7], "3 on midnight", predict=7)]
    turns += [turn([6, 4], "6 on dawn") | end, turn([1, 1], "1 on the-blind-man")]
    game = play(FALL, turns, roomy=["dawn", "midnight", "the-blind-man"])
    assert game.then.line == EVERY


# The Feast

FEAST = ["the-feast", "dawn", "midnight", "the-blind-man"]
FEAST_LORD = ["the-feast", "dawn", "midnight", "the-lord"]


def test_the_feast_updates_twice() -> None:
    """Two updates, one after the other; the second starts from the result of the first."""
    turns = [LORD, turn([1, 6], "1 on midnight")]
    game = play(FEAST_LORD, [*turns, turn([6, 7], ["6 on the-feast", "7 on dawn"])], roomy=FEAST_LORD)
    assert game.lines(3) == [[1, 2, 3, 4], [1, 2, 3, 4]]
    game = play(FEAST_LORD, [*turns, turn([6, 7], ["2 on the-feast", "7 on dawn"])], roomy=FEAST_LORD)
    assert game.lines(3) == [EVERY, [1, 2, 3, 4, 5, 6]]
    game = play(FEAST_LORD, [*turns, turn([6, 7], ["6 on the-feast", "2 on midnight"])], roomy=FEAST_LORD)
    assert game.lines(3) == [[1, 2, 3, 4], [3, 4, 5, 6, 7]]


def test_the_second_play_of_a_feast_starts_from_what_the_first_one_showed() -> None:
    """A Feast that takes only the higher fate: after a 5 there, a new 7 played elsewhere leaves 1 to 4."""
    greedy = {"cards.the-feast.play": "played > kept"}
    plays = turn([5, 3, 7], ["5 on the-feast", "7 on the-blind-man"])
    game = play(FEAST, [plays], roomy=FEAST, deck=greedy)
    assert game.lines(1) == [[1, 2, 3, 4], [1, 2, 3, 4]]


# Powers


@pytest.mark.parametrize(
    ("question", "pool", "kept", "possible"),
    [
        ("higher-than 4", ["higher-than"], 5, [5, 6, 7]),
        ("higher-than 4", ["higher-than"], 4, [1, 2, 3, 4]),
        ("1-2-3", ["1-2-3"], 2, [1, 2, 3]),
        ("1-2-3", ["1-2-3"], 4, [4, 5, 6, 7]),
        ("1-4-7", ["1-4-7"], 4, [1, 4, 7]),
        ("3-4-5", ["3-4-5"], 1, [1, 2, 6, 7]),
        ("5-6-7", ["5-6-7"], 7, [5, 6, 7]),
        ("same 3", ["same"], 3, [3]),
        ("same 3", ["same"], 4, [1, 2, 4, 5, 6, 7]),
        ("within-2", ["within-2"], 4, [1, 2, 3, 4, 5]),
        ("within-2", ["within-2"], 7, [6, 7]),
        ("help with twice", ["help", "twice"], 2, [2, 6]),
        ("help with twice", ["help", "twice"], 5, [1, 3, 4, 5, 7]),
    ],
)
def test_the_answer_to_a_question(question: str, pool: list[str], kept: int, possible: list[int]) -> None:
    """Every public answer agrees with what stays possible; a 3 was played on a card that takes any fate."""
    assert line(ROW, [turn([3, kept], "3 on the-blind-man", group=question)], pool=pool) == possible


def test_discard_lower_shows_that_the_kept_fate_is_higher() -> None:
    """Returning v to the bag shows k > v; the played fate, back in the bag, can only be drawn by others."""
    turns = [turn([3, 5], "3 on the-blind-man", after="discard-lower 3 from the-blind-man")]
    assert line(ROW, turns, pool=["discard-lower"]) == [4, 5, 6, 7]


@pytest.mark.parametrize(
    ("drawn", "play_", "possible"),
    [(6, "2 on the-blind-man", EVERY), (1, "1 on the-blind-man", [1, 2, 3, 4])],
)
def test_the_answer_of_old(drawn: int, play_: str, possible: list[int]) -> None:
    """If the old token was played, the kept one is new. If the new one was played, the held fate is kept."""
    turns = [LORD, turn([5, 6], "5 on midnight"), turn([drawn], play_, after="old")]
    assert line(ROW, turns, pool=["old"]) == possible


def test_old_after_a_second_play_says_nothing_of_a_fate_drawn_in_between() -> None:
    """A new token that is played may be the one kept at the first play: then the fate drawn for the second play is
    kept."""
    greedy = {"cards.the-feast.play": "played > kept"}
    row = ["the-feast", "dawn", "midnight", "the-blind-man"]
    plays = turn([5, 3, 7], ["5 on the-feast", "3 on the-blind-man"], after="old")
    game = play(row, [plays], pool=["old"], roomy=row, deck=greedy)
    assert game.one("answered", 1)["answer"] is False
    assert 7 in game.line(1)


def test_old_after_a_second_play_tells_of_a_fate_that_was_held_all_along() -> None:
    """A 6 on The Feast cannot have been the held fate, so that fate is still in hand; a new 1 then leaves it there."""
    plays = turn([6, 1], ["6 on the-feast", "1 on midnight"], after="old")
    turns = [LORD, turn([1, 6], "1 on midnight"), plays]
    game = play(FEAST_LORD, turns, pool=["old"], roomy=FEAST_LORD)
    assert game.one("answered", 3)["answer"] is False
    assert game.lines(3) == [[1, 2, 3, 4], [2, 3, 4, 5, 6, 7], [2, 3, 4]]


def test_the_raised_fate_on_the_number_line() -> None:
    """+1: the line shows printed values; a 7 was played on The Mirror with a 6 kept."""
    mirror = ["the-mirror", "dawn", "midnight", "the-blind-man"]
    assert line(mirror, [turn([7, 6], "7 on the-mirror", before="plus-1")], pool=["plus-1"]) == [6]
    assert line(ROW, [turn([5, 2], "5 on dawn", before="plus-1")], pool=["plus-1"]) == [1, 2, 3]
    chalice = ["the-chalice", "dawn", "midnight", "the-blind-man"]
    assert line(chalice, [turn([3, 3], "3 on the-chalice", before="plus-1")], pool=["plus-1"]) == [3, 4, 5, 6, 7]


# Reset


@pytest.mark.parametrize("guess", [2, 3])
def test_a_prediction_resets_the_line(guess: int) -> None:
    """Right or wrong, the fate leaves the hand and the line is reset."""
    assert play(ROW, [LORD | {"predict": guess}, OTHER], roomy=ROW).then.line == EVERY


# The option of the single predictor


def test_the_single_predictor_may_use_his_own_fate_as_an_option() -> None:
    """An option: the predictor of a two-player game also uses the fate in hand; by default nobody does."""
    turns = [*lay([4, 4], on="the-blind-man"), turn([3, 4], "3 on the-blind-man"), turn([5, 2], "5 on dawn")]
    assert play(ROW, turns, roomy=ROW).line(4) == [1, 2, 3, 4]
    assert play(ROW, turns, roomy=ROW, own_fate=True).line(4) == [1, 2, 3]


def test_certain_is_never_wrong_with_the_option_either() -> None:
    """With the fates in hand, the single predictor knows more, never less."""
    grid = {"decks": ["base"], "policies": ["certain"], "players": [2], "doom": [0]}
    (public,) = GAME.cells(GAME.resolve(grid, "public"))
    (own,) = GAME.cells(GAME.resolve(grid | {"options": {"own_fate": True}}, "own"))
    knowing, usual = (GAME.simulate(cell, 3, 0, 600).rows for cell in (own, public))
    assert knowing["wrong"].sum() == 0
    assert (knowing["correct"] != usual["correct"]).any()
    assert gain_in_errors(usual["correct"], knowing["correct"]) > -MOST


# The policy that reads the line


@pytest.mark.parametrize(("deck", "players"), [("base", 3), ("full", 2)])
def test_certain_predicts_exactly_when_one_value_is_left(deck: str, players: int) -> None:
    """Public logic leaves one candidate: then the group names it, and is always right."""
    grid = {"decks": [deck], "policies": ["certain"], "players": [players], "doom": [0]}
    (cell,) = GAME.cells(GAME.resolve(grid, "certain"))
    rows = GAME.simulate(cell, 3, 0, 60).rows
    assert rows["wrong"].sum() == 0
    assert rows["correct"].sum() > 0
    for index in range(15):
        events = GAME.replay(cell, 3, index).events
        for at in range(1, int(rows[index]["turns"]) + 1):
            told = [event for event in events if event["turn"] == at]
            until = next((i for i, event in enumerate(told) if event["event"] in ("predicted", "faded")), len(told))
            lines = [event["values"] for event in told[:until] if event["event"] == "line"]
            predicted = [event["values"] for event in told if event["event"] == "predicted"]
            if predicted or deck == "base":
                assert predicted == [values for values in lines[-1:] if len(values) == 1]


def test_mute_never_predicts_and_guess_always_does() -> None:
    """mute: the group never predicts. guess: it always names as many values as it has guesses."""
    grid = {"decks": ["full"], "policies": ["mute", "guess"], "players": [3], "doom": [0]}
    mute, guess = (GAME.simulate(cell, 3, 0, 20).rows for cell in GAME.cells(GAME.resolve(grid, "both")))
    assert mute["predictions"].sum() == 0
    assert (guess["predictions"] == guess["turns"]).all()
