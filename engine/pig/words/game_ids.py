"""A text that identifies a game permanently: `pig:rules1:hold,at=25:2p:seed1:game17`.

It has the game's name, the version of the rules, who plays, how many players, the seed and the index. The policies of
several seats are joined with +; a focus and its field with /. Options follow if they are not the usual ones:
`:goal=50`, `:focus=2`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell
from engine.kernel.rng import MAX_GAMES
from engine.pig.cells.grid import Options, cells_of, resolve_grid
from engine.pig.cells.policy_set import POLICIES
from engine.pig.table import NAME, RULES_VERSION
from engine.policy.seats.in_ids import seating_in, word_of

SHAPE = f"{NAME}:rules{RULES_VERSION}:POLICY:2p:seed1:game17, as the commands print it"
HEAD = re.compile(
    rf"{NAME}:rules(?P<rules>\d+):(?P<who>[^:]+):(?P<players>\d+)p:seed(?P<seed>\d+):game(?P<index>\d+)"
    r"(?P<rest>(:[a-z]+=\d+)*)"
)
DEFAULTS = Options().model_dump()


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    rest = [f"{key}={value}" for key, value in spec["options"].items() if value != DEFAULTS[key]]
    head = [
        NAME,
        f"rules{RULES_VERSION}",
        word_of(POLICIES, spec),
        f"{spec['players']}p",
        f"seed{seed}",
        f"game{index}",
    ]
    return ":".join([*head, *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id."""
    match = HEAD.fullmatch(text)
    if match is None:
        raise BadInput(f"game id {text!r}: expected {SHAPE}")
    if match["rules"] != str(RULES_VERSION):
        raise NotComparable(f"game id {text!r}: played by rule version {match['rules']}, here is {RULES_VERSION}")
    seed, index = int(match["seed"]), int(match["index"])
    if seed >= 1 << 64 or index >= MAX_GAMES:
        raise BadInput(f"game id {text!r}: expected a seed below 2^64 and an index below 2^48")
    options = dict(word.split("=") for word in match["rest"].split(":") if word)
    numbers = {key: int(value) for key, value in options.items()}
    grid = {**seating_in(match["who"]), "players": [int(match["players"])], "options": numbers}
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, index
