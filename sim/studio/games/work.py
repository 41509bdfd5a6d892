"""What the worker does for this room: it looks for games, and plays one again."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.studio.runs.policy_files import flags as policy_flags

if TYPE_CHECKING:
    from sim.studio.jobs.talk import Talk


@dataclass(frozen=True)
class Wanted:
    """Games of a run, as `find` takes them."""

    run: Path
    game: str | None
    piece: str | None = None
    won: bool | None = None
    end: str | None = None
    where: tuple[str, ...] = ()
    least: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    limit: int = 10
    policies: tuple[str, ...] = ()
    """Files of code that the run was played with."""

    def command(self, game_word: str | None) -> str:
        """The command that finds the same."""
        flags = [
            *(["--piece", self.piece] if self.piece else []),
            *([] if self.won is None else ["--won" if self.won else "--lost"]),
            *(["--end", self.end] if self.end else []),
            *(word for each in self.where for word in ("--where", each)),
            *(word for each in self.least for word in ("--min", each)),
            *(word for each in self.most for word in ("--max", each)),
            *["--limit", str(self.limit)],
            *(["--game", game_word] if self.game and game_word else []),
            *policy_flags(self.policies),
        ]
        return shlex.join(["fatecast", "find", str(self.run), *flags])


@dataclass(frozen=True)
class Gallery:
    """The games of a run that are worth reading, as its report has them."""

    run: Path
    game: str | None
    policies: tuple[str, ...] = ()
    """Files of code that the run was played with."""

    def command(self, game_word: str | None) -> str:
        """The command that makes the report."""
        named = ["--game", game_word] if self.game and game_word else []
        return shlex.join(["fatecast", "report", str(self.run), *named, *policy_flags(self.policies)])


@dataclass(frozen=True)
class Again:
    """One game to be played again, by its id."""

    game_id: str
    game: str
    as_seat: int | None = None
    policies: tuple[str, ...] = ()
    """Files of code that the id names."""

    def command(self, game_word: str | None) -> str:
        """The command that tells the same."""
        seat = [] if self.as_seat is None else ["--as", str(self.as_seat)]
        named = ["--game", game_word] if game_word else []
        return shlex.join(["fatecast", "replay", self.game_id, *seat, *named, *policy_flags(self.policies)])


def find(asked: Wanted, talk: "Talk") -> None:
    """Tell each game, with its id."""
    from sim.verbs.find import VERB, FindRequest, FoundGames

    found = VERB(
        FindRequest(
            directory=asked.run,
            piece=asked.piece,
            won=asked.won,
            end=asked.end,
            where=asked.where,
            min_=asked.least,
            max_=asked.most,
            limit=asked.limit,
            game=asked.game,
        ),
        talk,
    )
    assert isinstance(found, FoundGames)
    games = [{"id": shlex.split(each.command)[2], "told": each.told, "command": each.command} for each in found.games]
    talk.event("found", games=games, note=found.note)


def gallery(asked: Gallery, talk: "Talk") -> None:
    """Tell each game that the report shows, with its id."""
    from engine.language.current import said, word
    from sim.inspect.opened import open_runs
    from sim.report.shared.gallery import gallery as shown_in
    from sim.report.shared.run_data import RunData
    from sim.text.number_format import capital

    open_runs([asked.run], asked.game)
    found = shown_in(RunData(asked.run))
    games = [
        {
            "id": shlex.split(each.command)[2],
            "told": " · ".join([capital(word(each.kind)), each.where]),
            "command": each.command,
        }
        for each in found
    ]
    talk.event("found", games=games, note=said("Games worth reading, as the report of this run has them."))


def replay(asked: Again, talk: "Talk") -> None:
    """Tell a game, turn by turn."""
    from sim.inspect.tables import title_of
    from sim.verbs.replay import VERB, Replayed, ReplayRequest

    told = VERB(ReplayRequest(what=asked.game_id, game=asked.game, as_seat=asked.as_seat), talk)
    assert isinstance(told, Replayed)
    tables = [[max(each.line - 1, 0), title_of(each), each.rows] for each in told.tables]
    talk.event("replay", cell=told.cell, seed=told.seed, index=told.index, lines=told.lines, tables=tables)
