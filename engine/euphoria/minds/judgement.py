"""What a seat makes of the table: winning targets, losing shots, threats, what it holds, what it pays with."""

from engine.euphoria.minds.belief import own_team
from engine.euphoria.rules.recruits import row_of
from engine.euphoria.table.state import ANARCHISTS, EUPHORIA, NONE, SUBTERRA, View
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import count_bits

GOES_ON, WINS, LOSES = range(3)
"""What a shot would mean for the seat that decides."""


@inlined
def verdict(view: View, shooter: int, victim: int) -> int:
    """What a shot would mean for the seat that decides. Only an exposed Leader ends the game."""
    table, sight = view.table, view.sight
    leader = sight.leaders & table.exposed & row_of(victim)
    if leader == 0:
        return GOES_ON
    team = own_team(view)
    if (table.anarchists >> shooter) & 1:
        return WINS if team == ANARCHISTS else LOSES
    side = SUBTERRA if leader & sight.subterra else EUPHORIA
    return LOSES if team in (ANARCHISTS, side) else WINS


@inlined
def victims(view: View, shooter: int, meaning: int, allowed: int) -> int:
    """Those of the allowed players for whom a shot of this shooter would mean that."""
    found = 0
    if view.sight.leaders & view.table.exposed == 0:
        return meaning_of_nothing(meaning, allowed)
    for seat in range(view.scenario.players):
        if (allowed >> seat) & 1 and verdict(view, shooter, seat) == meaning:
            found |= 1 << seat
    return found


@inlined
def meaning_of_nothing(meaning: int, allowed: int) -> int:
    """While no Leader is exposed, no shot ends the game."""
    return allowed if meaning == GOES_ON else 0


@compiled
def threats(view: View) -> int:
    """The other armed players whose shot at their target would be a losing shot."""
    table, found = view.table, 0
    if view.sight.leaders & table.exposed == 0:
        return 0
    for seat in range(view.scenario.players):
        if seat != view.sight.seat and table.aim[seat] != NONE and verdict(view, seat, table.aim[seat]) == LOSES:
            found |= 1 << seat
    return found


@inlined
def payable(view: View) -> int:
    """The own hidden Followers."""
    return row_of(view.sight.seat) & ~view.table.exposed & ~view.sight.leaders


@inlined
def own_exposed_followers(view: View) -> int:
    return row_of(view.sight.seat) & view.table.exposed & ~view.sight.leaders


@compiled
def known_to_most(view: View, recruits: int) -> int:
    """Those of these recruits that most seats know."""
    most = -1
    found = 0
    left = recruits
    while left:
        recruit = left & -left
        left ^= recruit
        knowing = 0
        for seat in range(view.scenario.players):
            knowing += 1 if view.table.known[seat] & recruit else 0
        if knowing > most:
            most = knowing
            found = recruit
        elif knowing == most:
            found |= recruit
    return found


@inlined
def held(view: View, effect: int) -> int:
    """The place in the hand of the usable artifact with this first effect that is held longest, or NONE."""
    left = view.sight.usable
    while left:
        place = count_bits((left & -left) - 1)
        if view.book.effect[view.sight.hand[place], 0] == effect:
            return place
        left &= left - 1
    return NONE


@inlined
def can_win_by_swap(view: View) -> bool:
    """Whether a Leader that the seat knows at another player would let it win alone."""
    sight = view.sight
    own = row_of(sight.seat)
    entitled = (view.table.anarchists >> sight.seat) & 1 or sight.leaders & own
    return entitled != 0 and sight.leaders & ~own != 0


@inlined
def hidden_enemy_leaders(view: View) -> int:
    """The hidden Leaders of other players that the seat knows and would like to be exposed."""
    sight, team = view.sight, own_team(view)
    leaders = sight.leaders & ~view.table.exposed & ~row_of(sight.seat)
    if team == EUPHORIA:
        return leaders & sight.subterra
    return leaders & ~sight.subterra if team == SUBTERRA else leaders
