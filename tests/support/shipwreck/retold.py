"""The beliefs of a policy written a second time, in plain Python: the formulas as they are documented, exact, and slow.

A hand is (older, new), or for two new fates (lower, higher). What the group sees of a play is (value, place, the card's
answer). Legality comes from the expressions of the deck, not from the kernel's tables.
"""

from math import exp
from types import SimpleNamespace
from typing import NamedTuple

from engine.kernel.floats import SMALLEST_EXPONENT
from engine.shipwreck.deck.deck import Card
from engine.shipwreck.table.state import HOURS, SLOTS
from tests.support.shipwreck.boards import Rows, truth
from tests.support.shipwreck.stepping import Sitting

LEAST = 0.02

Hand = tuple[int, int]
Seen = tuple[int, int, int]
Odds = dict[Hand, dict[Seen, float]]


class Position(NamedTuple):
    """The inputs of the formulas."""

    unseen: dict[int, int]
    """U: copies of each value that are not visible."""
    elsewhere: dict[int, float]
    """E: how many of them the other holders are expected to hold."""
    believed: dict[int, float] | None
    """b: the belief about the active player's older fate; None if the player holds nothing."""


def position_of(now: SimpleNamespace, fresh: bool) -> Position:
    """The present position; `now` is the result of `Sitting.look`."""
    book, table = now.book, now.table
    values = [value for value in range(1, book.top + 1) if book.copies[value]]
    others = [seat for seat in range(table.seats) if seat != table.seat and table.holds[seat]]
    return Position(
        {value: table.tokens[value] - table.visible[value] for value in values},
        {value: sum(table.belief[seat][value] for seat in others) for value in values},
        None if fresh else {value: table.belief[table.seat][value] for value in values},
    )


def draw_weight(position: Position, value: int, gone: int) -> float:
    """How much a value counts in the bag if this many of its copies are already in the hand."""
    copies = position.unseen[value] - gone
    return 0.0 if copies <= 0 else max(LEAST, copies - position.elsewhere[value])


def prior(position: Position) -> dict[Hand, float]:
    """The weight of every hand."""
    values = sorted(position.unseen)
    if position.believed is None:
        return {
            (a, b): draw_weight(position, a, 0) * draw_weight(position, b, a == b) * (1 if a == b else 2)
            for a in values
            for b in values
            if a <= b
        }
    weights = {}
    for older, belief in position.believed.items():
        draws = {fresh: draw_weight(position, fresh, fresh == older) for fresh in values}
        total = sum(draws.values())
        for fresh in values:
            weights[older, fresh] = belief * draws[fresh] / total if total > 0 else 0.0
    return weights


class Play(NamedTuple):
    """A legal move as the group would see it."""

    seen: Seen
    kept: int
    fades: bool
    """Whether it makes a card fade that costs doom."""


def plays_of(sitting: Sitting, board: Rows) -> dict[Hand, list[Play]]:
    """The legal moves of every hand of two values, by the expressions of the cards."""
    deck, names = sitting.deck, sitting.compiled.cards
    row = [deck.cards[names[int(number)]] for number in sitting.world.table.row]
    legal = [truth(card.play_rule, sitting, board, slot, 0) for slot, card in enumerate(row)]
    values = [value for value in range(1, sitting.book.top + 1) if sitting.book.copies[value]]
    moves: dict[Hand, list[Play]] = {}
    for first in values:
        for second in values:
            found = {}
            for played, kept in ((first, second), (second, first)):
                for slot in range(SLOTS):
                    if legal[slot][played, kept]:
                        told = told_by(row[slot], sitting, board, slot, played, kept)
                        fades = is_doomed(sitting, row, board, slot, played)
                        found[played, slot] = Play((played, slot, told), kept, fades)
            if not found:
                for played, kept in ((first, second), (second, first)):
                    found[played, HOURS] = Play((played, HOURS, 0), kept, is_doomed(sitting, row, board, 0, played))
            moves[first, second] = list(found.values())
    return moves


def told_by(card: Card, sitting: Sitting, board: Rows, slot: int, played: int, kept: int) -> int:
    """The card's answer to a play; 0 also for a card that gives none."""
    rule = card.effects.tells_rule
    return 0 if rule is None else int(truth(rule, sitting, board, slot, 0)[played, kept])


def is_doomed(sitting: Sitting, row: list[Card], board: Rows, slot: int, played: int) -> bool:
    """Whether any card that costs doom reaches its moons after the play."""
    hours = sitting.book.hours
    for at, card in enumerate(row):
        fates = [*board[at], *([played] if at == slot else [])]
        assert card.moons, "the base set has no comets"
        if not card.effects.no_doom and sum(hours[value] for value in fates) >= card.moons:
            return True
    return False


def literal(moves: dict[Hand, list[Play]]) -> Odds:
    """All legal moves are equally likely."""
    return {hand: {play.seen: 1 / len(plays) for play in plays} for hand, plays in moves.items()}


def listen(weights: dict[Hand, float], moves: dict[Hand, list[Play]], odds: Odds, seen: Seen) -> dict[int, float]:
    """The listener's belief about the kept fate: Bayes' rule over all hands."""
    belief: dict[int, float] = {}
    for hand, weight in weights.items():
        for play in moves[hand]:
            if play.seen == seen:
                belief[play.kept] = belief.get(play.kept, 0.0) + weight * odds[hand][seen]
    total = sum(belief.values())
    return {kept: mass / total if total > 0 else 0.0 for kept, mass in belief.items()}


def utility(play: Play, heard: dict[Seen, dict[int, float]], fade_aversion: float) -> float:
    found = heard[play.seen][play.kept]
    return found - fade_aversion * play.fades * (1 - found)


def speak(
    weights: dict[Hand, float], moves: dict[Hand, list[Play]], odds: Odds, alpha: float, fade_aversion: float
) -> Odds:
    """The speaker's odds for a listener who assumes `odds`: softmax of what each move is worth. Odds too small for the
    kernel's exponential are 0, which matters if nobody sends a signal with greater ones."""
    possible = {hand: plays for hand, plays in moves.items() if weights.get(hand, 0.0) > 0}
    seen = {play.seen for plays in possible.values() for play in plays}
    heard = {each: listen(weights, moves, odds, each) for each in seen}
    spoken: Odds = {}
    for hand, plays in possible.items():
        worth = [utility(play, heard, fade_aversion) for play in plays]
        powers = [alpha * (each - max(worth)) for each in worth]
        odd = [exp(power) if power >= SMALLEST_EXPONENT else 0.0 for power in powers]
        spoken[hand] = {play.seen: each / sum(odd) for play, each in zip(plays, odd, strict=True)}
    return spoken


def pragmatic(
    weights: dict[Hand, float], moves: dict[Hand, list[Play]], depth: int, alpha: float = 30.0, aversion: float = 0.6
) -> Odds:
    """The recursion: literal listener, speaker, listener, speaker, …"""
    odds = literal({hand: moves[hand] for hand, weight in weights.items() if weight > 0})
    for _ in range(depth):
        odds = speak({hand: w for hand, w in weights.items() if w > 0}, moves, odds, alpha, aversion)
    return odds
