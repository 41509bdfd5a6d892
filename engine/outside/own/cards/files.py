"""The files of a game with cards: its decks; see `engine.game.optional_parts.Files`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine import configs
from engine.game.cell import Json
from engine.outside.own.cards.changes import cards_in_words
from engine.outside.own.cards.deck import BASE, KEY, OwnContent
from engine.outside.own.declared import Declared
from engine.policy.compiled_game.files import ContentFiles
from engine.policy.compiled_game.piece_content import Heading


@dataclass(frozen=True, eq=False)
class CardFiles:
    """Decks, once somebody asks for them."""

    game: Declared

    @cached_property
    def _files(self) -> ContentFiles[OwnContent]:
        return self.game.decks.files(self.game.policies)

    def is_deck(self, word: str) -> bool:
        """Whether a word is the name of a deck, or that of its file."""
        keys = {self.game.pieces_are[0], *Heading.model_fields}
        return word in (BASE, *configs.names(KEY, self.game.name)) or (
            word.endswith(".toml") and bool(configs.read_toml(Path(word)).keys() & keys)
        )

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        return self._files.check(data, path)

    def changes(self, path: Path) -> list[str]:
        sides = self.game.decks.checked.and_parent(path)
        return cards_in_words(sides[0].data(), sides[1].data(), self.game.pieces_are[0]) if sides else []

    def schema(self) -> Json:
        return self._files.schema()
