"""Lessons of compiled games and what networks decide in them: the same as in plain Python."""

from types import SimpleNamespace
from typing import Any

from engine.game.cell import Json
from engine.outside.own.declared import Declared
from engine.outside.own.files import load
from engine.outside.own.hidden.forks.payoff import DRAW, NOTHING, payoff_of
from engine.outside.own.hidden.forks.plain_lessons import plain_lessons
from engine.players.learning.features import PARTS_OF_ONE, SEAT
from engine.players.learning.lessons import ANYONE, MOST_TRIED, Asked, Plan
from tests.own_games.searches import cell_of
from tests.support.hidden_games import FAIR
from tests.support.own_file import own_game, written
from tests.support.plainly import run_plainly


def test_a_view_with_everything_in_it_gives_the_same_pairs() -> None:
    """Here the kernel is plain Python, too."""
    assert run_plainly("tests.own_games.lessons", "1", "every_kind") == "every_kind: same, 2 decisions\n"


def seats_in(lessons: list[Asked]) -> set[int]:
    """Whose decisions they are."""
    return {dict(each.shown)[SEAT] // PARTS_OF_ONE for each in lessons}


def asked(text: str, worlds: int = 2, games: int = 20, name: str = "plain_pig") -> list[Asked]:
    game = own_game(text, name)
    cell = cell_of(game, "random")
    return list(plain_lessons(game.edition, cell, cell.spec["policy"], Plan(worlds, 0), 1, range(games)))


def test_a_game_in_which_nobody_has_a_choice_gives_no_lesson() -> None:
    alone = written(('{"turn": points, "score": table.scores[seat]}', '{"turn": points}, [False]'))
    assert asked(written())
    assert not asked(alone)


def test_only_the_seat_that_learns_is_asked() -> None:
    """Seat 2 among players who hold at once: nobody else's choices are played on, and hers are against them."""
    game = own_game(written(), "plain_pig")
    learner, other = (cell_of(game, name).spec["policy"] for name in ("random", "hold"))
    at_a_table = {"seats": [other, learner]}

    def lessons(table: Json, seat: int = ANYONE) -> list[Asked]:
        return list(plain_lessons(game.edition, cell_of(game, "random"), table, Plan(2, 0, seat), 1, range(30)))

    anyones, own = lessons(at_a_table), lessons(at_a_table, 1)
    assert seats_in(anyones) == {0, 1}, "the control: both have choices"
    assert seats_in(own) == {1}
    assert len(own) > 20, "of nearly every game"
    assert [each.results for each in own] != [each.results for each in lessons(learner, 1)], "others play otherwise"


def test_of_many_choices_some_are_played_on() -> None:
    question = '{"turn": points, "score": table.scores[seat]}'
    many = asked(written((question, '{"turn": points}, list(range(40))')), games=5)
    assert {len(each.choices) for each in many} == {MOST_TRIED}
    assert len({tuple(map(tuple, each.choices)) for each in many}) > 1, "others each time"
    few = asked(written((question, f'{{"turn": points}}, list(range({MOST_TRIED}))')), games=5)
    assert {len(each.choices) for each in few} == {MOST_TRIED}
    assert len({tuple(map(tuple, each.choices)) for each in few}) == 1


def test_what_the_author_says_of_a_choice_takes_the_place_of_the_view() -> None:
    features = """    @staticmethod
    def features(view, choice):
        return {"more": view["turn"] if choice else 0}

    def play(self"""
    plain, told = asked(written()), asked(written(("    def play(self", features)))
    assert {len(each.shown) for each in told} == {min(len(each.shown) for each in told)}
    assert len(told[0].shown) < len(plain[0].shown)
    assert [each.results for each in told] == [each.results for each in plain]
    assert all(len(pairs) == 2 for each in told for pairs in each.choices)


def test_choices_are_played_on_the_same_luck() -> None:
    """Equal choices get the same in the same worlds."""
    asks = "                offers.append(table.ask(seat, view, hand))"
    assert asks in FAIR
    found = asked(FAIR.replace(asks, f"                table.ask(seat, view, list(range(9)))\n{asks}"), 3, name="fair")
    same = [len(set(each.results)) == 1 for each in found if len(each.choices) == 9]
    assert len(same) > 3
    assert all(same)
    others = [each.results for each in found if len(each.choices) < 9]
    assert not all(len(set(results)) == 1 for results in others)


def test_a_game_that_is_broken_off_is_no_draw() -> None:
    """Else a seat that loses would play for time."""
    wanted = payoff_of(Declared(load("fair", FAIR)))
    nobody: Any = SimpleNamespace(winners=0)
    assert (wanted(nobody, False, 0), wanted(nobody, True, 0)) == (DRAW, NOTHING)
