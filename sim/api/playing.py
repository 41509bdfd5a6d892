"""`run` plays an experiment, `load_run` opens a finished run."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.configs import EXPERIMENTS, names
from engine.errors import FatecastError
from engine.game.parts import policies_of
from engine.game.registry import DEFAULT_GAME, admit, load_game
from sim.api.keywords import experiment_named, keys_of
from sim.display.terminal import headline_table, headline_title, table_text
from sim.experiment.experiment import override, read_experiment, resolve
from sim.play.logs import log_to_terminal
from sim.play.options import PATIENCE, Detail, PlayOptions
from sim.play.runner import play
from sim.runs.manifest import RUNS, run_name
from sim.runs.run import Run as FinishedRun
from sim.runs.run import load_run as open_run
from sim.verbs.request.result import Result as Readable
from sim.verbs.request.result import as_html, in_few_lines


@dataclass(frozen=True, repr=False)
class Run(Readable, FinishedRun):
    """A finished run, opened; Python and a notebook show its headline."""

    def __str__(self) -> str:
        try:
            table = table_text(headline_table(self.experiment, self.cells, False))
            lines = [headline_title(self.experiment), self._played(), *table.splitlines()]
        except FatecastError as error:  # whoever looks at a damaged run gets to see it all the same
            return f"Run({str(self.path)!r}): {error}"
        return in_few_lines(lines, "summary has a row for each cell")

    def _repr_html_(self) -> str:
        table = headline_table(self.experiment, self.cells, False)
        return as_html(headline_title(self.experiment), [self._played()], [table])

    def _played(self) -> str:
        return f"{self.manifest['counts']['games']:,} games · digest {self.digest} · {self.path}"


def run(
    experiment: str | Path | Mapping[str, object] | None = None,
    *,
    out: str | Path | None = None,
    executor: str | Executor = "processes",
    workers: int | None = None,
    scheduler: str | None = None,
    detail: Detail | None = None,
    block: int | None = None,
    progress: bool = False,
    patience: float = PATIENCE,
    code: Sequence[str | Path] = (),
    **keys: object,
) -> Run:
    """Play an experiment (or `on`): a name, a file, or the data itself; by default `default`. Other keywords override
    its keys: `games`, `seed`, `policy`, and every axis of the game, such as `players="2-5"`.

    `game` can be the path of a game of your own, and `policy` the file of a policy of your own. `code` lists files of
    policies that `policies` then names by their stems. No other file of code is loaded. If the directory `out` holds a
    part of the same experiment, the rest is played. If it holds all of it, nothing is played.
    """
    game = admit(str(keys["game"])) if "game" in keys else None
    if isinstance(experiment, Mapping):
        data, source = {**experiment}, "experiment"
    else:
        name = experiment_named(run, experiment, keys)
        if name is None and game is not None and "default" not in names(EXPERIMENTS, game):
            data, source = {}, "keywords"
        else:
            data, source = read_experiment(name or "default", game)
    played = game or str(data.get("game", DEFAULT_GAME))
    for file in code:
        policies_of(load_game(played)).admit(Path(file))
    given = keys_of(run, keys, played) | ({"game": game} if game else {})
    resolved = resolve(override(data, given), source, given, "keywords")
    path = Path(out) if out is not None else RUNS / run_name(resolved)
    options = PlayOptions(executor, workers, scheduler, detail, block, progress, patience)
    with heard(progress):
        return Run(play(resolved, path, options).path)


def load_run(path: str | Path, game: str | Path | None = None) -> Run:
    """Open a finished run. `game` is the path of a game of your own, if it was played with one."""
    return Run(open_run(path, game).path)


@contextmanager
def heard(progress: bool) -> Iterator[None]:
    """Print warnings only to a person who wants to see how it goes; without any handler, Python would print them."""
    with log_to_terminal(logging.WARNING if progress else logging.ERROR):
        yield
