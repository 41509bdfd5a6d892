"""Lessons of game files and the games of trained players, by a kernel and in plain Python: the same pairs (in any
order) and results, and the same rows.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.lessons GAMES GAME …
"""

import sys
from typing import Any

import numpy as np

from engine.game.cell import Json
from engine.outside.own.cards.played import pack_of
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks.kernel_lessons import KernelLessons
from engine.outside.own.hidden.forks.plain_lessons import plain_lessons
from engine.outside.own.play import _seats, play_plainly, rules_of
from engine.players.learning.columns import Known, grown, rounded
from engine.players.learning.fit import new_layers
from engine.players.learning.lessons import Asked, Plan, lessons_of
from engine.policy.seats.trained_policy import LEVEL, NET, TRAINED
from tests.own_games.cells import game_of
from tests.own_games.searches import TEXTS, cell_of
from tests.own_games.verdicts import kernel_for
from tests.support.every_kind import EVERY_KIND

SEED, PLAN = 7, Plan(3, 20)


def untaught(asked: list[Asked], units: tuple[int, int] = (4, 3)) -> Json:
    """A network that knows what some lessons have, and decides by chance."""
    known = grown(Known(), lessons_of(asked))
    return rounded(new_layers(len(known.shown), len(known.choices), units, SEED), known).data


def in_any_order(asked: list[Asked]) -> list[Any]:
    return [(sorted(each.shown), [sorted(pairs) for pairs in each.choices], list(each.results)) for each in asked]


def both_ways(game: OwnGame, games: int, players: int = 0) -> int:
    """How many decisions there were. Fails if anything differs, or if the kernel leaves a game."""
    cell = cell_of(game, "random", players)
    declared, pack, rules = game.edition, pack_of(cell), rules_of(game.edition, cell)
    written, new_player = kernel_for(declared, pack, learns=True)
    assert not written.refusals, written.refusals
    assert not written.no_features, written.no_features
    indices, found = list(range(games)), 0
    kernel, policy = KernelLessons(declared, new_player), cell.spec["policy"]

    def lessons(who: Json, plan: Plan) -> list[Asked]:
        plain = list(plain_lessons(declared, cell, who, plan, SEED, indices))
        fast = list(kernel.asked(who, rules, cell.spec["players"], plan, SEED, indices, pack))
        assert in_any_order(plain) == in_any_order(fast), f"{game.name}: other lessons"
        return plain

    other = cell_of(game, next(iter(game.policies.fair())), players).spec["policy"]
    for _ in range(2):
        plain = lessons(policy, PLAN)
        found += len(plain)
        lessons({"seats": [other, policy, other]}, PLAN._replace(seat=1))
        policy = {"name": TRAINED, "parameters": {"slips": 0, LEVEL: 0, NET: untaught(plain)}}
    for slips in (0, 30):
        who = {**policy, "parameters": {**policy["parameters"], "slips": slips}}
        slow = play_plainly(declared, cell, who, SEED, np.arange(games))
        rows, left = new_player().play(_seats(cell, who), rules, SEED, np.arange(games), pack)[:2]
        assert not left.any(), f"{game.name}: the kernel has left games"
        assert np.array_equal(rows, slow.rows), f"{game.name}: other rows"
    return found


def main(words: list[str]) -> None:
    texts = {**TEXTS, "every_kind": EVERY_KIND}
    for name in words[1:]:
        print(f"{name}: same, {both_ways(game_of(name, texts.get(name, '')), int(words[0]))} decisions", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
