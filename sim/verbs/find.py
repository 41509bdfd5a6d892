"""`fatecast find`: games of a run, to replay them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from engine.language.current import said
from sim.text.number_format import whole
from sim.verbs.request.choices import Code, GameOfRun, RunDirectory, Texts, game_named, place_of, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import READ, RUN, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.inspect.find import FoundGame


@dataclass(frozen=True, kw_only=True)
class FindRequest:
    """Find games of a run to replay: by cell, by how they ended, by the piece that decided them."""

    directory: RunDirectory
    piece: Annotated[str | None, Says("Games that this piece decided.", is_of_pieces=True)] = None
    won: Annotated[bool | None, Says("Games that were won, or lost.", ["--won/--lost"])] = None
    lost_by: Annotated[str | None, Says("Games lost this way; the first word is enough.")] = None
    end: Annotated[str | None, Says("Games that ended this way; the first word is enough.")] = None
    is_: Annotated[Texts, Says("Games that count for this share, such as 'seat 2'; repeatable.")] = None
    not_: Annotated[Texts, Says("Games that do not count for it; repeatable.")] = None
    where: Annotated[Texts, Says("Cells with this label, axis=value; repeatable.")] = None
    min_: Annotated[Texts, Says("The smallest value of a column: turns=20.")] = None
    max_: Annotated[Texts, Says("The largest value of a column: score=3.")] = None
    limit: Annotated[int, Says("Find this many games.", least=1)] = 10
    look: Annotated[int, Says("Replay at most this many games to find them.", least=1)] = 2_000
    game: GameOfRun = None
    policy: Code = None


class FindData(TypedDict):
    """What `--json` prints."""

    games: list[Nested]
    looked_at: int
    candidates: int


@dataclass(frozen=True, repr=False)
class FoundGames(Result):
    """Games that are as asked."""

    games: "list[FoundGame]"
    looked_at: int
    candidates: int
    is_all: bool
    """Whether as many were found as asked for."""

    @property
    def note(self) -> str:
        """How many were found, among how many."""
        note = said(
            "{found} found, {looked} of {candidates} candidates looked at",
            found=whole(len(self.games)),
            looked=whole(self.looked_at),
            candidates=whole(self.candidates),
        )
        if self.is_all or self.looked_at == self.candidates:
            return note
        return "; ".join([note, said("--look N looks at more")])

    @property
    def data(self) -> "Json":
        """What `fatecast find --json` prints."""
        games = [each._asdict() for each in self.games]
        return {"games": games, "looked_at": self.looked_at, "candidates": self.candidates}

    def __str__(self) -> str:
        return "\n".join([*(f"{each.command}   # {each.told}" for each in self.games), self.note])


def run(asked: FindRequest, progress: Progress) -> FoundGames:
    """Look through the run; each game is told as soon as it is found."""
    from sim.experiment.cell_selectors import read_conditions
    from sim.inspect.find import GameSearch, Wanted
    from sim.inspect.opened import open_runs, say
    from sim.verbs.request.keys import bounds

    directory = Path(place_of(asked.directory))
    notes = open_runs([directory], game_named(asked.game), texts(asked.policy))
    limits = bounds("--min", texts(asked.min_)), bounds("--max", texts(asked.max_))
    cells = read_conditions(texts(asked.where), "--where")
    shares = texts(asked.is_), texts(asked.not_)
    wanted = Wanted(cells, *limits, asked.won, asked.lost_by, asked.end, *shares, asked.piece)
    search = GameSearch(directory, wanted)
    found = []
    for game in search.games(asked.limit, asked.look):
        found.append(game)
        progress.tell(game)
        if not progress.is_heard():
            break  # to look at more games takes time
    say(notes)
    return FoundGames(found, search.looked, search.candidates, len(found) == asked.limit)


VERB = Verb("find", READ, 2, FindRequest, run, FoundGames, [f"{RUN} --limit 3"], names_game=False, data=FindData)
