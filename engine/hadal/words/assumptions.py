"""What a reader of results must know: what is printed, what is assumed, and which missions are stand-ins."""

from collections.abc import Sequence

from engine.game.cell import Cell
from engine.hadal.mission.files import mission_from_data
from engine.language.current import counted, listed, said


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    missions = {
        str(cell.labels["mission"]): mission_from_data(cell.spec["mission"], str(cell.labels["mission"]))
        for cell in cells
    }
    stand_ins = [name for name, mission in missions.items() if mission.standin]
    found = [
        said(
            "Printed rules: set-up, rounds, tests, conflicts, Azrak and its refreshes, and the patches for small "
            "parties"
        ),
        said(
            "Assumed: when the Fate cards are shuffled, the order of actions, no talents, equipment, objects or "
            "trades, and what the policies do"
        ),
    ]
    if stand_ins:
        warning = counted(
            len(stand_ins),
            "{missions}: the mission is a stand-in; all content is invented, so no number says how hard a real one is",
            "{missions}: the missions are stand-ins; all content is invented, so no number says how hard a real one is",
            missions=listed(stand_ins),
        )
        found.insert(0, warning)
    return found + [f"{name}: {line}" for name, mission in missions.items() for line in mission.warnings]
