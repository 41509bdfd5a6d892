"""What the tables of a page could say instead: each case makes other tables of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from engine.game.outcomes import Share
from sim.report.cooperative.claims import GROWTH
from sim.report.shared.claims.claim import DIFFER, LESS, MORE, UNCLEAR, Claim, claims_table
from sim.report.shared.claims.who_plays import WHO_PLAYS
from sim.report.shared.kind import Kind
from sim.report.shared.run_data import RunData, Tables
from sim.text.agreement import SMALL

VALUES = ("value", "share", "win_rate", "share_of_losses", "difference", "effect", "observed")
"""Columns of estimates whose interval is in `low` and `high`."""
NUMBERS = ("median", "p95", "least", "decile_1", "quartile_1", "quartile_3", "decile_9", "most", "sd")
"""Columns of numbers in the unit of the value."""
IN_UNITS = ("returns", "return_gains", "return_trace", "leaders")
"""Tables without a share."""
COUNTS = ("games", "needed")
Ends = tuple[float, float, float]
Change = Callable[[Tables, RunData], Tables]


def as_played(tables: Tables, data: RunData) -> Tables:
    return tables


def levelled(tables: Tables, data: RunData, share: Ends, factor: float, games: int) -> Tables:
    """Every share becomes this estimate, every other number is multiplied."""
    found = {}
    for name, table in tables.items():
        shares = _shares(name, table, data)
        columns = [
            pl.when(shares & pl.col(column).is_not_null())
            .then(pl.lit(end))
            .otherwise(pl.col(column) * factor)
            .alias(column)
            for triple in _triples(table)
            for column, end in zip(triple, share, strict=True)
        ]
        columns += [pl.col(column) * factor for column in NUMBERS if column in table.columns and name != "steps"]
        columns += [pl.lit(games, table[each].dtype).alias(each) for each in COUNTS if each in table.columns]
        found[name] = table.with_columns(columns)
    return found


def exactly_one(tables: Tables, data: RunData) -> Tables:
    """Every number is 1, every share one in a hundred; known exactly."""
    found = {}
    for name, table in tables.items():
        shares = _shares(name, table, data)
        columns = [
            pl.when(pl.col(column).is_not_null())
            .then(pl.when(shares).then(pl.lit(0.01)).otherwise(pl.lit(1.0)))
            .alias(column)
            for triple in _triples(table)
            for column in triple
        ]
        columns += [pl.lit(1.0).alias(each) for each in NUMBERS if each in table.columns and name != "steps"]
        found[name] = table.with_columns(columns)
    return found


def without_intervals(tables: Tables, data: RunData) -> Tables:
    """As of one game, or of games that are all alike."""
    return {
        name: table.with_columns(pl.lit(None, pl.Float64).alias(end) for end in ("low", "high"))
        if name in ("outcomes", "measures")
        else table
        for name, table in tables.items()
    }


def missing(tables: Tables, data: RunData) -> Tables:
    """As of a run without any game."""
    return {
        name: _emptied(table) if name in ("outcomes", "measures") else table.clear() for name, table in tables.items()
    }


def _emptied(table: pl.DataFrame) -> pl.DataFrame:
    floats = [pl.lit(None, pl.Float64).alias(name) for name, kind in table.schema.items() if kind == pl.Float64]
    return table.with_columns(
        *floats, *(pl.lit(0, pl.Int64).alias(name) for name in ("games",) if name in table.columns)
    )


def flagged(tables: Tables, data: RunData, strong: int, weak: int, never: int, marked: int = 0) -> Tables:
    """So many pieces stand out on either side, and are out of line in the opening; so many were never used, and as many
    hardly ever; without the first, so many effects are known."""
    found = dict(tables)
    for name, flag in (("fates", "stands_out"), ("opening_effects", "out_of_line")):
        table = tables.get(name)
        if table is None or table.is_empty() or table["effect"].null_count() == len(table):
            continue
        groups = ["table", "level"] if "level" in table.columns else ["table"]
        at, size = pl.int_range(pl.len()).over(groups), pl.len().over(groups)
        is_strong, is_weak = at < strong, at >= size - weak
        known = is_strong | is_weak | (at < marked)
        sign = pl.when(at >= size - max(weak, marked // 2)).then(-1.0).otherwise(1.0)
        columns = [(sign * value).alias(column) for column, value in EFFECTS.items()]
        low, high = pl.min_horizontal("shrunk_low", "shrunk_high"), pl.max_horizontal("shrunk_low", "shrunk_high")
        table = table.with_columns(*columns, (is_strong | is_weak).alias(flag), known.alias("marked"))
        found[name] = table.with_columns(low.alias("shrunk_low"), high.alias("shrunk_high")).with_columns(
            low=pl.col("shrunk_low"), high=pl.col("shrunk_high"), effect=pl.col("shrunk")
        )
    at = pl.int_range(pl.len()).over("kind")
    times = pl.when(at < never).then(0).when(at < 2 * never).then(1).otherwise(pl.col("games"))
    found["coverage"] = tables["coverage"].with_columns(games=pl.lit(1_000, pl.Int64)).with_columns(times=times)
    return found


EFFECTS = {"shrunk": 0.08, "shrunk_low": 0.06, "shrunk_high": 0.11}


def one_row(tables: Tables, data: RunData) -> Tables:
    """One piece, one part of the rules, one way to lose, one question."""
    few = {"coverage": 1, "fates": 1, "leaders": 1, "opening_effects": 1}
    return {name: table.head(few.get(name, len(table))) for name, table in tables.items()}


# The claims.


def said(claims: Sequence[Claim], relation: str, reach: float = 3.0, needed: int | None = 40_000) -> pl.DataFrame:
    """All claims have this relation; those of a group only differ. An unclear one reaches this many margins."""
    rows = []
    for at, claim in enumerate(claims):
        margin = claim.margin or 0.1
        mine = (MORE, LESS, UNCLEAR)[at % 3] if relation == "mixed" else relation
        mine = LESS if relation == "slower" and claim.topic == GROWTH else MORE if relation == "slower" else mine
        if claim.topic == WHO_PLAYS and claim.value <= margin:
            mine = UNCLEAR
        ends = {
            MORE: (4 * margin, 2.5 * margin, 5.5 * margin),
            LESS: (-4 * margin, -5.5 * margin, -2.5 * margin),
            UNCLEAR: (0.2 * margin, -reach * margin, reach * margin),
        }[mine]
        value, low, high = ends if claim.chance is None or mine != LESS else tuple(map(abs, ends))
        is_group = claim.chance is not None and mine != UNCLEAR
        rows.append((claim._replace(value=value, low=low, high=high), DIFFER if is_group else mine))
    table = claims_table([claim for claim, _ in rows])
    told = pl.Series("relation", [relation for _, relation in rows], pl.String)
    return table.with_columns(told, pl.lit(needed, pl.Int64).alias("needed"))


def by_who(tables: Tables, data: RunData) -> Tables:
    """Who plays matters: more of everything in every cell than in the one before."""
    found, apart = dict(tables), pl.col("cell") % 5
    for name in ("outcomes", "measures", "returns"):
        if name in tables:
            shares = _shares(name, tables[name], data)
            columns = [
                pl.when(shares)
                .then((pl.col(each) * (1 - apart / 10)).clip(0, 1))
                .otherwise(pl.col(each) + apart)
                .alias(each)
                for triple in _triples(tables[name])
                for each in triple
            ]
            found[name] = tables[name].with_columns(columns)
    return found


def unlike(tables: Tables, data: RunData) -> Tables:
    """Answers that are negligible elsewhere, and cards that hardly any game uses, or that too few games judge."""
    found = dict(tables)
    if "answers" in tables:
        last = pl.int_range(pl.len()) == pl.len() - 1
        found["answers"] = tables["answers"].with_columns(
            verdict=pl.when(last.over("question", "change")).then(pl.lit(SMALL)).otherwise("verdict")
        )
    return found


def seldom(tables: Tables, data: RunData) -> Tables:
    """Pieces that hardly any game uses, and none goes with wins."""
    names = [name for name in ("most_used", "naive") if name in tables["fates"].columns]
    shrunk = [name for name in tables["fates"].columns if name.endswith(("_shrunk", "_shrunk_low", "_shrunk_high"))]
    rare = {"most_used": 0.001, "naive": 0.0}
    columns = [pl.lit(rare[name]).alias(name) for name in names] + [pl.lit(0.0).alias(name) for name in shrunk]
    return {**tables, "fates": tables["fates"].with_columns(columns)}


def unjudged(tables: Tables, data: RunData) -> Tables:
    """Too few games were played again to judge any piece."""
    floats = ("effect", "low", "high", "p", "q", "shrunk", "shrunk_low", "shrunk_high")
    columns = [pl.lit(None, pl.Float64).alias(name) for name in floats if name in tables["fates"].columns]
    return {**tables, "fates": tables["fates"].with_columns(columns)}


@dataclass(frozen=True)
class Case:
    """What the tables say, and the claims."""

    name: str
    change: Change = as_played
    relation: str = ""
    """As the tables have it, if empty."""
    reach: float = 3.0
    needed: int | None = 40_000
    needs: tuple[str, ...] = ()
    """Of these tables, one must have rows: else the case would change nothing that is said."""

    def applies(self, tables: Tables) -> bool:
        """Whether the page of these tables has what the case is about."""
        return not self.needs or any(not tables[name].is_empty() for name in self.needs if name in tables)

    def tables(self, data: RunData, kind: Kind, tables: Tables, claims: Sequence[Claim]) -> Tables:
        """Other tables in place of those of a page, with their claims."""
        found = self.change(tables, data)
        claims = claims if found is tables else [*kind.claims(data, found)]
        told = said(claims, self.relation, self.reach, self.needed) if self.relation else claims_table(claims)
        return {**found, "claims": told}


PIECES = ("fates", "opening_effects", "leaders")
CASES = (
    Case("as played"),
    Case("more", relation=MORE),
    Case("less", relation=LESS),
    Case("mixed", relation="mixed"),
    Case("more, by less and less", relation="slower", needs=("steps",)),
    Case("unclear, and a billion games would tell", relation=UNCLEAR, needed=1_000_000_000),
    Case("unclear and known to be small", relation=UNCLEAR, reach=0.5),
    Case("unclear, and no number of games would tell", relation=UNCLEAR, needed=None),
    Case("zero", partial(levelled, share=(0.0, 0.0, 0.0), factor=0.0, games=1_000)),
    Case("one", exactly_one),
    Case("tiny", partial(levelled, share=(1e-6, 0.0, 1e-5), factor=1e-6, games=1_000_000)),
    Case("huge", partial(levelled, share=(1.0, 0.99999, 1.0), factor=1e9, games=1_000_000_000)),
    Case("without intervals", without_intervals),
    Case("missing", missing),
    Case("one row", one_row),
    Case("it depends on who plays", by_who, MORE),
    Case("small elsewhere", unlike, MORE, needs=("answers",)),
    Case("hardly used", seldom, MORE, needs=("fates",)),
    Case("not judged", unjudged, UNCLEAR, needs=("fates",)),
    Case("one piece", partial(flagged, strong=1, weak=0, never=1), MORE, needs=PIECES),
    Case("one weak piece", partial(flagged, strong=0, weak=1, never=1), MORE, needs=PIECES),
    Case("two pieces on both sides", partial(flagged, strong=2, weak=2, never=2), MORE, needs=PIECES),
    Case("many pieces", partial(flagged, strong=5, weak=5, never=5), MORE, needs=PIECES),
    Case("no piece, one effect", partial(flagged, strong=0, weak=0, never=0, marked=1), MORE, needs=PIECES),
    Case("no piece, many effects", partial(flagged, strong=0, weak=0, never=0, marked=4), MORE, needs=PIECES),
    Case("no piece, no effect", partial(flagged, strong=0, weak=0, never=0), UNCLEAR, needed=1, needs=PIECES),
)


def _triples(table: pl.DataFrame) -> Iterator[tuple[str, str, str]]:
    """The columns of each estimate with its interval."""
    for name in (name for name, kind in table.schema.items() if kind == pl.Float64):
        stem = name.removesuffix("_rate")
        if {f"{stem}_low", f"{stem}_high"} <= {*table.columns}:
            yield name, f"{stem}_low", f"{stem}_high"
        elif name in VALUES and {"low", "high"} <= {*table.columns} and f"{name}_low" not in table.columns:
            yield name, "low", "high"


def _shares(name: str, table: pl.DataFrame, data: RunData) -> pl.Expr:
    """Which rows of a table are shares, or differences of shares."""
    if name in IN_UNITS:
        return pl.lit(False)
    if "unit" in table.columns:
        return pl.col("unit") == "share"
    if name == "measures":
        return pl.col("kind").is_in(["share", "points"])
    if "outcome" in table.columns:
        return pl.col("outcome").is_in([each.name for each in data.outcomes if isinstance(each, Share)])
    return pl.lit(name != "contents" or isinstance(data.headline, Share))
