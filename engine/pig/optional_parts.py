"""The optional parts of Pig: options and policies can be changed, and policies can be listed and checked."""

from engine.game.optional_parts import ContentByFunctions
from engine.pig.cells.checked_cells import cells_to_check, deciding_policy, first_seat_won
from engine.pig.cells.hidden_redeal import redeal
from engine.pig.cells.play_cell import PREPARATION, play_batch, play_with_dice_of
from engine.pig.cells.policy_set import POLICIES
from engine.pig.cells.variants import KINDS, alterations_of, changed_grid, experiment_text, fields_of, rehearsals_of
from engine.pig.words.game_ids import game_id
from engine.policy.checking.compliance import CheckedGame

CHECKED = CheckedGame(
    POLICIES,
    cells=cells_to_check,
    policy=deciding_policy,
    make_ready=PREPARATION.prepare_one,
    play=play_batch,
    play_with_dice_of=play_with_dice_of,
    succeeded=first_seat_won,
    game_id=game_id,
    redeal=redeal,
)


CONTENT = ContentByFunctions(KINDS, changed_grid, alterations_of, rehearsals_of, fields_of, experiment_text)
"""The options and the parameters of policies, by dotted paths."""
