"""What the self-test of the gate says on the terminal."""

from collections.abc import Sequence
from math import isfinite

from rich.table import Table

from engine.game.outcomes import Outcome, Share
from engine.language.current import said, word
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
from sim.text.number_format import ends, listed, plain_percent, whole


def level_heads(is_point: bool) -> list[str]:
    """Of the table of how often the gate does what."""
    change = (
        [said("a point in a cell is found"), said("… passes"), said("a point in a group is found")]
        if is_point
        else [said("a change in a cell is found"), said("… passes"), said("a change in a group is found")]
    )
    return [said("changed"), said("false alarms"), said("no effect passes"), *change, said("games needed")]


def edit_heads() -> list[str]:
    """Of the table of edits."""
    return [
        said("edit"),
        said("changed"),
        said("its own mean effect"),
        said("largest in a cell"),
        said("passes without it"),
        said("found as it is"),
    ]


def show_error_rates(measured: GateErrorRates) -> None:
    """The self-test on the terminal."""
    out = console()
    out.print(
        said(
            "a gate of {games} games a cell: how often it does what (95 % interval), by the share of results that an "
            "edit changes in the cell where it changes most",
            games=whole(measured.games),
        ),
        soft_wrap=True,
    )
    out.print(_table(level_heads(_points(measured.outcomes)), [_level(level) for level in measured.levels]))
    edits = said("edits of the kind that people make, and the same edits with their effect taken away")
    out.print(edits, soft_wrap=True)
    out.print(_table(edit_heads(), [_edit(edit) for edit in measured.edits]))
    promise = said(
        "promised: at most {risk} false alarms; where at most {promised} of results change, at least {least} pass "
        "without an effect, and at least {least} of changes by {change} are found anywhere; at least {least} of edits "
        "whose effect half as many games should show",
        risk=plain_percent(measured.risk, 0),
        promised=plain_percent(PROMISED, 0),
        least=plain_percent(LEAST, 0),
        change=_planted(measured.outcomes),
    )
    out.print(promise, soft_wrap=True)
    out.print(said("{games} games played for the pools", games=whole(measured.played)), soft_wrap=True)
    out.print(said("the gate is as good as promised") if measured.good else said("the gate is NOT as good as promised"))


def _points(outcomes: list[Outcome]) -> bool:
    """Whether a point is what is planted everywhere."""
    return all(isinstance(outcome, Share) and planted(outcome) == 0.01 for outcome in outcomes)


def _planted(outcomes: list[Outcome]) -> str:
    """`1 point`, `1 point of seat 1 and 0.5 turns of length`"""
    if _points(outcomes):
        return OutcomeFormat(outcomes[0]).amount(planted(outcomes[0]))
    return listed([_planted_in(outcome) for outcome in outcomes])


def _planted_in(outcome: Outcome) -> str:
    amount = OutcomeFormat(outcome).amount(planted(outcome))
    return said("{amount} of {outcome}", amount=amount, outcome=word(outcome.name))


def _table(heads: Sequence[str], rows: list[list[str]]) -> Table:
    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    return table


def _level(level: LevelRates) -> list[str]:
    shares = (level.alarms, level.passes, level.cell_found, level.cell_passed, level.group_found)
    return [plain_percent(level.changed, 1), *(_share(share) for share in shares), whole(level.needed)]


def _edit(edit: EditRates) -> list[str]:
    several = len(edit.effects) > 1
    means, largest = (
        "\n".join(
            f"{word(effect.outcome.name)}: {tell(effect)}" if several else tell(effect) for effect in edit.effects
        )
        for tell in (_mean, _largest)
    )
    found = _share(edit.found)
    if not isfinite(edit.needed):
        found = said("{share}, within its claim", share=found)
    return [word(edit.label), plain_percent(edit.changed, 1), means, largest, _share(edit.passes), found]


def _mean(effect: EditEffect) -> str:
    return OutcomeFormat(effect.outcome).change(effect.mean.change, effect.mean.interval(CONFIDENCE))


def _largest(effect: EditEffect) -> str:
    paired = effect.largest.of(effect.outcome)
    change = OutcomeFormat(effect.outcome).change(paired.difference, paired.interval())
    return f"{change} ({effect.largest.match.name})"


def _share(share: ObservedShare) -> str:
    """`0.15% (0.03% to 0.44%)`"""
    value, low, high = (plain_percent(each, 2) for each in (share.value, *share.interval))
    return f"{value} ({ends(low, high)})"
