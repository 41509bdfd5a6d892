"""Views that show what their seat has not seen are found, and no others."""

import pytest

from engine.game.results import Secrets
from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of, text_of
from tests.own_games.hidden.twins import on_zones
from tests.support.own_file import own_game

SHOWN = 'view["known"] = [table.hand(other).seen_by(seat) for other in others]'
CHOICES = "self.steps(hand, deck, market, dark)"
POLICY = "    return dice.choose(choices)\n"


def shadows(*replaced: tuple[str, str]) -> OwnGame:
    text = text_of("shadows")
    for old, new in replaced:
        assert old in text, old
        text = text.replace(old, new)
    return game_of("shadows", text)


def secrets(game: OwnGame, games: int = 3, **grid: object) -> Secrets:
    cell = game.cells(game.resolve({"players": [3], **grid}, "test"))[0]
    return Secrets.of_all([part for index in range(games) for part in game.secrets(cell, 1, index)])


@pytest.mark.parametrize("policy", ["lively", "random", "lively slips=30"])
def test_a_game_that_shows_what_its_seats_have_seen_passes(policy: str) -> None:
    found = secrets(shadows(), 6, policies=[policy])
    assert found.hides
    assert not found.leaks
    assert found.asked > 30
    assert found.told.startswith(f"ok ({found.asked} decisions, {found.worlds} worlds")


def test_other_games_that_keep_their_secrets_pass() -> None:
    for name, players in (("cards", 3), ("tricks", 4)):
        found = secrets(on_zones(name), players=[players])
        assert found.hides
        assert found.asked > 10
        assert not found.leaks


@pytest.mark.parametrize(
    ("new", "where"),
    [
        ('view["known"] = [sorted(table.hand(other)) for other in others]', "view['known']"),
        ('view["next"] = list(table.hand(others[0]))', "view['next']"),
        ('view["suns"] = sum(suit == "sun" for suit, _ in table.hand(others[0]))', "view['suns']"),
        ('view["top"] = deck[-1] if deck else None', "view['top']"),
        ('view["bottom"] = list(deck[:1])', "view['bottom']"),
        ('view["dark"] = len(dark) + (("sun", 1) in deck)', "view['dark']"),
        ('view["left"] = [card for card in CARDS if card in deck]', "view['left']"),
    ],
)
def test_a_view_that_shows_too_much_is_found_with_its_key(new: str, where: str) -> None:
    (leak, *_) = secrets(shadows((SHOWN, new))).leaks
    assert leak.startswith("lively/players3: game 0, seat ")
    assert f": {where}" in leak
    assert ", turn " in leak
    assert leak.endswith(", where cards that the seat has not seen lie otherwise")


def test_choices_that_show_too_much_are_found() -> None:
    leaky = f'{CHOICES} + ["pass"] * (("sun", 1) in deck)'
    assert any(": choices" in leak for leak in secrets(shadows((CHOICES, leaky))).leaks)


def test_a_policy_that_knows_more_than_its_view_is_found() -> None:
    """It looks at the table that the game has left lying about."""
    peeking = shadows(
        ("CARDS = [", "TABLES = []\nCARDS = ["),
        ("        deck, market =", "        TABLES[:] = [table]\n        deck, market ="),
        (POLICY, "    hidden = sorted(card for seat in TABLES[0].seats for card in TABLES[0].hand(seat))\n"
                 "    return choices[sum(rank for _, rank in hidden) % len(choices)]\n"),
    )  # fmt: skip
    assert any("the policy decides otherwise" in leak for leak in secrets(peeking).leaks)
    said: list[str] = []
    (failure,) = peeking.policies.check("lively", said.append)
    assert failure.startswith("hidden: lively/players2: game 0, seat ")
    assert [line.split()[:2] for line in said][:2] == [["legal", "ok"], ["hidden", "failed"]]


def test_a_policy_that_keeps_to_the_rules_passes_its_check() -> None:
    said: list[str] = []
    assert shadows().policies.check("lively slips=10", said.append) == []
    assert [line.split()[0] for line in said] == ["legal", "hidden", "views", "repeatable", "speed"]


def test_a_policy_that_breaks_a_rule_fails_its_check() -> None:
    said: list[str] = []
    (failure,) = shadows((POLICY, '    return "fly"\n')).policies.check("lively", said.append)
    assert "decides 'fly'; expected one of " in failure
    assert said[1].strip() == "the rest needs a policy that plays: not tried"


def test_what_lies_in_plain_lists_is_not_asked() -> None:
    for game in (own_game(), game_of("cards")):
        assert secrets(game).told == "not asked: what it hides lies in plain lists"


CERTAIN = '''"""Whoever is dealt the higher card says so."""

from fatecast.game import Game


def honest(view, choices):
    """says what it holds"""
    return choices[0]


class Certain(Game):
    players = 2

    def play(self, table):
        deck = table.deck("deck", [1, 2, 5])
        for seat in table.seats:
            deck.deal(seat)
        for seat in table.seats:
            table.turn(seat)
            table.ask(seat, {"hand": list(table.hand(seat))}, [table.hand(seat)[0], 10 + table.hand(seat)[0]])
        table.win(0)

    policies = [honest]
'''


def test_too_few_worlds_are_not_asked_about_and_counted() -> None:
    """What the first seat says tells its card: in no other world can it be said."""
    found = secrets(game_of("certain", CERTAIN), 4, players=[2])
    assert not found.leaks
    assert (found.asked, found.unasked) == (4, 4)
    assert "; not asked: 4, for which too few worlds were left)" in found.told


def test_worlds_in_which_a_seat_would_have_been_told_something_else_are_thrown_away() -> None:
    """What everybody hears, a view may show."""
    shown = (SHOWN, 'view["top"] = deck[:1]\n        table.tell("The lowest card is {}.", deck[:1])')
    assert not secrets(shadows(shown)).leaks
