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
from engine.game.registry import DEFAULT_GAME, admit
from sim.api.keywords import refuse_keywords, texts
from sim.api.playing import heard
from sim.compare.gate.command import GateRequest, judged
from sim.compare.gate.gate import GateResult, GateVerdicts
from sim.compare.gate.output import gate_table
from sim.compare.gate.several_games import all_sentences, data_of
from sim.experiment.values import percentage
from sim.inspect.opened import admit as admit_policies
from sim.inspect.opened import admit_before
from sim.play.options import PATIENCE, PlayOptions
from sim.search.effect_tables import frame_of
from sim.text.json_text import readable
from sim.verbs.request.result import Result as Readable
from sim.verbs.request.result import as_html


@dataclass(frozen=True, repr=False)
class Gated(Readable):
    """How a gate ended, for one game or for several."""

    found: GateVerdicts
    """Everything, as the laboratory has it."""

    @property
    def verdict(self) -> str:
        """`pass`, `fail` or `inconclusive`; of several games the worst, which can be `not comparable` or `bad data`."""
        return self.found.outcome.word

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each game."""
        return {each.game: each.outcome.word for each in self.found.games}

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
        return all_sentences(self.found)

    @cached_property
    def data(self) -> Json:
        """What `fatecast gate --json` prints."""
        found: Json = loads(readable(data_of(self.found)))
        return found

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row for each cell: its game, its claim, the change with its 95 % interval, its status."""
        return self._frame("cells")

    @cached_property
    def groups(self) -> pl.DataFrame:
        """One row for each group of cells that are judged together."""
        return self._frame("groups")

    def _frame(self, key: str) -> pl.DataFrame:
        """The rows of all games. Games have different axes: what one of them lacks is null."""
        frames = [_frame(each["game"], each.get(key, [])) for each in self.data["verdicts"]]
        there = [frame for frame in frames if len(frame)]
        return pl.concat(there, how="diagonal_relaxed") if there else pl.DataFrame()

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        headline, *rest = self.sentences
        results = [each.found for each in self.found.games if isinstance(each.found, GateResult)]
        return as_html(headline, rest, [gate_table(result) for result in results])


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
    policy: str | Path | Iterable[str | Path] | None = None,
    workers: int | None = None,
    executor: str | Executor = "processes",
    scheduler: str | None = None,
    patience: float = PATIENCE,
    progress: bool = False,
    **keys: object,
) -> Gated:
    """Check that each game keeps to its baselines, all of them by default, or changes as the intent says.

    `game` takes the baselines of one game only; a game of your own must be named. `before` is then the file of that
    game as it was when the baseline was accepted. `policy` is the file of a policy of your own that a baseline plays.
    `risk` and `minutes` are shared by all games.
    """
    refuse_keywords(gate, keys)
    played = admit(str(game)) if game is not None else None
    if before is not None:
        admit_before(str(before), played)
    admit_policies(texts(policy), played or DEFAULT_GAME)
    options = PlayOptions(executor, workers, scheduler, progress=progress, patience=patience)
    path = Path(intent) if intent is not None else None
    asked = GateRequest(
        texts(baseline), path, games, minutes, percentage("--risk", risk), options, texts(outcome), played
    )
    with heard(progress):
        return Gated(judged(asked))


def _frame(game: str, rows: list[Any]) -> pl.DataFrame:
    flat = [{key: value for key, value in row.items() if not isinstance(value, dict | list)} for row in rows]
    return frame_of([{"game": game, **row} for row in flat]) if flat else pl.DataFrame()
