"""Flags that several verbs have, and bundles of flags that a verb takes as one parameter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.game.registry import DEFAULT_GAME
from sim.cli.axis_flags import NumberFlags, OneNameFlags

if TYPE_CHECKING:
    from sim.compare.operands import BaseExperiment
    from sim.play.options import PlayOptions

Set = Annotated[list[str] | None, typer.Option("--set", help="Any key of the experiment, key=value; repeatable.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")]
GameName = Annotated[str, typer.Option("--game", help="The game.")]
ChosenGame = Annotated[str | None, typer.Option("--game", help="The game, if the experiment does not name it.")]
Seed = Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same games.")]
RunDirectory = Annotated[Path, typer.Argument(metavar="RUN", help="A run directory.")]
Code = Annotated[
    list[str] | None, typer.Option("--policy", help="The file of your own policy that the run was played with.")
]


@dataclass(frozen=True)
class BaseFlags:
    """The experiment that changes are tried on, and the flags that override it."""

    axes: NumberFlags = field(default_factory=NumberFlags)
    seed: Seed = None
    on: Annotated[str | None, typer.Option("--on", help="The experiment to play; by default tuning.")] = None
    policy: Annotated[
        list[str] | None, typer.Option(help="Who plays, instead of the experiment's policies; repeatable.")
    ] = None

    def experiment(self, more: Mapping[str, object], names: OneNameFlags | None = None) -> "BaseExperiment":
        """The experiment with these flags and some more keys, None for those that were not given."""
        from sim.cli.parsing import policies
        from sim.compare.operands import TUNING, BaseExperiment
        from sim.experiment.experiment import read_experiment

        game = str(more.get("game") or read_experiment(self.on or TUNING)[0].get("game", DEFAULT_GAME))
        given = {
            **self.axes.keys(game),
            **(names.keys(game) if names else {}),
            "seed": self.seed,
            "policies": policies(self.policy, game) if self.policy else None,
            **more,
        }
        return BaseExperiment(self.on, {key: value for key, value in given.items() if value is not None})


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
