"""What a seat believes: where the Leaders may be, and what a shot at each player is worth.

The belief is exact for hands as dealt, and a rule of thumb after swaps. Numbers that differ by less than 1e-9 are
equal.
"""

from typing import Annotated, Any

import numpy as np

from engine.euphoria.rules import decisions
from engine.euphoria.rules.decisions import Mind
from engine.euphoria.rules.recruits import owner_of, row_of, side_of_cards
from engine.euphoria.table.state import ANARCHISTS, EUPHORIA, NONE, SEATS, SUBTERRA, View
from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import count_bits

EQUAL = 1e-9


class Memory(decisions.Memory):
    """The parameters, and the belief of the seat that decides; nothing lasts longer than a decision."""

    ready: int
    theta: Annotated[float, np.float64]
    regret: Annotated[float, np.float64]
    """The parameter `lambda`, a name that Python does not allow here."""
    count: int
    guard: int
    choosy: int
    unknown: Annotated[Ints, SEATS]
    """u: the recruits of each player that the seat does not know."""
    enemy: Annotated[Any, np.float64, SEATS]
    """q: the probability that the enemy Leader is there; of both Leaders, for an Anarchist."""
    own: Annotated[Any, np.float64, SEATS]
    """o: the probability that the own Leader is there; 0 for an Anarchist."""
    gain: Annotated[Any, np.float64, SEATS]
    """g = q − λ·o: what a shot there is worth."""
    promise: Annotated[Any, np.float64, SEATS]
    """s: the number of Leaders still unknown to be expected there."""


@inlined
def own_team(view: View) -> int:
    """The team of the seat that decides."""
    sight = view.sight
    if (view.table.anarchists >> sight.seat) & 1:
        return ANARCHISTS
    return side_of_cards(sight.leaders, sight.subterra, sight.seat)


@inlined
def place_of(leader: int) -> int:
    """The seat where a Leader is known to be, or NONE. The mask has at most one bit."""
    return owner_of(count_bits(leader - 1)) if leader else NONE


@inlined
def chance_at(
    seat: int, weight: int, known_at: int, other_at: int, other_weight: int, total: int, squares: int
) -> float:
    """The probability that a Leader is at a seat. `weight` is the number of places there where it could be, `total` and
    `squares` the sum of all weights and of their squares; the other Leader is known at `other_at`, or NONE."""
    if known_at != NONE:
        return 1.0 if known_at == seat else 0.0
    if other_at != NONE:
        places = total - other_weight
        return weight / places if places > 0 and seat != other_at else 0.0
    pairs = total * total - squares
    return weight * (total - weight) / pairs if pairs > 0 else 0.0


@compiled
def think(view: View, mind: Mind) -> None:
    """Fills in the belief of the seat that decides."""
    sight, players = view.sight, view.scenario.players
    total = 0
    squares = 0
    for seat in range(players):
        mind.unknown[seat] = count_bits(row_of(seat) & ~sight.known)
        weight = weight_of(view, mind, seat)
        total += weight
        squares += weight * weight
    euphoria_at = place_of(sight.leaders & ~sight.subterra)
    subterra_at = place_of(sight.leaders & sight.subterra)
    euphoria_weight = weight_of(view, mind, euphoria_at) if euphoria_at != NONE else 0
    subterra_weight = weight_of(view, mind, subterra_at) if subterra_at != NONE else 0
    team = own_team(view)
    for seat in range(players):
        weight = weight_of(view, mind, seat)
        euphoria = chance_at(seat, weight, euphoria_at, subterra_at, subterra_weight, total, squares)
        subterra = chance_at(seat, weight, subterra_at, euphoria_at, euphoria_weight, total, squares)
        if not mind.count:
            euphoria = euphoria if euphoria_at != NONE else 0.0
            subterra = subterra if subterra_at != NONE else 0.0
        promise = euphoria if euphoria_at == NONE else 0.0
        mind.promise[seat] = promise + subterra if subterra_at == NONE else promise
        enemy, own = euphoria + subterra, 0.0
        if team == EUPHORIA:
            enemy, own = subterra, euphoria
        elif team == SUBTERRA:
            enemy, own = euphoria, subterra
        mind.enemy[seat] = enemy
        mind.own[seat] = own
        mind.gain[seat] = enemy - mind.regret * own


@inlined
def weight_of(view: View, mind: Mind, seat: int) -> int:
    """w: in how many places of a player an unknown Leader could be. An Anarchist has none."""
    return 0 if (view.table.anarchists >> seat) & 1 else mind.unknown[seat]


@inlined
def highest(values: Any, allowed: int) -> int:
    """Those of the allowed players whose value is highest, as a mask."""
    best = -1e9
    for seat in range(SEATS):
        if (allowed >> seat) & 1 and values[seat] > best:
            best = values[seat]
    found = 0
    for seat in range(SEATS):
        if (allowed >> seat) & 1 and values[seat] >= best - EQUAL:
            found |= 1 << seat
    return found


@inlined
def is_sure(mind: Mind, allowed: int) -> bool:
    """Whether a shot at one of these players is worth at least theta."""
    sure = False
    for seat in range(SEATS):
        sure = sure or ((allowed >> seat) & 1 == 1 and mind.gain[seat] >= mind.theta - EQUAL)
    return sure


@inlined
def best_to_look_at(mind: Mind, whole_row: bool, allowed: int) -> int:
    """The players at whom a look promises most: where a Leader can be expected among the recruits that it shows."""
    best = -1.0
    found = 0
    for seat in range(SEATS):
        if not (allowed >> seat) & 1 or mind.unknown[seat] == 0:
            continue
        promise = mind.promise[seat] if whole_row else mind.promise[seat] / mind.unknown[seat]
        if promise > best + EQUAL:
            best = promise
            found = 1 << seat
        elif promise >= best - EQUAL:
            found |= 1 << seat
    return found
