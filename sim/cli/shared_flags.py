"""Flags that several verbs have, and bundles of flags that a verb takes as one parameter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.game.registry import names
from sim.cli.flags.axes import AxisSetting, NumberFlags, OneNameFlags, SwitchFlags, axis_settings

if TYPE_CHECKING:
    from engine.game.cell import Json
    from sim.compare.operands import BaseExperiment
    from sim.play.options import PlayOptions

Set = Annotated[list[str] | None, typer.Option("--set", help="Any key of the experiment, key=value; repeatable.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")]


def _games(incomplete: str) -> list[str]:
    return [name for name in names() if name.startswith(incomplete)]


GameName = Annotated[str, typer.Option("--game", help="The game.", autocompletion=_games)]
ChosenGame = Annotated[
    str | None, typer.Option("--game", help="The game, if the experiment does not name it.", autocompletion=_games)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for another program.")]
Seed = Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same games.")]
GameOfRun = Annotated[
    str | None, typer.Option("--game", help="The file or folder of your own game that the run was played with.")
]
RunDirectory = Annotated[Path, typer.Argument(metavar="RUN", help="A run directory.")]
Code = Annotated[
    list[str] | None, typer.Option("--policy", help="The file of your own policy that the run was played with.")
]


@dataclass(frozen=True)
class SeatFlags:
    """Who plays."""

    policy: Annotated[
        list[str] | None, typer.Option(help="Policy with parameters, or a file of your own (./mine.py); repeatable.")
    ] = None
    table: Annotated[
        list[str] | None, typer.Option(help="Players of different policies, one per seat, with commas; repeatable.")
    ] = None
    focus: Annotated[
        list[str] | None, typer.Option(help="One seat plays this policy, drawn for each game; repeatable.")
    ] = None
    field: Annotated[
        list[str] | None, typer.Option(help="The other seats play this policy; repeatable: a grid with --focus.")
    ] = None

    def keys(self, game: str) -> dict[str, object]:
        """As keys of an experiment. Who plays is replaced as a whole: empty lists take the place of what was not
        typed."""
        from sim.experiment.typed_keys import seat_keys

        return seat_keys(vars(self), game)


@dataclass(frozen=True)
class GameFlags:
    """The game, its axes, its options, and who plays. Names have flags of their own, in some verbs."""

    game: ChosenGame = None
    seats: SeatFlags = field(default_factory=SeatFlags)
    axes: NumberFlags = field(default_factory=NumberFlags)
    switches: SwitchFlags = field(default_factory=SwitchFlags)
    axis: AxisSetting = None
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE; repeatable.")] = None

    def keys(self, game: str) -> dict[str, object]:
        """As keys of an experiment of this game; only those that were typed."""
        from sim.cli.parsing import options

        found = {**self.axes.keys(game), **self.switches.keys(game), **self.seats.keys(game)}
        found |= axis_settings(self.axis or (), game)
        return {**found, "options": options(self.option, game)} if self.option else found

    def experiment(self, name: str | None, more: Mapping[str, object]) -> "tuple[Json, str, str]":
        """The data of an experiment, where it comes from, and its game. `more` are the keys that --set sets."""
        from sim.experiment.experiment import read_experiment
        from sim.experiment.typed_keys import game_of

        game = self.game or _named(more)
        data, source = read_experiment(name, game) if name is not None else ({}, "command line")
        return data, source, game_of(self.game, data, more, source)


@dataclass(frozen=True)
class BaseFlags:
    """The experiment that changes are tried on, and the flags that override it."""

    flags: GameFlags = field(default_factory=GameFlags)
    seed: Seed = None
    on: Annotated[
        str | None, typer.Option("--experiment", "--on", help="The experiment to play; by default tuning.")
    ] = None

    def game(self, more: Mapping[str, object]) -> str:
        """The game that is played."""
        from sim.compare.operands import read_base
        from sim.experiment.typed_keys import game_of

        named = self.flags.game or _named(more)
        data, source = read_base(self.on, named)
        return game_of(self.flags.game, data, more, source)

    def experiment(self, more: Mapping[str, object], names: OneNameFlags | None = None) -> "BaseExperiment":
        """The experiment with these flags and some more keys, None for those that were not given."""
        from sim.compare.operands import BaseExperiment, read_base

        game = self.game(more)
        given = {
            **self.flags.keys(game),
            **(names.keys(game) if names else {}),
            "game": self.flags.game,
            "seed": self.seed,
            **more,
        }
        typed = {key: value for key, value in given.items() if value is not None}
        return BaseExperiment(*read_base(self.on, self.flags.game or _named(more)), typed)


def _named(more: Mapping[str, object]) -> str | None:
    """The game that --set names."""
    return str(more["game"]) if more.get("game") else None


@dataclass(frozen=True)
class WorkerFlags:
    """Where the games are played; this never changes the results."""

    workers: Workers = None
    executor: Annotated[str, typer.Option("--executor", help="inline, processes or dask.")] = "processes"
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler; without one, a local cluster is started.")
    ] = None
    patience: Annotated[
        float, typer.Option(help="Stop when some games take longer than this many seconds without an answer.")
    ] = 600.0

    def options(self) -> "PlayOptions":
        """For everything that plays."""
        from sim.play.options import PlayOptions

        return PlayOptions(self.executor, self.workers, self.scheduler, patience=self.patience)


def spread(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb as Typer should see it: every parameter that is a dataclass is replaced by the fields of that class, and
    so are those of its fields that are dataclasses."""
    parameters = signature(verb).parameters.values()

    def called(**given: Any) -> None:
        verb(**{parameter.name: _filled(parameter, given) for parameter in parameters})

    called.__name__, called.__doc__ = verb.__name__, verb.__doc__
    flags = [flag.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters for flag in _flags(parameter)]
    called.__signature__ = Signature(flags)  # type: ignore[attr-defined]
    return called


def _flags(parameter: Parameter) -> list[Parameter]:
    inner = _fields(parameter)
    return [parameter] if inner is None else [flag for each in inner for flag in _flags(each)]


def _filled(parameter: Parameter, given: Mapping[str, Any]) -> Any:
    inner = _fields(parameter)
    if inner is None:
        return given[parameter.name]
    return parameter.annotation(**{each.name: _filled(each, given) for each in inner})


def _fields(parameter: Parameter) -> list[Parameter] | None:
    """The fields of a parameter that is a dataclass; None if it is a flag."""
    kind = parameter.annotation
    return list(signature(kind).parameters.values()) if isinstance(kind, type) and is_dataclass(kind) else None
