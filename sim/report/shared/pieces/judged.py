"""Which of many effects of pieces are more than chance, and which are out of line."""

from collections.abc import Sequence

import polars as pl

from sim.statistics.intervals import FALSE_DISCOVERIES, adjusted, z_of
from sim.statistics.shrinkage import shrink

Schema = dict[str, type[pl.DataType]]

PLAIN: Schema = dict.fromkeys(("effect", "low", "high", "p"), pl.Float64)

JUDGED: Schema = {
    **PLAIN,
    "q": pl.Float64,
    "marked": pl.Boolean,
    **dict.fromkeys(("shrunk", "shrunk_low", "shrunk_high"), pl.Float64),
}
"""The columns of every effect: the plain difference, its interval and its test; the shrunk one, which is printed."""


def out_of_line(found: pl.DataFrame, least: float = 0.0) -> pl.Series:
    """Which of the judged effects are: significant ones beyond the usual size, and beyond the least that matters."""
    usual = pl.max_horizontal(pl.col("effect").abs().median(), pl.lit(least))
    beyond = (pl.col("shrunk_low") > usual) | (pl.col("shrunk_high") < -usual)
    return found.select(pl.col("marked") & beyond).to_series()


def judged(rows: Sequence[tuple[object, ...]], of: Schema) -> pl.DataFrame:
    """Plain effects as a table, best first, with a mark for those that are significant after the correction for many
    comparisons."""
    plain = pl.DataFrame(rows, {**of, **PLAIN}, orient="row")
    errors = (plain["high"] - plain["low"]) / (2 * z_of())
    shrunk = shrink(plain["effect"].to_numpy(), errors.to_numpy(), centre=0.0)
    found = plain.with_columns(q=pl.Series(adjusted(plain["p"].to_list()))).with_columns(
        marked=pl.col("q") < FALSE_DISCOVERIES,
        shrunk=pl.Series(shrunk.estimates),
        shrunk_low=pl.Series(shrunk.low),
        shrunk_high=pl.Series(shrunk.high),
    )
    return found.sort("shrunk", descending=True, maintain_order=True)
