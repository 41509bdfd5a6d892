"""The optional parts of Hadal Project: its missions and options can be changed, its pieces are receptacles, and its
policies can be listed and checked."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.game.cell import Cell, Json
from engine.game.parts import ContentByFunctions
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.hadal.cells.checked_cells import cells_to_check, succeeded
from engine.hadal.cells.hidden_redeal import redeal
from engine.hadal.cells.play_cell import PREPARATION, lay_out, module_in, play_batch, play_with_dice_of
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.cells.variants import KINDS, alterations_of, changed_grid, extension, fields_of, rehearsals_of
from engine.hadal.mission.files import MISSION_KEYS, load_mission, mission_and_parent, mission_from_file
from engine.hadal.mission.schema import json_schema
from engine.hadal.mission.sheet import find_receptacle, mission_sheet, receptacle_sheet
from engine.hadal.table.results import COUNTERS
from engine.hadal.words.changes import mission_changes
from engine.hadal.words.game_ids import game_id
from engine.hadal.words.presentation import features_of
from engine.policy.checking.compliance import CheckedGame
from engine.policy.listing import checked_preset

LAST_ACTS = ("entered", "read", "test")
"""The events one of which ends a mission."""

CHECKED = CheckedGame(
    POLICIES,
    cells=cells_to_check,
    policy=module_in,
    make_ready=PREPARATION.prepare_one,
    play=play_batch,
    play_with_dice_of=play_with_dice_of,
    succeeded=succeeded,
    game_id=game_id,
    redeal=redeal,
)


CONTENT = ContentByFunctions(KINDS, changed_grid, alterations_of, rehearsals_of, fields_of, extension)
"""The mission, the options and the parameters of policies, by dotted paths."""


class Receptacles:
    """The receptacles, in the order of the seats."""

    counters = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return lay_out(cell).mission.seated

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(lay_out(cell).mission)

    def sheet(self, content: str) -> Sheet:
        return mission_sheet(load_mission(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        mission = load_mission(content)
        return receptacle_sheet(mission, find_receptacle(mission, name))

    def decided_by(self, told: Replay) -> list[str]:
        """The receptacle that acted last: it took the last test, or read the last card."""
        seated = [event["agent"] for event in told.events if event["event"] == "seated"]
        acting = [event["agent"] for event in told.events if event["event"] in LAST_ACTS]
        return [seated[acting[-1] - 1]] if acting else []


class ConfigFiles:
    """Missions and presets."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "policy" in data:
            return checked_preset(POLICIES, dict(data), path)
        if not MISSION_KEYS & data.keys():
            return None
        mission = mission_from_file(path)
        what = "a stand-in mission" if mission.standin else "a mission"
        cards = sum(map(len, mission.cards))
        warned = "".join(f"; warning: {line}" for line in mission.warnings)
        return (
            f"{what} of {len(mission.cards)} locations and {cards} cards, rules {mission.rules}, "
            f"{mission.digest[:8]}{warned}"
        )

    def changes(self, path: Path) -> list[str]:
        sides = mission_and_parent(path)
        return mission_changes(*sides) if sides else []

    def schema(self) -> Json:
        return json_schema()
