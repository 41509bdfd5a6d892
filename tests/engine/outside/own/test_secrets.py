"""Views that show what their seat has not seen are found, and no others."""

from collections.abc import Iterator
from itertools import chain

import pytest

from engine.game.results import Secrets
from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of, text_of
from tests.own_games.hidden.games import LEAKS, games_on_zones
from tests.support.own_file import own_game
from tests.support.sample import sampled

SHOWN = 'view["known"] = [table.hand(other).seen_by(seat) for other in others]'
CHOICES = "self.steps(hand, deck, market, dark)"
POLICY = "    return dice.choose(choices)\n"


def shadows(*replaced: tuple[str, str]) -> OwnGame:
    text = text_of("shadows")
    for old, new in replaced:
        assert old in text, old
        text = text.replace(old, new)
    return game_of("shadows", text)


def asked(game: OwnGame, games: int, **grid: object) -> Iterator[Secrets]:
    cell = game.cells(game.resolve({"players": [3], **grid}, "test"))[0]
    return chain.from_iterable(game.secrets(cell, 1, index) for index in range(games))


def secrets(game: OwnGame, games: int = 3, **grid: object) -> Secrets:
    return Secrets.of_all(list(asked(game, games, **grid)))


@pytest.mark.parametrize("policy", sampled(["lively", "random"], ["lively"]))
def test_a_game_that_shows_what_its_seats_have_seen_passes(policy: str) -> None:
    found = secrets(shadows(), 3, policies=[policy])
    assert found.hides
    assert not found.leaks
    assert found.asked > 20
    assert str(found.told).startswith(f"ok ({found.asked} decisions, {found.worlds} worlds")


@pytest.mark.parametrize("name", sampled(["vault", "herrings"], ["herrings"]))
def test_other_games_that_keep_their_secrets_pass(name: str) -> None:
    game = games_on_zones()[name]
    found = secrets(game, 1, players=[min(4, game.edition.most)])
    assert found.hides
    assert found.asked > 6
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
        ('view["dark"] = list(dark)', "view['dark']"),
    ],
)
def test_a_view_that_shows_too_much_is_found_with_its_key(new: str, where: str) -> None:
    leak = next(str(leak) for part in asked(shadows((SHOWN, new)), 3) for leak in part.leaks)
    assert leak.startswith("lively/players3: game 0, seat ")
    assert f": {where}" in leak
    assert ", turn " in leak
    assert leak.endswith(", where cards that the seat has not seen lie otherwise")


def test_choices_that_show_too_much_are_found() -> None:
    leaky = f'{CHOICES} + ["pass"] * (("sun", 1) in deck)'
    assert any(": choices" in str(leak) for part in asked(shadows((CHOICES, leaky)), 3) for leak in part.leaks)


def test_a_policy_that_knows_more_than_its_view_is_found() -> None:
    """It looks at the table that the game has left lying about."""
    peeking = shadows(
        ("CARDS = [", "TABLES = []\nCARDS = ["),
        ("        deck, market =", "        TABLES[:] = [table]\n        deck, market ="),
        (POLICY, "    hidden = sorted(card for seat in TABLES[0].seats for card in TABLES[0].hand(seat))\n"
                 "    return choices[sum(rank for _, rank in hidden) % len(choices)]\n"),
    )  # fmt: skip
    assert any("the policy decides otherwise" in str(leak) for part in asked(peeking, 3) for leak in part.leaks)
    said: list[str] = []
    (failure,) = map(str, peeking.policies.check("lively", said.append))
    assert failure.startswith("hidden: lively/players2: game 0, seat ")
    assert [line.split()[:2] for line in said][:2] == [["legal", "ok"], ["hidden", "failed"]]


def test_a_policy_that_keeps_to_the_rules_passes_its_check() -> None:
    said: list[str] = []
    assert shadows().policies.check("lively slips=10", said.append) == []
    assert [line.split()[0] for line in said] == ["legal", "hidden", "views", "repeatable", "speed"]


def test_a_policy_that_breaks_a_rule_fails_its_check() -> None:
    said: list[str] = []
    (failure,) = map(str, shadows((POLICY, '    return "fly"\n')).policies.check("lively", said.append))
    assert "decides 'fly'; expected one of " in failure
    assert said[1].strip() == "the rest needs a policy that plays: not tried"


def test_what_lies_in_plain_lists_is_not_asked() -> None:
    for game in (own_game(), game_of("cards")):
        assert str(secrets(game).told) == "not asked: what it hides lies in plain lists"


LOWEST = 'view["lowest"] = deck[0]PART if deck else None\n        table.tell("The lowest card is {}.", view["lowest"])'


def test_what_all_are_told_of_hidden_cards_a_view_may_show() -> None:
    """Worlds in which a seat would have been told something else are thrown away."""
    for part in ("[0]", "[1]"):
        found = secrets(shadows((SHOWN, LOWEST.replace("PART", part))), 2)
        assert not found.leaks
        assert found.told_otherwise > 10


@pytest.mark.parametrize(("old", "new"), [LEAKS[0], (SHOWN, LOWEST.replace("PART", ""))])
def test_a_line_that_names_a_card_to_who_has_not_seen_it_is_found(old: str, new: str) -> None:
    leaks = (str(leak) for part in asked(shadows((old, new)), 20) for leak in part.leaks)
    assert any(leak.endswith("but has not seen that card; show it, or tell it to=…") for leak in leaks)


BLIND = '''"""Everybody chooses a card before any is turned up; the highest wins."""

from fatecast.game import Game


def high(view, choices):
    """plays its highest card"""
    return max(choices)


class Blind(Game):
    players = (2, 4)
    shared_wins = True
    policies = [high]

    def play(self, table):
        deck, chosen = table.deck("deck", range(1, 20)), []
        for seat in table.seats:
            for _ in range(3):
                card = deck.deal(seat)
        for seat in table.seats:
            table.turn(seat)
            hand = table.hand(seat)
            card = table.ask(seat, {"hand": sorted(hand), "chosen": CHOSEN}, sorted(hand))
            chosen.append(card)
        for seat in table.seats:
            table.hand(seat).play(chosen[seat])
            if chosen[seat] == max(chosen):
                table.win(seat)
'''


def test_a_choice_that_nobody_may_know_yet_is_found_in_a_view() -> None:
    """The card still lies in the hand of who has chosen it; in another world, the seat chooses another card."""
    assert not secrets(game_of("blind", BLIND.replace("CHOSEN", "len(chosen)")), 6).leaks
    leaks = [*map(str, secrets(game_of("blind", BLIND.replace("CHOSEN", "list(chosen)")), 6).leaks)]
    assert any(": view['chosen']" in leak for leak in leaks)
    assert not any("seat 1" in leak for leak in leaks)


SEATS = '''"""Seats and cards have the same numbers: who chooses a seat has not chosen a card."""

from fatecast.game import Game


def any_of(view, choices, dice):
    """chooses any"""
    return dice.choose(choices)


class Seats(Game):
    players = (3, 4)
    policies = [any_of]

    def play(self, table):
        deck, chosen = table.deck("deck", range(8)), []
        for seat in table.seats:
            deck.deal(seat)
        for _ in range(4):
            for seat in table.seats:
                table.turn(seat)
                others = [other for other in table.seats if other != seat]
                chosen.append(table.ask(seat, {"hand": list(table.hand(seat)), "chosen": list(chosen)}, others))
        table.win(chosen[-1])
'''


def test_a_choice_that_looks_like_a_card_stays_as_it_is() -> None:
    found = secrets(game_of("seats", SEATS), 6)
    assert found.asked > 30
    assert not found.leaks


SHOWN_ONCE = '''"""A hand is shown, and a card of it laid face down, before anybody is asked."""

from fatecast.game import Game


def first(view, choices):
    """takes the first choice"""
    return choices[0]


class ShownOnce(Game):
    players = (2, 4)
    policies = [first]

    def play(self, table):
        deck, pile = table.deck("deck", range(12)), table.pile()
        for _ in range(3):
            deck.deal(0)
        table.hand(0).show(1)
        remembered = list(table.hand(0))
        table.hand(0).lay(remembered[0], pile)
        table.turn(1)
        table.ask(1, {"remembered": remembered, "known": table.hand(0).seen_by(1) + pile.seen_by(1)}, [1, 2])
        table.win(0)
'''


def test_a_view_may_show_what_its_seat_has_seen_where_it_cannot_tell_any_more_where_that_is() -> None:
    found = secrets(game_of("shown_once", SHOWN_ONCE), 6)
    assert found.asked == 6
    assert not found.leaks
