"""The pieces of Hadal Project, which are receptacles, and its files, which are missions."""

from collections.abc import Callable

from engine.game.cell import Cell
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.mission.files import CHECKED, MISSION_KEYS, MissionFile, load_mission
from engine.hadal.mission.mission import Mission
from engine.hadal.mission.sheet import find_receptacle, mission_sheet, receptacle_sheet
from engine.hadal.table.results import COUNTERS
from engine.hadal.words.changes import mission_changes
from engine.hadal.words.presentation import features_of
from engine.language.current import said
from engine.policy.compiled_game.files import ContentFiles

LAST_ACTS = ("entered", "read", "test")
"""The events one of which ends a mission."""


class Receptacles:
    """The receptacles, in the order of the seats."""

    counters = COUNTERS
    tells_more = True

    def names(self, cell: Cell) -> list[str]:
        return GRID.content_in(cell).seated

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(GRID.content_in(cell))

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


def described(mission: Mission) -> str:
    told = {
        "locations": len(mission.cards),
        "cards": sum(map(len, mission.cards)),
        "rules": mission.rules,
        "digest": mission.digest[:8],
    }
    if mission.standin:
        size = said("a stand-in mission of {locations} locations and {cards} cards, rules {rules}, {digest}", **told)
    else:
        size = said("a mission of {locations} locations and {cards} cards, rules {rules}, {digest}", **told)
    return "; ".join([size, *(said("warning: {warning}", warning=line) for line in mission.warnings)])


FILES = ContentFiles(
    policies=POLICIES,
    content=CHECKED,
    keys=MISSION_KEYS,
    described=described,
    differences=mission_changes,
    whole_file=MissionFile,
    title="A fatecast mission",
)
