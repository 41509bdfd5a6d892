"""A text that identifies a game permanently: `hadal:A@1f0c9a3e:veteran:3p:shift0:rules1:seed1:game17`.

It has the game's name, the mission's name and the start of its content hash, who plays, how many players, the shift,
the version of the rules, the seed and the index. Options follow if they are not the usual ones: `:support=1`,
`:retry=off`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re
from typing import Any

from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell
from engine.hadal.cells.grid import cells_of, resolve_grid
from engine.hadal.cells.options import usual_options
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import load_mission, mission_from_data
from engine.hadal.table import NAME, RULES_VERSION
from engine.kernel.rng import MAX_GAMES
from engine.policy.seats.in_ids import seating_in, word_of

SHAPE = f"{NAME}:MISSION@HASH:POLICY:3p:shift0:rules{RULES_VERSION}:seed1:game17, as the commands print it"
HEAD = re.compile(
    rf"{NAME}:(?P<mission>[^@:]+)@(?P<hash>[0-9a-f]{{8}}):(?P<who>[^:]+):(?P<players>\d)p:shift(?P<shift>-?\d)"
    r":rules(?P<rules>\d+):seed(?P<seed>\d+):game(?P<index>\d+)(?P<rest>(:[a-z_]+=[a-z0-9+-]+)*)"
)
HASH_DIGITS = 8
SWITCHED = {True: "on", False: "off"}
FROM_RUN = "fatecast replay RUN CELL INDEX"


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    digest = mission_from_data(spec["mission"], cell.name).digest[:HASH_DIGITS]
    usual = usual_options(spec["mission"], spec["players"])
    rest = [
        f"{key}={SWITCHED[value] if isinstance(value, bool) else value}"
        for key, value in spec["options"].items()
        if value != usual[key]
    ]
    head = [
        NAME,
        f"{cell.labels['mission']}@{digest}",
        word_of(POLICIES, spec),
        f"{spec['players']}p",
        f"shift{spec['shift']}",
        f"rules{RULES_VERSION}",
        f"seed{seed}",
        f"game{index}",
    ]
    return ":".join([*head, *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The mission must be found and must still have the same content."""
    match = HEAD.fullmatch(text)
    if match is None:
        raise BadInput(f"game id {text!r}: expected {SHAPE}")
    if match["rules"] != str(RULES_VERSION):
        raise NotComparable(f"game id {text!r}: played by rule version {match['rules']}, here is {RULES_VERSION}")
    try:
        mission = load_mission(match["mission"])
    except BadInput as error:
        raise BadInput(f"game id {text!r}: {error}; to replay a game with your own mission: {FROM_RUN}") from None
    if not mission.digest.startswith(match["hash"]):
        now = mission.digest[:HASH_DIGITS]
        raise BadInput(
            f"game id {text!r}: made with another version of mission {match['mission']} ({match['hash']}, here {now}); "
            f"replay it from its run: {FROM_RUN}"
        )
    seed, index = int(match["seed"]), int(match["index"])
    if seed >= 1 << 64 or index >= MAX_GAMES:
        raise BadInput(f"game id {text!r}: expected a seed below 2^64 and an index below 2^48")
    options: dict[str, Any] = dict(word.split("=") for word in match["rest"].split(":") if word)
    grid = {
        "missions": [match["mission"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "shift": [int(match["shift"])],
        "options": {key: int(value) if value.isdecimal() else value for key, value in options.items()},
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], seed, index
