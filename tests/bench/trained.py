"""Trained players in games of each kind: decisions a CPU second of one core."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from engine.game.cell import Cell, Json
from engine.outside.own.compiled.kernels import SWITCH, plain_only
from engine.policy.seats.trained_policy import HABIT, LEVEL, NET, TRAINED
from sim.training.rounds import KNOWS_NOTHING
from tests.training.aims import OURS, PIG, PIRATES, TIC_TAC_TOE, Aim, player_in
from tests.training.kept import kept_file

AIM = 20_000
"""Decisions a CPU second, at least."""
ROUNDS, ASKED = 5, 10
"""Times that each is measured; games that tell how many decisions a game has, where its rows do not."""


class Kind(NamedTuple):
    """Games that are played in the same way."""

    name: str
    aims: tuple[Aim, ...]
    games: int
    way: Callable[[], AbstractContextManager[None]] = nullcontext


KINDS = (
    Kind("compiled game file", (PIG, PIRATES), 2_000),
    Kind("plain game file", (PIG, PIRATES), 20, plain_only),
    Kind("OpenSpiel", (TIC_TAC_TOE,), 40),
    Kind("our compiled game", OURS, 4),
)


def main() -> None:
    os.environ.pop(SWITCH, None)
    for kind in KINDS:
        for aim in kind.aims:
            with kind.way():
                found = median(_speeds(aim, kind.games))
            told = "" if found >= AIM else ": BELOW THE AIM"
            print(f"trained, {kind.name:18} {aim.name:20} {found:11,.0f} decisions a CPU second{told}", flush=True)
    print(f"aim: {AIM:,}")


def _speeds(aim: Aim, games: int) -> Iterator[float]:
    game: Any = aim.game()
    cell = game.cells(game.resolve({**aim.tables, "policies": [_player(aim)]}, "bench"))[0]
    game.prepare([cell], lambda line: None)
    game.simulate(cell, 0, 0, max(games // 10, 1))
    for seed in range(1, ROUNDS + 1):
        began = process_time()
        rows = game.simulate(cell, seed, 0, games).rows
        seconds = process_time() - began
        yield _decisions(game, cell, rows, seed) / seconds


def _player(aim: Aim) -> Json:
    """The player that the tests keep. Where they keep none, one that was not taught, upon the policy to beat."""
    if kept_file(aim).exists():
        return player_in(kept_file(aim))
    return {"name": TRAINED, "parameters": {LEVEL: 0, NET: KNOWS_NOTHING, HABIT: aim.to_beat}}


def _decisions(game: Any, cell: Cell, rows: Any, seed: int) -> float:
    if "decisions" in (rows.dtype.names or ()):
        return float(rows["decisions"].sum())
    habit = replace(cell, spec={**cell.spec, "policy": cell.spec["policy"]["parameters"][HABIT]})
    made = sum(sum(each.choices > 1 for each in game.decided(habit, seed, index)) for index in range(ASKED))
    return made / ASKED * len(rows)


if __name__ == "__main__":
    main()
