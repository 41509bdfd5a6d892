"""Decks, experiments, intents and scripts that a stranger wrote to harm: each is a text below a megabyte.

`HOSTILE_DECKS` and `HOSTILE_EXPERIMENTS` have them by their names.
"""

import json
from collections.abc import Mapping

LONG = 900_000
"""Characters, nearly as many as a file may have."""
DEEP = 30_000


def repeated(piece: str, size: int = LONG) -> str:
    """A piece again and again; `#` in it is a new number each time."""
    if "#" not in piece:
        return piece * (size // len(piece))
    pieces: list[str] = []
    length = 0
    while length < size:
        pieces.append(piece.replace("#", str(len(pieces))))
        length += len(pieces[-1])
    return "".join(pieces)


TOML: Mapping[str, str] = {
    "a text that is never closed": "[a]\n" + '\\"""[.' * 5000,
    "a text in three quotes that is never closed": 'a = """' + '\\"""a.' * 5000,
    "a plain text that is never closed": "a = '''" + "''a.b." * 5000,
    "dots that lead nowhere": "a." * DEEP,
    "brackets that are never closed": "x = " + "[" * DEEP,
    "braces that are never closed": "x = " + "{a=" * DEEP,
    "a whole number of a megabyte": "games = " + "9" * LONG,
    "a whole number of a megabyte, in sixteens": "games = 0x" + "f" * LONG,
    "a whole number of 20,000 digits, in sixteens": "games = 0x" + "f" * 20_000,
    "a fraction of a megabyte": "games = 0." + "1" * LONG,
    "a power of a megabyte": "games = 1e" + "9" * LONG,
    "underscores": "games = 1" + "_1" * (LONG // 2),
    "dates": repeated("a# = 1979-05-27T00:32:00.999999-07:00\n"),
    "keys": repeated("a# = 1\n"),
    "dotted keys": repeated("a.b.c.d# = 1\n"),
    "tables": repeated("[a#]\n"),
    "tables in tables": repeated("[a.b.c.d.e.f#]\nx = 1\n"),
    "lists of tables": repeated("[[a]]\n"),
    "lists of tables in tables": repeated("[[a]]\n[[a.b]]\nc.d = 1\n"),
    "small values": "a = [" + "[]," * (LONG // 3) + "]",
    "small tables": "a = [" + "{}," * (LONG // 3) + "]",
    "escapes": 'a = "' + "\\u0041" * (LONG // 6) + '"',
    "lines that go on": 'a = """' + "\\\n" * (LONG // 2) + '"""',
    "comments": "# a.b[\n" * (LONG // 7),
    "a long key": "a" * LONG + " = 1",
    "a long quoted key": '"' + "\\n" * (LONG // 2) + '" = 1',
    "another direction": 'name = "\u202eemag"\n',
    "a clear screen": 'name = "\\u001b[2J"\n',
    "nothing that ends": "\x00" * 1000,
}

DECK = 'extends = "base"\n'

HOSTILE_DECKS: Mapping[str, str] = {
    **TOML,
    "unknown cards": DECK + repeated("[cards.the-card-#]\nmoons = 4\n"),
    "unknown fields": DECK + "[cards.the-deep]\n" + repeated("moon# = 4\n"),
    "wrong values": DECK + "[cards.the-deep]\nmoons = [" + "99," * 200_000 + "]",
    "an endless rule": DECK + '[cards.the-deep]\nplay = "' + "(" * DEEP + '"',
    "a long rule": DECK + '[cards.the-deep]\nplay = "' + "sum + " * 50_000 + 'sum > 3"',
    "a rule of powers": DECK + '[cards.the-deep]\nplay = "' + "9 ** " * 50 + '9 > sum"',
    "a rule of products": DECK + '[cards.the-deep]\nplay = "' + "9999 * " * 2000 + 'sum > 3"',
    "a long name": DECK + 'name = "' + "x" * LONG + '"',
    "itself": 'extends = "./hostile.toml"',
    "a device": 'extends = "/dev/zero"',
    "many devices": "extends = [" + '"/dev/zero",' * 50_000 + "]",
    "many decks": "extends = [" + '"base",' * 100_000 + "]",
}


def experiment(**keys: object) -> str:
    return json.dumps({"games": 1, **keys})


HOSTILE_EXPERIMENTS: Mapping[str, str] = {
    "small values": "[" + "[]," * (LONG // 3) + "[]]",
    "deep": "[" * LONG,
    "deep tables": '{"a":' * 100_000,
    "a long number": '{"games": ' + "9" * LONG + "}",
    "a number of 4,000 digits": '{"games": 1' + "0" * 4000 + "}",
    "a fraction without end": '{"games": 1e999}',
    "not a number": '{"games": NaN}',
    "a text for a number": experiment(games="1" * LONG),
    "unknown keys": json.dumps({f"key{number}": 1 for number in range(60_000)}),
    "65,535 wrong values": experiment(players=["x"] * 65_535),
    "65,535 wrong difficulties": experiment(doom=[99] * 65_535),
    "the same policy": experiment(policies=["novice"] * 256),
    "too many policies": experiment(policies=["novice"] * 50_000),
    "wrong policies": experiment(policies=["novice " + "x=1 " * 10_000] * 10),
    "many cells": experiment(players=[2, 3, 4, 5], policies=[f"novice slip={n / 1000}" for n in range(250)]),
    "wrong options": experiment(options={f"option{number}": 1 for number in range(60_000)}),
    "every game of a trillion": experiment(games=10**15, until={"half_width": 1e-300}),
    "a look after each game": json.dumps({"until": {"half_width": 1e-300, "every": 0, "max_games": 10**15}}),
    "a deck of a device": experiment(decks=["/dev/zero"]),
    "a deck elsewhere": experiment(decks=["../canary/keep.txt"]),
    "a game in a file": experiment(game="./evil.py"),
    "a program": experiment(game="cmd:touch canary/harm"),
    "a game of a module": experiment(game="os:system"),
    "vast piles": experiment(game="openspiel:nim(pile_sizes=1;1000000000)"),
    "a vast board": experiment(game="openspiel:hex(board_size=20000)"),
    "vast deals": experiment(game="openspiel:negotiation(num_items=100000)"),
    "a game from a file": experiment(game="openspiel:efg_game(filename=canary/keep.txt)"),
    "a game from a file, spelled otherwise": experiment(game="openspiel:efg_game( filename = canary/keep.txt )"),
    "a game inside a game": experiment(
        game="openspiel:turn_based_simultaneous_game(game=efg_game(filename=canary/keep.txt))"
    ),
    "a game of nothing": experiment(game="openspiel:" + "x" * LONG),
    "brackets": experiment(game="openspiel:nim(" + "(" * 100_000),
    "an abort": experiment(game="openspiel:go(board_size=-5)"),
}
