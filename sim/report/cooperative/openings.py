"""The tables about pieces in the opening: the effect of each, which pairs help or hurt each other."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from sim.report.cooperative.joint_outcomes import ALL, JointByGroup, JointOutcomes
from sim.report.shared.pieces.judged import JUDGED, Schema, judged, out_of_line
from sim.report.shared.run_data import RunData
from sim.statistics.openings import Openings, pair_effects, piece_effects

OF_PIECE: Schema = {"piece": pl.String, "with_games": pl.Int64, "with_rate": pl.Float64, "without_rate": pl.Float64}
OF_PAIR: Schema = {"piece": pl.String, "other": pl.String, "both_games": pl.Int64}


def openings_of(counted: pl.DataFrame, pieces: int) -> Openings:
    """The counts of `JointOutcomes.openings`, with one column a piece."""
    masks = counted["opening"].to_numpy().astype(np.uint64)
    bits = (masks[:, None] >> np.arange(pieces, dtype=np.uint64)) & np.uint64(1) == 1
    columns = (counted[name].to_numpy().astype(np.int64) for name in ("cells", "wins", "games"))
    return Openings(bits, *columns)


def effects(openings: Openings, pieces: Sequence[str], deff: float | None = None) -> pl.DataFrame:
    """Every piece that can be judged, best first. In a large run every piece has a significant effect (`marked`); those
    of them are out of line whose whole shrunk interval lies beyond the usual size of an effect, to either side: the
    median of the plain effects without their signs."""
    found = judged(list(piece_effects(openings, pieces, deff)), OF_PIECE)
    return found.with_columns(out_of_line=out_of_line(found))


def pairs(openings: Openings, pieces: Sequence[str], deff: float | None = None) -> pl.DataFrame:
    """Every pair that can be judged, best first."""
    return judged(list(pair_effects(openings, pieces, deff)), OF_PAIR)


def opening_effects(data: RunData, joints: JointByGroup) -> pl.DataFrame:
    """The effect of each piece in the opening, for each group, at all difficulties together and at each."""
    schema: Schema = {"table": pl.String, "level": pl.String, **OF_PIECE, **JUDGED, "out_of_line": pl.Boolean}
    parts = [pl.DataFrame(schema=schema)]
    for group, joint in joints.items():
        names = data.pieces(group) if joint.openings is not None else []
        for level in _levels(joint):
            assert joint.openings is not None
            table = effects(openings_of(joint.openings.filter(level=level), len(names)), names)
            parts.append(table.select(pl.lit(group.name).alias("table"), pl.lit(level).alias("level"), pl.all()))
    return pl.concat(parts).with_columns(title=pl.col("piece").replace(data.titles))


def opening_pairs(data: RunData, joints: JointByGroup) -> pl.DataFrame:
    """The effect of two pieces together in the opening beyond the effect of each alone, all difficulties pooled."""
    parts = [pl.DataFrame(schema={"table": pl.String, **OF_PAIR, **JUDGED})]
    for group, joint in joints.items():
        if joint.openings is not None:
            names = data.pieces(group)
            table = pairs(openings_of(joint.openings.filter(level=ALL), len(names)), names)
            parts.append(table.select(pl.lit(group.name).alias("table"), pl.all()))
    titles = [pl.col(name).replace(data.titles).alias(f"{name}_title") for name in ("piece", "other")]
    return pl.concat(parts).with_columns(titles)


def _levels(joint: JointOutcomes) -> list[str]:
    """First all difficulties together, then each."""
    found = [] if joint.openings is None else joint.openings["level"].unique().to_list()
    return sorted(found, key=lambda level: (level != ALL, level))
