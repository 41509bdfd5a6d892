"""A policy that changes what it is shown changes the game: a check says so, with file and line."""

import pytest

from tests.support.own_file import own_game

HANDS = '''"""Hands: play the first card of the hand; the higher card wins."""

from dataclasses import dataclass, field
from functools import cached_property

from fatecast.game import Game


class Plain:
    def __init__(self, cards):
        self.cards = cards

    @cached_property
    def best(self):
        return max(self.cards)


@dataclass
class Pair:
    left: list
    right: Plain = field(default_factory=lambda: Plain([1]))


def first(view, choices):
    {first}
    return choices[0]


class Hands(Game):
    players = 2
    policies = [first]

    def play(self, table):
        hands = [table.luck.shuffle("hand", range(9), seat)[:3] for seat in table.seats]
        best = []
        for seat in table.seats:
            table.turn(seat)
            plain, pair = Plain(hands[seat]), Pair(hands[seat])
            tags = {{Plain([seat]): 1, "set": {{Plain([2])}}, "nan": float("nan")}}
            view = {{"hand": hands[seat], "plain": plain, "pair": pair, "tags": tags, "game": self}}
            choices = list(hands[seat])
            table.ask(seat, view, choices)
            best.append((hands[seat][0], len(choices), seat))
        table.win(max(best)[2])
'''


def found_in(first: str) -> list[str]:
    game = own_game(HANDS.format(first=first), "hands")
    cell = game.cells(game.resolve({}, "test"))[0]
    return [*map(str, game.policies.meddling(lambda: game.simulate(cell, 1, 0, 5)))]


@pytest.mark.parametrize(
    "first",
    [
        "pass",
        "sorted(view['hand']); view['plain'].best; view['pair'].right.best",
        "mine = list(view['hand']); mine.sort()",
        "hand = [*view['hand']]; hand.clear()",
    ],
)
def test_who_only_looks_is_not_blamed(first: str) -> None:
    assert found_in(first) == []


@pytest.mark.parametrize(
    ("first", "what"),
    [
        ("view['hand'].sort()", "view['hand'] was ["),
        ("view['plain'].cards.append(9)", "view['hand'] was ["),
        ("view['plain'].cards = []", "view['plain'].cards was ["),
        ("view['pair'].right.cards[0] = 5", "view['pair'].right.cards was [1] and is [5]"),
        ("view['tags'].pop('set')", "view['tags'] was {"),
        ("del view['tags']", "view was {"),
        ("choices.reverse()", "choices was ["),
    ],
)
def test_a_change_is_named_with_its_line(first: str, what: str) -> None:
    at = HANDS[: HANDS.index("{first}")].count("\n") + 1
    (line,) = found_in(first)
    start = f"hands.py: line {at}: policy first changes what it is shown: "
    assert line.startswith(start + what), line
    assert "\n" not in line


def test_nobody_is_watched_afterwards() -> None:
    game = own_game(HANDS.format(first="view['hand'].sort()"), "hands")
    cell = game.cells(game.resolve({}, "test"))[0]
    before = game.simulate(cell, 1, 0, 5).rows.tolist()
    assert game.policies.meddling(lambda: game.simulate(cell, 1, 0, 5))
    assert game.simulate(cell, 1, 0, 5).rows.tolist() == before
