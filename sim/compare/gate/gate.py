"""The gate: does a changed game keep to what was accepted, or change as intended? Pass, fail, or inconclusive.

Cells whose first games still have the digest of the baseline are played on both sides and paired. Where the engine or
a policy now plays differently, the old side cannot be played again; such a cell is compared, once and unpaired, with
the sums that the baseline stores. Cells of the same content on both sides need no games: nothing changed there.

Every outcome of a cell that is checked has a claim of its own; all of them are judged on the same games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf

import numpy as np

from engine.errors import BadData, FatecastError, message
from engine.game.outcomes import Outcome, Share, outcomes_of
from sim.compare.gate.baseline import FIRST_GAMES, BaselinePair, digest_columns, first_digest
from sim.compare.gate.cell_evidence import CheckedCell, CheckedGroup, CheckedWhole, groups_of, wholes_of
from sim.compare.gate.effort import games_needed, games_to_ask_for
from sim.compare.gate.intent import claims_of, outcomes_in
from sim.compare.gate.stopping_rule import ClaimLedger, Claims, PValues
from sim.compare.pairs import Pair, match_variant, play_pairs, reach_of
from sim.compare.tested_outcomes import headlines
from sim.compare.versions.what_changed import content_changes
from sim.experiment.labels import Labels
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.statistics.intervals import holm, z_of
from sim.statistics.paired import lasting_interval
from sim.statistics.sequential import Evidence, OneLook, Together, looks, not_excluded
from sim.text.number_format import listed
from sim.text.spoken import spoken

MOST_GAMES = 262_144
"""Of a cell, before the gate gives up."""
RISK = 0.01


class GateOutcome(IntEnum):
    """How a gate ends; the number is the exit code."""

    PASS = 0
    FAIL = 3
    INCONCLUSIVE = 4
    NOT_COMPARABLE = 5
    BAD_DATA = 6

    @property
    def word(self) -> str:
        """For a person."""
        return self.name.lower().replace("_", " ")


WORST_FIRST = (
    GateOutcome.BAD_DATA,
    GateOutcome.FAIL,
    GateOutcome.NOT_COMPARABLE,
    GateOutcome.INCONCLUSIVE,
    GateOutcome.PASS,
)
"""Of several games, the first of these is the outcome of the call."""


@dataclass(frozen=True)
class GateResult:
    """What the gate found."""

    outcome: GateOutcome
    cells: list[CheckedCell]
    groups: list[CheckedGroup]
    wholes: list[CheckedWhole]
    risk: float
    played: int
    headline: str
    """The outcome that need not be named."""
    most: int = MOST_GAMES
    """Games of a cell after which the gate would have given up."""
    changes: Sequence[str] = ()
    """What differs between the baseline and the game as it is now, in words."""
    not_played: Sequence[str] = ()
    """Edits of the game that its experiments hide, one line each."""
    edited: Sequence[str] = ()
    """Experiments that no longer say what their baselines hold, one line each: what they say now was not checked."""

    @property
    def names_outcomes(self) -> bool:
        """Whether there is more than the headline."""
        return {cell.outcome.name for cell in self.cells} != {self.headline}

    def with_status(self, status: str) -> list[CheckedCell]:
        """The cells of that status."""
        return [cell for cell in self.cells if cell.status == status]

    @property
    def changed_engine(self) -> list[CheckedCell]:
        """The cells whose old side cannot be played again."""
        return [cell for cell in self.cells if not cell.same_engine]


@dataclass(frozen=True)
class GameVerdict:
    """How the gate ended for one game."""

    game: str
    found: GateResult | FatecastError
    """What was found, or why nothing was played."""

    @property
    def outcome(self) -> GateOutcome:
        """That of the games that were played; else the exit code of the error."""
        return self.found.outcome if isinstance(self.found, GateResult) else GateOutcome(self.found.exit_code)


@dataclass(frozen=True)
class GateVerdicts:
    """How the gate ended for every game that it was asked about."""

    games: list[GameVerdict]
    risk: float
    """Of a false alarm in any of them."""

    @property
    def outcome(self) -> GateOutcome:
        """The worst of all games."""
        return min((each.outcome for each in self.games), key=WORST_FIRST.index)

    @property
    def only(self) -> GateResult | None:
        """What was found, if one game was asked about and played."""
        [first, *others] = self.games
        return first.found if not others and isinstance(first.found, GateResult) else None

    def with_outcome(self, outcome: GateOutcome) -> list[str]:
        """The games that ended so."""
        return [each.game for each in self.games if each.outcome is outcome]


def cells_to_check(
    sides: BaselinePair, intent: str, source: str, outcomes: Sequence[Outcome] = ()
) -> list[CheckedCell]:
    """The outcomes of the cells of a baseline, with what is claimed about each: those that are given, else those that
    the baseline checks, and those that the intent names."""
    matches = match_variant(sides.before, sides.after)
    labels, declared = [match.labels for match in matches], sides.before.game.outcomes
    checked = outcomes or sides.outcomes
    unnamed = _unnamed(checked, declared, labels)
    named = outcomes_in(intent, labels, declared, unnamed, source)
    claims = claims_of(intent, labels, declared, unnamed, sides.margin, source)
    grouping, columns = sides.baseline.grouping, digest_columns(sides.before.game, sides.before.cells)
    if not outcomes_of(checked, [match.before.labels for match in matches]):
        raise BadData(
            message("no cell has {listed}", listed=listed([outcome.name for outcome in checked])),
            source=sides.path,
            place="margins",
        )
    return [
        CheckedCell(
            sides.path,
            match,
            outcome,
            claims[outcome.name][at],
            sides.baseline.seed,
            sides.baseline.cells[at],
            columns,
            grouping.axis if grouping else None,
            sides.group_margin(outcome) - sides.margin(outcome) if grouping else 0.0,
        )
        for outcome in declared
        if outcome in checked or outcome in named
        for at, match in enumerate(matches)
        if outcome.applies(match.before.labels)
    ]


def _unnamed(checked: Sequence[Outcome], declared: Sequence[Outcome], labels: Sequence[Labels]) -> list[Outcome]:
    """What a statement of an intent is about that names no outcome: the headline and its family, if they are checked,
    else the first that is."""
    return [outcome for outcome in headlines(declared, labels) if outcome in checked] or [checked[0]]


def check_engine(cache: OutcomeCache, cells: Sequence[CheckedCell]) -> None:
    """Play the first games as they were accepted, and see whether they are the same. Where they are not, play the new
    side alone, as many games as the baseline stores."""
    first = cache.play([SeededCell(cell.match.before, cell.seed) for cell in cells], FIRST_GAMES)
    for cell, played in zip(cells, first, strict=True):
        cell.same_engine = first_digest(played, cell.columns) == cell.stored.digest
        if not cell.same_engine:
            [cell.now] = cache.play([SeededCell(cell.match.after, cell.seed)], cell.stored.games)


def decide(cache: OutcomeCache, cells: Sequence[CheckedCell], risk: float = RISK, most: int = MOST_GAMES) -> GateResult:
    """Play as many games as the decision needs, after `check_engine`. Cells of a group play on until each of them is
    decided."""
    groups, wholes = groups_of(cells), wholes_of(cells)
    claims = claims_about(cells, groups, wholes)
    ledger, done = ClaimLedger(claims, risk), 0
    for games in looks(most):
        left = _undecided(ledger, cells)
        _play(cache, left, cells, [*groups, *wholes], done, games)
        done = games
        seen = _weigh(claims, cells, groups, wholes, games == most)
        ledger.judge(seen, np.array(say_nothing(cells)), games == most)
        if ledger.failed or ledger.passed or not left:
            break
    _conclude(ledger, cells, groups, wholes, most)
    outcome = GateOutcome.FAIL if ledger.failed else GateOutcome.PASS if ledger.passed else GateOutcome.INCONCLUSIVE
    headline = cache.game.outcomes[0].name
    matches = {id(cell.match): cell.match for cell in cells}.values()
    changes = spoken(lambda: content_changes(cache.game, matches))
    return GateResult(outcome, list(cells), groups, wholes, risk, cache.played, headline, most, changes)


def claims_about(
    cells: Sequence[CheckedCell], groups: Sequence[CheckedGroup], wholes: Sequence[CheckedWhole]
) -> Claims:
    """What is claimed about cells, groups and wholes."""
    return Claims.of(
        [cell.claim for cell in cells],
        [cell.room for cell in cells],
        [group.at for group in groups],
        [whole.at for whole in wholes],
        [reach_of(cell.outcome) for cell in cells],
    )


def say_nothing(cells: Sequence[CheckedCell]) -> list[bool]:
    """The cells about which the games say nothing. A category that never happened says something, if others of its
    whole did: a game that could end in a draw, and never does."""
    silent = [cell.silent for cell in cells]
    telling = {_whole(cell) for cell, says_nothing in zip(cells, silent, strict=True) if not says_nothing}
    return [
        says_nothing and not (_whole(cell)[1] and _whole(cell) in telling)
        for cell, says_nothing in zip(cells, silent, strict=True)
    ]


def _whole(cell: CheckedCell) -> tuple[int, str]:
    """The whole that an outcome is a category of, in its cell; without a name if it is none."""
    return id(cell.match), cell.outcome.family if isinstance(cell.outcome, Share) else ""


def _undecided(ledger: ClaimLedger, cells: Sequence[CheckedCell]) -> list[CheckedCell]:
    """The cells to play on: those that are open, and the others of their groups."""
    going = ~ledger.inside
    for row in ledger.claims.member:
        going = going | row & going[row].any()
    return [cell for cell, goes in zip(cells, going, strict=True) if goes and cell.paired]


def _play(
    cache: OutcomeCache,
    left: Sequence[CheckedCell],
    cells: Sequence[CheckedCell],
    sets: Sequence[CheckedGroup | CheckedWhole],
    first: int,
    last: int,
) -> None:
    """The games [first, last) of these cells, on both sides; all their outcomes take them in. Counts are kept, games
    are not."""
    matches = {id(cell.match): cell for cell in left}
    pairs: dict[int, Pair] = {}
    for seed in {cell.seed for cell in left}:
        some = [cell.match for cell in matches.values() if cell.seed == seed]
        pairs |= {id(pair.match): pair for pair in play_pairs(cache, some, seed, last, first)}
        cache.forget((SeededCell(side, seed) for match in some for side in (match.before, match.after)), last)
    for cell in cells:
        if id(cell.match) in pairs:
            cell.add(pairs[id(cell.match)])
    for each in sets:
        played = {id(cell.match): pairs[id(cell.match)] for cell in each.cells if id(cell.match) in pairs}
        if played and isinstance(each, CheckedGroup):
            each.add(list(played.values()))
        elif played and isinstance(each, CheckedWhole):
            each.add(next(iter(played.values())))


def _weigh(
    claims: Claims,
    cells: Sequence[CheckedCell],
    groups: Sequence[CheckedGroup],
    wholes: Sequence[CheckedWhole],
    last: bool,
) -> PValues:
    """The p-values of all claims. Cells of the same content have moved by exactly nothing; those whose old side cannot
    be played again are compared with the stored sums."""
    whole = np.array([each.outside(last) for each in wholes])
    seen = claims.weigh(_together(cells, last), _together(groups, last), whole)
    for at, cell in enumerate(cells):
        if cell.exact:
            kept = cell.claim.low <= 0 <= cell.claim.high
            seen.outside[at], seen.inside[at], seen.wide[at] = float(kept), float(not kept), float(not kept)
        elif not cell.same_engine:
            seen.outside[at], seen.inside[at] = _weigh_unpaired(cell)
    return seen


def _together(each: Sequence[CheckedCell | CheckedGroup], last: bool) -> Evidence:
    return Together([one.evidence(last) for one in each], [1] * len(each), last)


def _weigh_unpaired(cell: CheckedCell) -> tuple[float, float]:
    found = cell.unpaired()
    if found is None:
        return 1.0, 1.0
    look = OneLook(*found, 0.0, inf, True, cell.unseen_unpaired())
    return float(look.outside(*cell.claim)), float(look.inside(*cell.claim))


def _conclude(
    ledger: ClaimLedger,
    cells: Sequence[CheckedCell],
    groups: Sequence[CheckedGroup],
    wholes: Sequence[CheckedWhole],
    most: int,
) -> None:
    """Write down what is known about each cell and each group. What stopped before the last look has the interval of a
    look that may have been any."""
    corrected, silent = holm(ledger.outside.tolist()), say_nothing(cells)
    for at, cell in enumerate(cells):
        cell.corrected = corrected[at]
        cell.change, cell.interval = _estimate(cell, cell.games == most)
        if cell.corrected <= ledger.risk:
            cell.status = "broken"
        elif ledger.inside[at]:
            cell.status = "kept"
        elif ledger.as_group[at]:
            cell.status = "kept as a group"
        elif silent[at]:
            cell.status = "no information"
        elif cell.paired and cell.games:
            estimate = games_needed(cell, ledger.risk, len(corrected))
            cell.needed = None if estimate is None else games_to_ask_for(estimate, cell.games)
    sets: list[CheckedGroup | CheckedWhole] = [*groups, *wholes]
    for at, each in enumerate(sets, len(cells)):
        each.corrected = corrected[at]
        each.broken = each.corrected <= ledger.risk
    for group in groups:
        if group.games:
            group.change = group.difference
            group.interval = not_excluded(group.evidence(group.games == most), group.change)


def _estimate(cell: CheckedCell, last: bool) -> tuple[float, tuple[float, float]]:
    if cell.exact:
        return 0.0, (0.0, 0.0)
    if cell.now is None and cell.table is not None:
        return cell.table.difference, lasting_interval(cell.table, last)
    found = cell.unpaired()
    if found is None:
        reach = reach_of(cell.outcome)
        return 0.0, (-reach, reach)
    change, error = found
    return change, (change - z_of() * error, change + z_of() * error)
