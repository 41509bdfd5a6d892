"""The tables about pieces: what happened to each, its effect in the opening, which pairs help or hurt each other."""

import polars as pl

from engine.game.optional_parts import counters_of
from sim.report.numbers.joint_outcomes import ALL, JointByGroup, JointOutcomes
from sim.report.numbers.pieces.opening_effects import EFFECT_SCHEMA, PAIR_SCHEMA, effects, openings_of, pairs
from sim.report.run_data import RunData


def pieces(data: RunData) -> pl.DataFrame:
    """What happened to each piece, for each group with all its cells together: exact counts, divided."""
    if data.game.pieces is None:
        return pl.DataFrame(schema={"table": pl.String, "piece": pl.String, "title": pl.String})
    places, ratios = data.layout.places, data.presentation.pieces
    counters = [column.name for column in counters_of(data.game)]
    cells = pl.DataFrame(
        {
            "cell": [place.number for place in places],
            "table": [place.group.name for place in places],
            "rung": [data.layout.groups.index(place.group) for place in places],
            "games": [data.games(place) for place in places],
        }
    )
    piece = data.presentation.piece
    counted = data.run.pieces.with_columns(pl.col("cell").cast(pl.Int64)).join(cells, on="cell")
    totals = counted.group_by("rung", "table", piece, maintain_order=True).agg(pl.col("games", *counters).sum())
    return totals.sort("rung", maintain_order=True).select(
        "table",
        pl.col(piece).alias("piece"),
        pl.col(piece).replace(data.titles).alias("title"),
        *(
            pl.when(pl.col(ratio.under) > 0)
            .then(pl.col(ratio.over) / pl.col(ratio.under) / ratio.scale)
            .alias(ratio.name)
            for ratio in ratios
        ),
        *(pl.col(name).alias(f"count_{name}") for name in counters),
    )


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


def coverage(data: RunData) -> pl.DataFrame:
    """What the rules contain, and how often it happened in all games of the run."""
    counts = _counted(data)
    happened: dict[tuple[str, str], int] = {}
    for feature in dict.fromkeys(feature for found in data.features.values() for feature in found):
        key = feature.kind, feature.name
        happened[key] = happened.get(key, 0) + int(counts.get(feature.piece, {}).get(feature.counter, 0))
    for column in data.game.columns:
        if column.name == data.presentation.end:
            ended = data.run.histograms.filter(column=column.name).group_by("value").agg(pl.col("games").sum())
            games = dict(ended.iter_rows())
            happened |= {("end", name): int(games.get(code, 0)) for code, name in enumerate(column.values)}
    rows = [(kind, name, times) for (kind, name), times in happened.items()]
    return pl.DataFrame(rows, {"kind": pl.String, "name": pl.String, "times": pl.Int64}, orient="row")


def _counted(data: RunData) -> dict[str, dict[str, int]]:
    """The counters of each piece, over the whole run."""
    if data.game.pieces is None:
        return {}
    counters, piece = [column.name for column in counters_of(data.game)], data.presentation.piece
    totals = data.run.pieces.group_by(piece).agg(pl.col(counters).sum())
    return {row[piece]: row for row in totals.iter_rows(named=True)}
