"""A text that identifies a game permanently: `hadal:A@1f0c9a3e:veteran:3p:shift0:rules1:seed1:game17`.

It has the game's name, the content's name and the start of its hash, who plays, the number on each axis in the order of
the axes, the version of the rules, the seed and the index. The policies of several seats are joined with +; a focus and
its field with /. Options follow if they are not the usual ones: `:support=1`, `:retry=off`, `:closed=stars+warden`. A
policy from a user's file also has the start of its hash: `mine@5d41402a`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.game.cell import Cell, Json
from engine.language.current import said
from engine.policy.compiled_game.grid import OPTIONS, Grid
from engine.policy.seats.in_ids import (
    CONTENT,
    TAIL,
    WHO,
    GameIds,
    check_content,
    content_word,
    option_words,
    options_in,
    seating_in,
    seed_and_index,
    word_of,
)


@dataclass(frozen=True, eq=False)
class Ids:
    """The ids of one game."""

    name: str
    rules: int
    """The version of its rules."""
    grid: Grid[Any]
    lists: Sequence[str] = ()
    """The options that are lists."""

    @cached_property
    def read(self) -> GameIds:
        """How an id is read: its pattern, and an example in words."""
        one, axes = self.grid.one, self.grid.numbers
        patterns = [axis.word.format(rf"(?P<{axis.name}>{'-?' if axis.low < 0 else ''}\d+)") for axis in axes]
        examples = [axis.word.format(axis.usual[len(axis.usual) // 2]) for axis in axes]
        shape = [self.name, f"{one.upper()}@HASH", "POLICY", *examples, f"rules{self.rules}", "seed1", "game17"]
        pattern = re.compile(":".join([self.name, CONTENT, WHO, *patterns, TAIL]))
        return GameIds(self.rules, pattern, ":".join(shape))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        grid, spec = self.grid, cell.spec
        content: Any = grid.content
        numbers = [axis.word.format(spec[axis.name]) for axis in grid.numbers]
        head = [self.name, content_word(cell, grid.one, content.of_data), self.who(spec), *numbers]
        return ":".join([*head, *self.read.tail(seed, index), *self.rest(spec)])

    def who(self, spec: Json) -> str:
        """Who plays, as one word."""
        return word_of(self.grid.policies, spec)

    def rest(self, spec: Json) -> list[str]:
        """The words at the end: what is not as usual."""
        return option_words(spec[OPTIONS], self.grid.usual(spec))

    def find_game(self, text: str) -> tuple[Cell, int, int]:
        """The cell, seed and index of a game id. The content must be found and must still be the same."""
        grid, match = self.grid, self.read.read(text)
        seed, index = seed_and_index(match, text)
        content: Any = grid.content
        check_content(match, grid.one, content.load)
        data: Json = {
            grid.key: [match["content"]],
            **self.seating_in(match["who"]),
            **{axis.key: [int(match[axis.name])] for axis in grid.numbers},
            **self.read_rest(match),
        }
        return grid.cells(grid.resolve(data, said("game id {text!r}", text=text)))[0], seed, index

    def seating_in(self, word: str) -> Json:
        """The keys of a grid that say who plays."""
        return seating_in(word)

    def read_rest(self, match: re.Match[str]) -> Json:
        """The keys of a grid that the words at the end stand for."""
        options = options_in(match)
        lists = {key: str(options[key]).replace("+", ",") for key in self.lists if key in options}
        return {OPTIONS: {**options, **lists}}
