"""The numbers that people read, from exact integer sums. Only here are sums divided."""

import csv
from collections.abc import Sequence
from io import StringIO
from math import inf, sqrt
from typing import Any

from engine.errors import BadData, message
from engine.game.cell import Cell, Json
from engine.game.outcomes import Labels, Mean, Outcome, Share
from engine.game.protocol import Game
from engine.game.results import Measure
from engine.rows.digest import MODULUS, digest_text
from sim.errors import mended_by
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.store import Store
from sim.runs.tally import Tally, product_of
from sim.statistics.estimates import Estimate, mean_estimate, quantile_of, ratio_estimate, share_estimate
from sim.text.escapes import csv_cell
from sim.text.json_text import parse_json, readable

LENGTH_QUANTILES = {"median": 0.5, "p95": 0.95}
"""What is said of a length beside its mean."""
BOX_QUANTILES = {"p10": 0.1, "p90": 0.9}
"""The middle 80 %, of a length that the box of a game says."""

FEWEST_ALIKE = 30
"""Games that must all take equally long before we believe that they always do."""

CERTAIN = 0.01
"""The width of an interval, as a part of the value, below which a ratio that is a whole number is no accident."""


def total_digest(tallies: Sequence[Tally]) -> str:
    """The digest of the whole run."""
    return digest_text(sum(tally.digest for tally in tallies) % MODULUS)


def measured(measure: Measure, tally: Tally, outcomes: Json) -> float | None:
    """The value of a measure; None if it would divide by zero, or if the cell has no such outcome."""
    match measure.kind:
        case "sum":
            return tally.total(measure.column)
        case "mean":
            return tally.total(measure.column) / tally.games
        case "ratio":
            over = tally.total(measure.over)
            return tally.total(measure.column) / over if over else None
        case "low" | "high":
            found: float | None = outcomes.get(measure.column, {}).get(measure.kind)
            return found


def estimated(outcome: Outcome, tally: Tally, plain_ratios: bool = False) -> Estimate:
    """An outcome and its interval, in its unit; the plain one of a ratio is what runs that play until it is narrow wait
    for, and what version 0.19 wrote."""
    if isinstance(outcome, Share):
        return share_estimate(tally.games_with(outcome.column, outcome.codes), tally.games)
    if outcome.over:
        x, y = (tally.total(name) for name in (outcome.column, outcome.over))
        xx, yy = (tally.power(name, 2) for name in (outcome.column, outcome.over))
        xy = tally.products.get(product_of(outcome.column, outcome.over), 0)
        return ratio_estimate(
            tally.games, x, y, xx, xy, yy, cubes=None if plain_ratios else _cubes(outcome, tally)
        ).scaled(outcome.scale)
    total, squares, cubes = (tally.power(outcome.column, power, outcome.values) for power in (1, 2, 3))
    found = mean_estimate(tally.games, total, squares, cubes, outcome.step * outcome.scale)
    return found.moved(outcome.offset).scaled(outcome.scale)


def _cubes(outcome: Mean, tally: Tally) -> tuple[float, float] | None:
    """The sums of the cubes of both columns. Old runs have none of a numerator, and no run one of a denominator that is
    no outcome and has no histogram: it counts as one that leans to no side."""
    games, y, yy = tally.games, tally.total(outcome.over), tally.power(outcome.over, 2)
    over = tally.power(outcome.over, 3) or (3 * y * yy - 2 * y**3 / games) / games
    found = tally.power(outcome.column, 3)
    return (found, over) if found else None


def limits(outcome: Mean) -> tuple[float, float]:
    """The least and the most that a mean can be, in its unit. Most columns are not negative."""
    if outcome.values:
        least, most = float(min(outcome.values)), float(max(outcome.values))
    elif outcome.over and outcome.is_part:
        least, most = 0, 1
    elif outcome.bounds and not outcome.over:
        least, most = outcome.bounds
    else:
        least, most = -inf if outcome.below_zero else outcome.offset, inf
    return least / outcome.scale, most / outcome.scale


def outcome_rows(outcomes: Sequence[Outcome], labels: Labels, tally: Tally, plain_ratios: bool = False) -> Json:
    """All outcomes of a cell as plain data: value, low, high; for a length, also its median and 95th percentile."""
    found: Json = {}
    for outcome in outcomes:
        if outcome.applies(labels):
            estimate = estimated(outcome, tally, plain_ratios)
            estimate = estimate.within(*limits(outcome)) if isinstance(outcome, Mean) else estimate
            found[outcome.name] = estimate._asdict()
            if isinstance(outcome, Mean) and outcome.length:
                counts = list(tally.counted(outcome.column))
                wanted = LENGTH_QUANTILES | (BOX_QUANTILES if outcome.on_box else {})
                values = {name: quantile_of(counts, share) for name, share in wanted.items()}
                found[outcome.name] |= {
                    name: None if value is None else value / outcome.scale for name, value in values.items()
                }
    return found


def is_fixed(row: Json, outcome: Outcome) -> bool:
    """Whether a length or a ratio is the same in all games of a cell, from its row of the summary: a game of a fixed
    number of turns, or the wait until the next turn where nobody jumps the queue. Such a number has no interval worth
    showing."""
    if not isinstance(outcome, Mean) or row["games"] < FEWEST_ALIKE:
        return False
    if outcome.over:
        found = row["outcomes"].get(outcome.name) or {"value": None}
        return found["value"] is not None and _is_whole(**{key: found[key] for key in ("value", "low", "high")})
    return outcome.length and row.get(f"sd_{outcome.column}") == 0


def _is_whole(value: float, low: float, high: float) -> bool:
    """Whether a ratio is exactly a whole number, and so far as it is known nothing else."""
    return 0 < value == round(value) and high - low < CERTAIN * value


def spread_of(column: str, tally: Tally) -> float | None:
    """The sample standard deviation of a column; None of a single game, and of an old run that did not add it up."""
    n, total, squares = tally.games, tally.total(column), tally.power(column, 2)
    return sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 and n * squares >= total * total else None


def cell_row(game: Game, cell: Cell, tally: Tally, plain_ratios: bool = False) -> Json:
    """The row of a cell in the summary."""
    quantities = [column.name for column in game.columns if not column.by_number]
    outcomes = outcome_rows(game.outcomes, cell.labels, tally, plain_ratios)
    return {
        **cell.labels,
        "games": tally.games,
        **{measure.name: measured(measure, tally, outcomes) for measure in game.measures},
        **{f"mean_{name}": tally.total(name) / tally.games for name in quantities},
        **{f"sd_{name}": spread_of(name, tally) for name in quantities},
        "digest": digest_text(tally.digest),
        "skipped": tally.skipped,
        "outcomes": outcomes,
    }


def summarise(experiment: ResolvedExperiment, tallies: Sequence[Tally], plain_ratios: bool = False) -> Json:
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
        rows.append(cell_row(game, cell, tally, plain_ratios) | {"notable": notable})
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
        summary: Any = parse_json(store.result(path.name, manifest))
        cells = summary["cells"]
        if len(cells) != len(experiment.cells) or not all(map(_is_row, cells, experiment.cells)):
            raise ValueError("cells of another run")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise BadData(
            message("damaged, expected the summary of this run; {mended_by}", mended_by=mended_by(store.path)),
            source=path,
        ) from None
    return dict(summary)


def _is_row(row: Json, cell: Cell) -> bool:
    """Whether this can be the row of a cell."""
    named = all(row[axis] == value for axis, value in cell.labels.items())
    counted = all(type(count) is int and count >= 0 for count in (row["games"], row.get("skipped", 0)))
    rest = row.keys() - cell.labels.keys() - {"digest", "notable", "outcomes"}
    values = [row[name] for name in rest]
    for outcome in row.get("outcomes", {}).values():
        values += [outcome["value"], outcome["low"], outcome["high"], *outcome.values()]
    numbers = all(value is None or type(value) in (int, float) for value in values)
    notable = all(type(game["game"]) is int and type(game["id"]) is str for game in row["notable"].values())
    return named and counted and numbers and notable and type(row["digest"]) is str


def flat_row(row: Json) -> Json:
    """A row of the summary without tables inside it: the outcome `win rate` becomes `win_rate`, `win_rate_low` and
    `win_rate_high`."""
    flat = {key: value for key, value in row.items() if key not in ("notable", "outcomes")}
    for name, outcome in row.get("outcomes", {}).items():
        key = name.replace(" ", "_").replace("-", "_")
        flat |= {key: outcome["value"]}
        flat |= {f"{key}_{part}": value for part, value in outcome.items() if part != "value"}
    return flat


def summary_files(summary: Json) -> dict[str, bytes]:
    """`summary.json`, and the same numbers as rows in `summary.csv`; `cell` is the number in the rows of games."""
    out = StringIO()
    flat = [flat_row(row) for row in summary["cells"]]
    table = csv.DictWriter(out, ["cell", *dict.fromkeys(key for row in flat for key in row)], lineterminator="\n")
    table.writeheader()
    for number, row in enumerate(flat):
        table.writerow({"cell": number, **{key: csv_cell(value) for key, value in row.items()}})
    return {"summary.json": readable(summary), "summary.csv": out.getvalue().encode()}
