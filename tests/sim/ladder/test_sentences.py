"""What a ladder says of made-up numbers."""

from engine.game.outcomes import outcome_named
from engine.game.registry import load_game
from sim.ladder.output import lines
from sim.ladder.result import Ladder
from sim.ladder.sentences import LadderWords
from tests.support.made_up_ladders import LESS, NONE, SURE, UNSURE, estimate, ladder

GAIN = outcome_named(load_game("pig").outcomes, "focus gain", "test")
THREE = "3.0 wins in 100 games (2.0 to 4.0)"


def said(found: Ladder) -> list[str]:
    return LadderWords(found, GAIN).sentences()


def test_the_top_over_random_is_how_much_there_is_to_learn() -> None:
    gains = {("low", "random"): SURE, ("high", "random"): (9.0, 8.0, 10.0), ("high", "low"): SURE}
    told = said(ladder(["random", "low", "high"], gains))
    assert told[0] == "There is something to learn: high gains 9.0 wins in 100 games (8.0 to 10.0) over random."
    assert told[1] == "The step to the top, high, is still sure: a stronger player may find more."


def test_where_nothing_matters_it_says_nothing_else() -> None:
    told = said(ladder(["random", "left"], {("left", "random"): UNSURE, ("random", "left"): NONE}))
    assert told == [
        "Nothing to learn: no way of playing surely beats another. Between any two lie at most 1.5 wins in 100 games."
    ]
    [alike] = said(ladder(["random", "left"], {("left", "random"): NONE}))
    assert alike == "Nothing to learn that 2,048 games show: whoever plays, they end alike."
    [open_end] = said(ladder(["random", "left"], {("left", "random"): (0.1, None, None)}))
    assert open_end.endswith("surely beats another. Too few games changed to say how close they are.")


def test_ways_that_all_lose_to_random_are_nothing_to_learn_from() -> None:
    found = ladder(["left", "random"], {("left", "random"): LESS, ("random", "left"): SURE})
    assert said(found)[0] == "Ways of playing differ, but none surely beats random."


def test_the_ladder_stops_at_the_last_sure_step() -> None:
    gains = {("low", "random"): SURE, ("mid", "low"): UNSURE, ("high", "low"): UNSURE, ("high", "mid"): SURE}
    found = ladder(["random", "low", "mid", "high"], gains)
    assert found.top.rung.name == "low", "high is compared with low: mid has not surely gained"
    assert said(found)[1] == (
        "The ladder stops at low: what mid and high would add is not sure, at most 1.5 wins in 100 games."
    )
    few = ladder(["random", "low", "mid"], {("low", "random"): SURE, ("mid", "low"): (0.1, None, None)})
    assert said(few)[1] == "The ladder stops at low: what mid would add is not sure."
    far = ladder(["random", "low", "alone"], {("low", "random"): SURE})
    assert said(far)[1] == "The ladder stops at low; alone never met it with as many players."


def test_what_the_best_policy_leaves_unused() -> None:
    gains = {("low", "random"): SURE, ("trained level=1", "low"): SURE, ("trained level=1", "random"): SURE}
    names = ["random", "low", "trained level=1"]
    best = "best that was written by hand, low,"
    assert (
        said(ladder(names, gains))[2] == f"The {best} leaves something unused: trained level=1 gains {THREE} over low."
    )
    level = {**gains, ("trained level=1", "low"): UNSURE}
    assert said(ladder(names, level))[2] == (
        f"The {best} leaves at most 1.5 wins in 100 games unused that trained level=1 could find."
    )
    few = {**gains, ("trained level=1", "low"): (0.1, None, None)}
    assert (
        said(ladder(names, few))[2] == f"The {best} leaves nothing that is sure unused that trained level=1 could find."
    )
    alone = said(ladder(names[:2], {("low", "random"): SURE}))
    assert alone[2] == f"What the {best} leaves unused is not known: nobody trained or searched."
    taught = said(ladder(["random", "trained level=1"], {("trained level=1", "random"): SURE}))
    assert not any("by hand" in each for each in taught)


def test_a_trained_player_that_is_its_habit_is_told() -> None:
    same = (0.0, -0.5, 0.5)
    gains = {("low", "random"): SURE, ("trained", "random"): SURE, ("trained", "low"): same, ("low", "trained"): same}
    told = "As far as these games show, trained plays as low does: training found nothing better."
    names = ["random", "low", "trained"]
    assert told in said(ladder(names, gains))
    other = (3.1, 2.0, 4.0)
    assert told not in said(ladder(names, gains | {("trained", "random"): other})), "they differ against others"
    assert told not in said(ladder(names, gains | {("low", "trained"): UNSURE}))


def test_a_search_is_compared_with_its_base() -> None:
    names = ["random", "low", "mid", "search 16 over mid", "search 64 over mid"]
    gains = {
        ("low", "random"): SURE,
        ("mid", "low"): UNSURE,
        ("search 16 over mid", "mid"): SURE,
        ("search 16 over mid", "random"): SURE,
        ("search 64 over mid", "mid"): SURE,
        ("search 64 over mid", "search 16 over mid"): UNSURE,
    }
    found = ladder(names, gains)
    over = [step.over.lower if step.over else "" for step in found.steps]
    assert over == ["", "random", "low", "mid", "search 16 over mid"]
    assert found.top.rung.name == "search 16 over mid"
    assert any(each.startswith("The best that was written by hand, mid, leaves something") for each in said(found))


def test_who_profits_from_skill() -> None:
    sizes = [{"players": 2, **estimate(30, 28, 32)}, {"players": 3, **estimate(20, 18, 22)}]
    gains = {1: 10, 2: 20, 3: 14}
    seats = [{"players": 3, "seat": seat, **estimate(gain, gain - 2, gain + 2)} for seat, gain in gains.items()]
    found = {
        "by_players": sizes,
        "by_seat": seats,
        "players_apart": [{"more": 2, "less": 3, **estimate(10, 6, 14)}],
        "seats_apart": [
            {"players": 3, "more": 1, "less": 2, **estimate(-10, -14, -6)},
            {"players": 3, "more": 3, "less": 1, **estimate(4, 1, 7)},
        ],
    }
    told = said(ladder(["random", "low"], {("low", "random"): SURE}, **found))
    assert told[-2:] == [
        "Skill pays more with 2 players than with 3: +30.0 against +20.0 wins in 100 games for low over random.",
        "With 3 players, seat 2 profits more from skill than seat 1: +20.0 against +10.0 wins in 100 games.",
    ]
    level = {
        "players_apart": [{"more": 2, "less": 3, **estimate(1, -1, 3)}],
        "seats_apart": [{"players": 3, "more": 1, "less": 2, **estimate(1, -1, 3)}],
    }
    told = said(ladder(["random", "low"], {("low", "random"): SURE}, **(found | level)))
    assert told[-2:] == [
        "No number of players surely profits more from skill than another.",
        "No seat surely profits more from skill than another.",
    ]


def test_a_lower_rung_that_gains_over_a_higher_one_is_told() -> None:
    gains = {("low", "random"): SURE, ("high", "low"): SURE, ("random", "high"): SURE}
    told = said(ladder(["random", "low", "high"], gains))
    assert told[-1] == f"No plain ladder: random gains {THREE} over high, which stands above it."


def test_without_a_trained_player_the_command_is_named() -> None:
    plain, train = ladder(["random", "low"], {("low", "random"): SURE}), "fatecast train --policy trained"
    assert f"No trained player is among them: {train} makes one." in lines(plain, GAIN, train)
    assert not any("makes one" in line for line in lines(plain, GAIN, "")), "nobody can learn the game"
    taught = ladder(["random", "trained level=1"], {("trained level=1", "random"): SURE})
    assert not any("makes one" in line for line in lines(taught, GAIN, train))
