"""`fatecast ablate`: what each piece of the game does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from sim.verbs.request.choices import Base, Crew, OneName, Texts, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.plain import Nested, Row
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.searches import GAMES, Folder, OneOutcome, html_of, kept, named, place_for, text_of
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    import polars as pl

    from engine.game.cell import Json
    from sim.experiment.experiment import ResolvedExperiment
    from sim.search.ablation import Ablation


@dataclass(frozen=True, kw_only=True)
class AblateRequest:
    """Measure what each piece of the game does: the game without it, on the same luck as with it."""

    kind: Annotated[Texts, Says("Kinds of change to try (--list-kinds); by default the first.")] = None
    list_kinds: Annotated[bool, Says("List the kinds of change and exit.", only_typed=True)] = False
    pieces: Annotated[Texts, Says("Only changes of these pieces; repeatable.", is_of_pieces=True)] = None
    base: Base = field(default_factory=Base)
    names: OneName = field(default_factory=dict)
    games: Annotated[int, Says("Games in each cell, with and without.")] = GAMES
    outcome: OneOutcome = None
    out: Folder = None
    crew: Crew = field(default_factory=Crew)


class AblateData(TypedDict):
    """What `--json` prints."""

    verb: str
    game: str
    rules: int
    contents: list[str]
    outcome: str
    games: int
    adapted: bool
    folder: str | None
    changes: dict[str, Nested]
    choices: list[str]
    effects: list[Row]


@dataclass(frozen=True, repr=False)
class Ablated(Result):
    """What each piece of the game does."""

    base: "ResolvedExperiment"
    found: "Ablation"
    """Everything, as the laboratory has it."""
    path: Path | None
    """The folder of tables and figures, if one was written."""

    @cached_property
    def effects(self) -> "pl.DataFrame":
        """The ranking: the mean change for each policy at each difficulty, plain and shrunk, with its 95 % interval."""
        from sim.search.effect_tables import frame_of

        return frame_of(self.found.effect_rows())

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """One row for each cell of each change."""
        from sim.search.effect_tables import frame_of

        return frame_of(self.found.cell_rows())

    @property
    def data(self) -> "Json":
        """What `fatecast ablate --json` prints."""
        from sim.search.output import ablation_data

        return ablation_data(self.found, self.base, self.path)

    def __str__(self) -> str:
        from sim.search.output import ablation_view

        return text_of(ablation_view(self.found, self.base), self.effects)

    def _repr_html_(self) -> str:
        from sim.search.output import ablation_view

        return html_of(ablation_view(self.found, self.base))


@dataclass(frozen=True, repr=False)
class KindsOfChange(Result):
    """The kinds of change that a game has, and what each means."""

    kinds: Mapping[str, str]

    @property
    def data(self) -> dict[str, str]:
        """The kinds by their names."""
        return dict(self.kinds)

    def __str__(self) -> str:
        from engine.language.current import word

        return "\n".join(f"{name}: {word(meaning)}" for name, meaning in self.kinds.items())


def run(asked: AblateRequest, progress: Progress) -> Ablated | KindsOfChange:
    """Play the game with and without each piece."""
    from engine.game.optional_parts import content_of
    from sim.search.command import ablation, chosen_alterations, measured_outcome
    from sim.verbs.request.keys import base_experiment

    base = base_experiment("ablate", asked.base, {"games": asked.games}, asked.names).resolved()
    if asked.list_kinds:
        return KindsOfChange(content_of(base.game).kinds)
    alterations = chosen_alterations(base, texts(asked.kind), texts(asked.pieces))
    measured = measured_outcome(base, asked.outcome)
    changes = [*(alteration.changes for alteration in alterations), *named(asked.outcome)]
    path = place_for("ablate", base, changes, asked.out, progress)
    with kept(path, base) as store:
        found = ablation(base, alterations, measured, asked.crew.options(progress), store)
        if path is not None:
            from sim.search.files import ablation_folder

            ablation_folder(path, base, found)
    return Ablated(base, found, path)


VERB = Verb("ablate", CHANGE, 3, AblateRequest, run, Ablated, ["--list-kinds"], data=AblateData | dict[str, str])
