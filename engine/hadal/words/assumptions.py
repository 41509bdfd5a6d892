"""What a reader of results must know: what is printed, what is assumed, and which missions are stand-ins."""

from collections.abc import Sequence

from engine.game.cell import Cell
from engine.hadal.mission.files import mission_from_data

PRINTED = "Printed rules: set-up, rounds, tests, conflicts, Azrak and its refreshes, and the patches for small parties"
ASSUMED = (
    "Assumed: when the Fate cards are shuffled, the order of actions, no talents, equipment, objects or trades, and "
    "what the policies do"
)


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    missions = {
        str(cell.labels["mission"]): mission_from_data(cell.spec["mission"], str(cell.labels["mission"]))
        for cell in cells
    }
    stand_ins = [name for name, mission in missions.items() if mission.standin]
    found = [PRINTED, ASSUMED]
    if stand_ins:
        names = " and ".join([", ".join(stand_ins[:-1]), stand_ins[-1]] if len(stand_ins) > 1 else stand_ins)
        missions_are = "missions are stand-ins" if len(stand_ins) > 1 else "mission is a stand-in"
        found.insert(
            0, f"{names}: the {missions_are}; all content is invented, so no number says how hard a real one is"
        )
    return found + [f"{name}: {line}" for name, mission in missions.items() for line in mission.warnings]
