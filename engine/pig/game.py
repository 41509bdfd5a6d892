"""Pig: roll as often as you dare; a 1 loses the points of the turn. The first with 100 points wins."""

from typing import Any, ClassVar

import numpy as np

from fatecast.game import Dice, Game, Parameter, Prepared, Table, compiled

FACES = 6
PRECISION = 1e-15
"""A probability that changes by less is known."""
ROUNDED = 1099511627776.0
"""2⁴⁰: what choices are worth is compared in steps of one part of this."""
BITS = 32
"""Positions whose best choices share one number of the plan."""


def hold(view: Any, at: Any = Parameter(20, 2, 200, "points of a turn at which the player holds", shown=True)) -> bool:
    """rolls until the turn has made `at` points, then holds

    At 20, another roll gains as much as it loses on average: the faces 2 to 6 add up to 20 points, and a 1 loses 20.
    """
    return view["turn"] < at


def random(view: Any, dice: Dice, hold: Any = Parameter(0.2, 0.0, 1.0, "chance to hold after a roll")) -> bool:
    """holds after each roll with the same chance, whatever the score"""
    return not dice.chance(hold)


def race(
    view: Any,
    near: Any = Parameter(29, 0, 200, "rolls for the win if a player misses at most this many points"),
    pace: Any = Parameter(21, 2, 200, "points of a turn at which the player holds when level"),
    step: Any = Parameter(8, 1, 200, "holds one point later for each so many points behind, earlier if ahead"),
) -> bool:
    """near the end rolls for the win, else holds earlier when ahead and later when behind: "end race or keep pace"

    Neller and Presser: "Practical Play of the Dice Game Pig", The UMAP Journal 31(1), 2010. With a goal of 100: if
    either player has 71 points or more, roll until you win; else hold at 21 + an eighth of the distance to the
    opponent, rounded. We measure the 71 from the goal (29 points are missing), round halves up, and with more than two
    players take the best of the others for the opponent.
    """
    mine, theirs = view["scores"][view["seat"]], best_other(view)
    if max(mine, theirs) >= view["goal"] - near:
        return True
    return view["turn"] < pace + (2 * (theirs - mine) + step) // (2 * step)


def best_other(view: Any) -> int:
    """The highest score among the other players."""
    return max(score for seat, score in enumerate(view["scores"]) if seat != view["seat"])


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
            if int(held * ROUNDED + 0.5) >= int(worth * ROUNDED + 0.5):
                rolls[mine, theirs, total] = 0
                worth = held
        turn[total] = worth
    return turn[0]


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


def solve(goal: int) -> tuple[Any, Any]:
    """The best play of two players, by value iteration: where to roll (1) by own points, the opponent's and those of
    the turn, and who wins, by own points and the opponent's.

    Neller and Presser: "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004. Let P(i, j, k) be the
    probability that the player wins who has i points, against j, and k points in this turn. To roll is worth the mean
    of P(i, j, k + r) for r from 2 to 6 and of 1 − P(j, i, 0) for a 1; to hold is worth 1 − P(j, i + k, 0). P is the
    larger of the two.

    A bank only adds points. So the scores are solved from the largest sum down: all that P(i, j, ·) and P(j, i, ·) need
    beside each other is known by then, and the two are computed in turn until neither changes. Only + − × ÷ in a fixed
    order are used, and worths are rounded before they are compared: the plan is the same on every machine.
    """
    wins, rolls = np.full((goal, goal), 0.5), np.zeros((goal, goal, -(-goal // BITS) * BITS), np.uint8)
    iterate(wins, rolls, np.zeros(goal + FACES + 1), goal)
    return rolls, wins


def best_play(rules: Any) -> Any:
    """Where to roll, one bit for each position."""
    rolls, _wins = solve(rules.goal)
    return np.packbits(rolls, axis=2, bitorder="little").view("<u4").ravel()


def optimal(view: Any, plan: Any = Prepared(best_play, players=2)) -> bool:
    """wins as often as anybody can, for two players (Neller and Presser, 2004)"""
    seat, goal, turn = view["seat"], view["goal"], view["turn"]
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    bits = plan[(mine * goal + theirs) * ((goal + BITS - 1) // BITS) + turn // BITS]
    return (bits >> turn % BITS) & 1 == 1


class Pig(Game):
    title = "Pig"
    players = (2, 6)
    version = 2
    parameters: ClassVar = {"goal": Parameter(100, 10, 200, "How many points win.")}
    scored = "points"
    open_information = True
    endings = ("goal",)
    columns: ClassVar = {"rounds": "rounds begun: turns of the first player", "rolls": "rolls of the die"}
    policies = (hold, random, race, optimal)
    turn_limit = 500

    def play(self, table: Table) -> None:
        number = 0
        while True:
            number += 1
            for seat in table.seats:
                table.turn(seat)
                if seat == 0:
                    table.count("rounds")
                table.scores[seat] += self.points_of_turn(table, seat, number)
                if table.scores[seat] >= table.rules.goal:
                    table.end("goal")
                    table.win(seat)
                    return

    def points_of_turn(self, table: Table, seat: int, number: int) -> int:
        """Rolls, and again for as long as the player wants. The first roll is no choice, and who can win, wins. A roll
        belongs to the seat, its turn and its number in it: whatever the others do, it is the same."""
        goal, scores = table.rules.goal, tuple(table.scores)
        points = rolls = 0
        while True:
            rolls += 1
            face = table.luck.die("roll", FACES, seat, number, rolls)
            table.count("rolls")
            if face == 1:
                table.tell("Rolls 1 and loses {} points, stays at {}.", points, scores[seat])
                return 0
            points += face
            table.tell("Rolls {}: {} points.", face, points)
            view = {"seat": seat, "scores": scores, "round": number, "turn": points, "rolls": rolls, "goal": goal}
            if scores[seat] + points >= goal or not table.ask(seat, view):
                table.tell("Banks {} points, has {}.", points, scores[seat] + points)
                return points
