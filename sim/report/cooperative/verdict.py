"""The verdict on top of the page of a cooperative game."""

import polars as pl

from sim.report.cooperative.claims import LOST, OPENING
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.sentences import MOST_PIECES, lost_as, named_pieces
from sim.report.shared.claims.claim import MORE
from sim.report.shared.claims.claimed import claim_on, claims_on, is_clear, open_status
from sim.report.shared.claims.verdict import SURE, Line, not_yet
from sim.report.shared.page.estimate_sentences import estimate_line, length_line, ranged
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import agreeing, capital, listed


def cooperative_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines."""
    hard = capital(f"{agreeing(data.layout.focus.called, 'win')} {ranged(data, tables, data.headline)}")
    odd = _stands_out(data, tables)
    happened = pl.col("times") > 0
    for word, some in (("Never", ~happened), ("Hardly ever", happened & (100 * pl.col("times") < pl.col("games")))):
        names = [f"{row['name']} ({row['kind']})" for row in tables["coverage"].filter(some).to_dicts()]
        if names:
            odd = odd._replace(says=f"{odd.says} {word} in these games: {_some(names)}.")
    return [
        estimate_line("How hard is it?", data, tables, data.headline, hard),
        length_line(data, tables),
        odd,
    ]


def _stands_out(data: RunData, tables: Tables) -> Line:
    """Pieces that are drawn, pieces in the opening, or how games are lost: whatever the run knows first."""
    group, piece = data.layout.even_focus, data.presentation.piece
    source = source_of(data, tables, group)
    if source is not None:
        return pieces_line(source)
    openings, claim = tables["opening_effects"], claim_on(tables, OPENING, data.layout.focus.name)
    if claim is None:
        found = [lost_as(row["subject"]) for row in claims_on(tables, LOST) if row["relation"] == MORE]
        says = f"Most of the games that are lost are {found[0]}." if found else "Nothing that is known."
        return Line(STANDS_OUT, says, SURE if found else not_yet())
    openings = openings.filter(table=data.layout.focus.name, level=ALL)
    hurting, helping, _ = named_pieces(openings)
    sides = ((helping["title"].to_list(), "help", "helps"), (hurting["title"].to_list(), "hurt", "hurts"))
    told = [f"{_some(names)} {one if len(names) == 1 else many}" for names, many, one in sides if names]
    if is_clear(claim) and told:
        return Line(STANDS_OUT, f"In the opening {listed(told)} more than a {piece} usually does.", SURE)
    small = openings.filter((pl.col("high") > claim["margin"]) | (pl.col("low") < -claim["margin"])).is_empty()
    says = f"No {piece} in the opening{'' if small else ', as far as is known'}."
    return Line(STANDS_OUT, says, SURE if small else open_status(claim))


def _some(names: list[str]) -> str:
    return listed([*names[:MOST_PIECES], *([f"{len(names) - MOST_PIECES} more"] if len(names) > MOST_PIECES else [])])
