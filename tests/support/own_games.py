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
