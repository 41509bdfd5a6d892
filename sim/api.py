"""The laboratory for Python: `run` plays an experiment, `load_run` opens a finished run."""

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from engine.game.parts import policies_of
from engine.game.registry import DEFAULT_GAME, admit, load_game
from sim.experiment.experiment import override, read_experiment, resolve
from sim.play.logs import log_to_terminal
from sim.play.options import PATIENCE, Detail, PlayOptions
from sim.play.runner import play
from sim.runs.manifest import RUNS, run_name
from sim.runs.run import Run, load_run

__all__ = ["Run", "load_run", "run"]


def run(
    experiment: str | Path | Mapping[str, object] = "default",
    *,
    out: str | Path | None = None,
    executor: str | Executor = "processes",
    workers: int | None = None,
    scheduler: str | None = None,
    detail: Detail | None = None,
    block: int | None = None,
    progress: bool | None = None,
    patience: float = PATIENCE,
    code: Sequence[str | Path] = (),
    **overrides: object,
) -> Run:
    """Play an experiment: a name, a file, or the data itself. Other keywords override its keys.

    `game` can be the path of a game of your own. `code` lists files of your own policies; `policies` can then name them
    by their stems. No other file of code is loaded. If the directory `out` holds a part of the same experiment, the
    rest is played. If it holds all of it, nothing is played.
    """
    if "game" in overrides:
        overrides["game"] = admit(str(overrides["game"]))
    if isinstance(experiment, Mapping):
        data, source = {**experiment}, "experiment"
    else:
        data, source = read_experiment(str(experiment), str(overrides["game"]) if "game" in overrides else None)
    merged = override(data, overrides)
    for file in code:
        policies_of(load_game(str(merged.get("game", DEFAULT_GAME)))).admit(Path(file))
    resolved = resolve(merged, source)
    path = Path(out) if out is not None else RUNS / run_name(resolved)
    options = PlayOptions(executor, workers, scheduler, detail, block, progress, patience)
    with log_to_terminal(logging.WARNING):
        return Run(play(resolved, path, options).path)
