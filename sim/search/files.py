"""The files of an ablation and of a sweep: tidy tables, figures, and where they come from."""

from hashlib import sha256
from pathlib import Path

import polars as pl

from engine.game.parts import is_trained
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.json_text import canonical, readable
from sim.runs.manifest import run_name
from sim.runs.result_folder import about, check_free, write_folder
from sim.runs.tables import parquet_bytes
from sim.search.ablation import Ablation
from sim.search.effect_tables import frame_of
from sim.search.figures import ablation_figure, sweep_figures
from sim.search.sweep import Sweep

REPORTS = Path("reports")


def folder_for(verb: str, base: ResolvedExperiment, asked: object, out: Path | None) -> Path:
    """Where the results of a question go: where the user says, or to a place of their own."""
    short = sha256(canonical(asked)).hexdigest()[:8]
    path = out or REPORTS / verb / f"{run_name(base)}-{short}"
    check_free(path)
    return path


def ablation_folder(path: Path, base: ResolvedExperiment, found: Ablation) -> None:
    """Effects (what the figure shows) and cells."""
    effects = frame_of(found.effect_rows())
    files = {
        "effects.csv": effects.write_csv().encode(),
        "effects.parquet": parquet_bytes(effects),
        "cells.parquet": parquet_bytes(_marked(base, frame_of(found.cell_rows()))),
        **ablation_figure(found),
        "about.json": readable(about(base, "ablate", games=found.games, adapted=adapted(base))),
    }
    write_folder(path, files)


def sweep_folder(path: Path, base: ResolvedExperiment, found: Sweep, settings: list[str]) -> None:
    """One row a variant and cell."""
    rows = [row for response in found.responses for row in response.rows]
    files = {
        "sweep.parquet": parquet_bytes(_marked(base, frame_of(rows))),
        **sweep_figures(found),
        "about.json": readable(about(base, "sweep", settings=settings, games=found.games, adapted=adapted(base))),
    }
    write_folder(path, files)


def adapted(base: ResolvedExperiment) -> bool:
    """Whether nobody plays who learned with the rules as they were."""
    return not any(is_trained(base.game, cell) for cell in base.cells)


def _marked(base: ResolvedExperiment, frame: pl.DataFrame) -> pl.DataFrame:
    """Say of every row whether those who play had a chance to get used to the change."""
    trained = [is_trained(base.game, cell) for cell in base.cells]
    times = len(frame) // len(trained)
    return frame.with_columns(pl.Series("adapted", [not one for one in trained] * times))
