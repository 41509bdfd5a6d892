"""The files of an ablation and of a sweep: tables, figures, and how they were made."""

from hashlib import sha256
from pathlib import Path

import polars as pl

from engine.game.optional_parts import is_trained
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.manifest import run_name
from sim.runs.result_folder import about, check_free, write_folder
from sim.runs.tables import csv_bytes, parquet_bytes
from sim.search.ablation import Ablation
from sim.search.effect_tables import frame_of
from sim.search.figures import ablation_figure, sweep_figures
from sim.search.sweep import Sweep
from sim.text.json_text import canonical, readable

REPORTS = Path("reports")


def folder_for(verb: str, base: ResolvedExperiment, asked: object, out: Path | None) -> Path:
    """The folder for results: the one that the user names, or one that no other question gets."""
    short = sha256(canonical(asked)).hexdigest()[:8]
    path = out or REPORTS / verb / f"{run_name(base)}-{short}"
    check_free(path)
    return path


def ablation_folder(path: Path, base: ResolvedExperiment, found: Ablation) -> None:
    """Write the effects, which the figure shows, and the cells."""
    effects = frame_of(found.effect_rows())
    files = {
        "effects.csv": csv_bytes(effects),
        "effects.parquet": parquet_bytes(effects),
        "cells.parquet": parquet_bytes(_marked(base, frame_of(found.cell_rows()))),
        **ablation_figure(found),
        "about.json": _about(base, "ablate", found),
    }
    write_folder(path, files)


def sweep_folder(path: Path, base: ResolvedExperiment, found: Sweep, settings: list[str]) -> None:
    """Write one row for each variant and cell."""
    rows = [row for response in found.responses for row in response.rows]
    files = {
        "sweep.parquet": parquet_bytes(_marked(base, frame_of(rows))),
        **sweep_figures(found),
        "about.json": _about(base, "sweep", found, settings=settings),
    }
    write_folder(path, files)


def _about(base: ResolvedExperiment, verb: str, found: Ablation | Sweep, **more: object) -> bytes:
    """How the folder was made."""
    facts = about(base, verb, **more, games=found.games, outcome=found.outcome.name, adapted=adapted(base))
    return readable(facts)


def adapted(base: ResolvedExperiment) -> bool:
    """Whether no policy here was trained with the unchanged rules."""
    return not any(is_trained(base.game, cell) for cell in base.cells)


def _marked(base: ResolvedExperiment, frame: pl.DataFrame) -> pl.DataFrame:
    """Mark every row whose policies were not trained with the unchanged rules."""
    trained = [is_trained(base.game, cell) for cell in base.cells]
    times = len(frame) // len(trained)
    return frame.with_columns(pl.Series("adapted", [not one for one in trained] * times))
