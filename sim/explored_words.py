"""Ablations and sweeps on the terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from sim.ablate import FALSE_SHARE, Ablation
from sim.choices import written
from sim.effects import Effect
from sim.experiment import Effective
from sim.explored import adapted
from sim.sweep import Sweep
from sim.terminal import console

NOT_ADAPTED = "policy not adapted: some who play here were trained with the rules as they were"
MOST_SHOWN = 200
"""Lines of a table on the terminal; the rest is in the file."""


def show_ablation(found: Ablation, base: Effective, path: Path) -> None:
    """The ranking: without which card the players lose most, to without which they win most."""
    table = _table("points", found.ranked[0].effects)
    for ablated in found.ranked:
        cells = [_points(effect, ablated.marked(at)) for at, effect in enumerate(ablated.effects)]
        table.add_row(ablated.alteration.label, *cells, f"{ablated.change * 100:+.2f}")
    notes = [f"* found at a false discovery rate of {FALSE_SHARE:.0%} over the whole table (Benjamini-Hochberg)"]
    _show(table, base, path, found.games, notes)


def show_sweep(found: Sweep, base: Effective, path: Path) -> None:
    """One line a variant."""
    table = _table(" · ".join(axis.name for axis in found.axes), found.responses[0].effects)
    for response in found.responses[:MOST_SHOWN]:
        cells = [_points(effect, effect.certain) for effect in response.effects]
        mean = sum(effect.change for effect in response.effects) / len(response.effects)
        name = " · ".join(map(written, response.choice.point.values()))
        table.add_row(name, *cells, f"{mean * 100:+.2f}")
    left = len(found.responses) - MOST_SHOWN
    notes = ["* the 95 % interval excludes no change, this one taken alone"]
    _show(table, base, path, found.games, [*notes, *([f"… and {left:,} more in the file"] if left > 0 else [])])


def _table(head: str, effects: Sequence[Effect]) -> Table:
    table = Table()
    table.add_column(head)
    for effect in effects:
        table.add_column(f"{effect.name}\nnow {effect.before:.1%}", justify="right")
    table.add_column("mean", justify="right")
    return table


def _points(effect: Effect, mark: bool) -> str:
    """`-1.6 (-1.9 to -1.3)*`, in points; with one digit more where a tenth of a point is much."""
    if effect.same:
        return "as it is "
    if not effect.informative:
        return "no information "
    low, high = effect.interval
    digits = 1 if high - low > 0.004 else 2
    change, least, most = (f"{share * 100:+.{digits}f}" for share in (effect.change, low, high))
    return f"{change} ({least} to {most}){'*' if mark else ' '}"


def _show(table: Table, base: Effective, path: Path, games: int, notes: Sequence[str]) -> None:
    out = console()
    cells = f"{len(base.cells)} cells" if len(base.cells) > 1 else "one cell"
    out.print(
        f"Change of the win rate in points, with its 95 % interval · {cells} · {games:,} games each", soft_wrap=True
    )
    out.print(table)
    for note in [*notes, *([] if adapted(base) else [NOT_ADAPTED])]:
        out.print(note, soft_wrap=True)
    out.print(f"tables and figures: {path}", soft_wrap=True)
