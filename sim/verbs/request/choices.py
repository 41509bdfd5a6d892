"""The parts that many requests share: the game and who plays it, the experiment that changes are tried on, and where
the games are played."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, Protocol

from engine.game.about import About
from engine.game.registry import DEFAULT_GAME, admit, how_named
from engine.language.current import said, word
from sim.verbs.request.declaration import AxesOf, AxisLike, Others, Says
from sim.verbs.request.progress import Progress

if TYPE_CHECKING:
    from sim.play.options import PlayOptions

PATIENCE = 600.0
"""Seconds that a worker may take for some games before it is considered to hang."""

Texts = str | Iterable[str] | None
"""Said once, or several times."""
Count = int | float | str
"""A whole number: 10_000, 1e4 or "10k"."""
Files = str | Path | Iterable[str | Path] | None
Name = str | Path | None
"""A name or a file."""


class HasPath(Protocol):
    """A run that was opened."""

    @property
    def path(self) -> Path:
        """Its directory."""
        ...


Place = str | Path | HasPath
"""A run, by its directory or opened; or the name or file of something else."""


class Typed(NamedTuple):
    """What was typed for an axis: how to read it is up to the game that declares the axis."""

    texts: tuple[str, ...]
    is_one: bool = False
    """Whether the flag can be given only once: then a comma may belong to the name of a file."""


def texts(said: str | Path | Iterable[str | Path] | None) -> list[str]:
    """What may be said once or several times."""
    if said is None:
        return []
    return [str(said)] if isinstance(said, str | Path) else [str(each) for each in said]


def place_of(said: Place) -> str:
    """A run or another thing, as a person would type it."""
    return str(said) if isinstance(said, str | Path) else str(said.path)


def path_of(said: str | Path | None) -> Path | None:
    """A file or a folder that may be given."""
    return None if said is None else Path(said)


def game_named(game: Name) -> str | None:
    """The name of the game that was asked for; a file of code is loaded, because the call names it."""
    if game is None or how_named(str(game)) is not None:  # this call has let it in already
        return None if game is None else str(game)
    return admit(str(game))


def game_or_default(game: Name) -> str:
    """The game that is meant if none is named."""
    return game_named(game) or DEFAULT_GAME


def has_policies(game: About) -> bool:
    """Whether it is said who plays."""
    return game.has_policies


def _has_focus(game: About) -> bool:
    return game.has_focus


def _options(game: About) -> str:
    told = (
        said(
            "{option} ({values}): {help}", option=each.name, values=word(each.values), help=word(each.help).rstrip(".")
        )
        for each in game.options
    )
    return said("An option, NAME=VALUE; repeatable. {options}.", options="; ".join(told))


Code = Annotated[
    Files, Says("The file of your own policy that the run was played with.", ["--policy"], applies_to=has_policies)
]
RunDirectory = Annotated[Place, Says("A run directory.", metavar="RUN", is_argument=True)]
GameOfRun = Annotated[Name, Says("The file or folder of your own game, as it is today.", is_in_folder=False)]
StoredCode = Annotated[
    bool,
    Says("Run the text of a game of your own that the run or the baseline keeps: code of whoever made that."),
]
Set = Annotated[
    Mapping[str, object], Says("Any key of the experiment, key=value; repeatable.", ["--set"], only_typed=True)
]
Seed = Annotated[int | None, Says("The random seed: the same seed gives the same games.")]
OnExperiment = Annotated[Name, Says("The experiment to play; by default tuning.", ["--experiment", "--on"])]
WorkerCount = Annotated[int | None, Says("Worker processes; by default one for each core.", ["--workers"])]
Content = Annotated[Name, AxisLike("The content, by name or file; by default the usual one.", "content")]
Names = Annotated[Mapping[str, object], AxesOf(("names",), is_repeatable=True)]
Axes = Annotated[Mapping[str, object], AxesOf(("numbers", "switch"))]
Axis = Annotated[
    Sequence[str],
    Says("Any axis of the game, such as players=2-4; repeatable.", metavar="NAME=VALUES", only_typed=True),
]
Option = Annotated[
    Mapping[str, object],
    Says(
        "An option of the game, NAME=VALUE; repeatable.",
        help_for=_options,
        applies_to=lambda game: bool(game.options),
    ),
]
OneName = Annotated[Mapping[str, object], AxesOf(("names",))]


@dataclass(frozen=True, kw_only=True)
class Seats:
    """Who plays. What is said takes the place of all who play in the experiment."""

    policy: Annotated[
        Files,
        Says("Policy with parameters, or a file of your own (./mine.py); repeatable.", applies_to=has_policies),
    ] = None
    table: Annotated[
        Texts,
        Says("Players of different policies, one per seat, with commas; repeatable.", applies_to=has_policies),
    ] = None
    focus: Annotated[
        Files, Says("One seat plays this policy, drawn for each game; repeatable.", applies_to=_has_focus)
    ] = None
    field: Annotated[
        Files, Says("The other seats play this policy; repeatable: a grid with --focus.", applies_to=_has_focus)
    ] = None


@dataclass(frozen=True, kw_only=True)
class GameChoice:
    """The game, its axes, its options, and who plays."""

    game: Annotated[Name, Says("The game, if the experiment does not name it.")] = None
    seats: Seats = field(default_factory=Seats)
    axes: Axes = field(default_factory=dict)
    axis: Axis = ()
    option: Option = field(default_factory=dict)
    others: Annotated[Mapping[str, object], Others()] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Base:
    """The experiment that changes are tried on, and what overrides it."""

    choice: GameChoice = field(default_factory=GameChoice)
    seed: Seed = None
    experiment: OnExperiment = None


@dataclass(frozen=True, kw_only=True)
class Crew:
    """Where the games are played; this never changes the results."""

    workers: WorkerCount = None
    executor: Annotated[str | Executor, Says("inline, processes or dask.")] = "processes"
    scheduler: Annotated[str | None, Says("Address of a Dask scheduler; without one, a local cluster is started.")] = (
        None
    )
    patience: Annotated[float, Says("Stop when some games take longer than this many seconds without an answer.")] = (
        PATIENCE
    )

    def options(self, progress: Progress) -> "PlayOptions":
        """For everything that plays."""
        from sim.play.options import PlayOptions

        return PlayOptions(
            self.executor,
            self.workers,
            self.scheduler,
            progress=progress.shows_bar,
            patience=self.patience,
            step_over=progress.step_over,
            is_cancelled=progress.is_cancelled,
            kept=progress.kept_games,
        )
