"""What each piece does: the game is played without each of them in turn, on the same luck as with all of them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.configs import unknown_word
from engine.errors import BadInput, message
from engine.game.optional_parts import Alteration, content_of
from engine.game.outcomes import Outcome
from sim.experiment.experiment import ResolvedExperiment
from sim.play.outcome_cache import OutcomeCache
from sim.search.effect_tables import ResultRow, effect_row, paired_row
from sim.search.effects import Effect, effects_of, play_against_base
from sim.search.shrunk_effects import LuckInCommon, ShrunkEffect, shrunk_effects
from sim.statistics.intervals import FALSE_DISCOVERIES, adjusted


@dataclass(frozen=True)
class Ablated:
    """The effects of one alteration."""

    alteration: Alteration
    rows: list[ResultRow]
    """One for each cell."""
    effects: list[Effect]
    """One for each rung and difficulty."""
    corrected: list[float]
    """Their p-values, adjusted for the number of effects."""
    shrunk: list[ShrunkEffect]
    """What is shown of the effects: a ranking puts the extreme ones first."""

    @property
    def change(self) -> float:
        """The mean over all shrunk effects, by which alterations are ranked."""
        return sum(effect.change for effect in self.shrunk) / len(self.shrunk)

    def marked(self, effect: int) -> bool:
        """Whether the effect of this number is significant, and what is shown of it is clear, too: its interval
        excludes 0."""
        low, high = self.shrunk[effect].interval
        return self.corrected[effect] <= FALSE_DISCOVERIES and not low <= 0 <= high


@dataclass(frozen=True)
class Ablation:
    """All alterations, ranked: the one that lowers the outcome most comes first."""

    ranked: list[Ablated]
    games: int
    outcome: Outcome

    def effect_rows(self) -> list[ResultRow]:
        """The mean change at every rung and difficulty."""
        return [
            effect_row({"rank": rank, "alteration": ablated.alteration.label}, effect, self.outcome)
            | {"q": ablated.corrected[at], "marked": ablated.marked(at)}
            | dict(zip(("shrunk", "shrunk_low", "shrunk_high"), (shrunk.change, *shrunk.interval), strict=True))
            for rank, ablated in enumerate(self.ranked, 1)
            for at, (effect, shrunk) in enumerate(zip(ablated.effects, ablated.shrunk, strict=True))
        ]

    def cell_rows(self) -> list[ResultRow]:
        """One row for each cell of each alteration."""
        return [row for ablated in self.ranked for row in ablated.rows]


def read_alterations(base: ResolvedExperiment, kinds: Sequence[str], pieces: Sequence[str]) -> list[Alteration]:
    """What to try: all changes of these kinds, or only those of some pieces."""
    content = content_of(base.game)
    for kind in kinds:
        if kind not in content.kinds:
            raise unknown_word("kind", kind, content.kinds, "ablate", "--kind")
    found = [alteration for kind in kinds for alteration in content.alterations(base.grid, kind, "ablate")]
    if not found:
        raise BadInput(
            message("--kind {kinds}: nothing of that kind can be changed here", kinds=", ".join(kinds)),
            source="ablate",
            hint=message("--list-kinds says what else there is"),
        )
    known = {piece for alteration in found for piece in alteration.pieces}
    for piece in pieces:
        if piece not in known:
            raise unknown_word(base.game.presentation.piece, piece, known, "ablate", "--pieces")
    return [alteration for alteration in found if not pieces or set(pieces) & set(alteration.pieces)]


def play_ablation(
    cache: OutcomeCache, base: ResolvedExperiment, alterations: Sequence[Alteration], games: int, outcome: Outcome
) -> Ablation:
    """Play every alteration against the unchanged experiment, and measure what it does to an outcome."""
    variants = play_against_base(cache, base, [alteration.changes for alteration in alterations], games, "ablate")
    kinds, luck = _kinds(base, alterations), LuckInCommon(outcome)
    rows: list[list[ResultRow]] = []
    effects: list[list[Effect]] = []
    for alteration, kind, pairs in zip(alterations, kinds, variants, strict=True):
        rows.append([paired_row({"alteration": alteration.label}, pair, outcome) for pair in pairs])
        effects.append(effects_of(pairs, base.game.about.skill, outcome))
        luck.add(kind, pairs, effects[-1])
    corrected = iter(adjusted([effect.chance for line in effects for effect in line]).tolist())
    found = [
        Ablated(alteration, cells, line, [next(corrected) for _ in line], shrunk)
        for alteration, cells, line, shrunk in zip(
            alterations, rows, effects, shrunk_effects(kinds, effects, luck), strict=True
        )
    ]
    return Ablation(sorted(found, key=lambda ablated: ablated.change), games, outcome)


def _kinds(base: ResolvedExperiment, alterations: Sequence[Alteration]) -> list[str]:
    """The kind of each alteration; empty for one that the game does not list."""
    content = content_of(base.game)
    known: dict[str, str] = {}
    for kind in content.kinds:
        with suppress(BadInput):  # a kind that is not asked for may not fit this experiment
            known |= {alteration.label: kind for alteration in content.alterations(base.grid, kind, "ablate")}
    return [known.get(alteration.label, "") for alteration in alterations]
