"""What was never used, and what hardly ever, in words."""

import polars as pl

from sim.text.number_format import listed_some

HARDLY = 0.01
"""What happens in a smaller share of the games in which it could happens hardly ever."""
MOST_NAMED = 6


def unused(coverage: pl.DataFrame) -> list[str]:
    """`Never used: the Moon and the Sun.`, of rows of the table `coverage`. Ends are not used, but seen."""
    name = pl.when(pl.col("kind") == "end").then(pl.format("the end “{}”", "name")).otherwise("name")
    happened, rare = pl.col("times") > 0, pl.col("times") < HARDLY * pl.col("games")
    told = []
    for word, some in (("Never", ~happened), ("Hardly ever", happened & rare)):
        for done, kind in (("used", pl.col("kind") != "end"), ("seen", pl.col("kind") == "end")):
            if names := coverage.filter(some & kind).select(name).to_series().to_list():
                told.append(f"{word} {done}: {listed_some(names, MOST_NAMED)}.")
    return told
