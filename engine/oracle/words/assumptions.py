"""What a reader of results must know: what is printed, and what is assumed."""

from collections.abc import Sequence

from engine.game.cell import Cell, Json
from engine.oracle.layout.files import layout_from_data
from engine.oracle.layout.layout import Layout, most_worth

PRINTED = "Printed rules: throws, changes, lines, predictions, the horoscope, staff, corruption"
ASSUMED = (
    "Assumed: everything that only boards and cards show, such as hours of actions, marks of the clock, the effect of "
    "hiring; rivals are clocks. Worth counts goods (amulet 1, tablet 2); it is not gold"
)


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    found = [PRINTED, ASSUMED]
    stand_ins = list(dict.fromkeys(str(cell.labels["layout"]) for cell in cells if cell.spec["layout"]["standin"]))
    if stand_ins:
        names = " and ".join([", ".join(stand_ins[:-1]), stand_ins[-1]] if len(stand_ins) > 1 else stand_ins)
        layouts_are = "layouts are stand-ins" if len(stand_ins) > 1 else "layout is a stand-in"
        found.insert(0, f"{names}: the {layouts_are}; the boards are invented, so no number is that of a printed board")
    found += dict.fromkeys(warning for cell in cells if (warning := _par_out_of_reach(cell)))
    return found


def _par_out_of_reach(cell: Cell) -> str:
    layout = layout_from_data(cell.spec["layout"], cell.name)
    warning = par_out_of_reach(layout, cell.spec["options"])
    return f"warning: layout {cell.labels['layout']}: {warning}" if warning else ""


def par_out_of_reach(layout: Layout, options: Json) -> str:
    """A par that no play could reach; empty if it may be reached."""
    days = options["days"] if options["goods_return"] else 1
    most = most_worth(layout, options["supply_amulets"], options["supply_tablets"], days)
    return "" if layout.par <= most else f"no play can reach the par of {layout.par}: at most {most} can be made"
