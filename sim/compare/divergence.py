"""At which turn games diverge: found by telling a few of them twice, for a row of results does not say it."""

from itertools import zip_longest

from engine.game.protocol import Game
from sim.compare.pairs import Match, Pair


def first_difference(game: Game, match: Match, seed: int, index: int) -> int:
    """The turn of the first event that differs between the two sides of a game."""
    before, after = (game.replay(cell, seed, index).events for cell in (match.before, match.after))
    for was, now in zip_longest(before, after):
        if was != now:
            return min(int(event["turn"]) for event in (was, now) if event is not None)
    return int(before[-1]["turn"])


def sampled_turns(game: Game, pair: Pair, seed: int, sample: int) -> tuple[int, ...]:
    """The turns at which the first of the diverged games parted."""
    return tuple(first_difference(game, pair.match, seed, int(index)) for index in pair.diverged[:sample])
