"""What a reader of results must know: what is printed, and what is assumed."""

from collections.abc import Sequence

from engine.game.cell import Cell
from engine.oracle.layout.files import layout_from_data
from engine.oracle.layout.layout import most_worth

PRINTED = "Printed rules: throws, changes, lines, predictions, the horoscope, staff, corruption."
ASSUMED = (
    "Assumed: everything that only boards and cards show, such as hours of actions, marks of the clock, the effect of "
    "hiring; rivals are clocks. Worth counts goods (amulet 1, tablet 2); it is not gold."
)


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    found = [PRINTED, ASSUMED]
    stand_ins = list(dict.fromkeys(str(cell.labels["layout"]) for cell in cells if cell.spec["layout"]["standin"]))
    if stand_ins:
        names = " and ".join([", ".join(stand_ins[:-1]), stand_ins[-1]] if len(stand_ins) > 1 else stand_ins)
        found.append(f"{names}: stand-in layout{'' if len(stand_ins) == 1 else 's'}, not the printed board.")
    found += dict.fromkeys(warning for cell in cells if (warning := _par_out_of_reach(cell)))
    return found


def _par_out_of_reach(cell: Cell) -> str:
    """A par that no play could reach; empty if it may be reached."""
    spec, options = cell.spec, cell.spec["options"]
    layout = layout_from_data(spec["layout"], cell.name)
    days = options["days"] if options["goods_return"] else 1
    most = most_worth(layout, options["supply_amulets"], options["supply_tablets"], days)
    if layout.par <= most:
        return ""
    name = cell.labels["layout"]
    return f"warning: layout {name}: no play can reach the par of {layout.par}: at most {most} can be made."
