"""The verdict on top of the page of a production game."""

import polars as pl

from engine.language.current import said, word
from sim.report.shared.claims.verdict import ONE_POLICY, SURE, Line, not_yet
from sim.report.shared.page.estimate_sentences import estimate_line, extremes, length_line, ranged
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.pieces.unused import unused
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, rough_count

FEWEST = 300
"""Games in which something must happen never before one knows that it happens in less than one of a hundred."""


def production_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines; none where no game was played."""
    if not extremes(data, tables, data.headline):
        return []
    who, found = data.layout.focus.called, ranged(data, tables, data.headline)
    says = capital(said("{who}: {range}", who=who, range=found))
    yields = estimate_line("What does it yield?", data, tables, data.headline, says)
    return [yields, length_line(data, tables), _stands_out(data, tables)]


def _stands_out(data: RunData, tables: Tables) -> Line:
    """Pieces that seats draw; what was never used, and what hardly ever."""
    source, table = source_of(data, tables, data.layout.even_focus), tables["coverage"].filter(pl.col("kind") != "end")
    told = unused(table)
    alone = f", {ONE_POLICY}" if len(data.layout.rungs) == 1 else ""
    if source is not None:
        line = pieces_line(source)
        return Line(STANDS_OUT, " ".join([line.says, *told]), f"{line.status}{alone}")
    if table.is_empty():
        return Line(STANDS_OUT, said("The game counts nothing about its parts."), "not measured")
    says = " ".join(told) or _all_used([*map(word, table["kind"].unique(maintain_order=True))])
    sure = table.filter(pl.col("games") < FEWEST).is_empty()
    return Line(STANDS_OUT, says, f"{SURE if sure else not_yet(rough_count(FEWEST))}{alone}")


def _all_used(kinds: list[str]) -> str:
    """Where every part was used often enough, of one kind or of several."""
    first, *others = kinds
    every = said("every {kind}", kind=first)
    for kind in others:
        every = said("{some} and every {kind}", some=every, kind=kind)
    return said("Nothing: {every} was used in at least 1 % of the games.", every=every)
