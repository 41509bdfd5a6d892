"""The tables about pieces: what happened to each, its effect in the opening, which pairs help or hurt each other."""

import polars as pl

from engine.game.optional_parts import counters_of
from engine.game.outcomes import Share
from sim.report.shared.numbers.where import Schema
from sim.report.shared.run_data import RunData


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


def coverage(data: RunData) -> pl.DataFrame:
    """What the rules contain, how often it happened in all games of the run, and in how many of them it could."""
    counts = _counted(data)
    happened: dict[tuple[str, str], int] = {}
    every = {group: sum(map(data.games, data.layout.of(group))) for group in data.features}
    could: dict[tuple[str, str], int] = {}
    for group, found in data.features.items():
        for key in {(feature.kind, feature.name) for feature in found}:
            could[key] = could.get(key, 0) + every[group]
    for feature in dict.fromkeys(feature for found in data.features.values() for feature in found):
        key = feature.kind, feature.name
        happened[key] = happened.get(key, 0) + int(counts.get(feature.piece, {}).get(feature.counter, 0))
    for column in data.game.columns:
        if column.name == data.presentation.end:
            ends = [each for each in data.outcomes if isinstance(each, Share) and each.column == column.name]
            heads = {each.codes: each.title for each in ends if each.title}
            ended = data.run.histograms.filter(column=column.name).group_by("value").agg(pl.col("games").sum())
            games = dict(ended.iter_rows())
            named = {code: heads.get((code,), name) for code, name in enumerate(column.values)}
            happened |= {("end", name): int(games.get(code, 0)) for code, name in named.items()}
    total = sum(every.values())
    rows = [(*key, times, could.get(key, total)) for key, times in happened.items()]
    schema: Schema = {"kind": pl.String, "name": pl.String, "times": pl.Int64, "games": pl.Int64}
    return pl.DataFrame(rows, schema, orient="row")


def _counted(data: RunData) -> dict[str, dict[str, int]]:
    """The counters of each piece, over the whole run."""
    if data.game.pieces is None:
        return {}
    counters, piece = [column.name for column in counters_of(data.game)], data.presentation.piece
    totals = data.run.pieces.group_by(piece).agg(pl.col(counters).sum())
    return {row[piece]: row for row in totals.iter_rows(named=True)}
