"""`fatecast sweep`: how an outcome changes with some settings."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from sim.verbs.request.choices import Base, Crew, OneName, Texts, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.searches import GAMES, Folder, OneOutcome, html_of, kept, named, place_for, text_of
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from sim.experiment.experiment import ResolvedExperiment
    from sim.search.sweep import Sweep


@dataclass(frozen=True, kw_only=True)
class SweepRequest:
    """Play a grid of variants on the same luck: how an outcome changes with the settings."""

    settings: Annotated[
        Texts,
        Says("A field and its values, path=2..5; repeatable: all combinations are played.", ["--set"], is_first=True),
    ] = None
    base: Base = field(default_factory=Base)
    names: OneName = field(default_factory=dict)
    games: Annotated[int, Says("Games in each cell of each variant.")] = GAMES
    outcome: OneOutcome = None
    yes: Annotated[bool, Says("Play even a very large number of variants.")] = False
    out: Folder = None
    crew: Crew = field(default_factory=Crew)


class SweepData(TypedDict):
    """What `--json` prints."""

    verb: str
    game: str
    rules: int
    contents: list[str]
    outcome: str
    games: int
    adapted: bool
    folder: str | None
    effects: list[Nested]
    """Rows, each with the point of the grid and the changes that make it."""


@dataclass(frozen=True, repr=False)
class Swept(Result):
    """How an outcome changes with some settings."""

    base: "ResolvedExperiment"
    found: "Sweep"
    """Everything, as the laboratory has it."""
    path: Path | None
    """The folder of tables and figures, if one was written."""

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """One row for each cell of each variant: the outcome, and its paired difference to the base."""
        from sim.search.effect_tables import frame_of

        return frame_of([row for response in self.found.responses for row in response.rows])

    @cached_property
    def effects(self) -> "pl.DataFrame":
        """The mean change for each policy at each difficulty, with its 95 % interval."""
        from sim.search.effect_tables import frame_of

        return frame_of(self.found.effect_rows(self.base))

    @property
    def data(self) -> "Json":
        """What `fatecast sweep --json` prints."""
        from sim.search.output import sweep_data

        return sweep_data(self.found, self.base, self.path)

    def __str__(self) -> str:
        from sim.search.output import sweep_view

        return text_of(sweep_view(self.found, self.base), self.effects)

    def _repr_html_(self) -> str:
        from sim.search.output import sweep_view

        return html_of(sweep_view(self.found, self.base))


def run(asked: SweepRequest, progress: Progress) -> Swept:
    """Play every variant."""
    from sim.experiment.value_ranges import read_settings
    from sim.search.command import measured_outcome, swept
    from sim.search.sweep import check_sweep
    from sim.verbs.request.keys import base_experiment

    words = texts(asked.settings)
    settings = read_settings(words, "sweep")
    base = base_experiment("sweep", asked.base, {"games": asked.games}, asked.names).resolved()
    check_sweep(base, settings, asked.yes)
    measured = measured_outcome(base, asked.outcome)
    path = place_for("sweep", base, [*words, *named(asked.outcome)], asked.out, progress)
    with kept(path, base) as store:
        found = swept(base, settings, measured, asked.crew.options(progress), store)
        if path is not None:
            from sim.search.files import sweep_folder

            sweep_folder(path, base, found, words)
    return Swept(base, found, path)


VERB = Verb("sweep", CHANGE, 4, SweepRequest, run, Swept, ["--set options.NAME=2..5"], data=SweepData)
