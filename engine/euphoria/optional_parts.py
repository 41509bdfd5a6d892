"""The pieces of Leaders of Euphoria, which are artifacts, and its files, which are decks."""

from collections.abc import Callable

from engine.euphoria.cells.grid import GRID
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.deck.deck import Deck
from engine.euphoria.deck.files import CHECKED, DECK_KEYS, DeckFile, load_deck
from engine.euphoria.deck.sheet import deck_sheet
from engine.euphoria.table.results import COUNTERS
from engine.euphoria.words.artifact_sheet import artifact_sheet, find_artifact
from engine.euphoria.words.changes import deck_changes
from engine.euphoria.words.presentation import features_of
from engine.game.cell import Cell
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import counted, said, word
from engine.policy.compiled_game.files import ContentFiles


class Artifacts:
    """The artifacts."""

    counters = COUNTERS
    tells_more = True

    def names(self, cell: Cell) -> list[str]:
        return list(GRID.content_in(cell).artifacts)

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(GRID.content_in(cell), cell.spec["players"])

    def sheet(self, content: str) -> Sheet:
        return deck_sheet(load_deck(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        deck = load_deck(content)
        return artifact_sheet(deck, find_artifact(deck, name))

    def decided_by(self, told: Replay) -> list[str]:
        end = next((event for event in reversed(told.events) if event["event"] == "end"), {})
        return [end["decided_by"]] if end.get("decided_by") else []


def described(deck: Deck) -> str:
    size = counted(
        deck.size,
        "a deck of {count} artifact, rules {rules}, {digest}",
        "a deck of {count} artifacts, rules {rules}, {digest}",
        rules=deck.rules,
        digest=deck.digest[:8],
    )
    never = [
        said("{artifact} can never be used: {why}", artifact=word(deck.title_of(key)), why=each.never_usable)
        for key, each in deck.artifacts.items()
        if each.never_usable
    ]
    return "; ".join([size, *never])


FILES = ContentFiles(
    policies=POLICIES,
    content=CHECKED,
    keys=DECK_KEYS,
    described=described,
    differences=deck_changes,
    whole_file=DeckFile,
    title="A fatecast deck of artifacts",
)
