"""`fatecast replay`: one game, turn by turn."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from engine.game.registry import DEFAULT_GAME
from engine.language.current import said
from sim.verbs.request.choices import Code, Name, Place, StoredCode, game_or_default, place_of, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result, as_html
from sim.verbs.request.verb import READ, RUN, Verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from engine.game.cell import Json
    from engine.game.results import Stood


@dataclass(frozen=True, kw_only=True)
class ReplayRequest:
    """Show one game, turn by turn."""

    what: Annotated[Place, Says("A game id, or a run directory.", metavar="GAME_ID | RUN", is_argument=True)]
    cell: Annotated[str | int | None, Says("In a run: the cell, by name or number.", is_argument=True)] = None
    index: Annotated[str | int | None, Says("In a run: the index of the game.", is_argument=True)] = None
    game: Annotated[Name, Says("The game.")] = DEFAULT_GAME
    turn: Annotated[int, Says("Begin at this turn.")] = 0
    as_seat: Annotated[int | None, Says("Tell it as this seat knows it, counted from 1.", ["--as"], metavar="SEAT")] = (
        None
    )
    policy: Code = None
    stored_code: StoredCode = False


@dataclass(frozen=True, repr=False)
class Replayed(Result):
    """One game, turn by turn."""

    cell: str
    seed: int
    index: int
    events: "list[Json]"
    """What happened, as data."""
    lines: list[tuple[int, str]]
    """The same for a person: the turn, and what is told of it."""
    tables: "Sequence[Stood]" = ()
    """How the table stood: in rows of words, as a game file draws them, or as far as a game says."""
    drawn: str = ""
    """The lines with the tables that a game file draws, if it draws any."""

    @property
    def text(self) -> str:
        """All of that."""
        return self.drawn or "\n".join(line for _, line in self.lines)

    @cached_property
    def turns(self) -> "pl.DataFrame":
        """One row for each event: its turn, its kind and everything else about it, null where it has none of that."""
        import polars as pl

        names = list(dict.fromkeys(name for event in self.events for name in event))
        columns = {name: [event.get(name) for event in self.events] for name in names}
        return pl.DataFrame({name: _plain(values) for name, values in columns.items()})

    @property
    def data(self) -> "list[Json]":
        """What `fatecast replay --json` prints."""
        return self.events

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        place = said("seed {seed}, game {game}", seed=self.seed, game=self.index)
        return as_html(f"{self.cell}, {place}", text=self.text)


def run(asked: ReplayRequest, progress: Progress) -> Replayed:
    """Play the game again: by its id, or by its run, its cell and its index."""
    from sim.inspect.replay import game_meant, replay_from
    from sim.inspect.tables import text_of, with_drawings

    cell, index = (None if word is None else str(word) for word in (asked.cell, asked.index))
    game = game_or_default(asked.game)
    found, at, seed, number = game_meant(
        place_of(asked.what), cell, index, game, texts(asked.policy), asked.stored_code
    )
    told = replay_from(found, at, seed, number, asked.turn, asked.as_seat)
    drawn = text_of(told.lines, told.tables) if any(each.seat for each in told.tables) else ""
    return Replayed(at.name, seed, number, with_drawings(told), list(told.lines), told.tables, drawn)


def _plain(values: list[object]) -> list[object]:
    """A column of one kind of value; where there are several kinds, or lists and tables, as text."""
    kinds = {type(value) for value in values if value is not None}
    mixed = len(kinds) > 1 or kinds & {dict, list, tuple}
    return [None if value is None else str(value) for value in values] if mixed else values


VERB = Verb(
    "replay",
    READ,
    3,
    ReplayRequest,
    run,
    Replayed,
    [f"{RUN} 0 17"],
    names_game=False,
    writes_nothing=True,
    data=list[Nested],
)
