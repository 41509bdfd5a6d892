"""The optional parts of The Oracle: its layout and options can be changed, its pieces are actions and abilities, and
its policies can be listed and checked."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.game.cell import Cell, Json
from engine.game.parts import ContentByFunctions
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.oracle.cells.checked_cells import cells_to_check, deciding_policy, par_was_reached
from engine.oracle.cells.hidden_redeal import redeal
from engine.oracle.cells.options import Options
from engine.oracle.cells.play_cell import PREPARATION, play_batch, play_with_dice_of
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.cells.variants import KINDS, alterations_of, changed_grid, extension, fields_of, rehearsals_of
from engine.oracle.layout.files import LAYOUT_KEYS, layout_and_parent, layout_from_file, load_layout
from engine.oracle.layout.schema import json_schema
from engine.oracle.table.results import COUNTERS, PIECE_NAMES
from engine.oracle.words.assumptions import par_out_of_reach
from engine.oracle.words.changes import layout_changes
from engine.oracle.words.game_ids import game_id
from engine.oracle.words.presentation import features_of
from engine.oracle.words.sheets import find_piece, layout_sheet, piece_sheet
from engine.policy.checking.compliance import CheckedGame
from engine.policy.listing import checked_preset

CHECKED = CheckedGame(
    POLICIES,
    cells=cells_to_check,
    policy=deciding_policy,
    make_ready=PREPARATION.prepare_one,
    play=play_batch,
    play_with_dice_of=play_with_dice_of,
    succeeded=par_was_reached,
    game_id=game_id,
    redeal=redeal,
)


CONTENT = ContentByFunctions(KINDS, changed_grid, alterations_of, rehearsals_of, fields_of, extension)
"""The layout, the options and the parameters of policies, by dotted paths."""


class ActionsAndAbilities:
    """The eight actions and the four abilities."""

    counters = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return list(PIECE_NAMES)

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(cell.spec["options"]["closed"])

    def sheet(self, content: str) -> Sheet:
        return layout_sheet(load_layout(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        return piece_sheet(load_layout(content), find_piece(name))

    def decided_by(self, told: Replay) -> list[str]:
        """The end of the last day ends a game, and no piece."""
        return []


class ConfigFiles:
    """Layouts and presets."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "policy" in data:
            return checked_preset(POLICIES, dict(data), path)
        if not LAYOUT_KEYS & data.keys():
            return None
        layout = layout_from_file(path)
        what = "a stand-in layout" if layout.standin else "a layout"
        size = f"{layout.width} × {layout.height} cells"
        told = f"{what} of {size}, strip {layout.strip}, par {layout.par}, rules {layout.rules}, {layout.digest[:8]}"
        warning = par_out_of_reach(layout, Options().model_dump())
        return f"{told}; warning: {warning}" if warning else told

    def changes(self, path: Path) -> list[str]:
        sides = layout_and_parent(path)
        return layout_changes(*sides) if sides else []

    def schema(self) -> Json:
        return json_schema()
