"""Decks, hands and piles: who has seen what."""

import sys

import pytest

from engine.errors import BrokenRule
from engine.outside.own.author import Game, Table
from engine.outside.own.compiled.kernel_text import write_kernel
from engine.outside.own.luck import Keys, Luck
from tests.own_games.cells import game_of
from tests.own_games.hidden.scenarios import KINDS, expected, is_as_expected, rows_of, seen
from tests.support.plainly import run_plainly


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_has_seen_what_the_scenarios_say(kind: str) -> None:
    for name, games in seen(kind, False).items():
        for found in games:
            assert is_as_expected(name, found), (name, found, expected(name))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", list(reversed(KINDS)))
def test_kernels_see_the_same(kind: str) -> None:
    """Here they are plain Python, too."""
    assert run_plainly("tests.own_games.hidden.scenarios", kind) == "12 scenarios, none is otherwise\n"


EQUAL = '''"""Ropes are alike. Seat 1 has seen two ropes and a plank in the hand of seat 0, but not a third rope."""

from fatecast.game import Column, Game


def first(view, choices):
    """takes the first choice"""
    return choices[0]


class Ropes(Game):
    players = 2
    draws = True
    axes = {"played": range(3), "shown": range(2), "laid": range(2), "lowest": range(2)}
    policies = [first]
    columns = {name: Column(name, "<u4", "cards that seat 1 knows") for name in ("ropes", "planks", "down")}

    def play(self, table):
        deck, hand, seen, pile = table.deck("deck", ["rope"]), table.hand(0), table.pile(), table.pile()
        for card in ["rope", "plank", "rope"]:
            table.pile([card]).move_all(seen)
        if table.rules.lowest:
            deck.deal(0)
        seen.move_all(hand)
        if not table.rules.lowest:
            deck.deal(0)
        for _ in range(table.rules.played):
            hand.play("rope")
        if table.rules.shown:
            hand.reveal("rope", 1)
        if table.rules.laid:
            hand.lay("rope", pile)
        table.count("ropes", hand.seen_by(1).count("rope"))
        table.count("planks", hand.seen_by(1).count("plank"))
        table.count("down", len(pile.seen_by(1)))
'''


def test_of_cards_that_are_alike_one_is_as_good_as_another() -> None:
    """Where the rope lies that a seat has not seen, what it knows does not tell."""
    game = game_of("ropes", EQUAL)
    found = [{row.tolist()[-3:] for row in rows} for rows in rows_of(game, False)]
    for cell, rows in zip(game.cells(game.resolve({}, "test")), found, strict=True):
        ropes = 2 - cell.spec["played"]
        ropes = max(ropes, cell.spec["shown"])
        assert rows == ({(0, 0, 0)} if cell.spec["laid"] else {(ropes, 1, 0)}), cell.labels


GOES_TO = "expected a deck, a hand or a pile for the card to go to"
ONE_BY_ONE = "cards move one at a time, and table.hand(seat) is the hand of a seat"
USED = '''"""Cards."""

from fatecast.game import Game


def first(view, choices):
    """takes the first choice"""
    return choices[0]


class Cards(Game):
    players = 2
    draws = True
    policies = [first]

    def play(self, table):
        deck = table.deck("sea", [1, 2, 3])
        pile = table.pile([7])
        hand = table.hand(0)
        deck.deal(0)
        WHAT
'''


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("for _ in range(3): deck.deal(1)", "deal: the deck 'sea' is empty"),
        ("for _ in range(3): deck.draw()", "draw: the deck 'sea' is empty"),
        ("for _ in range(3): deck.set_aside()", "set_aside: the deck 'sea' is empty"),
        ("table.hand(2)", "there is no seat 2: expected seats from 0 to 1"),
        ("deck.deal(-1)", "there is no seat -1: expected seats from 0 to 1"),
        ("pile.give(7, 5)", "there is no seat 5: expected seats from 0 to 1"),
        ("deck.look(3, 1)", "there is no seat 3: expected seats from 0 to 1"),
        ("table.tell('Hm.', to=4)", "there is no seat 4: expected seats from 0 to 1"),
        ("pile.play(7); pile.play(7)", "7 is not in the pile; every card is in one place"),
        ("hand.give(7, 1)", "7 is not in the hand of seat 1; every card is in one place"),
        ("table.hand(1).lay(hand[0], pile)", " is not in the hand of seat 2; every card is in one place"),
        ("deck.bury(9)", "9 is not in the deck 'sea'; every card is in one place"),
        ("deck.draw(2)", f"{GOES_TO}, not 2; {ONE_BY_ONE}"),
        ("deck.deal(1, 2)", f"{GOES_TO}, not 2; {ONE_BY_ONE}"),
        ("deck.set_aside(2)", f"{GOES_TO}, not 2; {ONE_BY_ONE}"),
        ("pile.play(7, 1)", f"{GOES_TO}, not 1; {ONE_BY_ONE}"),
        ("pile.lay(7, 1)", f"{GOES_TO}, not 1; {ONE_BY_ONE}"),
        ("hand.move_all([1])", f"{GOES_TO}, not [1]; {ONE_BY_ONE}"),
        ("deck.shuffle_in([1])", "shuffle_in: expected a deck, a hand or a pile, not [1]"),
        ("table.deck('land', pile)", "<the pile: 1 cards> would be in two places; deck.shuffle_in(pile)"),
        ("table.deck('sea', [1, 2])", "luck 'sea: 1' 0 was drawn twice in one game; number the draws"),
        ("deck.arrange(1, [deck[1], deck[0]])", "seat 2 has not looked at "),
        ("deck.arrange(1, [7])", "7 is not in the deck 'sea'; every card is in one place"),
        ("deck.look(1, -1)", "look: expected a number of cards from 0 on, not -1"),
        ("pile.shuffle()", "shuffle: the pile has no luck of its own; deck.shuffle_in(pile)"),
        ("pile.move_all(pile)", "move_all: the pile lies there already"),
        ("hand.append(3)", "append: the hand of seat 1 is changed by its own verbs; deal, give, play, lay, …"),
        ("hand.colour", "AttributeError: the hand of seat 1 has no colour"),
        ("table.ask(0, {'hand': hand}, [1, 2])", "ask: view['hand'] has <the hand of seat 1: 1 cards> itself; list(…)"),
        ("table.ask(0, {'all': [pile]}, [1, 2])", "ask: view['all'] has <the pile: 1 cards> itself; list(…)"),
        ("table.ask(0, {'all': {1: pile}}, [1, 2])", "ask: view['all'] has <the pile: 1 cards> itself; list(…)"),
        ("table.ask(0, hand, [1, 2])", "ask: view has <the hand of seat 1: 1 cards> itself; list(…)"),
    ],
)
def test_bad_use_is_one_line_with_file_and_line(what: str, line: str) -> None:
    game = game_of("cards", USED.replace("WHAT", what))
    (cell,) = game.cells(game.resolve({}, "test"))
    with pytest.raises(BrokenRule) as caught:
        game.simulate(cell, 1, 0, 1)
    told = caught.value.line
    assert f"game 0: turn 0: cards.py: line 21: {line}" in told if not line.startswith(" ") else line in told
    assert "cards.py: line 21: " in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("hand.append(3)", "line 21: .append(…): a deck, a hand or a pile is changed by its own verbs"),
        ("hand.colour", "line 21: .colour of a deck, a hand or a pile cannot be compiled"),
        ("table.ask(0, {'hand': hand}, [1, 2])", "line 21: ask: the view holds a deck, a hand or a pile itself"),
        ("table.ask(0, {'all': [pile]}, [1, 2])", "line 21: ask: the view holds a deck, a hand or a pile itself"),
        ("table.ask(0, hand, [1, 2])", "line 21: ask: the view holds a deck, a hand or a pile itself"),
        ("table.deck('land', pile)", "line 21: these cards would be in two places"),
        ("table.luck.draw('x', hand)", "line 21: luck.draw from a deck, a hand or a pile"),
        ("table.deck('a: b', [1])", "line 21: the label of a deck: expected a text of the file, without a colon"),
        ("table.pile([[3]]).give([3], 0)", "line 21: sometimes a list and sometimes a number"),
    ],
)
def test_what_a_kernel_cannot_do_with_zones_is_said_with_the_authors_line(what: str, line: str) -> None:
    file = game_of("cards", USED.replace("WHAT", what)).edition.file
    found = write_kernel(file.text, sys.modules[type(file.game).__module__], file.game, False).refusals
    assert any(line in each for each in found), found


class Nothing(Game):
    players = 1, 3


def a_table(game: int, players: int = 2) -> Table:
    deciders = [lambda view, choices: choices[0]] * players
    return Table(Nothing(), {}, deciders, Luck(Keys(5, "luck"), game))


def test_a_deck_is_in_the_order_of_its_label() -> None:
    cards = list(range(20))
    for game in range(20):
        luck = Luck(Keys(5, "luck"), game)
        assert list(a_table(game).deck("sea", cards)) == luck.shuffle("sea", cards)
        assert list(a_table(game).deck("sea", cards, 3)) == luck.shuffle("sea", cards, 3)


def orders(game: int, cards: list[str]) -> list[list[str]]:
    """A deck when it is new, and after each of three shuffles, with some cards dealt and discarded in between."""
    table = a_table(game)
    deck, pile = table.deck("sea", cards), table.pile()
    found = [list(deck)]
    for _ in range(3):
        for card in sorted(deck)[:4]:
            deck.give(card, 0)
            table.hand(0).play(card, pile)
        deck.shuffle_in(pile)
        found.append(list(deck))
    return found


@pytest.mark.parametrize("game", range(10))
def test_a_card_more_or_less_leaves_the_others_in_their_order_in_every_shuffle(game: int) -> None:
    cards = [f"{suit}{rank}" for suit in "shark" for rank in range(1, 5)] + ["eel", "eel"]
    for more, fewer in (
        (cards, cards[1:]),
        (cards, [each for each in cards if each != "k4"]),
        ([*cards, "ray"], cards),
    ):
        for one, other in zip(orders(game, more), orders(game, fewer), strict=True):
            assert [card for card in one if card in other] == other
    assert len({tuple(order) for order in orders(game, cards)}) == 4
