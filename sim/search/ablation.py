"""What each piece does: the game is played without each of them in turn, on the same luck as with all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.parts import Alteration, content_of
from sim.experiment.experiment import ResolvedExperiment
from sim.play.outcome_cache import OutcomeCache
from sim.search.effect_tables import ResultRow, effect_row, paired_row
from sim.search.effects import Effect, effects_of, mean_change, play_against_base
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

    @property
    def change(self) -> float:
        """The mean over all effects, by which alterations are ranked."""
        return mean_change(self.effects)

    def marked(self, effect: int) -> bool:
        """Whether the effect of this number is significant."""
        return self.corrected[effect] <= FALSE_DISCOVERIES


@dataclass(frozen=True)
class Ablation:
    """All alterations, ranked: the one that hurts the players most comes first."""

    ranked: list[Ablated]
    games: int

    def effect_rows(self) -> list[ResultRow]:
        """The mean change at every rung and difficulty."""
        return [
            effect_row({"rank": rank, "alteration": ablated.alteration.label}, effect)
            | {"q": q, "marked": q <= FALSE_DISCOVERIES}
            for rank, ablated in enumerate(self.ranked, 1)
            for effect, q in zip(ablated.effects, ablated.corrected, strict=True)
        ]

    def cell_rows(self) -> list[ResultRow]:
        """One row for each cell of each alteration."""
        return [row for ablated in self.ranked for row in ablated.rows]


def read_alterations(base: ResolvedExperiment, kinds: Sequence[str], pieces: Sequence[str]) -> list[Alteration]:
    """What to try: all changes of these kinds, or only those of some pieces."""
    content = content_of(base.game)
    for kind in kinds:
        if kind not in content.kinds:
            raise BadInput(f"ablate: --kind: {unknown('kind', kind, content.kinds)}")
    found = [alteration for kind in kinds for alteration in content.alterations(base.grid, kind, "ablate")]
    known = {piece for alteration in found for piece in alteration.pieces}
    for piece in pieces:
        if piece not in known:
            raise BadInput(f"ablate: --pieces: {unknown(base.game.presentation.piece, piece, known)}")
    return [alteration for alteration in found if not pieces or set(pieces) & set(alteration.pieces)]


def play_ablation(
    cache: OutcomeCache, base: ResolvedExperiment, alterations: Sequence[Alteration], games: int
) -> Ablation:
    """Play every alteration against the unchanged experiment."""
    variants = play_against_base(cache, base, (alteration.changes for alteration in alterations), games, "ablate")
    played = [
        (
            [paired_row({"alteration": alteration.label}, pair) for pair in pairs],
            effects_of(pairs, base.game.skill_axis),
        )
        for alteration, pairs in zip(alterations, variants, strict=True)
    ]
    corrected = iter(adjusted([effect.chance for _, effects in played for effect in effects]).tolist())
    found = [
        Ablated(alteration, rows, effects, [next(corrected) for _ in effects])
        for alteration, (rows, effects) in zip(alterations, played, strict=True)
    ]
    return Ablation(sorted(found, key=lambda ablated: ablated.change), games)
