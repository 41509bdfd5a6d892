"""Find games of a run to replay: by cell, by how they ended, by the piece that decided them.

Rows say how a game ended, but not which piece decided it. So the rows are filtered first, lazily, and the candidates
are then replayed in the order of their index until enough are found. At most `look` of them are replayed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import polars as pl

from engine.configs import unknown_word
from engine.errors import BadData, BadInput, message
from engine.game.optional_parts import pieces_of
from engine.game.outcomes import Mean, Outcome, Share, outcome_named
from engine.game.protocol import Game, OnlyDeclared, OnlyRead
from engine.game.registry import in_words_of
from engine.language.current import after_number, counted, joined, said, said_as, word
from sim.experiment.cell_selectors import Conditions, cells_where, check_values
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.replay_command import replay_command
from sim.inspect.verify import checked_if_it_fails
from sim.play.logs import LOGGER
from sim.runs.manifest import check_readable
from sim.runs.run import load_run
from sim.runs.tables import readable_tables
from sim.text.number_format import brief_number, listed

LONGEST_LABEL = 60
"""Characters of what an outcome means; a longer text is replaced by its name."""


@dataclass(frozen=True)
class Wanted:
    """The conditions on a game."""

    where: Conditions = field(default_factory=dict)
    """The labels of its cell."""
    least: Mapping[str, int] = field(default_factory=dict)
    """For some columns, the smallest value allowed."""
    most: Mapping[str, int] = field(default_factory=dict)
    """For some columns, the largest value allowed."""
    won: bool | None = None
    """Of a game whose headline is a share: whether the game counts for it."""
    lost_by: str | None = None
    """How a game that does not count ended; the first letters are enough."""
    end: str | None = None
    """How the game ended, whoever it was good for."""
    counts_for: Sequence[str] = ()
    """Shares that the game counts for, by their names."""
    not_for: Sequence[str] = ()
    """Shares that it does not count for."""
    piece: str | None = None
    """The piece that decided the game."""


class FoundGame(NamedTuple):
    """A game that meets the conditions."""

    command: str
    """The command that replays it; of older rules, which nobody plays, where it is in the run."""
    told: str
    """How it ended, in a few words."""


@dataclass
class GameSearch:
    """Goes through the candidates in a run, and counts how many it replays."""

    path: Path
    wanted: Wanted
    looked: int = 0
    candidates: int = 0

    def games(self, limit: int, look: int) -> Iterator[FoundGame]:
        """The first games that meet the conditions, at most `limit`, among the first `look` candidates."""
        with checked_if_it_fails(self.path):
            yield from self._games(limit, look)

    def _games(self, limit: int, look: int) -> Iterator[FoundGame]:
        run = load_run(self.path)
        experiment = run.experiment
        check_readable(self.path, run.manifest, experiment)
        piece = None if self.wanted.piece is None else piece_named(experiment, self.wanted.piece)
        if piece is not None and isinstance(experiment.game, OnlyDeclared):
            raise BadInput(
                message("replays games, which runs the game: add --game with a file of the same rules"),
                source="--piece",
            )
        labels = [cell.labels for cell in experiment.cells]
        cells = cells_where(labels, self.wanted.where, "--where")
        check_values(labels, self.wanted.where, "--where")
        rows = run.games.filter(conditions(experiment, self.wanted, cells))
        with readable_tables(self.path):
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
                again = replay_command(experiment, row["cell"], row["game"], str(self.path))
                with in_words_of(experiment.game.name):
                    told = in_words(experiment, row, deciders)
                yield FoundGame(again, told)


def piece_named(experiment: ResolvedExperiment, name: str) -> str:
    """The piece with this name. Capitals do not matter, and a hyphen may stand for a space."""
    known = {piece for cell in experiment.cells for piece in pieces_of(experiment.game).names(cell)}
    for piece in known:
        if spelled(piece) == spelled(name):
            return piece
    raise unknown_word(experiment.game.presentation.piece, name, known)


def replay_deciders(path: Path, experiment: ResolvedExperiment, row: Mapping[str, int]) -> list[str]:
    """The pieces that decided a game. A replay of another length was played by other rules and is refused; of older
    rules, and of a game whose code nobody named, there is none."""
    if isinstance(experiment.game, OnlyRead | OnlyDeclared):
        return []
    cell = experiment.cells[row["cell"]]
    told = experiment.game.replay(cell, experiment.settings.seed, row["game"])
    if "turns" in row and told.events[-1]["turn"] != row["turns"]:
        raise BadData(
            message("{name}, game {row}: the replay is not the game that was counted", name=cell.name, row=row["game"]),
            source=path,
        )
    return experiment.game.pieces.decided_by(told) if experiment.game.pieces else []


def conditions(experiment: ResolvedExperiment, wanted: Wanted, cells: Sequence[int]) -> pl.Expr:
    """The conditions that the rows can answer."""
    game = experiment.game
    names = [column.name for column in game.columns]
    asked = [pl.col("cell").is_in(list(cells))] if len(cells) < len(experiment.cells) else []
    for flag, bounds in (("--min", wanted.least), ("--max", wanted.most)):
        for name, bound in bounds.items():
            if name not in names:
                raise unknown_word("column", name, names, source=flag)
            asked.append(pl.col(name) >= bound if flag == "--min" else pl.col(name) <= bound)
    if wanted.won and wanted.lost_by is not None:
        raise BadInput(source="find", expected=message("--won or --lost-by, not both"))
    if wanted.won is not None:
        asked.append(_counts(_headline_share(experiment, "--won" if wanted.won else "--lost"), wanted.won))
    if wanted.lost_by is not None:
        asked.append(_counts(_headline_share(experiment, "--lost-by"), False))
        asked.append(pl.col("end") == end_code(game, wanted.lost_by, "--lost-by"))
    if wanted.end is not None:
        asked.append(pl.col("end") == end_code(game, wanted.end, "--end"))
    for flag, shares, counts in (("--is", wanted.counts_for, True), ("--not", wanted.not_for, False)):
        asked += [_counts(_share(experiment, name, flag), counts) for name in shares]
    return pl.all_horizontal(asked) if asked else pl.lit(True)


def _share(experiment: ResolvedExperiment, name: str, flag: str) -> Share:
    """The share of this name."""
    found = outcome_named(experiment.game.outcomes, name, flag)
    if not isinstance(found, Share):
        raise BadInput(
            message("{name} is a mean, and every game counts for it; try --min and --max", name=found.name), source=flag
        )
    if not any(found.applies(cell.labels) for cell in experiment.cells):
        raise BadInput(message("no cell of this run has {name}", name=found.name), source=flag)
    return found


def _headline_share(experiment: ResolvedExperiment, flag: str) -> Share:
    """The share that a cooperative game is won or lost by."""
    if experiment.game.about.kind != "cooperative" or not isinstance(experiment.headline, Share):
        shares = [outcome.name for outcome in experiment.game.outcomes if isinstance(outcome, Share)]
        instead = f"--is {quote(shares[-1])}" if shares else joined(["--min", "--max"])
        raise BadInput(
            message("{title} is not cooperative; try {instead}", title=experiment.game.about.title, instead=instead),
            source=flag,
        )
    return experiment.headline


def _counts(share: Share, wanted: bool) -> pl.Expr:
    counts = pl.col(share.column).is_in(list(share.codes))
    return counts if wanted else ~counts


def end_code(game: Game, text: str, flag: str) -> int:
    """The code of an end, by its name or its first letters; a hyphen may stand for a space."""
    ends = next((column.values for column in game.columns if column.name == "end"), ())
    wanted = text.replace("-", " ")
    fits = [end for end in ends if end == wanted] or [end for end in ends if end.startswith(wanted)]
    if len(fits) != 1:
        raise unknown_word("end", text, ends, source=flag)
    return ends.index(fits[0])


def told_columns(game: Game) -> list[str]:
    """The columns that say which game it is and how it ended; no others are read."""
    told = {outcome.column for outcome in game.outcomes} | {"turns", "end"}
    return ["cell", "game", *(column.name for column in game.columns if column.name in told)]


def in_words(experiment: ResolvedExperiment, row: Mapping[str, int], deciders: Sequence[str]) -> str:
    """`14 turns, lost: fade, decided by the-deep`; of a competitive game `21 turns, seat 2, goal, gold of all
    players: 37 gold`; of one in which nothing is won `37 apples`."""
    game, headline = experiment.game, experiment.headline
    words = [counted(row["turns"], "{turns} turns", "{turns} turns", turns=row["turns"])] if "turns" in row else []
    ends = next((column.values for column in game.columns if column.name == "end"), ())
    end = ends[row["end"]] if ends else ""
    if isinstance(headline, Share) and game.about.kind == "cooperative":
        words.append(_won_or_lost(row[headline.column] in headline.codes, word(end), bool(row.get("end"))))
    else:
        labels = experiment.cells[row["cell"]].labels
        outcomes = [outcome for outcome in game.outcomes if outcome.applies(labels)]
        named = game.about.kind == "competitive"
        words += [_result(outcome, row) for outcome in outcomes if isinstance(outcome, Share) or not named]
        words.append(word(end))
        if named:
            words += [_of_the_game(outcome, row) for outcome in outcomes if isinstance(outcome, Mean)]
    if game.pieces and game.about.kind != "production" and not isinstance(game, OnlyDeclared):
        if deciders:
            words.append(said("decided by {pieces}", pieces=listed([*map(word, deciders)])))
        else:
            words.append(said("decided by no {piece}", piece=word(game.presentation.piece)))
    return ", ".join(filter(None, words))


def _won_or_lost(is_won: bool, end: str, is_reason: bool) -> str:
    """`lost: fade`; the first of all ends is what happens if nothing else does."""
    if is_won:
        return said_as("of one game", "won")
    if not end:
        return said_as("of one game", "lost")
    return said("lost: {end}", end=end) if is_reason else said("{end}, not won", end=end)


def _result(outcome: Outcome, row: Mapping[str, int]) -> str:
    """What a game adds to an outcome, in a word or two; empty if that is nothing, or was said before."""
    if isinstance(outcome, Share):
        return word(outcome.name) if row[outcome.column] in outcome.codes else ""
    if outcome.over or outcome.values or outcome.length:
        return ""
    what = outcome.name if outcome.unit in outcome.name.split() else outcome.unit
    number = brief_number(outcome.worth(row[outcome.column]) / outcome.scale)
    return said("{number} {unit}", number=number, unit=after_number(what) or word(what))


def _of_the_game(outcome: Mean, row: Mapping[str, int]) -> str:
    """What a column counts, and how much of it. A number beside the seat that won would be taken for the winner's."""
    found = _result(outcome, row)
    label = outcome.meaning if 0 < len(outcome.meaning) <= LONGEST_LABEL else outcome.name
    return f"{word(label)}: {found}" if found else ""


def spelled(name: str) -> str:
    return name.lower().replace(" ", "-")
