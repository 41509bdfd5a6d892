"""What was never used, and what hardly ever, in words."""

import polars as pl

from engine.language.current import said, word
from sim.text.number_format import listed_some

HARDLY = 0.01
"""What happens in a smaller share of the games in which it could happens hardly ever."""
MOST_NAMED = 6


def unused(coverage: pl.DataFrame) -> list[str]:
    """`Never used: the Moon and the Sun.`, of rows of the table `coverage`. Ends are not used, but seen."""
    happened, rare = pl.col("times") > 0, pl.col("times") < HARDLY * pl.col("games")
    is_end, told = pl.col("kind") == "end", []
    if names := _listed(coverage.filter(~happened & ~is_end)):
        told.append(said("Never used: {names}.", names=names))
    if names := _listed(coverage.filter(~happened & is_end)):
        told.append(said("Never seen: {names}.", names=names))
    if names := _listed(coverage.filter(happened & rare & ~is_end)):
        told.append(said("Hardly ever used: {names}.", names=names))
    if names := _listed(coverage.filter(happened & rare & is_end)):
        told.append(said("Hardly ever seen: {names}.", names=names))
    return told


def _listed(rows: pl.DataFrame) -> str:
    """The names of some rows; empty without any."""
    names = [
        said("the end “{name}”", name=word(row["name"])) if row["kind"] == "end" else word(row["name"])
        for row in rows.to_dicts()
    ]
    return listed_some(names, MOST_NAMED) if names else ""
