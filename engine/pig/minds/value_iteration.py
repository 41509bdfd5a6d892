"""The best play of two players, by value iteration.

Neller and Presser: "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004. Let P(i, j, k) be the probability
that the player wins who has i points, against j, and k points in this turn. To roll is worth the mean of P(i, j, k + r)
for r from 2 to 6 and of 1 − P(j, i, 0) for a 1; to hold is worth 1 − P(j, i + k, 0). P is the larger of the two.

A bank only adds points. So the scores are solved from the largest sum down: all that P(i, j, ·) and P(j, i, ·) need
beside each other is known by then, and the two are computed in turn until neither changes. Only + − × ÷ in a fixed
order are used, and worths are rounded before they are compared: the plan is the same on every machine.
"""

import os
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel.code_cache import cache_folder
from engine.kernel.compiled import compiled, inlined
from engine.pig.table import NAME
from engine.pig.table.state import FACES

PRECISION = 1e-15
"""A value that changes by less is known."""
ROUNDED = 1099511627776.0
"""2⁴⁰: worths are compared in steps of one part of this."""


class Solved(NamedTuple):
    """What two perfect players do, and what it brings them."""

    rolls: NDArray[np.uint8]
    """1 to roll, 0 to hold: by own points, the opponent's, and those of the turn."""
    wins: NDArray[np.float64]
    """P(i, j, 0) by own points and the opponent's."""


@inlined
def in_steps(worth: float) -> int:
    return int(worth * ROUNDED + 0.5)


@compiled
def solve_turn(wins: Any, rolls: Any, turn: Any, goal: int, mine: int, theirs: int) -> float:
    """P(mine, theirs, 0) if the rest of `wins` is right, and what to do in each position of the turn."""
    left = goal - mine
    for more in range(FACES + 1):
        turn[left + more] = 1.0
    lost = 1.0 - wins[theirs, mine]
    for total in range(left - 1, -1, -1):
        worth = lost
        for face in range(2, FACES + 1):
            worth += turn[total + face]
        worth /= FACES
        rolls[mine, theirs, total] = 1
        if total > 0:
            held = 1.0 - wins[theirs, mine + total]
            if in_steps(held) >= in_steps(worth):
                rolls[mine, theirs, total] = 0
                worth = held
        turn[total] = worth
    result: float = turn[0]
    return result


@compiled
def iterate(wins: Any, rolls: Any, turn: Any, goal: int) -> None:
    """Fills in all positions, from the largest sum of the scores down."""
    for both in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, both - goal + 1), both // 2 + 1):
            theirs = both - mine
            moved = 1.0
            while moved > PRECISION:
                first = solve_turn(wins, rolls, turn, goal, mine, theirs)
                moved = abs(first - wins[mine, theirs])
                wins[mine, theirs] = first
                second = solve_turn(wins, rolls, turn, goal, theirs, mine)
                moved = max(moved, abs(second - wins[theirs, mine]))
                wins[theirs, mine] = second


def solve(goal: int) -> Solved:
    """Works it out: a second if compiled, minutes as plain Python."""
    wins, rolls = np.full((goal, goal), 0.5), np.zeros((goal, goal, goal), np.uint8)
    iterate(wins, rolls, np.zeros(goal + FACES + 1), goal)
    return Solved(rolls, wins)


@cache
def best_play(goal: int) -> Solved:
    """The same, kept in a file for the next process. The folder is named by the sources, so the file fits them."""
    path = cache_folder(NAME) / f"best_play_{goal}.npz"
    if path.exists():
        with np.load(path, allow_pickle=False) as kept:
            return Solved(np.unpackbits(kept["rolls"], count=goal**3).reshape(goal, goal, goal), kept["wins"])
    solved = solve(goal)
    fresh = path.with_suffix(f".{os.getpid()}.npz")
    np.savez(fresh, rolls=np.packbits(solved.rolls), wins=solved.wins)
    fresh.replace(path)
    return solved
