"""Games of a run worth replaying: those of some cells, with some end, that one piece decided.

Rows say how a game ended, but not by whom. So candidates are filtered in the rows, lazily, and then replayed one by one
in the order of their index until enough are found. How many are looked at is bounded, and said.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import polars as pl

from engine.configs import unknown
from engine.errors import BadData, BadInput
from engine.game.parts import pieces_of
from engine.game.protocol import Game
from sim.experiment.cell_selectors import Conditions, cells_where, check_values
from sim.experiment.experiment import ResolvedExperiment
from sim.play.logs import LOGGER
from sim.runs.manifest import check_versions
from sim.runs.run import load_run


@dataclass(frozen=True)
class Wanted:
    """What a game must be like."""

    where: Conditions = field(default_factory=dict)
    """Labels of its cell: any of the values given for an axis."""
    least: Mapping[str, int] = field(default_factory=dict)
    """The least value of some columns of its row …"""
    most: Mapping[str, int] = field(default_factory=dict)
    """… and the most."""
    won: bool | None = None
    lost_by: str | None = None
    """How it ended, for a game that was lost; the beginning of the word is enough."""
    piece: str | None = None
    """What decided it."""


class FoundGame(NamedTuple):
    """A game that fits."""

    command: str
    """What replays it."""
    told: str
    """How it went, in a few words."""


@dataclass
class GameSearch:
    """Goes through the candidates of a run and counts what it looks at."""

    path: Path
    wanted: Wanted
    looked: int = 0
    candidates: int = 0

    def games(self, limit: int, look: int) -> Iterator[FoundGame]:
        """The first games that fit, `limit` at most, among the first `look` candidates."""
        run = load_run(self.path)
        experiment = run.experiment
        check_versions(self.path, run.manifest, experiment)
        piece = None if self.wanted.piece is None else piece_named(experiment, self.wanted.piece)
        labels = [cell.labels for cell in experiment.cells]
        cells = cells_where(labels, self.wanted.where, "--where")
        check_values(labels, self.wanted.where, "--where")
        rows = run.games.filter(conditions(experiment, self.wanted, cells))
        self.candidates = rows.select(pl.len()).collect(engine="streaming").item()
        first = (
            rows.select(*told_columns(experiment.game))
            .bottom_k(look, by=["game", "cell"])
            .collect(engine="streaming")
            .sort("game", "cell")
        )
        experiment.game.prepare([experiment.cells[cell] for cell in first["cell"].unique()], LOGGER.warning)
        found = 0
        for row in first.iter_rows(named=True):
            if found == limit:
                return
            self.looked += 1
            deciders = replay_deciders(self.path, experiment, row)
            if piece is None or piece in deciders:
                found += 1
                yield FoundGame(command(self.path, experiment, row), in_words(experiment.game, row, deciders))


def piece_named(experiment: ResolvedExperiment, name: str) -> str:
    """The piece that a person means: capitals, and hyphens for spaces, do not matter."""
    known = {piece for cell in experiment.cells for piece in pieces_of(experiment.game).names(cell)}
    for piece in known:
        if spelled(piece) == spelled(name):
            return piece
    raise BadInput(unknown("card", name, known))


def replay_deciders(path: Path, experiment: ResolvedExperiment, row: Mapping[str, int]) -> list[str]:
    """What decided a game. A replay of another length is a replay by other rules, and says nothing about the run."""
    cell = experiment.cells[row["cell"]]
    told = experiment.game.replay(cell, experiment.settings.seed, row["game"])
    if told.events[-1]["turn"] != row["turns"]:
        raise BadData(f"{path}: {cell.name}, game {row['game']}: replayed, it is not the game that was counted")
    return pieces_of(experiment.game).decided_by(told)


def conditions(experiment: ResolvedExperiment, wanted: Wanted, cells: Sequence[int]) -> pl.Expr:
    """The part of the question that the rows can answer."""
    game = experiment.game
    names = [column.name for column in game.columns]
    asked = [pl.col("cell").is_in(list(cells))] if len(cells) < len(experiment.cells) else []
    for flag, bounds in (("--min", wanted.least), ("--max", wanted.most)):
        for name, bound in bounds.items():
            if name not in names:
                raise BadInput(f"{flag}: {unknown('column', name, names)}")
            asked.append(pl.col(name) >= bound if flag == "--min" else pl.col(name) <= bound)
    if wanted.won and wanted.lost_by is not None:
        raise BadInput("find: expected --won or --lost-by, not both")
    if wanted.won is not None:
        asked.append(pl.col("won") == int(wanted.won))
    if wanted.lost_by is not None:
        asked += [pl.col("won") == 0, pl.col("end") == end_code(game, wanted.lost_by)]
    return pl.all_horizontal(asked) if asked else pl.lit(True)


def end_code(game: Game, text: str) -> int:
    """The code of an end, by its name or the beginning of it; a hyphen stands for a space."""
    ends = next((column.values for column in game.columns if column.name == "end"), ())
    word = text.replace("-", " ")
    fits = [end for end in ends if end == word] or [end for end in ends if end.startswith(word)]
    if len(fits) != 1:
        raise BadInput(f"--lost-by: {unknown('end', text, ends)}")
    return ends.index(fits[0])


def told_columns(game: Game) -> list[str]:
    """The columns that say which game it is and how it went: no others are read."""
    return ["cell", "game", *(column.name for column in game.columns if column.name in ("won", "turns", "end"))]


def in_words(game: Game, row: Mapping[str, int], deciders: Sequence[str]) -> str:
    """`14 turns, lost: fade, decided by the-deep`"""
    ends = next((column.values for column in game.columns if column.name == "end"), ())
    how = "won" if row["won"] else f"lost: {ends[row['end']]}" if ends else "lost"
    return f"{row['turns']} turns, {how}, decided by {' and '.join(deciders) or 'no card'}"


def command(path: Path, experiment: ResolvedExperiment, row: Mapping[str, int]) -> str:
    """What to type: the id where it is enough, else the place in the run."""
    game, cell = experiment.game, experiment.cells[row["cell"]]
    game_id = game.game_id(cell, experiment.settings.seed, row["game"])
    try:
        enough = game.find_game(game_id)[0].key == cell.key
    except BadInput:
        enough = False
    place = f"{quote(str(path))} {row['cell']} {row['game']}"
    return f"fatecast replay {quote(game_id) if enough else place}"


def spelled(name: str) -> str:
    return name.lower().replace(" ", "-")
