"""What the self-test of the gate says on the terminal."""

from rich.table import Table

from sim.compare.gate.self_test import (
    LEAST,
    PLANTED,
    PROMISED,
    EditRates,
    GateErrorRates,
    LevelRates,
    ObservedShare,
)
from sim.display.number_format import plain_change, plain_percent
from sim.display.terminal import console
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.paired import interval

LEVEL_HEADS = (
    "changed",
    "false alarms",
    "no effect passes",
    "a point in a cell is found",
    "… passes",
    "a point in a group is found",
    "games needed",
)
EDIT_HEADS = ("edit", "changed", "its own mean effect", "largest in a cell", "passes without it")


def show_error_rates(measured: GateErrorRates) -> None:
    """The self-test on the terminal."""
    out = console()
    out.print(
        f"a gate of {measured.games:,} games a cell: how often it does what (95 % interval), by the share of results "
        "that an edit changes in the cell where it changes most",
        soft_wrap=True,
    )
    out.print(_table(LEVEL_HEADS, [_level(level) for level in measured.levels]))
    out.print("edits of the kind that people make, and the same edits with their effect taken away", soft_wrap=True)
    out.print(_table(EDIT_HEADS, [_edit(edit) for edit in measured.edits]))
    point = f"{100 * PLANTED:g} point"
    out.print(
        f"promised: at most {measured.risk:.0%} false alarms; where at most {PROMISED:.0%} of results change, at least "
        f"{LEAST:.0%} pass without an effect, and at least {LEAST:.0%} of changes by {point} are found anywhere",
        soft_wrap=True,
    )
    out.print(f"{measured.played:,} games played for the pools", soft_wrap=True)
    out.print("the gate is as good as promised" if measured.good else "the gate is NOT as good as promised")


def _table(heads: tuple[str, ...], rows: list[list[str]]) -> Table:
    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    return table


def _level(level: LevelRates) -> list[str]:
    shares = (level.alarms, level.passes, level.cell_found, level.cell_passed, level.group_found)
    return [plain_percent(level.changed, 1), *(_share(share) for share in shares), f"{level.needed:,}"]


def _edit(edit: EditRates) -> list[str]:
    table = edit.largest.table
    return [
        edit.label,
        plain_percent(edit.changed, 1),
        plain_change(edit.effect.change, edit.effect.interval(CONFIDENCE)),
        f"{plain_change(table.difference, interval(table))} ({edit.largest.match.name})",
        _share(edit.passes),
    ]


def _share(share: ObservedShare) -> str:
    """`0.15% (0.03% to 0.44%)`"""
    value, low, high = (plain_percent(each, 2) for each in (share.value, *share.interval))
    return f"{value} ({low} to {high})"
