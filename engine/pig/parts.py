"""The optional parts of Pig: options and policies can be changed, and policies can be listed and checked."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.game.cell import Json
from engine.game.parts import Alteration
from engine.pig.cells.checked_cells import cells_to_check, deciding_policy, first_seat_won
from engine.pig.cells.play_cell import PREPARATION, play_batch, play_with_dice_of
from engine.pig.cells.policy_set import POLICIES
from engine.pig.cells.variants import KINDS, alterations_of, changed_grid, experiment_text, fields_of, rehearsals_of
from engine.pig.words.game_ids import game_id
from engine.policy.compliance import CheckedGame

CHECKED = CheckedGame(
    POLICIES,
    cells=cells_to_check,
    policy=deciding_policy,
    make_ready=PREPARATION.prepare_one,
    play=play_batch,
    play_with_dice_of=play_with_dice_of,
    succeeded=first_seat_won,
    game_id=game_id,
)


class PigContent:
    """The options and the parameters of policies, by dotted paths."""

    kinds = KINDS

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return changed_grid(grid, changes, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        return alterations_of(grid, kind, source)

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        return rehearsals_of(grid, source)

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return fields_of(grid)

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        return experiment_text(grid, changes, notes, to)
