"""`ablate`, `sweep` and `tune`: many changes of the game."""

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from sim.api.keywords import base_experiment, texts
from sim.api.playing import heard
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.value_ranges import read_settings
from sim.play.options import PATIENCE, PlayOptions
from sim.play.outcome_cache import PieceStore
from sim.runs.result_folder import check_free
from sim.search.ablation import Ablation
from sim.search.command import (
    GAMES,
    MOST_GAMES,
    TuneRequest,
    ablation,
    chosen_alterations,
    measured_outcome,
    swept,
    tune_request,
)
from sim.search.effect_tables import frame_of
from sim.search.files import ablation_folder, sweep_folder
from sim.search.kept_games import kept_games
from sim.search.output import View, ablation_view, sweep_view, whole_table
from sim.search.sweep import Sweep, check_sweep
from sim.search.tune.changes_file import check_changes_file, write_changes
from sim.search.tune.confirmation import GoalsVerdict
from sim.search.tune.output import change_lines, goal_records, goals_table, headline, result_notes, step_in_words
from sim.search.tune.result import TuneResult
from sim.verbs.request.result import Result as Readable
from sim.verbs.request.result import as_html

Texts = str | Iterable[str] | None


@dataclass(frozen=True, repr=False)
class Ablated(Readable):
    """What each piece of the game does."""

    base: ResolvedExperiment
    found: Ablation
    """Everything, as the laboratory has it."""
    path: Path | None
    """The folder of tables and figures, if one was asked for."""

    @cached_property
    def effects(self) -> pl.DataFrame:
        """The ranking: the mean change for each policy at each difficulty, plain and shrunk, with its 95 % interval."""
        return frame_of(self.found.effect_rows())

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row for each cell of each change."""
        return frame_of(self.found.cell_rows())

    def __str__(self) -> str:
        return _text(ablation_view(self.found, self.base), self.effects)

    def _repr_html_(self) -> str:
        return _html(ablation_view(self.found, self.base))


@dataclass(frozen=True, repr=False)
class Swept(Readable):
    """How an outcome changes with some settings."""

    base: ResolvedExperiment
    found: Sweep
    path: Path | None

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row for each cell of each variant: the outcome, and its paired difference to the base."""
        return frame_of([row for response in self.found.responses for row in response.rows])

    @cached_property
    def effects(self) -> pl.DataFrame:
        """The mean change for each policy at each difficulty, with its 95 % interval."""
        return frame_of(self.found.effect_rows(self.base))

    def __str__(self) -> str:
        return _text(sweep_view(self.found, self.base), self.effects)

    def _repr_html_(self) -> str:
        return _html(sweep_view(self.found, self.base))


@dataclass(frozen=True, repr=False)
class Tuned(Readable):
    """The smallest change that reaches some goals, or the nearest to them."""

    asked: TuneRequest
    found: TuneResult
    path: Path | None
    """The file that was written, if one was asked for and anything had to change."""

    @property
    def verdict(self) -> GoalsVerdict:
        """`reached`, `likely` if the games do not prove it, or `missed`."""
        return self.found.confirmation.verdict

    @property
    def changes(self) -> dict[str, object]:
        """The fields to change, and their new values."""
        return dict(self.found.changes)

    @property
    def sentences(self) -> list[str]:
        """How the search went and what it found, in words."""
        return [
            *map(step_in_words, self.found.steps),
            headline(self.found),
            *change_lines(self.found, self.asked.space),
            *result_notes(self.found, self.asked.base, self.asked.goals),
        ]

    @cached_property
    def goals(self) -> pl.DataFrame:
        """One row for each goal: the outcome before and now, on games that the search did not use. Where a goal is a
        change (`relative`), `now` is by how much the outcome has changed."""
        return frame_of(goal_records(self.found, self.asked.goals))

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return as_html(headline(self.found), self.sentences, [goals_table(self.found, self.asked.goals)])


def ablate(
    *,
    kind: Texts = None,
    pieces: Texts = None,
    experiment: str | Path | None = None,
    game: str | Path | None = None,
    games: int = GAMES,
    seed: int | None = None,
    outcome: str | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Ablated:
    """Measure what each piece of the game does: the game without it, on the same luck as with it. `out` is a folder for
    tables and figures; by default, nothing is written."""
    base = base_experiment(ablate, experiment, game, keys, {"games": games, "seed": seed}).resolved()
    alterations = chosen_alterations(base, texts(kind), texts(pieces))
    measured, path = measured_outcome(base, outcome), _free(out)
    options = _options(executor, workers, scheduler, progress, patience)
    with heard(progress), _kept(path, base) as kept:
        found = ablation(base, alterations, measured, options, kept)
        if path is not None:
            ablation_folder(path, base, found)
    return Ablated(base, found, path)


def sweep(
    settings: str | Iterable[str],
    *,
    experiment: str | Path | None = None,
    game: str | Path | None = None,
    games: int = GAMES,
    seed: int | None = None,
    outcome: str | None = None,
    yes: bool = False,
    out: str | Path | None = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Swept:
    """Play a grid of variants on the same luck: `sweep("cards.the-deep.moons=2..5")`, or several such texts."""
    words = texts(settings)
    wanted = read_settings(words, "sweep")
    base = base_experiment(sweep, experiment, game, keys, {"games": games, "seed": seed}).resolved()
    check_sweep(base, wanted, yes)
    measured, path = measured_outcome(base, outcome), _free(out)
    options = _options(executor, workers, scheduler, progress, patience)
    with heard(progress), _kept(path, base) as kept:
        found = swept(base, wanted, measured, options, kept)
        if path is not None:
            sweep_folder(path, base, found, words)
    return Swept(base, found, path)


def tune(
    goal: str,
    vary: str | Iterable[str],
    *,
    reach: int = 2,
    fields: int = 5,
    experiment: str | Path | None = None,
    game: str | Path | None = None,
    games: int = MOST_GAMES,
    seed: int | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Tuned:
    """Search for the smallest change of the game that reaches the given outcomes. `out` is a file to write it to; by
    default, nothing is written."""
    base = base_experiment(tune, experiment, game, keys, {"games": games, "seed": seed}).resolved()
    asked = tune_request(base, goal, texts(vary), reach, fields)
    path = Path(out) if out is not None else None
    if path is not None:
        check_changes_file(base, path)
    written, options = None, _options(executor, workers, scheduler, progress, patience)
    with heard(progress), _kept(path, base, marks=False) as kept:
        found = asked.found(options, kept)
        if path is not None:
            written = write_changes(path, base, found, asked.goals, asked.space, texts(vary))
    return Tuned(asked, found, written)


def _options(
    executor: str | Executor, workers: int | None, scheduler: str | None, progress: bool, patience: float
) -> PlayOptions:
    return PlayOptions(executor, workers, scheduler, progress=progress, patience=patience)


def _kept(path: Path | None, base: ResolvedExperiment, marks: bool = True) -> AbstractContextManager[PieceStore | None]:
    """The games of an interrupted search, for the same call; only a search that writes something keeps them."""
    return nullcontext() if path is None else kept_games(path, base, marks)


def _free(out: str | Path | None) -> Path | None:
    """The folder to write, which must not be there."""
    if out is None:
        return None
    check_free(Path(out))
    return Path(out)


def _html(view: View) -> str:
    return as_html(view.title, view.notes, [whole_table(view.heads, view.lines, view.everywhere)])


def _text(view: View, effects: pl.DataFrame) -> str:
    return "\n".join([view.title, str(effects), *view.notes])
