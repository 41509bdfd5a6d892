"""`compare` and `try_change`: two sides on the same luck."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from sim.api.keywords import base_experiment, content_names, keys_of, texts
from sim.api.playing import heard
from sim.compare.command import (
    TRIAL_GAMES,
    TestRequest,
    try_version,
)
from sim.compare.output import games_note, rung_notes, trial_sentence, trial_table
from sim.compare.quick_trial import QuickTrial
from sim.compare.rows import trial_rows
from sim.experiment.changes import change_lines
from sim.experiment.values import as_typed
from sim.play.options import PATIENCE, PlayOptions
from sim.search.effect_tables import frame_of
from sim.verbs.request.result import Result as Readable
from sim.verbs.request.result import as_html

Texts = str | Iterable[str] | None
"""Said once, or several times."""


@dataclass(frozen=True, repr=False)
class Tried(Readable):
    """What a change did, at a quick look."""

    title: str
    trials: list[QuickTrial]
    """One for each outcome."""

    @property
    def sentences(self) -> list[str]:
        """What changed and what that did, in words."""
        said = [f"{trial.outcome.name}: {trial_sentence(trial)}" for trial in self.trials]
        return [
            *self.trials[0].not_played,
            *change_lines(self.trials[0].changes),
            *said,
            *(note for trial in self.trials for note in rung_notes(trial)),
            games_note(self.trials[0]),
        ]

    @property
    def changes(self) -> list[str]:
        """What was changed, in the words of the game."""
        return list(self.trials[0].changes)

    @cached_property
    def groups(self) -> pl.DataFrame:
        """One row for each outcome of each group of cells: the mean change with its 95 % interval, the verdict."""
        return frame_of(trial_rows(self.trials))

    def __str__(self) -> str:
        return "\n".join([self.title, *self.sentences])

    def _repr_html_(self) -> str:
        return as_html(self.title, self.sentences, [trial_table(trial) for trial in self.trials])


def try_change(
    changes: str | Iterable[str] | Mapping[str, object] = (),
    *,
    experiment: str | Path | None = None,
    game: str | Path | None = None,
    games: int = TRIAL_GAMES,
    seed: int | None = None,
    outcome: Texts = None,
    margin: Texts = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Tried:
    """Change something and see its effect in seconds: `try_change("cards.the-deep.moons=2")`, or several such texts,
    or a dict of fields and values. A word without `=`, and the name of a content (`deck="mine.toml"`), is a whole
    version of the game, which is compared with the one that the experiment plays."""
    asked = TestRequest(texts(outcome), texts(margin), told=0)
    if isinstance(changes, Mapping):
        words = [f"{path}={as_typed(value)}" for path, value in changes.items()]
    else:
        words = texts(changes)
    versions = {name: keys.pop(name) for name in content_names(game) if name in keys}
    base = base_experiment(try_change, experiment, game, keys, {"games": games, "seed": seed})
    named = keys_of(try_change, versions, base.played)
    options = PlayOptions(executor, workers, scheduler, progress=progress, patience=patience)
    with heard(progress):
        title = " ".join([*map(str, versions.values()), *words])
        return Tried(title, try_version(base, named, words, asked, options))
