"""Trained players in compiled game files: decisions a CPU second of one core."""

import os
from statistics import median
from time import process_time

from engine.outside.own.compiled.kernels import SWITCH
from tests.training.aims import PIG, PIRATES, Aim, player_in
from tests.training.kept import kept_file

AIM = 20_000
"""Decisions a CPU second, at least."""
GAMES, ROUNDS = 2_000, 5


def main() -> None:
    os.environ.pop(SWITCH, None)
    for aim in (PIG, PIRATES):
        found = median(_speed(aim, seed) for seed in range(ROUNDS))
        print(f"trained in {aim.name:8} {found:11,.0f} decisions a CPU second (aim: {AIM:,})", flush=True)


def _speed(aim: Aim, seed: int) -> float:
    game = aim.game()
    cell = game.cells(game.resolve({**aim.tables, "policies": [player_in(kept_file(aim))]}, "bench"))[0]
    game.prepare([cell], lambda line: None)
    game.simulate(cell, seed, 0, GAMES // 10)
    began = process_time()
    rows = game.simulate(cell, seed + ROUNDS, 0, GAMES).rows
    return float(rows["decisions"].sum() / (process_time() - began))


if __name__ == "__main__":
    main()
