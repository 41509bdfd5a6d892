"""`compare` and `try_change`: two sides on the same luck."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from engine.errors import BadInput
from engine.game.registry import admit
from sim.api.keywords import base_experiment, content_names, keys_of, texts, whole
from sim.api.notebook import Readable, as_html
from sim.api.playing import heard
from sim.compare.command import (
    MOST_GAMES,
    TRIAL_GAMES,
    TestRequest,
    compare_runs,
    compare_sides,
    sides_named,
    try_version,
)
from sim.compare.operands import is_run
from sim.compare.output import all_sentences, cells_table, games_note, rung_notes, trial_sentence, trial_table
from sim.compare.quick_trial import QuickTrial
from sim.compare.rows import cell_rows, rung_rows, trial_rows
from sim.compare.verdicts import Comparison
from sim.experiment.changes import change_lines
from sim.experiment.values import as_typed
from sim.play.options import PATIENCE, PlayOptions
from sim.runs.run import Run
from sim.search.effect_tables import frame_of

Texts = str | Iterable[str] | None
"""Said once, or several times."""


@dataclass(frozen=True, repr=False)
class Compared(Readable):
    """What a comparison found."""

    title: str
    found: Comparison
    """Everything, as the laboratory has it."""

    @property
    def verdict(self) -> str:
        """One word for the first outcome in all cells: `harder`, `held`, `unclear`."""
        return self.found.outcomes[0].verdict

    @property
    def verdicts(self) -> dict[str, str]:
        """The same for each outcome."""
        return {each.outcome.name: each.verdict for each in self.found.outcomes}

    @property
    def sentences(self) -> list[str]:
        """What changed and what that did, in words; first of all what was not played."""
        first = len(self.found.not_played)
        said = all_sentences(self.found)
        return [*said[:first], *change_lines(self.found.changes), *said[first:]]

    @property
    def changes(self) -> list[str]:
        """What differs between the two sides, in the words of the game."""
        return list(self.found.changes)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row for each outcome of each cell: both sides, the difference with its 95 % interval, the verdict."""
        return frame_of(cell_rows(self.found))

    @cached_property
    def rungs(self) -> pl.DataFrame:
        """The mean change on each rung: for each policy, all its cells together."""
        return frame_of(rung_rows(self.found))

    def __str__(self) -> str:
        return "\n".join([self.title, *self.sentences])

    def _repr_html_(self) -> str:
        return as_html(self.title, self.sentences, [cells_table(self.found.outcomes)])


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


def compare(
    before: str | Path | Run,
    after: str | Path | Run,
    *,
    experiment: str | Path | None = None,
    game: str | Path | None = None,
    games: int | None = None,
    seed: int | None = None,
    outcome: Texts = None,
    margin: Texts = None,
    risk: float = 5.0,
    until_decided: bool = False,
    told: int = 64,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Compared:
    """Compare two versions, policies, experiments or runs on the same luck.

    Names and files are played: on the experiment `experiment` (or `on`), with the keywords in place of its keys. Two
    runs are compared as they were played.
    """
    asked = TestRequest(texts(outcome), texts(margin), risk, told)
    sides = [str(side.path) if isinstance(side, Run) else str(side) for side in (before, after)]
    title = " → ".join(sides)
    with heard(progress):
        if all(map(is_run, sides)):
            if keys or until_decided or (experiment, games, seed) != (None, None, None):
                raise BadInput("compare: two runs are compared as they were played; keywords that play would not count")
            if game is not None:
                admit(str(game))
            return Compared(title, compare_runs(Path(sides[0]), Path(sides[1]), asked))
        base = base_experiment(compare, experiment, game, keys, {"games": games, "seed": seed})
        most = (whole("games", games) or MOST_GAMES) if until_decided else None
        options = PlayOptions(executor, workers, scheduler, progress=progress, patience=patience)
        return Compared(title, compare_sides(sides_named(sides[0], sides[1], base, base.played), asked, options, most))


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
