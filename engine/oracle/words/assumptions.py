"""What a reader of results must know: what is printed, and what is assumed."""

from collections.abc import Sequence

from engine.game.cell import Cell, Json
from engine.language.current import counted, listed, said
from engine.oracle.layout.files import layout_from_data
from engine.oracle.layout.layout import Layout, most_worth


def notes_of(cells: Sequence[Cell]) -> list[str]:
    """One line each, the most important first."""
    found = [
        said("Printed rules: throws, changes, lines, predictions, the horoscope, staff, corruption"),
        said(
            "Assumed: everything that only boards and cards show, such as hours of actions, marks of the clock, the "
            "effect of hiring; rivals are clocks. Worth counts goods (amulet 1, tablet 2); it is not gold"
        ),
    ]
    stand_ins = list(dict.fromkeys(str(cell.labels["layout"]) for cell in cells if cell.spec["layout"]["standin"]))
    if stand_ins:
        warning = counted(
            len(stand_ins),
            "{layouts}: the layout is a stand-in; the boards are invented, so no number is that of a printed board",
            "{layouts}: the layouts are stand-ins; the boards are invented, so no number is that of a printed board",
            layouts=listed(stand_ins),
        )
        found.insert(0, warning)
    found += dict.fromkeys(warning for cell in cells if (warning := _par_out_of_reach(cell)))
    return found


def _par_out_of_reach(cell: Cell) -> str:
    layout = layout_from_data(cell.spec["layout"], cell.name)
    warning = par_out_of_reach(layout, cell.spec["options"])
    if not warning:
        return ""
    return said("warning: layout {layout}: {warning}", layout=cell.labels["layout"], warning=warning)


def par_out_of_reach(layout: Layout, options: Json) -> str:
    """A par that no play could reach; empty if it may be reached."""
    days = options["days"] if options["goods_return"] else 1
    most = most_worth(layout, options["supply_amulets"], options["supply_tablets"], days)
    if layout.par <= most:
        return ""
    return said("no play can reach the par of {par}: at most {most} can be made", par=layout.par, most=most)
