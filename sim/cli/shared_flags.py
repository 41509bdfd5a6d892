"""Flags that several verbs have, and bundles of flags that a verb takes as one parameter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sim.compare.operands import BaseExperiment
    from sim.play.options import PlayOptions

Set = Annotated[list[str] | None, typer.Option("--set", help="Any key of the experiment, key=value; repeatable.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")]
GameName = Annotated[str, typer.Option("--game", help="The game.")]
RunDirectory = Annotated[Path, typer.Argument(metavar="RUN", help="A run directory.")]
Code = Annotated[
    list[str] | None, typer.Option("--policy", help="The file of your own policy that the run was played with.")
]


@dataclass(frozen=True)
class GridFlags:
    """Which cells, and which seed."""

    players: Annotated[str | None, typer.Option(help="Numbers of players: 2,4 or 2-5.")] = None
    doom: Annotated[str | None, typer.Option(help="Difficulties: 0,2,4,6.")] = None
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same games.")] = None

    def keys(self) -> dict[str, object]:
        """As keys of an experiment; None for a flag that was not given."""
        from sim.cli.parsing import numbers

        return {
            "players": None if self.players is None else numbers("--players", self.players),
            "doom": None if self.doom is None else numbers("--doom", self.doom),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class BaseFlags(GridFlags):
    """The experiment that changes are tried on, and the flags that override it."""

    on: Annotated[str | None, typer.Option("--on", help="The experiment to play; by default tuning.")] = None
    policy: Annotated[
        list[str] | None, typer.Option(help="Who plays, instead of the experiment's policies; repeatable.")
    ] = None

    def experiment(self, more: Mapping[str, object]) -> "BaseExperiment":
        """The experiment with these flags and some more keys, None for those that were not given."""
        from sim.cli.parsing import policies
        from sim.compare.operands import BaseExperiment

        given = {**self.keys(), "policies": policies(self.policy) if self.policy else None, **more}
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
    """The verb as Typer should see it: every parameter that is a dataclass is replaced by the fields of that class."""
    bundles: dict[str, type[Any]] = {}
    flags: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        kind = parameter.annotation
        if isinstance(kind, type) and is_dataclass(kind):
            bundles[parameter.name] = kind
            flags += signature(kind).parameters.values()
        else:
            flags.append(parameter)

    def called(**given: Any) -> None:
        for name, bundle in bundles.items():
            given[name] = bundle(**{flag: given.pop(flag) for flag in signature(bundle).parameters})
        verb(**given)

    called.__name__, called.__doc__ = verb.__name__, verb.__doc__
    called.__signature__ = Signature([flag.replace(kind=Parameter.KEYWORD_ONLY) for flag in flags])  # type: ignore[attr-defined]
    return called
