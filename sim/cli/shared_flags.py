"""The flags that several verbs have: which grid, on which experiment, and who plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sim.compare.operands import Ground
    from sim.play.runner import How

Set = Annotated[list[str] | None, typer.Option("--set", help="Any key of the experiment, key=value.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; all cores if not given.")]


@dataclass(frozen=True)
class Grid:
    """Which cells, on which luck."""

    players: Annotated[str | None, typer.Option(help="Numbers of players: 2,4 or 2-5.")] = None
    doom: Annotated[str | None, typer.Option(help="Difficulties: 0,2,4,6.")] = None
    seed: Annotated[int | None, typer.Option(help="The luck: equal seeds, equal games.")] = None

    def keys(self) -> dict[str, object]:
        """As keys of an experiment; None where nothing was said."""
        from sim.cli.parsing import numbers

        return {
            "players": None if self.players is None else numbers("--players", self.players),
            "doom": None if self.doom is None else numbers("--doom", self.doom),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class On(Grid):
    """The experiment that variants are tried on, and what is different about it."""

    on: Annotated[str | None, typer.Option("--on", help="The experiment to play on; tuning if not given.")] = None
    policy: Annotated[
        list[str] | None, typer.Option(help="Who plays, instead of those of the experiment; repeatable.")
    ] = None

    def ground(self, more: Mapping[str, object]) -> "Ground":
        """What these flags and some keys more, None where nothing was said, make of the experiment."""
        from sim.cli.parsing import policies
        from sim.compare.operands import Ground

        given = {**self.keys(), "policies": policies(self.policy) if self.policy else None, **more}
        return Ground(self.on, {key: value for key, value in given.items() if value is not None})


@dataclass(frozen=True)
class Crew:
    """Who plays; this changes nothing about the answer."""

    workers: Workers = None
    executor: Annotated[str, typer.Option("--executor", help="inline, processes or dask.")] = "processes"
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler; without one, a local cluster.")
    ] = None

    def how(self) -> "How":
        """The same for those who play."""
        from sim.play.runner import How

        return How(self.executor, self.workers, self.scheduler)
