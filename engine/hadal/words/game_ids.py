"""A text that identifies a game permanently: `hadal:A@1f0c9a3e:veteran:3p:shift0:rules1:seed1:game17`.

It has the game's name, the mission's name and the start of its content hash, who plays, how many players, the shift,
the version of the rules, the seed and the index. Options follow if they are not the usual ones: `:support=1`,
`:retry=off`. A policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re

from engine.game.cell import Cell
from engine.hadal.cells.grid import cells_of, resolve_grid
from engine.hadal.cells.options import usual_options
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import load_mission, mission_from_data
from engine.hadal.table import NAME, RULES_VERSION
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
    re.compile(rf"{NAME}:{CONTENT}:(?P<who>[^:]+):(?P<players>\d)p:shift(?P<shift>-?\d):{TAIL}"),
    f"{NAME}:MISSION@HASH:POLICY:3p:shift0:rules{RULES_VERSION}:seed1:game17",
)


def game_id(cell: Cell, seed: int, index: int) -> str:
    spec = cell.spec
    mission = content_word(cell, "mission", mission_from_data)
    scenario = [f"{spec['players']}p", f"shift{spec['shift']}"]
    rest = option_words(spec["options"], usual_options(spec["mission"], spec["players"]))
    return ":".join([NAME, mission, word_of(POLICIES, spec), *scenario, *IDS.tail(seed, index), *rest])


def find_game(text: str) -> tuple[Cell, int, int]:
    """The cell, seed and index of a game id. The mission must be found and must still have the same content."""
    match = IDS.read(text)
    check_content(match, "mission", load_mission)
    grid = {
        "missions": [match["content"]],
        **seating_in(match["who"]),
        "players": [int(match["players"])],
        "shift": [int(match["shift"])],
        "options": options_in(match),
    }
    return cells_of(resolve_grid(grid, f"game id {text!r}"))[0], int(match["seed"]), int(match["index"])
