"""The records that all compiled games have (the keys of luck, the dice of the policies, the log of events), what every
game does with them, sets as masks (bit m stands for member m), and functions that are written out of the fields of a
record.

A game adds fields of its own in a class that inherits. Inherited fields come last, see `engine.kernel.records`, so no
record of one game begins like that of another, and the functions here serve all of them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any, cast, get_type_hints

import numpy as np

from engine.game.results import Column
from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints, Words, dtype_of
from engine.kernel.rng import HALF, NOTHING, STREAM_SHIFT, WORD, number_below, philox

ONE = np.uint64(1)
WORDS = 4
"""Random words of one call of the generator."""
MOST_MEMBERS = 62
"""Of a set, which is a number, one bit a member."""

plain = cast(Callable[[int], int], np.int64)
"""Event kinds must not be literals for Numba: it would compile `note` again for each of them."""


class Luck:
    """The keys of all random numbers of a game."""

    key0: Words
    key1: Words
    dice0: Words
    dice1: Words
    """The key from which the dice of each game get theirs."""
    game_low: Words
    game_high: Words


class Dice:
    """The dice of the policies: their key in this game, and the numbers that are ready. The key leads back neither to
    the seed nor to the game's index."""

    key0: Words
    key1: Words
    turn: Words
    block: Words
    left: int
    word: Annotated[Words, WORDS]


class Log:
    """The events of a game, if it is logged. A game adds the array `event`: a row of numbers for each event."""

    listens: int
    """0: nothing is logged."""
    count: int


class ShortLog(Log):
    """For games of at most a thousand events, each of at most eight numbers."""

    event: Annotated[Ints, 1000, 8]


class Memory:
    """What every policy has of its own. A record must have at least one field."""

    spare: int
    """Free for the policy; nobody else reads or writes it."""


def prepare(mind: Any, parameters: dict[str, Any], content: Any) -> None:
    """Writes the parameters of a policy into its new memory, before the first game."""
    for name, value in parameters.items():
        setattr(mind, name, value)


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Writes every number of a table, truth values too, into the field of its name, if the record has one."""
    for name, value in values.items():
        if isinstance(value, int | float) and name in record.dtype.names:
            setattr(record, name, value)


@inlined
def begin_game(view: Any, mind: Any) -> None:
    """Before a game, for policies that remember nothing."""


@inlined
def start_luck(luck: Any, dice: Dice, index: int) -> None:
    """Starts the streams of one game."""
    luck.game_low = np.uint64(index) & WORD
    luck.game_high = np.uint64(index) >> HALF
    words = philox(luck.game_low, luck.game_high, NOTHING, NOTHING, luck.dice0, luck.dice1)
    dice.key0 = words[0]
    dice.key1 = words[1]


@inlined
def start_dice(dice: Dice, turn: int) -> None:
    """Starts the dice of one turn: games that differ in one turn agree again in the next."""
    dice.turn = np.uint64(turn)
    dice.block = NOTHING
    dice.left = 0


@inlined
def roll(dice: Dice, n: int) -> int:
    """A random number from 0 to n − 1 for a decision. Each call gives another one."""
    if dice.left == 0:
        refill(dice)
    dice.left -= 1
    return number_below(dice.word[dice.left], n)


@inlined
def index_of(numbers: Any, number: int) -> int:
    """Where a number stands first in an array; −1 if it does not."""
    for at in range(len(numbers)):
        if numbers[at] == number:
            return at
    return -1


@compiled
def refill(dice: Dice) -> None:
    words = philox(dice.turn, dice.block, NOTHING, NOTHING, dice.key0, dice.key1)
    dice.word[3] = words[0]
    dice.word[2] = words[1]
    dice.word[1] = words[2]
    dice.word[0] = words[3]
    dice.block += ONE
    dice.left = WORDS


@inlined
def contains(mask: int, member: int) -> bool:
    """Whether a set has this member. A number that can be no member is in no set."""
    return 0 <= member < MOST_MEMBERS and (mask >> member) & 1 == 1


@inlined
def count_bits(mask: int) -> int:
    """How many members a set has. (The compiler turns this loop into one instruction.)"""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def lowest(mask: int) -> int:
    """The lowest member of a set that is not empty."""
    return count_bits((mask & -mask) - 1)


@inlined
def nth(mask: int, n: int) -> int:
    """Member number n of a set, counted from 0 in ascending order."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@inlined
def any_of(dice: Dice, members: int) -> int:
    """One member of a set that is not empty, at random."""
    return nth(members, roll(dice, count_bits(members)))


@inlined
def draw_word(luck: Any, stream: int, place: int, number: int) -> Any:
    """The word of luck, 32 bits, that is drawn for the number-th time at a place of a stream. Games number their
    streams from 1; no draw changes the luck of another."""
    where = luck.game_high | (np.uint64(stream) << STREAM_SHIFT)
    return philox(luck.game_low, where, np.uint64(place), np.uint64(number), luck.key0, luck.key1)[0]


@compiled
def shuffle(luck: Any, stream: int, number: int, cards: Any, count: int) -> None:
    """Shuffles the first of these cards for the number-th time, by a key for each of them: with one card less, the
    others keep their order. `luck.key` of the game has room for the keys. Equal cards need different numbers."""
    for at in range(count):
        luck.key[at] = draw_word(luck, stream, cards[at], number)
    for last in range(1, count):
        card, key, at = cards[last], luck.key[last], last
        while at > 0 and (luck.key[at - 1] > key or (luck.key[at - 1] == key and cards[at - 1] > card)):
            cards[at] = cards[at - 1]
            luck.key[at] = luck.key[at - 1]
            at -= 1
        cards[at] = card
        luck.key[at] = key


@inlined
def note(log: Any, event: tuple[int, ...]) -> None:
    """Writes an event into the log, its kind first, if logging is on."""
    if log.listens and log.count < len(log.event):
        for place in range(len(event)):
            log.event[log.count, place] = event[place]
        log.count += 1


def clearing(record: type, kept: Collection[str] = ()) -> Callable[[Any], None]:
    """A kernel function that sets all fields of a record to 0, except those that are kept."""
    lines = []
    layout = dtype_of(record)
    for name in layout.names or ():
        if name not in kept:
            sizes = layout[name].shape
            lines += [f"{'    ' * depth}for at{depth} in range({size}):" for depth, size in enumerate(sizes)]
            index = f"[{', '.join(f'at{depth}' for depth in range(len(sizes)))}]" if sizes else ""
            lines.append(f"{'    ' * len(sizes)}record.{name}{index} = 0")
    return _written(record.__module__, "clear", ["record"], lines)


def copying(columns: Iterable[Column], *records: type, but: Collection[str] = ()) -> Callable[..., None]:
    """A kernel function of these records and of a row. It copies every column that is a number of one of the records,
    the first that has it, except columns that the game writes itself."""
    lines = []
    for name in (column.name for column in columns if column.name not in but):
        homes = [at for at, record in enumerate(records) if _is_number(record, name)]
        lines += [f"row.{name} = record{at}.{name}" for at in homes[:1]]
    given = [f"record{at}" for at in range(len(records))]
    return _written(records[0].__module__, "copy", [*given, "row"], lines)


def writing(columns: Iterable[Column], world: type) -> Callable[[Any, Any], None]:
    """A kernel function of a world and of a row. It copies every column: a number of one of the records, the first that
    has it."""
    lines = []
    for column in columns:
        homes = [name for name, record in get_type_hints(world).items() if _is_number(record, column.name)]
        if not homes:
            raise ValueError(f"column {column.name!r}: no record has a number of this name")
        lines.append(f"row.{column.name} = world.{homes[0]}.{column.name}")
    return _written(world.__module__, "write", ["world", "row"], lines)


def _is_number(record: type, name: str) -> bool:
    layout = dtype_of(record)
    return name in (layout.names or ()) and not layout[name].shape


def _written(module: str, name: str, arguments: list[str], lines: list[str]) -> Callable[..., None]:
    """A kernel function of a module with these lines. Numba wants a file for every function, so it gets this one."""
    source = "\n    ".join([f"def {name}({', '.join(arguments)}):", *lines])
    functions: dict[str, Any] = {"__name__": module}
    exec(compile(source, __file__, "exec"), functions)  # noqa: S102 - names of fields and nothing else
    made: Callable[..., None] = inlined(functions[name])
    return made
