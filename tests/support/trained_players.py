"""A small game that can be learned, and files of trained players for it that nobody had to train."""

import json
from pathlib import Path
from typing import Any

from engine.game.cell import Json
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks.plain_lessons import plain_lessons
from engine.players.learning.columns import Known, grown, rounded
from engine.players.learning.fit import new_layers
from engine.players.learning.lessons import Plan, lessons_of
from engine.policy.seats.trained_policy import FORMAT, KIND
from tests.support.own_file import own_game

NIM = '''"""Nim: take one or two of some matches; who takes the last one wins."""
from fatecast.game import Game, Parameter


def one(view, choices):
    "one: takes one match"
    return choices[0]


class Nim(Game):
    title = "Nim"
    players = 2
    open_information = True
    parameters = {"least": Parameter(3, 2, 9, "matches at least")}
    policies = [one]

    def play(self, table):
        left = table.luck.die("matches", 4) + table.rules.least
        while True:
            for seat in table.seats:
                table.turn(seat)
                left -= table.ask(seat, {"left": left}, [take for take in (1, 2) if take <= left])
                if not left:
                    return table.win(seat)
'''


def nim(*replaced: tuple[str, str]) -> str:
    """The text, with some of it replaced."""
    text = NIM
    for old, new in replaced:
        assert old in text, old
        text = text.replace(old, new)
    return text


def untaught_levels(game: OwnGame, number: int = 2) -> list[Json]:
    """Networks that know what the game shows, and play by chance."""
    cell = game.cells(game.resolve({"policies": ["random"]}, "test"))[0]
    lessons = lessons_of(plain_lessons(game.edition, cell, cell.spec["policy"], Plan(1, 0), 1, range(30)))
    known = grown(Known(), lessons)
    sizes = len(known.shown), len(known.choices), (4, 3)
    return [rounded(new_layers(*sizes, seed), known).data for seed in range(number)]


def data_of(game: OwnGame, number: int = 2) -> Json:
    """A file for a game, as data."""
    return {
        "kind": KIND,
        "format": FORMAT,
        "game": game.name,
        "rules": game.learnable.rules,
        "habit": "",
        "origin": {},
        "levels": untaught_levels(game, number),
    }


def write_trained(path: Path, text: str = NIM, name: str = "nim", **changes: Any) -> Path:
    """Write a file for a game, with some of it changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**data_of(own_game(text, name)), **changes}))
    return path
