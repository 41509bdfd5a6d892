"""A text that identifies a game permanently: `oracle:A@1f0c9a3e:planner:1p:rogues4:rules1:seed1:game17`.

It has the game's name, the layout's name and the start of its content hash, who plays, how many players, how many
rogues, the version of the rules, the seed and the index. Options follow if they are not the usual ones: `:days=2`,
`:no_repeat=off`, `:closed=stars+warden`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re

from engine.game.cell import Cell
from engine.oracle.cells.grid import cells_of, resolve_grid
from engine.oracle.cells.options import Options, usual_marks
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import layout_from_data, load_layout
from engine.oracle.table import NAME, RULES_VERSION
from engine.policy.seats.in_ids import (
    CONTENT,
    TAIL,
    GameIds,
    check_content,
    content_word,
    option_words,
    options_in,
    seating_in,
    word_of,
)

IDS = GameIds(
    RULES_VERSION,
    re.compile(rf"{NAME}:{CONTENT}:(?P<who>[^:]+):(?P<players>\d+)p:rogues(?P<rogues>\d+):{TAIL}"),
    f"{NAME}:LAYOUT@HASH:POLICY:1p:rogues4:rules{RULES_VERSION}:seed1:game17",
)
DEFAULTS = Options().model_dump()
LISTS = ("marks", "closed")
"""Options that are lists."""


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    layout = content_word(cell, "layout", layout_from_data)
    scenario = [f"{spec['players']}p", f"rogues{spec['rogues']}"]
    rest = option_words(spec["options"], {**DEFAULTS, **usual_marks(spec["players"])})
    return ":".join([NAME, layout, word_of(POLICIES, spec), *scenario, *IDS.tail(seed, index), *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The layout must be found and must still have the same content."""
    match = IDS.read(text)
    check_content(match, "layout", load_layout)
    options = options_in(match)
    lists = {key: str(options[key]).replace("+", ",") for key in LISTS if key in options}
    grid = {
        "layouts": [match["content"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "rogues": [int(match["rogues"])],
        "options": {**options, **lists},
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], int(match["seed"]), int(match["index"])
