"""A game in a file, as an author writes it, and what can go wrong in such a file."""

from pathlib import Path

PIRATES = '''"""Pirates: sail on for loot, or go home with it before the storm."""

import random
import sys
import time

from fatecast.game import Game

seen = []


def bold(view, at=12):
    "bold: sails on until it has loot enough"
    return view["loot"] < at


def careful(view):
    "careful: goes home with anything"
    return view["loot"] < 4


class Pirates(Game):
    title = "Pirates"
    players = 2, 4
    parameters = {"goal": 30}
    columns = {"storms": "storms that took the loot"}
    scored = "gold"
    policies = bold, careful
    turn_limit = 200

    def play(self, table):
        while True:
            for seat in table.seats:
                turn = table.turn(seat)
                loot = rolls = 0
                while True:
                    rolls += 1
                    roll = table.luck.die("wind", 6, turn, rolls)
                    if roll == 1:
                        table.count("storms")
                        table.tell("A storm takes {} gold.", loot)
                        loot = 0
                        break
                    loot += roll
                    if table.scores[seat] + loot >= table.rules.goal:
                        table.scores[seat] += loot
                        table.tell("Home with {} gold.", loot)
                        return table.win(seat)
                    if not table.ask(seat, {"loot": loot}):
                        break
                table.scores[seat] += loot
'''
ROLL = '                    roll = table.luck.die("wind", 6, turn, rolls)\n'
WON = "                        return table.win(seat)\n"
DECIDES = '    return view["loot"] < 4\n'


def line_of(text: str, words: str) -> int:
    """The number of the line in which these words stand first."""
    return text[: text.index(words)].count("\n") + 1


def pirates(folder: Path, old: str = "", new: str = "") -> Path:
    """Writes the game, with a change, to a folder of its name."""
    assert old in PIRATES
    home = folder / "pirates"
    home.mkdir()
    (home / "game.py").write_text(PIRATES.replace(old, new, 1) if old else PIRATES)
    return home


def broken(folder: Path, name: str) -> Path:
    """Writes the game with one of the faults below."""
    old, new = FAULTS[name]
    return pirates(folder, old, new)


_IN = " " * 20
FAULTS = {
    "raises": (ROLL, f"{ROLL}{_IN}if turn == 9 and roll == 6:\n{_IN}    raise ValueError('no wind')\n"),
    "loops": (ROLL, f"{ROLL}{_IN}while turn == 9 and roll == 6:\n{_IN}    pass\n"),
    "out of range": (WON, f"{_IN}    table.count('storms', -99)\n{WON}"),
    "draws twice": (ROLL, f"{ROLL}{_IN}roll = max(roll, table.luck.die('wind', 6, turn, rolls))\n"),
    "keeps state": (ROLL, f"{ROLL}{_IN}seen.append(roll)\n{_IN}roll = 1 + (roll + len(seen)) % 6\n"),
    "Python's random": (ROLL, f"{_IN}roll = random.randint(1, 6)\n"),
    "the clock": (ROLL, f"{ROLL}{_IN}roll = 1 + (roll + int(time.time() / 1_000_000)) % 6\n"),
    "its class": (
        WON,
        f"{_IN}    self.parameters['goal'] += 1\n{_IN}    table.count('storms', self.parameters['goal'])\n{WON}",
    ),
    "a policy with memory": (DECIDES, "    seen.append(1)\n    return len(seen) % 3 > 0\n"),
    "a policy of nonsense": (DECIDES, "    return 'home'\n"),
    "a policy that fails": (DECIDES, "    return view['gold'] < 4\n"),
    "exits": (WON, f"{_IN}    sys.exit('enough')\n{WON}"),
}
"""What to replace, and by what."""
