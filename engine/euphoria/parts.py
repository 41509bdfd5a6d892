"""The optional parts of Leaders of Euphoria: its deck and options can be changed, its pieces are artifacts, and its
policies can be listed and checked."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.euphoria.cells.checked_cells import cells_to_check, deciding_policy, first_seat_won
from engine.euphoria.cells.hidden_redeal import redeal
from engine.euphoria.cells.play_cell import PREPARATION, lay_out, play_batch, play_with_dice_of
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.cells.variants import KINDS, alterations_of, changed_grid, extension, fields_of, rehearsals_of
from engine.euphoria.deck.files import DECK_KEYS, deck_and_parent, deck_from_file, load_deck
from engine.euphoria.deck.schema import json_schema
from engine.euphoria.deck.sheet import deck_sheet
from engine.euphoria.table.results import COUNTERS
from engine.euphoria.words.artifact_sheet import artifact_sheet, find_artifact
from engine.euphoria.words.changes import deck_changes
from engine.euphoria.words.game_ids import game_id
from engine.euphoria.words.presentation import features_of
from engine.game.cell import Cell, Json
from engine.game.parts import ContentByFunctions
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.policy.checking.compliance import CheckedGame
from engine.policy.listing import checked_preset

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


CONTENT = ContentByFunctions(KINDS, changed_grid, alterations_of, rehearsals_of, fields_of, extension)
"""The deck, the options and the parameters of policies, by dotted paths."""


class Artifacts:
    """The artifacts."""

    counters = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return list(lay_out(cell).deck.artifacts)

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(lay_out(cell).deck, cell.spec["players"])

    def sheet(self, content: str) -> Sheet:
        return deck_sheet(load_deck(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        deck = load_deck(content)
        return artifact_sheet(deck, find_artifact(deck, name))

    def decided_by(self, told: Replay) -> list[str]:
        end = next((event for event in reversed(told.events) if event["event"] == "end"), {})
        return [end["decided_by"]] if end.get("decided_by") else []


class ConfigFiles:
    """Decks and presets."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "policy" in data:
            return checked_preset(POLICIES, dict(data), path)
        if not DECK_KEYS & data.keys():
            return None
        deck = deck_from_file(path)
        never = [
            f"; {deck.title_of(key)} can never be used: {each.never_usable}"
            for key, each in deck.artifacts.items()
            if each.never_usable
        ]
        cards = f"{deck.size} artifact{'' if deck.size == 1 else 's'}"
        return f"a deck of {cards}, rules {deck.rules}, {deck.digest[:8]}{''.join(never)}"

    def changes(self, path: Path) -> list[str]:
        sides = deck_and_parent(path)
        return deck_changes(*sides) if sides else []

    def schema(self) -> Json:
        return json_schema()
