"""Policies of Pig that somebody could bring along, for tests. None can be compiled, so none needs a kernel."""

from pathlib import Path

from engine.pig.cells.policy_set import POLICIES
from engine.pig.table.state import Luck

from engine.kernel.records import new
from engine.kernel.rng import seed_luck
from engine.pig.game import PIG

HEAD = '"""{name}: of somebody\'s own."""\n\n\n'
PLAIN = "    memo = {}\n    memo['a'] = memo\n"
HONEST = "def rolls_again(view, mind, dice):\n" + PLAIN + "    return view.table.total < 20\n"
WRITING = "def rolls_again(view, mind, dice):\n" + PLAIN + "    view.table.score[0] = 99\n    return False\n"
LOOKING = """import sys


def rolls_again(view, mind, dice):
    memo = {}
    memo['a'] = memo
    frame = sys._getframe()
    while "world" not in frame.f_locals:
        frame = frame.f_back
    return int(frame.f_locals["world"].luck.key0) % 2 == 0
"""
SEER = """import numpy as np

from engine.kernel.rng import NOTHING, STREAM_SHIFT, below, philox

SEED = np.uint64({seed})
KEYS = np.uint64({dice0}), np.uint64({dice1})
INDEX = {{}}


def known(dice):
    key = int(dice.key0), int(dice.key1)
    if not INDEX:
        for index in range(200):
            words = philox(np.uint64(index), NOTHING, NOTHING, NOTHING, *KEYS)
            INDEX[int(words[0]), int(words[1])] = index
    return INDEX.get(key, -1)


def rolls_again(view, mind, dice):
    table, index = view.table, known(dice)
    if index < 0 or table.total == 0:
        return table.total < 20
    place = np.uint64(table.seat) << np.uint64(16) | np.uint64(table.own_turn)
    words = philox(np.uint64(index), np.uint64(1) << STREAM_SHIFT, place, np.uint64(table.rolls), SEED, NOTHING)
    return below(words[0], 6) != 0
"""
"""Recognises games of one seed by its dice, and then computes every roll."""


def seer(seed: int) -> str:
    luck = new(Luck)
    seed_luck(luck, seed)
    return SEER.format(seed=seed, dice0=int(luck.dice0), dice1=int(luck.dice1))


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(HEAD.format(name=name) + text, encoding="utf-8")
    return path


def admit(folder: Path, name: str, text: str) -> str:
    return PIG.policies.admit(write(folder, name, text))


def forget() -> None:
    """Resets the registry, as if no file had been named."""
    POLICIES.outside.forget()
