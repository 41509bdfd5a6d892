"""What can be changed about a game with cards: its cards (`cards.kraken.power`, `remove`), its parameters and those of
its policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from engine.configs import unknown_word
from engine.content.changes import extension_text
from engine.errors import BadInput, message
from engine.game.cell import Json
from engine.game.differences import plain_changes
from engine.game.optional_parts import Alteration
from engine.language.current import said
from engine.language.kinds import kind_of_thing
from engine.outside.changes import OutsideChanges
from engine.outside.own.cards.deck import BASE, KEY, ONE, OwnDecks
from engine.policy.compiled_game.changes import REMOVE

NUMBERS = "numbers"
"""The kind of alteration that moves each number of a card."""


@dataclass(frozen=True, eq=False, kw_only=True)
class CardChanges(OutsideChanges):
    """Cards, rules and policies; see `engine.game.optional_parts.Content`."""

    decks_now: Any
    """Gives the decks: they are read when somebody asks for them."""
    pieces: str

    @property
    def decks(self) -> OwnDecks:
        found: OwnDecks = self.decks_now()
        return found

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        of_cards, rest = self._apart(changes)
        if of_cards:
            checked = self.decks.checked
            contents = [
                {**each, "content": checked.changed(each["content"], of_cards, source).data()} for each in grid[KEY]
            ]
            grid = self.resolve({**grid, KEY: contents}, source)
        return super().changed(grid, rest, source) if rest or not of_cards else grid

    def _apart(self, changes: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
        """The changes of cards, and all others."""
        of_cards = {path: value for path, value in changes.items() if path.partition(".")[0] in (self.pieces, REMOVE)}
        if isinstance(of_cards.get(REMOVE), str):
            of_cards[REMOVE] = [of_cards[REMOVE]]
        return of_cards, {path: value for path, value in changes.items() if path not in of_cards}

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in self.kinds:
            raise unknown_word("kind of change", kind, self.kinds, source)
        if kind == self.pieces:
            return list(self.decks.left_out(grid))
        return list(self.decks.moved_numbers(grid)) if kind == NUMBERS else super().alterations(grid, kind, source)

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        """A player who slips, and the first number of a card moved by one."""
        return [*super().rehearsals(grid, source)[:1], *list(self.decks.moved_numbers(grid))[:1]]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return {**self.decks.numbers(grid), **super().fields(grid, source)}

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        """Changes of cards as a deck that extends the changed one; all others as an experiment."""
        of_cards, rest = self._apart(changes)
        if not of_cards:
            return super().extension(grid, changes, notes, to)
        words = grid.get(KEY) or [BASE]
        word = words[0] if isinstance(words, list) and len(words) == 1 else None
        if not isinstance(word, str):
            raise BadInput(source=to, place=KEY, expected=message("the name of one {one}", one=kind_of_thing(ONE)))
        if rest:
            told = message(
                "changes of {pieces}, or of options and policies, not of both in one file", pieces=self.pieces
            )
            raise BadInput(source=to, expected=told)
        if word.endswith(".toml") or "/" in word:
            word = Path(relpath(word, to.parent)).as_posix()
        self.changed(self.resolve(grid, str(to)), of_cards, str(to))  # a file that nobody can load helps nobody
        return extension_text(word, of_cards, notes)


def cards_in_words(before: Json, after: Json, pieces: str) -> list[str]:
    """What differs between two decks: `Kraken: power 4 → 5`."""
    was, now = before[pieces], after[pieces]
    found = [said("{card} is new", card=_title(key, now)) for key in now if key not in was]
    found += [said("{card} is left out", card=_title(key, was)) for key in was if key not in now]
    for key in sorted(was.keys() & now.keys()):
        found += [f"{_title(key, now)}: {line.replace(': ', ' ', 1)}" for line in plain_changes(was[key], now[key])]
    return found


def _title(key: str, cards: Json) -> str:
    return str(cards[key]["name"] or key)
