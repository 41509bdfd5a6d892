"""Deals again everything that the seat which decides cannot know: the recruits that it does not know, the hands of the
others, the deck."""

from random import Random
from typing import Any

from engine.euphoria.rules.legal import see
from engine.euphoria.rules.recruits import all_recruits, row_of
from engine.euphoria.table.state import NONE, ROW, World
from engine.policy.compiled_game.records import count_bits

TRIES = 20
"""Deals that are tried until one is possible."""


def see_another_deal(world: World, dice: Random, seat: int) -> bool:
    """Deals again, and shows the seat that decides what it sees of that."""
    if not deal_anew(world, dice, seat):
        return False
    sight = world.sight
    usable = sight.usable
    see(world, sight.seat)
    sight.usable = usable  # depends on the own hand, and on what is public
    hand, own, artifacts = sight.hand, hand_of(world), int(world.book.artifacts) or 1
    hand[own:] = dice.choices(range(artifacts), k=len(hand) - own)  # left over from the sight of another seat
    return True


def hand_of(world: World) -> int:
    """How many artifacts the seat that looks has; nobody in particular has none."""
    return int(world.table.held[world.sight.seat]) if world.sight.seat != NONE else 0


def deal_anew(world: World, dice: Random, me: int) -> bool:
    """Deals again all that a seat cannot know. Returns False if no other deal was found. What is dealt is sorted before
    it is shuffled, so that nothing of the true order comes through."""
    hidden, known = world.hidden, int(world.table.known[me])
    deal_artifacts_anew(world, dice, me)
    places = [place for place in range(ROW * int(world.scenario.players)) if not known >> place & 1]
    true_leaders, true_subterra = int(hidden.leaders), int(hidden.subterra)
    recruits = [(true_leaders >> place & 1, true_subterra >> place & 1) for place in places]
    recruits = sorted(recruits + left_over(world))
    unknown = sum(1 << place for place in places)
    for _ in range(TRIES):
        dice.shuffle(recruits)
        leaders, subterra = true_leaders & ~unknown, true_subterra & ~unknown
        for place, (leader, side) in zip(places, recruits, strict=False):
            leaders |= leader << place
            subterra |= side << place
        if is_possible_deal(world, leaders):
            hidden.leaders, hidden.subterra = leaders, subterra
            return True
    return False


def left_over(world: World) -> list[tuple[int, int]]:
    """The Followers that left the game unseen."""
    hidden, followers = world.hidden, int(world.scenario.followers)
    dealt = all_recruits(int(world.scenario.players)) & ~int(hidden.leaders)
    subterra = count_bits(dealt & int(hidden.subterra))
    return [(0, 1)] * (followers - subterra) + [(0, 0)] * (followers - count_bits(dealt) + subterra)


def is_possible_deal(world: World, leaders: int) -> bool:
    """Both Leaders are in play, with two players of whom neither is an Anarchist."""
    rows = [count_bits(leaders & row_of(seat)) for seat in range(world.scenario.players)]
    honest = all(not (row and world.table.anarchists >> seat & 1) for seat, row in enumerate(rows))
    return sum(rows) == 2 and max(rows) == 1 and honest


def deal_artifacts_anew(world: World, dice: Random, me: int) -> None:
    """Hands of the others and the deck, each as large as before."""
    hand, deck, held = world.hidden.hand, world.hidden.deck, world.table.held
    others = [seat for seat in range(int(world.scenario.players)) if seat != me]
    places: list[tuple[Any, int]] = [(hand[seat], at) for seat in others for at in range(int(held[seat]))]
    places += [(deck, at) for at in range(int(world.table.deck_left))]
    cards = sorted(int(row[at]) for row, at in places)
    dice.shuffle(cards)
    for (row, at), card in zip(places, cards, strict=True):
        row[at] = card


def shuffle_deck(world: World, dice: Random) -> None:
    """The artifacts that nobody has seen."""
    left = int(world.table.deck_left)
    cards = sorted(world.hidden.deck[:left].tolist())
    dice.shuffle(cards)
    world.hidden.deck[:left] = cards
