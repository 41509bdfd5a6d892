"""`gate`: does the game keep to its baselines, or change as intended?"""

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from json import loads
from pathlib import Path
from typing import Any

import polars as pl

from engine.game.cell import Json
from engine.game.registry import admit
from sim.api.keywords import refuse_keywords, texts
from sim.api.notebook import Readable, as_html
from sim.api.playing import heard
from sim.compare.gate.command import GateRequest, judged
from sim.compare.gate.gate import GateResult
from sim.compare.gate.output import as_json, gate_table, sentences
from sim.experiment.values import percentage
from sim.inspect.opened import admit_before
from sim.play.options import PATIENCE, PlayOptions
from sim.search.effect_tables import frame_of


@dataclass(frozen=True, repr=False)
class Gated(Readable):
    """How a gate ended."""

    found: GateResult
    """Everything, as the laboratory has it."""

    @property
    def verdict(self) -> str:
        """`pass`, `fail` or `inconclusive`."""
        return self.found.outcome.word

    @property
    def passed(self) -> bool:
        """An inconclusive gate has not passed."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """That of `fatecast gate`."""
        return int(self.found.outcome)

    @property
    def sentences(self) -> list[str]:
        """The result in words."""
        return sentences(self.found)

    @cached_property
    def data(self) -> Json:
        """What `fatecast gate --json` writes."""
        found: Json = loads(as_json(self.found))
        return found

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row for each cell: its claim, the change with its 95 % interval, its status."""
        return _frame(self.data["cells"])

    @cached_property
    def groups(self) -> pl.DataFrame:
        """One row for each group of cells that are judged together."""
        return _frame(self.data["groups"])

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        headline, *rest = self.sentences
        return as_html(headline, rest, [gate_table(self.found)])


def gate(
    baseline: str | Path | Iterable[str | Path] | None = None,
    *,
    intent: str | Path | None = None,
    games: int | None = None,
    minutes: float | None = None,
    risk: float = 1.0,
    outcome: str | Iterable[str] | None = None,
    game: str | Path | None = None,
    before: str | Path | None = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Gated:
    """Check that the game keeps to its baselines, all of them by default, or changes as the intent says.

    `game` is only needed if several games have baselines, or for a game of your own. `before` is then the file of that
    game as it was when the baseline was accepted.
    """
    refuse_keywords(gate, keys)
    played = admit(str(game)) if game is not None else None
    if before is not None:
        admit_before(str(before), played)
    options = PlayOptions(executor, workers, scheduler, progress=progress, patience=patience)
    path = Path(intent) if intent is not None else None
    asked = GateRequest(
        texts(baseline), path, games, minutes, percentage("--risk", risk), options, texts(outcome), played
    )
    with heard(progress):
        return Gated(judged(asked))


def _frame(rows: list[Any]) -> pl.DataFrame:
    flat = [{key: value for key, value in row.items() if not isinstance(value, dict | list)} for row in rows]
    return frame_of(flat) if flat else pl.DataFrame()
