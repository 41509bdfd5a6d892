"""Twelve things that happen to cards, and by hand: who has seen which card afterwards.

Cards have letters: `a` was on top of the deck when it was first shuffled, `b` lay below it; a second deck has capitals.
`a02` is card a, which seats 0 and 2 have seen; `e` nobody has seen; `*1` is a card that a shuffle put there. A zone is
written from the bottom up, so the last one is on top."""

import sys
from collections.abc import Mapping
from contextlib import nullcontext
from string import ascii_lowercase, ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from engine.game.cell import Cell
from engine.game.results import Rows
from engine.kernel.compiled import INTERPRETED
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.compiled.player import Player
from engine.outside.own.game import OwnGame
from engine.outside.own.play import _seats, rules_of
from tests.own_games.cells import game_of
from tests.own_games.rows import ready, wanted
from tests.own_games.verdicts import player_of

ZONES, PLACES, GAMES, SEED = 6, 8, 3, 1
ANY = "*"
KINDS = {
    "numbers": ("list(range(8))", "list(range(8, 14))"),
    "texts": ("['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen']", "['ivy', 'oak', 'nut', 'yew', 'fig', 'elm']"),
    "tuples": ("[('sun', n) for n in range(8)]", "[('sea', n) for n in range(6)]"),
}
GAME = '''"""Cards that move."""

from fatecast.game import Column, Game

CARDS = {cards}
OTHERS = {others}
NAMES = [["zone%d_%d" % (zone, place) for place in range(8)] for zone in range(6)]


def first(view, choices):
    """takes the first choice"""
    return choices[0]


class Moves(Game):
    title = "Moves"
    players = 3
    draws = True
    axes = {{"scenario": range({scenarios})}}
    policies = [first]
    columns = {{name: Column(name, "<u4", "a card, and who has seen it") for row in NAMES for name in row}}

    def play(self, table):
        which = table.rules.scenario
        deck, start, pile = table.deck("sea", CARDS), [], table.pile(CARDS[:0])
        start += deck
        other = table.deck("land", OTHERS) if which == {two_decks} else table.pile(OTHERS[:0])
        start += other
        hand, second, third = [table.hand(seat) for seat in table.seats]
{steps}
        self.note(table, 0, deck, start)
        self.note(table, 1, hand, start)
        self.note(table, 2, second, start)
        self.note(table, 3, third, start)
        self.note(table, 4, pile, start)
        self.note(table, 5, other, start)
        for seat in table.seats:
            for zone in [deck, hand, second, third, pile]:
                table.tell("{{}} cards; you have seen {{}}.", len(zone), zone.seen_by(seat), to=seat)
            table.tell("{{}} cards; you have seen {{}}.", len(other), other.seen_by(seat), to=seat)

    def note(self, table, zone, cards, start):
        for place, card in enumerate(cards):
            code = 8 * (start.index(card) + 1)
            for seat in table.seats:
                if card in cards.seen_by(seat):
                    code += 1 << seat
            table.count(NAMES[zone][place], code)
'''


class Scenario(NamedTuple):
    """Steps, and what everybody has seen after them."""

    steps: str
    expected: str
    """The deck, the three hands, the pile and the second deck, one line each."""


SCENARIOS = {
    "deal": Scenario(
        "deck.deal(0); deck.deal(1); deck.deal(0)",
        "h g f e d | a0 c0 | b1 | | |",
    ),
    "look at three and put them back in another order": Scenario(
        "deck.look(2); a, b, c = deck.look(1, 3); deck.arrange(1, [b, c, a]); deck.look(0); deck.bury(c); deck.deal(2)",
        "c1 h g f e d a1 | | | b12 | |",
    ),
    "give a card": Scenario(
        "deck.deal(0); b = deck.deal(0); deck.deal(0); hand.show(1); hand.give(b, 2); deck.set_aside(pile); "
        "deck.set_aside(pile); pile.show(0); pile.give(pile[0], 1)",
        "h g f | a0 c0 | d01 | b02 | e0 |",
    ),
    "play face down": Scenario(
        "a = deck.deal(0); b = deck.deal(1); deck.deal(1); hand.show(2); second.show(2); hand.lay(a, pile); "
        "second.lay(b, pile); d, e = deck.look(2, 2); deck.look(0); deck.lay(e, pile); pile.reveal(e)",
        "h g f d2 | | c1 | | a02 b1 e012 |",
    ),
    "discard": Scenario(
        "a = deck.deal(0); b = deck.deal(0); hand.play(a, pile); hand.lay(b, other); c = deck.deal(0); hand.play(c)",
        "h g f e d | | | | a012 | b0",
    ),
    "reshuffle": Scenario(
        "a = deck.deal(0); b = deck.deal(1); hand.play(a, pile); second.lay(b, pile); deck.look(2, 2); "
        "deck.shuffle_in(pile); deck.deal(1)",
        "* * * * * * * | | *1 | | |",
    ),
    "two decks": Scenario(
        "deck.deal(0); other.deal(0); deck.look(1); other.look(2); deck.shuffle(); deck.deal(0)",
        "* * * * * * | a0 A0 *0 | | | | F E D C B2",
    ),
    "a hand passed on": Scenario(
        "deck.deal(0); deck.deal(1); deck.deal(2); table.pass_hands(); deck.deal(1); table.pass_hands(-1)",
        "h g f e | a01 d01 | b12 | c02 | |",
    ),
    "an open market, filled from a deck": Scenario(
        "a = deck.draw(pile); deck.draw(pile); deck.draw(pile); pile.give(a, 1); deck.draw(pile); deck.draw()",
        "h g f | | a012 | | b012 c012 d012 |",
    ),
    "a card removed unseen": Scenario(
        "deck.set_aside(); deck.look(1, 2); deck.set_aside(pile); deck.deal(2); deck.set_aside(other)",
        "h g f e | | | c12 | b1 | d",
    ),
    "a card searched for in the deck": Scenario(
        "deck.look(1, 8); deck.show(2); d = sorted(deck)[3]; deck.give(d, 2); deck.shuffle(); deck.deal(0)",
        "* * * * * * | *0 | | *2 | |",
    ),
    "a hand shown to one seat": Scenario(
        "deck.deal(0); deck.deal(0); hand.show(2); deck.deal(0); deck.deal(1); second.reveal(second[0], 0)",
        "h g f e | a02 b02 c0 | d01 | | |",
    ),
}


def text_of(kind: str) -> str:
    """One game of all scenarios."""
    steps = []
    for number, scenario in enumerate(SCENARIOS.values()):
        steps.append(f"        if which == {number}:")
        steps += [f"            {step.strip()}" for step in scenario.steps.split(";")]
    cards, others = KINDS[kind]
    return GAME.format(
        cards=cards,
        others=others,
        two_decks=list(SCENARIOS).index("two decks"),
        scenarios=len(SCENARIOS),
        steps="\n".join(steps),
    )


def seen(kind: str, compiled: bool, *names: str) -> dict[str, list[list[str]]]:
    """By the scenario, of some games each: the zones, written as in a scenario. Without names, of all."""
    wished = names or tuple(SCENARIOS)
    numbers = [list(SCENARIOS).index(name) for name in wished]
    rows = rows_of(game_of("moves", text_of(kind)), compiled, {"scenario": numbers})
    return {name: [_zones(row) for row in each] for name, each in zip(wished, rows, strict=True)}


def rows_of(game: OwnGame, compiled: bool, grid: Mapping[str, object] = MappingProxyType({})) -> list[Rows]:
    """Some games of each cell. Where Numba is switched off, the kernel runs as plain Python."""
    cells = game.cells(game.resolve(dict(grid), "test"))
    if compiled and INTERPRETED:
        return _by_interpreted_kernel(game, cells)
    with wanted():
        if compiled:
            ready(game)
        with nullcontext() if compiled else plain_only():
            return [game.simulate(cell, SEED, 0, GAMES).rows for cell in cells]


def _by_interpreted_kernel(game: OwnGame, cells: list[Cell]) -> list[Rows]:
    player = player_of(game.edition)
    assert isinstance(player, Player), player
    rows = []
    for cell in cells:
        seats, rules = _seats(cell, cell.spec["policy"]), rules_of(game.edition, cell)
        found, left, _ = player.play(seats, rules, SEED, np.arange(GAMES))
        assert not left.any()
        rows.append(found)
    return rows


def _zones(row: np.void) -> list[str]:
    codes = [[int(row[f"zone{zone}_{place}"]) for place in range(PLACES)] for zone in range(ZONES)]
    return [" ".join(_card(code) for code in zone if code) for zone in codes]


def _card(code: int) -> str:
    number = code // 8 - 1
    letters = ascii_lowercase[:8][::-1] + ascii_uppercase[:6][::-1]
    return letters[number] + "".join(str(seat) for seat in range(3) if code >> seat & 1)


def expected(name: str) -> list[str]:
    return [" ".join(zone.split()) for zone in SCENARIOS[name].expected.split("|")]


def is_as_expected(name: str, found: list[str]) -> bool:
    """Whether everybody has seen what was written down; a card that a shuffle put there may be any."""
    wanted_zones = expected(name)
    for zone, want in zip(found, wanted_zones, strict=True):
        cards, wanted_cards = zone.split(), want.split()
        if len(cards) != len(wanted_cards):
            return False
        for card, other in zip(cards, wanted_cards, strict=True):
            if card[1:] != other[1:] or (other[0] != ANY and card[0] != other[0]):
                return False
    return True


def main(kinds: list[str]) -> int:
    """How many scenarios are otherwise in a kernel, and prints which."""
    found = [
        f"{kind}: {name}"
        for kind in kinds
        for name, games in seen(kind, True).items()
        if not all(is_as_expected(name, each) for each in games)
    ]
    print(f"{len(kinds) * len(SCENARIOS)} scenarios, {', '.join(found) or 'none'} is otherwise")
    return len(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [*KINDS]))
