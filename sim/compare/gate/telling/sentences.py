"""What the gate says about one game, in words."""

from collections.abc import Sequence
from math import isfinite

from engine.game.outcomes import Outcome
from engine.language.current import counted, said, said_as, word
from sim.compare.claimed_change import claim_text
from sim.compare.gate.cell_evidence import CheckedCell, CheckedGroup, CheckedWhole
from sim.compare.gate.effort import BEYOND_REACH, games_to_pass
from sim.compare.gate.gate import GateOutcome, GateResult
from sim.compare.telling.unseen import too_few_changed
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.changes import change_lines
from sim.text.number_format import brief_number, listed, p_value, whole

MOST_SENTENCES = 5
"""Cells of one kind that get a sentence of their own."""


def outcome_said(outcome: GateOutcome) -> str:
    """How a gate ends, as a person reads it."""
    return {
        GateOutcome.PASS: said_as("of a gate", "pass"),
        GateOutcome.FAIL: said_as("of a gate", "fail"),
        GateOutcome.INCONCLUSIVE: said_as("of a gate", "inconclusive"),
        GateOutcome.NOT_COMPARABLE: said_as("of a gate", "not comparable"),
        GateOutcome.BAD_DATA: said_as("of a gate", "bad data"),
    }[outcome]


def status_said(status: str) -> str:
    """Whether a cell keeps its claim."""
    known = {
        "open": said_as("of a claim", "open"),
        "kept": said_as("of a claim", "kept"),
        "broken": said_as("of a claim", "broken"),
        "kept as a group": said("kept as a group"),
        "no information": said("no information"),
    }
    return known.get(status, status)


def sentences(result: GateResult) -> list[str]:
    """The result in words."""
    broken, open_, silent = (result.with_status(status) for status in ("broken", "open", "no information"))
    told = [f"{outcome_said(result.outcome)}: {_meaning(result)}", *result.not_played, *result.edited]
    told += change_lines(result.changes)
    breach = status_said("broken")
    breaches = [f"{breach}: {name_of(cell, result)}: {evidence(cell)}" for cell in broken]
    breaches += [f"{breach}: {name_of(group, result)}: {evidence(group)}" for group in result.groups if group.broken]
    breaches += [f"{breach}: {whole.name}: {evidence(whole)}" for whole in result.wholes if whole.broken]
    told += _some(breaches)
    if open_ and result.outcome is GateOutcome.FAIL:
        told += _some(
            [
                f"{said('not decided')}: {name_of(cell, result)}: {why}"
                for cell in open_
                if (why := why_open(cell, result))
            ]
        )
        told.append(
            counted(
                len(open_),
                "the gate stopped there; one cell not decided",
                "the gate stopped there; {count} cells not decided",
            )
        )
    elif open_:
        hardest = sorted(open_, key=lambda cell: -(cell.needed or BEYOND_REACH))
        undecided = said("not decided")
        told += _some(
            [
                f"{undecided}: {name_of(cell, result)}: {'; '.join([evidence(cell), *_needs(cell, open_)])}"
                for cell in hardest
            ]
        )
        told += _more_games(open_, result.risk)
    if stood_for := result.with_status("kept as a group"):
        rooms = {cell.outcome.name: OutcomeFormat(cell.outcome).amount(cell.room) for cell in stood_for}
        told.append(
            counted(
                len(stood_for),
                "one cell kept as a group: the mean change of the group keeps the claim, and each cell is at most "
                "{room} outside of it",
                "{count} cells kept as a group: the mean change of the group keeps the claim, and each cell is at most "
                "{room} outside of it",
                room=listed(list(dict.fromkeys(rooms.values()))),
            )
        )
    if silent:
        told.append(
            counted(
                len(silent),
                "{count} cells give no information: every game ended the same way",
                "{count} cells give no information: every game ended the same way",
            )
        )
    if changed := result.changed_engine:
        told.append(
            counted(
                len(changed),
                "the engine or the policy changed in {count} cells: their first games are not those of the baseline, "
                "so they were compared unpaired with the stored counts; accept a new baseline to pair again",
                "the engine or the policy changed in {count} cells: their first games are not those of the baseline, "
                "so they were compared unpaired with the stored counts; accept a new baseline to pair again",
            )
        )
    told += [*_assumptions(result), *_how_to_read(result)]
    matches = {id(cell.match): cell.match for cell in result.cells}.values()
    same = sum(match.same for match in matches)
    told.append(
        said(
            "{games} games played; {same} of {cells} cells have the same content",
            games=whole(result.played),
            same=same,
            cells=len(matches),
        )
    )
    return told


def _how_to_read(result: GateResult) -> list[str]:
    """What the numbers of the table mean, where there are any."""
    played = [cell for cell in result.cells if cell.paired and cell.games]
    if not played:
        return []
    told = [
        counted(
            len(result.cells) + len(result.groups) + len(result.wholes),
            "p of claim: how likely games like these are if the claim is kept, corrected for one test; a claim is "
            "broken at {risk} or less",
            "p of claim: how likely games like these are if the claim is kept, corrected for {count} tests; a claim is "
            "broken at {risk} or less",
            risk=brief_number(result.risk),
        )
    ]
    if any(cell.games < result.most for cell in played):
        told.append(
            said(
                "the gate may stop at any of its looks, so the interval of a cell that stopped before {most} games "
                "holds at all of them: it is wider than that of compare for the same games",
                most=whole(result.most),
            )
        )
    return told


def name_of(judged: CheckedCell | CheckedGroup, result: GateResult) -> str:
    """With the outcome, if there is more than the headline."""
    name = judged.match.name if isinstance(judged, CheckedCell) else judged.name
    return f"{name}, {word(judged.outcome.name)}" if result.names_outcomes else name


def _meaning(result: GateResult) -> str:
    kept = result.outcome is GateOutcome.INCONCLUSIVE and all(cell.kept for cell in result.cells)
    if kept and result.not_played:
        return said("what was played is kept, but not every edit was played")
    if kept and result.edited:
        return said("what was accepted is kept, but an experiment has changed since")
    if result.outcome is GateOutcome.PASS and (stood_for := result.with_status("kept as a group")):
        return said(
            "{known} known to keep the claim, {others} only as a group",
            known=_cells(len(result.cells) - len(stood_for)),
            others=_cells(len(stood_for)),
        )
    if result.outcome is GateOutcome.PASS:
        return said("every cell is known to keep its claim")
    if result.outcome is GateOutcome.FAIL:
        return said("a claim is broken")
    return said("no claim is known to be broken, but not every claim is known to be kept")


def _cells(number: int) -> str:
    return counted(number, "one cell", "{count} cells")


def _some(lines: list[str]) -> list[str]:
    """The first few, and how many more there are."""
    more = len(lines) - MOST_SENTENCES
    return [*lines[:MOST_SENTENCES], *([said("and {count} more", count=more)] if more > 0 else [])]


def _needs(cell: CheckedCell, open_: Sequence[CheckedCell]) -> list[str]:
    """What would decide a cell. If there are several, one number for all of them follows: two would contradict each
    other."""
    if not cell.same_engine:
        return [said("the engine changed, so only a new baseline can decide it")]
    if cell.paired and not cell.games:
        return [said("it was not played")]
    if cell.needed is None and cell.blind:
        return [too_few_changed()]
    if cell.needed is None:
        return [said("it seems to lie at the end of its claim")]
    if len(open_) > 1:
        return []
    needed = whole(cell.needed)
    return [said("about {games} games would decide it: --games {number}", games=needed, number=cell.needed)]


def why_open(cell: CheckedCell, result: GateResult) -> str:
    """Why a claim about a mean is open whose numbers may look certain; empty if they do not."""
    if cell.waits(result.most):
        return said("judged after all {games} games only, since no bounds are declared", games=whole(result.most))
    return too_few_changed() if cell.blind else ""


def _assumptions(result: GateResult) -> list[str]:
    """What is taken for granted where the claim about a mean is kept: one line for each outcome."""
    kept: dict[str, tuple[Outcome, float]] = {}
    for cell in result.cells:
        if cell.kept and (assumed := cell.assumed):
            outcome, most = kept.get(cell.outcome.name, (cell.outcome, 0.0))
            kept[cell.outcome.name] = outcome, max(most, assumed)
    return [
        said(
            "{name} is kept if no game changes by more than {most}: no bounds are declared",
            name=word(name),
            most=OutcomeFormat(outcome).amount(most),
        )
        for name, (outcome, most) in kept.items()
    ]


def _more_games(cells: Sequence[CheckedCell], risk: float) -> list[str]:
    """How far to go on with several cells. What the hardest of them would need says little about that: the largest of
    many numbers is large by luck. The one in the middle is not."""
    played = [cell for cell in cells if cell.paired and cell.games]
    needs = sorted(cell.needed for cell in played if cell.needed is not None)
    if len(cells) == 1 or not needs:
        return []
    half, unmoved = needs[len(needs) // 2], games_to_pass(played, risk)
    if unmoved >= half:
        return [
            said(
                "if nothing moved there, about {games} games of each cell would show it: --games {number}",
                games=whole(unmoved),
                number=unmoved,
            )
        ]
    return [
        said(
            "about {games} games of each cell would decide at least half of them: --games {number}",
            games=whole(half),
            number=half,
        )
    ]


def evidence(judged: CheckedCell | CheckedGroup | CheckedWhole) -> str:
    """What its games say, and what was expected."""
    if isinstance(judged, CheckedWhole):
        return said(
            "p {p} in {games} games, expected every category within its claim",
            p=p_value(judged.corrected),
            games=whole(judged.games),
        )
    expected = {"claim": claim_text(judged.claim, judged.outcome), "unit": OutcomeFormat(judged.outcome).unit}
    if isinstance(judged, CheckedCell) and judged.exact:
        return said("nothing changed, expected {claim} {unit}", **expected)
    return said(
        "{change} {unit} in {games} games, expected {claim} {unit}",
        change=change_of(judged),
        games=whole(judged.games),
        **expected,
    )


def change_of(judged: CheckedCell | CheckedGroup) -> str:
    """With its interval, if it has one: a mean without bounds has none before the last look."""
    form = OutcomeFormat(judged.outcome)
    if not isfinite(judged.interval[1] - judged.interval[0]):
        return form.difference(judged.change)
    return form.change(judged.change, judged.interval)
