"""A grid of variants on common luck: what the win rate does when settings move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps

from engine.errors import BadInput
from sim.arena import Arena, Place
from sim.choices import Axis, Choice, Setting, axes_of, choices, count
from sim.effects import Effect, effects_of
from sim.experiment import Effective
from sim.paired_rows import Row, paired_row
from sim.pairing import match_variant, play_pairs
from sim.variants import variant

MANY = 10_000
"""Variants that nobody asks for by accident."""

TOGETHER = 16
"""Variants played at a time: enough to keep workers busy, few enough to be forgotten again."""


@dataclass(frozen=True)
class Response:
    """What one variant came to."""

    choice: Choice
    rows: list[Row]
    """One a cell."""
    effects: list[Effect]
    """One a rung and difficulty."""


@dataclass(frozen=True)
class Sweep:
    """All variants."""

    axes: list[Axis]
    responses: list[Response]
    games: int


def check_sweep(base: Effective, settings: Sequence[Setting], sure: bool) -> None:
    """Refuse a sweep of nothing, one of more than was meant, and values that the game refuses."""
    variants = count(settings)
    if variants < 2:
        raise BadInput(
            "sweep: nothing varies, expected --set with two values or more (fatecast try plays a single one)"
        )
    if variants > MANY and not sure:
        raise BadInput(f"sweep: {variants:,} variants; more than {MANY:,} are played only with --yes")
    for setting in settings:
        for choice in choices([setting]):
            variant(base, choice.changes, "sweep")


def play_sweep(arena: Arena, base: Effective, settings: Sequence[Setting], games: int) -> Sweep:
    """Every variant against the experiment as it is."""
    left, responses = choices(settings), list[Response]()
    while together := list(islice(left, TOGETHER)):
        responses += _play(arena, base, together, games)
    return Sweep(axes_of(settings), responses, games)


def _play(arena: Arena, base: Effective, together: Sequence[Choice], games: int) -> Iterator[Response]:
    seed = base.settings.seed
    matches = [match_variant(base, variant(base, choice.changes, "sweep")) for choice in together]
    pairs = play_pairs(arena, [match for some in matches for match in some], seed, games)
    for at, choice in enumerate(together):
        mine = pairs[at * len(base.cells) : (at + 1) * len(base.cells)]
        lead = {_column(name, base): value for name, value in choice.point.items()}
        rows = [paired_row(lead, pair) | {"changes": dumps(choice.changes, ensure_ascii=False)} for pair in mine]
        yield Response(choice, rows, effects_of(mine, base.game.rungs))
    kept = {cell.key for cell in base.cells}
    arena.forget(Place(match.after, seed) for some in matches for match in some if match.after.key not in kept)


def _column(axis: str, base: Effective) -> str:
    """The column of an axis; a label of the cells keeps its name to itself."""
    return f"set.{axis}" if axis in base.cells[0].labels else axis
