"""The tables about pieces in the opening: the effect of each, which pairs help or hurt each other."""

import polars as pl

from sim.report.cooperative.joint_outcomes import ALL, JointByGroup, JointOutcomes
from sim.report.cooperative.opening_effects import EFFECT_SCHEMA, PAIR_SCHEMA, effects, openings_of, pairs
from sim.report.shared.run_data import RunData


def opening_effects(data: RunData, joints: JointByGroup) -> pl.DataFrame:
    """The effect of each piece in the opening, for each group, at all difficulties together and at each."""
    empty = pl.DataFrame(schema={"table": pl.String, "level": pl.String, **EFFECT_SCHEMA})
    parts = [empty]
    for group, joint in joints.items():
        names = data.pieces(group) if joint.openings is not None else []
        for level in _levels(joint):
            assert joint.openings is not None
            table = effects(openings_of(joint.openings.filter(level=level), len(names)), names)
            parts.append(table.select(pl.lit(group.name).alias("table"), pl.lit(level).alias("level"), pl.all()))
    return pl.concat(parts).with_columns(title=pl.col("piece").replace(data.titles))


def opening_pairs(data: RunData, joints: JointByGroup) -> pl.DataFrame:
    """The effect of two pieces together in the opening beyond the effect of each alone, all difficulties pooled."""
    parts = [pl.DataFrame(schema={"table": pl.String, **PAIR_SCHEMA})]
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
