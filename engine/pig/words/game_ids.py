"""A text that identifies a game permanently: `pig:rules1:hold,at=25:2p:seed1:game17`.

It has the game's name, the version of the rules, who plays, how many players, the seed and the index. The policies of
several seats are joined with +; a focus and its field with /. Options follow if they are not the usual ones:
`:goal=50`, `:focus=2`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re

from engine.game.cell import Cell
from engine.pig.cells.grid import Options, cells_of, resolve_grid
from engine.pig.cells.policy_set import POLICIES
from engine.pig.table import NAME, RULES_VERSION
from engine.policy.seats.in_ids import GameIds, option_words, options_in, seating_in, word_of

IDS = GameIds(
    RULES_VERSION,
    re.compile(
        rf"{NAME}:rules(?P<rules>\d+):(?P<who>[^:]+):(?P<players>\d+)p:seed(?P<seed>\d+):game(?P<index>\d+)"
        r"(?P<rest>(:[a-z]+=\d+)*)"
    ),
    f"{NAME}:rules{RULES_VERSION}:POLICY:2p:seed1:game17",
)
DEFAULTS = Options().model_dump()


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    head = [NAME, f"rules{RULES_VERSION}", word_of(POLICIES, spec), f"{spec['players']}p", f"seed{seed}"]
    return ":".join([*head, f"game{index}", *option_words(spec["options"], DEFAULTS)])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id."""
    match = IDS.read(text)
    grid = {**seating_in(match["who"]), "players": [int(match["players"])], "options": options_in(match)}
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], int(match["seed"]), int(match["index"])
