"""The verdict on top of the page of a production game."""

from collections.abc import Sequence

import polars as pl

from engine.game.outcomes import Outcome
from sim.report.production.claims import WHO_PLAYS, cells_of_rungs, lengths
from sim.report.production.sentences import estimated, quantiles
from sim.report.shared.claims.claimed import Row, claim_on, is_clear
from sim.report.shared.claims.verdict import DEPENDS, ONE_POLICY, SURE, Line, not_yet
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, listed, rough_count

FEWEST = 300
"""Games in which something must happen never before one knows that it happens in less than one of a hundred."""


def production_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines."""
    yields, status = _outcome(data, tables, data.headline)
    told = [_outcome(data, tables, each) for each in lengths(data)]
    long = "; ".join(says for says, _ in told) or "nothing in this game counts how long it takes"
    last = next((each for _, each in told if each != SURE), SURE if told else "not asked")
    lines = [("What does it yield?", yields, status), ("How long?", long, last), _used(data, tables)]
    alone = [ONE_POLICY] if len(data.layout.rungs) == 1 else []
    return [Line(asks, f"{capital(says)}.", ", ".join([status, *alone])) for asks, says, status in lines]


def _outcome(data: RunData, tables: Tables, outcome: Outcome) -> tuple[str, str]:
    """An outcome of the players that the page is about, in all their cells: a range where there are several. Where it
    depends on who plays, the range over those who do comes first."""
    layout = data.layout
    rows = tables["outcomes"].filter(pl.col("value").is_not_null(), outcome=outcome.name).to_dicts()
    names = {group.name for group in layout.focus_everywhere}
    mine = sorted((row for row in rows if row["table"] in names), key=lambda row: row["value"])
    if not mine:
        return f"nothing is known of {outcome.phrase}: no game was played", "not asked"
    needed = max((row["needed"] or 0 for row in mine if (row["needed"] or 0) > row["games"]), default=0)
    status = not_yet(rough_count(needed)) if needed else SURE
    says = _range(data, outcome, mine)
    claim, ladder = claim_on(tables, WHO_PLAYS, outcome.name), cells_of_rungs(data)
    if claim is None or not is_clear(claim) or claim["value"] <= outcome.margin:
        return says, status
    least, *_, most = sorted((row for row in rows if row["cell"] in ladder), key=lambda row: row["value"])
    ends = [f"{estimated(data, row, outcome)} for {layout.places[row['cell']].group.called}" for row in (least, most)]
    where = at_place(layout, layout.places[most["cell"]]) if len(rows) > len(ladder) else ""
    more = f"; {says}" if len(mine) > 1 else ""
    return f"between {ends[0]} and {ends[1]}{where}{more}", DEPENDS


def _range(data: RunData, outcome: Outcome, rows: Sequence[Row]) -> str:
    """`29.0 worth (28.9 to 29.1) for a planner`, `between … and … for a planner, by layout and players`."""
    layout, ends = data.layout, [estimated(data, row, outcome) for row in (rows[0], rows[-1])]
    if ends[0] == ends[1]:
        return f"{ends[0]} for {layout.focus.called}{quantiles(rows[0]) if len(rows) == 1 else ' everywhere'}"
    axes = (("table", layout.content), ("level", layout.difficulty), ("size", layout.size))
    by = listed([axis for column, axis in axes if len({row[column] for row in rows}) > 1])
    return f"between {ends[0]} and {ends[1]} for {layout.focus.called}, by {by}"


def _used(data: RunData, tables: Tables) -> tuple[str, str, str]:
    """What was never used, and what hardly ever: in fewer than one of a hundred games that have it."""
    asks, table = "What stands out?", tables["coverage"].filter(pl.col("kind") != "end")
    never = table.filter(times=0)
    rare = table.filter(pl.col("times") > 0, pl.col("times") * 100 < pl.col("games"))
    told = [
        f"{word} used: {listed(part['name'].to_list())}"
        for word, part in (("never", never), ("hardly ever", rare))
        if not part.is_empty()
    ]
    kinds = table["kind"].unique(maintain_order=True).to_list()
    if not kinds:
        return asks, "the game counts nothing about its parts", "not asked"
    all_used = f"nothing is left unused: every {' and every '.join(kinds)} was used in at least one of a hundred games"
    sure = table.filter(pl.col("games") < FEWEST).is_empty()
    return asks, "; ".join(told) or all_used, SURE if sure else not_yet(rough_count(FEWEST))
