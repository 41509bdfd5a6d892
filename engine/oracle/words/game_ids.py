"""A text that identifies a game permanently: `oracle:A@1f0c9a3e:planner:1p:rogues4:rules1:seed1:game17`.

It has the game's name, the layout's name and the start of its content hash, who plays, how many players, how many
rogues, the version of the rules, the seed and the index. Options follow if they are not the usual ones: `:days=2`,
`:no_repeat=off`, `:closed=stars+warden`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re
from typing import Any

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell
from engine.kernel.rng import MAX_GAMES
from engine.oracle.cells.grid import cells_of, resolve_grid
from engine.oracle.cells.options import Options, usual_marks
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import layout_from_data, load_layout
from engine.oracle.table import NAME, RULES_VERSION
from engine.policy.seats.in_ids import seating_in, word_of

SHAPE = f"{NAME}:LAYOUT@HASH:POLICY:1p:rogues4:rules{RULES_VERSION}:seed1:game17, as the commands print it"
HEAD = re.compile(
    rf"{NAME}:(?P<layout>[^@:]+)@(?P<hash>[0-9a-f]{{8}}):(?P<who>[^:]+):(?P<players>\d+)p:rogues(?P<rogues>\d+)"
    r":rules(?P<rules>\d+):seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[a-z_]+=[a-z0-9.+-]*)*)"
)
HASH_DIGITS = 8
DEFAULTS = Options().model_dump()
SWITCHED = {True: "on", False: "off"}
FROM_RUN = "fatecast replay RUN CELL INDEX"


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return SWITCHED[value]
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _value(key: str, word: str) -> Any:
    if key in ("marks", "closed"):
        return word.replace("+", ",")
    try:
        return float(word) if "." in word else int(word)
    except ValueError:
        return word


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    digest = layout_from_data(spec["layout"], cell.name).digest[:HASH_DIGITS]
    usual = {**DEFAULTS, **usual_marks(spec["players"])}
    rest = [f"{key}={_word(value)}" for key, value in spec["options"].items() if value != usual[key]]
    head = [
        NAME,
        f"{cell.labels['layout']}@{digest}",
        word_of(POLICIES, spec),
        f"{spec['players']}p",
        f"rogues{spec['rogues']}",
        f"rules{RULES_VERSION}",
        f"seed{seed}",
        f"game{index}",
    ]
    return ":".join([*head, *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The layout must be found and must still have the same content."""
    match = HEAD.fullmatch(text)
    if match is None:
        raise BadInput(f"game id {text!r}: expected {SHAPE}")
    if match["rules"] != str(RULES_VERSION):
        raise NotComparable(f"game id {text!r}: played by rule version {match['rules']}, here is {RULES_VERSION}")
    try:
        layout = load_layout(match["layout"])
    except BadInput as error:
        raise BadInput(f"game id {text!r}: {error}; to replay a game with your own layout: {FROM_RUN}") from None
    if not layout.digest.startswith(match["hash"]):
        now = layout.digest[:HASH_DIGITS]
        raise BadInput(
            f"game id {text!r}: made with another version of layout {match['layout']} ({match['hash']}, here {now}); "
            f"replay it from its run: {FROM_RUN}"
        )
    seed, index = int(match["seed"]), int(match["index"])
    if seed >= 1 << 64 or index >= MAX_GAMES:
        raise BadInput(f"game id {text!r}: expected a seed below 2^64 and an index below 2^48")
    options = dict(word.split("=") for word in match["rest"].split(":") if word)
    grid = {
        "layouts": [match["layout"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "rogues": [int(match["rogues"])],
        "options": {key: _value(key, word) for key, word in options.items()},
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, index
