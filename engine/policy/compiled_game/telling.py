"""A replay told by templates: a game lists its events, and what each says. It needs no code for that.

The kernel writes an event as its number in the list, followed by the numbers of its places. `Event("drew", "Seat {seat}
draws {card}.")` has two places; further ones, which only the data have, are named after the template.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import Formatter
from typing import Any, overload

from engine.game.cell import Json
from engine.game.results import Replay, Stood, broken_off
from engine.language.current import told_by_game
from engine.policy.compiled_game.play import Replayed
from engine.policy.compiled_game.records import plain

TURN, SEAT, EVENT, BROKEN = "turn", "seat", "event", "broken"
Word = Callable[[Any, int], object] | Sequence[str]
"""What a person calls a number of an event, in a game of some content; or what 0, 1, 2, … are called in all games."""


@dataclass(frozen=True)
class Event:
    """Something that happens in a game."""

    name: str
    """As the data of a replay have it."""
    template: str
    """The line of a replay; empty if it has none. A place is a name and nothing else."""
    also: tuple[str, ...] = ()
    """Numbers that only the data have."""

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of the numbers, in the order in which the kernel writes them."""
        named = [name for _, name, _, _ in Formatter().parse(self.template) if name is not None]
        return (*dict.fromkeys(named), *self.also)


def kinds(events: Sequence[Event]) -> list[int]:
    """The numbers by which a kernel writes these events, in their order."""
    return [plain(kind) for kind in range(len(events))]


class Standings(Sequence[Stood]):
    """How the table stood, worked out by telling the game once more when somebody asks: few who replay a game do."""

    def __init__(self, tell_again: Callable[[], Replay]) -> None:
        self._tell_again = tell_again

    @cached_property
    def _found(self) -> Sequence[Stood]:
        return self._tell_again().tables

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Stood: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Stood]: ...
    def __getitem__(self, at: int | slice) -> Stood | Sequence[Stood]:
        return self._found[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list has none

    def __reduce__(self) -> tuple[type[list[Stood]], tuple[list[Stood]]]:
        """Another process gets what was found."""
        return list, (list(self),)


def _from_one(content: Any, number: int) -> object:
    return number + 1


def _called(word: Word, content: Any, number: int) -> object:
    return word(content, number) if callable(word) else word[number]


@dataclass(frozen=True, eq=False)
class Telling:
    """Tells the games of one game. An event with the place `turn` begins a turn; people count seats from 1."""

    events: Sequence[Event]
    words: Mapping[str, Word] = field(default_factory=dict)
    """How the numbers of a place are told, by its name; the others are told as they are."""

    def __call__(self, content: Any, replayed: Replayed) -> Replay:
        """The whole game, as data and as lines."""
        words: Mapping[str, Word] = {SEAT: _from_one, **self.words}
        turn = 0
        data: list[Json] = []
        lines: list[tuple[int, str]] = []
        for kind, *numbers in replayed.log.event[: replayed.log.count].tolist():
            event = self.events[kind]
            told = {
                name: _called(words[name], content, number) if name in words else number
                for name, number in zip(event.places, numbers, strict=False)
            }
            turn = numbers[event.places.index(TURN)] if TURN in event.places else turn
            data.append({TURN: turn, EVENT: event.name, **told})
            if event.template:
                lines.append((turn, told_by_game(event.template, told)))
        if replayed.broken:
            data.append({TURN: turn, EVENT: BROKEN, "what": replayed.broken})
            lines.append((turn, broken_off(replayed.broken)))
        return Replay(data, lines)
