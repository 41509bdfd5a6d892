"""Do the intervals of card effects cover the truth? Draw and compare is a game small enough to know it exactly.

Seat 1 draws one card or three, as a coin says, seat 2 draws one, and the higher sum wins; seat 2 if they are equal. All
orders of the deck are gone through, so that every effect is a fraction. `python -m tests.card_effects` plays the game
file many times over, and prints how often the intervals of each card cover its effect; tests/README.md has the last
result. It ends with exit code 1 if those of a card do so in less than 92.5 or more than 97.5 % of the repetitions, or
if those of its win rate do so in half of them.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from engine.outside.own.cards.tally import COUNTERS, FATES
from engine.outside.own.declared import Declared
from engine.outside.own.files import load
from engine.outside.own.game import OwnGame
from sim.report.shared.pieces.fates import mean_gain, seat_rate
from sim.statistics.estimates import Estimate

POWERS = {"dragon": 5, "griffin": 4, "knight": 3, "rope": 1}
"""In the order of their names, as the counters are."""
COPIES = {"rope": 2}
"""One of each other card."""
DRAWS = (1, 3)
"""Of seat 1, each as likely."""
LEAST, MOST = 0.925, 0.975
"""Of the intervals, how many must cover."""

TEXT = f"""
from fatecast.game import Game


class DrawAndCompare(Game):
    title = "Draw and compare"
    players = 2
    cards = {{name: {{"power": power, "copies": {COPIES!r}.get(name, 1)}} for name, power in {POWERS!r}.items()}}

    def play(self, table):
        deck = table.deck("deck", table.cards)
        table.turn(0)
        for _ in range({DRAWS!r}[table.luck.die("draws", {len(DRAWS)}) - 1]):
            deck.deal(0)
        deck.deal(1)
        mine = sum(card.power for card in table.hand(0))
        theirs = sum(card.power for card in table.hand(1))
        return table.win(0 if mine > theirs else 1)
"""


def game() -> OwnGame:
    return OwnGame(Declared(load("compare", TEXT)))


class Exact(NamedTuple):
    """What is true of a card."""

    effect: Fraction
    naive: Fraction
    """How much more often a seat wins that drew it than a seat does."""


def exact() -> list[Exact]:
    """Of every card, from all orders of the deck, all draws, and all cards that could have come instead."""
    kinds = [number for number, name in enumerate(POWERS) for _ in range(COPIES.get(name, 1))]
    powers = [list(POWERS.values())[kind] for kind in kinds]
    draws, gains, seats_with, wins = ([Fraction(0)] * len(POWERS) for _ in range(4))
    for many in DRAWS:
        seats = (0,) * many + (1,)
        winner = {order: _winner(powers, order) for order in permutations(range(len(kinds)), len(seats))}
        each = Fraction(1, len(winner))
        for order, won_by in winner.items():
            for at, seat in enumerate(seats):
                card = order[at]
                others = [other for other in range(len(kinds)) if other not in order[: at + 1]]
                again = [winner[_exchanged(order, card, other)] for other in others]
                lost = Fraction(sum(other != seat for other in again), len(again))
                draws[kinds[card]] += each
                gains[kinds[card]] += each * (lost if won_by == seat else lost - 1)
            for seat, kind in {(seat, kinds[card]) for seat, card in zip(seats, order, strict=True)}:
                seats_with[kind] += each
                wins[kind] += each * (won_by == seat)
    usual = Fraction(1, 2)  # one of two seats wins
    return [Exact(gains[kind] / draws[kind], wins[kind] / seats_with[kind] - usual) for kind in range(len(POWERS))]


def _winner(powers: list[int], order: tuple[int, ...]) -> int:
    return int(sum(powers[card] for card in order[:-1]) <= powers[order[-1]])


def _exchanged(order: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    return tuple({one: other, other: one}.get(card, card) for card in order)


class Seen(NamedTuple):
    """What games say about a card."""

    effect: Estimate
    naive: Estimate


def measured(seed: int, first: int, last: int) -> list[Seen]:
    """What these games say about every card."""
    played = game()
    (cell,) = played.cells(played.resolve({}, "card effects"))
    pieces = played.simulate(cell, seed, first, last).pieces
    found = []
    for row in pieces.tolist():
        counts = dict(zip((column.name for column in COUNTERS), row, strict=True))
        drawn = seat_rate(FATES.kinds[0], counts)
        found.append(Seen(mean_gain(FATES.exchanges, counts), drawn.moved(-0.5)))
    return found


def covers(found: Estimate, truth: Fraction) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def repeated(repetitions: int, games: int, seed: int) -> Iterator[list[Seen]]:
    for at in range(repetitions):
        yield measured(seed, at * games, (at + 1) * games)


def main(words: list[str]) -> int:
    parser = ArgumentParser("python -m tests.card_effects", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    truth = exact()
    covered = [[0, 0] for _ in truth]
    for found in repeated(asked.repetitions, asked.games, asked.seed):
        for count, seen, true in zip(covered, found, truth, strict=True):
            count[0] += covers(seen.effect, true.effect)
            count[1] += covers(seen.naive, true.effect)
    print(f"{asked.repetitions} repetitions of {asked.games} games, seed {asked.seed}")
    print(f"{'card':10}{'effect':>8}{'naive':>8}{'covered':>10}{'by naive':>10}")
    shares = [[count / asked.repetitions for count in each] for each in covered]
    for name, true, (causal, naive) in zip(POWERS, truth, shares, strict=True):
        print(f"{name:10}{float(true.effect):+8.3f}{float(true.naive):+8.3f}{causal:10.1%}{naive:10.1%}")
    return int(any(not LEAST <= causal <= MOST or naive >= 0.5 for causal, naive in shares))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
