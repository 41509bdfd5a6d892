"""The numbers that people read, from exact integer sums. Only here are sums divided."""

import csv
from collections.abc import Sequence
from io import StringIO
from json import loads
from math import sqrt

from engine.errors import BadData
from engine.game.cell import Cell, Json
from engine.game.protocol import Game
from engine.game.results import Measure
from sim.errors import mended_by
from sim.experiment.escapes import csv_cell
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.json_text import readable
from sim.runs.digest import MODULUS, digest_text
from sim.runs.store import Store
from sim.runs.tally import Tally
from sim.statistics.intervals import wilson


def total_digest(tallies: Sequence[Tally]) -> str:
    """The digest of the whole run."""
    return digest_text(sum(tally.digest for tally in tallies) % MODULUS)


def measured(measure: Measure, tally: Tally) -> float | None:
    """The value of a measure; None if it would divide by zero."""
    total = tally.total(measure.column)
    match measure.kind:
        case "mean":
            return total / tally.games
        case "ratio":
            over = tally.total(measure.over)
            return total / over if over else None
        case "sd":
            n = tally.games
            return sqrt((n * tally.squares(measure.column) - total * total) / (n * (n - 1))) if n > 1 else None


def cell_row(game: Game, cell: Cell, tally: Tally) -> Json:
    """The row of a cell in the summary."""
    low, high = wilson(tally.wins, tally.games)
    return {
        **cell.labels,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.wins / tally.games,
        **{measure.name: measured(measure, tally) for measure in game.measures},
        "win_low": low,
        "win_high": high,
        "digest": digest_text(tally.digest),
        "skipped": tally.skipped,
    }


def summarise(experiment: ResolvedExperiment, tallies: Sequence[Tally]) -> Json:
    game, seed = experiment.game, experiment.settings.seed
    rows = []
    for cell, tally in zip(experiment.cells, tallies, strict=True):
        notable = {
            kind: {"game": index, "id": game.game_id(cell, seed, index)}
            for kind, (_, index) in sorted(tally.notable.items())
        }
        if tally.first_skipped is not None:
            index, why = tally.first_skipped
            notable["first skipped"] = {"game": index, "id": game.game_id(cell, seed, index), "why": why}
        rows.append(cell_row(game, cell, tally) | {"notable": notable})
    return {
        "experiment": experiment.settings.name,
        "game": game.name,
        "seed": seed,
        "games": sum(tally.games for tally in tallies),
        "digest": total_digest(tallies),
        "cells": rows,
    }


def read_summary(store: Store, manifest: Json, experiment: ResolvedExperiment) -> Json:
    """The contents of summary.json, which a finished run has, if its cells are those of this experiment."""
    path = store.path / "summary.json"
    try:
        summary: Json = loads(store.result(path.name, manifest))
        cells = summary["cells"]
        if len(cells) != len(experiment.cells) or not all(map(_is_row, cells, experiment.cells)):
            raise ValueError("cells of another run")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise BadData(f"{path}: damaged, expected the summary of this run; {mended_by(store.path)}") from None
    return summary


def _is_row(row: Json, cell: Cell) -> bool:
    """Whether this can be the row of a cell."""
    named = all(row[axis] == value for axis, value in cell.labels.items())
    counts = [row["games"], row["wins"], row.get("skipped", 0)]
    counted = all(type(count) is int and count >= 0 for count in counts) and row["wins"] <= row["games"]
    rest = row.keys() - cell.labels.keys() - {"digest", "notable"}
    numbers = all(row[name] is None or type(row[name]) in (int, float) for name in rest)
    notable = all(type(game["game"]) is int and type(game["id"]) is str for game in row["notable"].values())
    return named and counted and numbers and notable and type(row["digest"]) is str


def summary_files(summary: Json) -> dict[str, bytes]:
    """`summary.json`, and the same numbers as rows in `summary.csv`; `cell` is the number in the rows of games."""
    out = StringIO()
    flat = [{key: value for key, value in row.items() if key != "notable"} for row in summary["cells"]]
    table = csv.DictWriter(out, ["cell", *flat[0]], lineterminator="\n")
    table.writeheader()
    for number, row in enumerate(flat):
        table.writerow({"cell": number, **{key: csv_cell(value) for key, value in row.items()}})
    return {"summary.json": readable(summary), "summary.csv": out.getvalue().encode()}
