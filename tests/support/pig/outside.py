"""Policies of Pig that somebody could bring along, for tests."""

from pathlib import Path

from tests.support.pig.cells import PIG

HONEST = 'def honest(view):\n    """of somebody\'s own"""\n    return view["turn"] < 20\n'
SEER = '''from engine.outside.own.luck import Dice, Keys, Luck

SEED = {seed}
FIRST = {{}}
NOW = [-1]


def first_draws():
    for seat in range(2):
        for index in range(200):
            dice = Dice(Luck(Keys(SEED, f"dice of seat {{seat + 1}}"), index))
            dice.begin()
            dice.chance(0.0)
            FIRST[seat, dice.number(1 << 30)] = index


def seer(view, dice):
    """of somebody's own"""
    if not FIRST:
        first_draws()
    NOW[0] = FIRST.get((view["seat"], dice.number(1 << 30)), NOW[0])
    if NOW[0] < 0:
        return view["turn"] < 20
    luck = Luck(Keys(SEED, "luck"), NOW[0])
    return luck.die("roll", 6, view["seat"], view["round"], view["rolls"] + 1) != 1
'''
"""Recognises games of one seed by its dice, and then computes every roll."""


def seer(seed: int) -> str:
    return SEER.format(seed=seed)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def admit(folder: Path, name: str, text: str) -> str:
    return PIG.policies.admit(write(folder, name, text))


def forget() -> None:
    """Resets the registry, as if no file had been named."""
    PIG.edition.policies.outside.forget()
