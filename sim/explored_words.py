"""Ablations and sweeps on the terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from sim.ablate import FALSE_SHARE, Ablation
from sim.choices import written
from sim.effects import Effect, mean_change
from sim.experiment import Effective
from sim.explored import adapted
from sim.showing import give_or_take
from sim.sweep import Sweep
from sim.terminal import console, in_common

NOT_ADAPTED = "policy not adapted: some who play here were trained with the rules as they were"
MOST_SHOWN = 200
"""Lines of a table on the terminal; the rest is in the file."""


def show_ablation(found: Ablation, base: Effective, path: Path) -> None:
    """The ranking: without which card the players lose most, to without which they win most."""
    table = _table(["change"], found.ranked[0].effects)
    for ablated in found.ranked:
        cells = [_entry(effect, ablated.marked(at)) for at, effect in enumerate(ablated.effects)]
        table.add_row(ablated.alteration.label, *cells, _mean(ablated.effects))
    notes = [f"* found at a false discovery rate of {FALSE_SHARE:.0%} over the whole table (Benjamini-Hochberg)"]
    _show(table, base, path, found.games, notes)


def show_sweep(found: Sweep, base: Effective, path: Path) -> None:
    """One line a variant."""
    table = _table([axis.name for axis in found.axes], found.responses[0].effects)
    for response in found.responses[:MOST_SHOWN]:
        cells = [_entry(effect, effect.certain) for effect in response.effects]
        table.add_row(*map(written, response.choice.point.values()), *cells, _mean(response.effects))
    left = len(found.responses) - MOST_SHOWN
    notes = ["* the 95 % interval excludes no change, this one taken alone"]
    _show(table, base, path, found.games, [*notes, *([f"… and {left:,} more in the file"] if left > 0 else [])])


def _table(heads: Sequence[str], effects: Sequence[Effect]) -> Table:
    """What was changed, what that did to each group of cells, one word a line in their heads, and the mean."""
    table = Table()
    for head in heads:
        table.add_column(head, overflow="fold", vertical="bottom")
    for effect in effects:
        table.add_column("\n".join([*effect.names, f"now {effect.before:.1%}"]), justify="right")
    table.add_column("mean", justify="right")
    return table


def _entry(effect: Effect, mark: bool) -> str:
    """`-1.6 ±0.3*`, in points."""
    if effect.same:
        return "as it is "
    if not effect.informative:
        return "no information "
    if not effect.pool.diverged:
        return "no difference "
    return give_or_take(effect.change, effect.interval) + ("*" if mark else " ")


def _mean(effects: Sequence[Effect]) -> str:
    return f"{mean_change(effects) * 100:+z.2f}"


def _show(table: Table, base: Effective, path: Path, games: int, notes: Sequence[str]) -> None:
    out = console()
    cells = f"{len(base.cells)} cells" if len(base.cells) > 1 else "one cell"
    heading = ["Change of the win rate in points, ± its 95 % interval", *in_common(base.cells), cells]
    out.print(" · ".join([*heading, f"{games:,} games each"]), soft_wrap=True)
    out.print(table)
    for note in [*notes, *([] if adapted(base) else [NOT_ADAPTED])]:
        out.print(note, soft_wrap=True)
    out.print(f"tables and figures: {path}", soft_wrap=True)
