"""What a search found, on the terminal and as the comments of the file it writes."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from sim.display.terminal import console
from sim.experiment.experiment import Effective
from sim.experiment.labels import in_common
from sim.runs.manifest import source_hash, tool_version
from sim.search.files import adapted
from sim.search.output import NOT_ADAPTED
from sim.search.tune.goals import Goal
from sim.search.tune.rates import Rate
from sim.search.tune.search import Tuned
from sim.search.tune.search_space import Dials
from sim.statistics.intervals import CONFIDENCE

HEADLINES = {
    "reached": "the goals are reached",
    "likely": "the goals are likely reached, but the games do not prove it",
    "missed": "the goals are not reached; this is the nearest deck that was found",
}


def show_tuned(found: Tuned, base: Effective, goals: Sequence[Goal], dials: Dials, out: Path | None) -> None:
    """The changes, the goals, and how it went."""
    screen = console()
    for line in found.told:
        screen.print(line, soft_wrap=True)
    screen.print(" · ".join([headline(found), *in_common(base.cells)]), soft_wrap=True)
    for line in change_lines(found, dials):
        screen.print(f"  {line}", soft_wrap=True)
    table = Table()
    table.add_column("goal")
    for head in ("before", f"now ({CONFIDENCE:.0%})"):
        table.add_column(head, justify="right")
    table.add_column("")
    confirmed = found.confirmation
    for goal, before, after, said in zip(goals, confirmed.before, confirmed.after, confirmed.said, strict=True):
        table.add_row(_goal(goal), f"{before.mean:.1%}", _rate(after), said)
    screen.print(table)
    for line in [*found.why, *([] if adapted(base) else [NOT_ADAPTED])]:
        screen.print(line, soft_wrap=True)
    fresh = confirmed.last - confirmed.first
    screen.print(
        f"measured on {fresh:,} games a cell that the search never saw · {found.played:,} games in all", soft_wrap=True
    )
    if out is not None:
        screen.print(f"deck: {out}", soft_wrap=True)


def headline(found: Tuned) -> str:
    """One sentence."""
    if not found.changes:
        return "nothing to change: " + HEADLINES[found.confirmation.verdict].replace("this is the nearest", "no nearer")
    count = len(found.changes)
    return f"{count} {'field' if count == 1 else 'fields'} changed: {HEADLINES[found.confirmation.verdict]}"


def change_lines(found: Tuned, dials: Dials) -> list[str]:
    """`cards.the-deep.moons: 3 → 2`"""
    return [f"{path}: {dials.now[path]} → {value}" for path, value in found.changes.items()]


def evidence(found: Tuned, base: Effective, goals: Sequence[Goal], dials: Dials, vary: Sequence[str]) -> list[str]:
    """What the file says of itself; the same search writes the same words."""
    confirmed = found.confirmation
    rates = [
        f"  {_goal(goal)}: {before.mean:.1%} before, {_rate(after)} now: {said}"
        for goal, before, after, said in zip(goals, confirmed.before, confirmed.after, confirmed.said, strict=True)
    ]
    fresh = f"{confirmed.first:,} to {confirmed.last - 1:,} of seed {base.settings.seed}"
    return [
        f"fatecast tune: {HEADLINES[confirmed.verdict]}.",
        f"Played: {' · '.join(in_common(base.cells))}. Varied: {', '.join(vary)}. Changed:",
        *(f"  {line}" for line in change_lines(found, dials)),
        f"Win rates with their {CONFIDENCE:.0%} intervals, on games which the search never used, {fresh}:",
        *rates,
        *found.why,
        *([] if adapted(base) else [NOT_ADAPTED]),
        f"{base.game.name} rules {base.game.version}, engine {source_hash()}, fatecast {tool_version()}",
    ]


def _goal(goal: Goal) -> str:
    return goal.text if len(goal.cells) == 1 else f"{goal.text} (mean of {len(goal.cells)} cells)"


def _rate(rate: Rate) -> str:
    low, high = rate.interval
    return f"{rate.mean:.1%} ({low * 100:.1f}-{high * 100:.1f})"
