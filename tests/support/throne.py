"""A toy whose chances are known: three seats, roles that move between them, two teams of roles.

A king is dealt to a seat. The seat after him is a guard; the third is a fool in half of the games, else a guard as
well. In one game of four the king and the seat after him change roles. Then an arrow points at a seat: at the first
three times as often as at the last. If the king sits there, he wins; else all others win.
"""

from fractions import Fraction
from typing import NamedTuple

TEXT = '''"""The throne."""

from fatecast.game import Game


def calm(view):
    """says yes"""
    return True


class Throne(Game):
    players = 3
    roles = "king", "guard", "fool"
    teams = {"crown": "king", "people": ("guard", "fool")}
    policies = (calm,)

    def play(self, table):
        table.turn()
        king = table.luck.number("king", 3)
        table.roles[king] = "king"
        table.roles[(king + 1) % 3] = "guard"
        table.roles[(king + 2) % 3] = "fool" if table.luck.number("fool", 2) else "guard"
        if table.luck.number("move", 4) == 0:
            table.roles[king], table.roles[(king + 1) % 3] = table.roles[(king + 1) % 3], table.roles[king]
        seat = (0, 0, 0, 1, 1, 2)[table.luck.number("arrow", 6)]
        table.win_team("crown" if table.roles[seat] == "king" else "people")
'''

ROLES = "king", "guard", "fool"
SEATS = range(3)


class Chance(NamedTuple):
    """Of a role at a seat, when the game ends."""

    there: Fraction = Fraction(0)
    wins: Fraction = Fraction(0)
    """That it is there, and wins."""


def chances(moves: bool = True) -> dict[tuple[str, int], Chance]:
    """Every role at every seat, by all ways in which a game can go. Without moves, a role counts where it was dealt."""
    found: dict[tuple[str, int], Chance] = {}
    part = Fraction(1, 3 * 2 * 4 * 6)
    for king, fool, move, arrow in (
        (a, b, c, d) for a in range(3) for b in range(2) for c in range(4) for d in range(6)
    ):
        dealt = {king: "king", (king + 1) % 3: "guard", (king + 2) % 3: "fool" if fool else "guard"}
        at_end = dict(dealt)
        if move == 0:
            at_end[king], at_end[(king + 1) % 3] = "guard", "king"
        crowned = at_end[0 if arrow < 3 else 1 if arrow < 5 else 2] == "king"
        for seat in SEATS:
            role = (at_end if moves else dealt)[seat]
            there, wins = found.get((role, seat), Chance())
            found[role, seat] = Chance(there + part, wins + part * ((at_end[seat] == "king") == crowned))
    return found
