"""What the self-test of the gate says on the terminal."""

from math import isfinite

from rich.table import Table

from engine.game.outcomes import Outcome, Share
from sim.compare.gate.self_test.measure import (
    LEAST,
    PROMISED,
    EditEffect,
    EditRates,
    GateErrorRates,
    LevelRates,
    ObservedShare,
)
from sim.compare.gate.self_test.pools import planted
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.statistics.intervals import CONFIDENCE
from sim.text.number_format import listed, plain_percent

LEVEL_HEADS = (
    "changed",
    "false alarms",
    "no effect passes",
    "{change} in a cell is found",
    "… passes",
    "{change} in a group is found",
    "games needed",
)
EDIT_HEADS = ("edit", "changed", "its own mean effect", "largest in a cell", "passes without it", "found as it is")


def show_error_rates(measured: GateErrorRates) -> None:
    """The self-test on the terminal."""
    out = console()
    out.print(
        f"a gate of {measured.games:,} games a cell: how often it does what (95 % interval), by the share of results "
        "that an edit changes in the cell where it changes most",
        soft_wrap=True,
    )
    change = "a point" if _points(measured.outcomes) else "a change"
    heads = tuple(head.format(change=change) for head in LEVEL_HEADS)
    out.print(_table(heads, [_level(level) for level in measured.levels]))
    out.print("edits of the kind that people make, and the same edits with their effect taken away", soft_wrap=True)
    out.print(_table(EDIT_HEADS, [_edit(edit) for edit in measured.edits]))
    out.print(
        f"promised: at most {measured.risk:.0%} false alarms; where at most {PROMISED:.0%} of results change, at least "
        f"{LEAST:.0%} pass without an effect, and at least {LEAST:.0%} of changes by {_planted(measured.outcomes)} are "
        f"found anywhere; at least {LEAST:.0%} of edits whose effect half as many games should show",
        soft_wrap=True,
    )
    out.print(f"{measured.played:,} games played for the pools", soft_wrap=True)
    out.print("the gate is as good as promised" if measured.good else "the gate is NOT as good as promised")


def _points(outcomes: list[Outcome]) -> bool:
    """Whether a point is what is planted everywhere."""
    return all(isinstance(outcome, Share) and planted(outcome) == 0.01 for outcome in outcomes)


def _planted(outcomes: list[Outcome]) -> str:
    """`1 point`, `1 point of seat 1 and 0.5 turns of length`"""
    if _points(outcomes):
        return OutcomeFormat(outcomes[0]).amount(planted(outcomes[0]))
    return listed([f"{OutcomeFormat(outcome).amount(planted(outcome))} of {outcome.name}" for outcome in outcomes])


def _table(heads: tuple[str, ...], rows: list[list[str]]) -> Table:
    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    return table


def _level(level: LevelRates) -> list[str]:
    shares = (level.alarms, level.passes, level.cell_found, level.cell_passed, level.group_found)
    return [plain_percent(level.changed, 1), *(_share(share) for share in shares), f"{level.needed:,}"]


def _edit(edit: EditRates) -> list[str]:
    several = len(edit.effects) > 1
    means, largest = (
        "\n".join(f"{effect.outcome.name}: {tell(effect)}" if several else tell(effect) for effect in edit.effects)
        for tell in (_mean, _largest)
    )
    found = _share(edit.found) if isfinite(edit.needed) else f"{_share(edit.found)}, within its claim"
    return [edit.label, plain_percent(edit.changed, 1), means, largest, _share(edit.passes), found]


def _mean(effect: EditEffect) -> str:
    return OutcomeFormat(effect.outcome).change(effect.mean.change, effect.mean.interval(CONFIDENCE))


def _largest(effect: EditEffect) -> str:
    paired = effect.largest.of(effect.outcome)
    change = OutcomeFormat(effect.outcome).change(paired.difference, paired.interval())
    return f"{change} ({effect.largest.match.name})"


def _share(share: ObservedShare) -> str:
    """`0.15% (0.03% to 0.44%)`"""
    value, low, high = (plain_percent(each, 2) for each in (share.value, *share.interval))
    return f"{value} ({low} to {high})"
