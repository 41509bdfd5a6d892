"""The pieces of The Oracle, which are actions and abilities, and its files, which are layouts."""

from collections.abc import Callable

from engine.game.cell import Cell
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import said
from engine.oracle.cells.options import Options
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.layout.files import CHECKED, LAYOUT_KEYS, LayoutFile, load_layout
from engine.oracle.layout.layout import Layout
from engine.oracle.table.results import COUNTERS, PIECE_NAMES
from engine.oracle.words.assumptions import par_out_of_reach
from engine.oracle.words.changes import layout_changes
from engine.oracle.words.presentation import features_of
from engine.oracle.words.sheets import find_piece, layout_sheet, piece_sheet
from engine.policy.compiled_game.files import ContentFiles


class ActionsAndAbilities:
    """The eight actions and the four abilities."""

    counters = COUNTERS
    tells_more = True

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


def described(layout: Layout) -> str:
    told = {
        "width": layout.width,
        "height": layout.height,
        "strip": layout.strip,
        "par": layout.par,
        "rules": layout.rules,
        "digest": layout.digest[:8],
    }
    if layout.standin:
        text = said(
            "a stand-in layout of {width} × {height} cells, strip {strip}, par {par}, rules {rules}, {digest}", **told
        )
    else:
        text = said("a layout of {width} × {height} cells, strip {strip}, par {par}, rules {rules}, {digest}", **told)
    warning = par_out_of_reach(layout, Options().model_dump())
    return "; ".join([text, *([said("warning: {warning}", warning=warning)] if warning else [])])


FILES = ContentFiles(
    policies=POLICIES,
    content=CHECKED,
    keys=LAYOUT_KEYS,
    described=described,
    differences=layout_changes,
    whole_file=LayoutFile,
    title="A fatecast layout of the Oracle's board",
)
