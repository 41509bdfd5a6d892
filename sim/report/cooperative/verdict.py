"""The verdict on top of the page of a cooperative game."""

import polars as pl

from engine.language.current import said
from sim.report.cooperative.claims import OPENING
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.sentences import losses, pieces
from sim.report.shared.claims.claimed import claim_on, is_clear, open_status
from sim.report.shared.claims.verdict import ONE_POLICY, SURE, Line, not_yet
from sim.report.shared.page.estimate_sentences import estimate_line, extremes, length_line, ranged
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.pieces.unused import unused
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital
from sim.text.wording import is_one


def cooperative_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines; none where no game was played."""
    if not extremes(data, tables, data.headline):
        return []
    focus, share = data.layout.focus, ranged(data, tables, data.headline)
    if is_one(lambda: focus.called):
        hard = said("{who} wins {share}", who=focus.called, share=share)
    else:
        hard = said("{who} win {share}", who=focus.called, share=share)
    odd = _stands_out(data, tables)
    alone = f", {ONE_POLICY}" if len(data.layout.rungs) == 1 else ""
    odd = odd._replace(says=" ".join([odd.says, *unused(tables["coverage"])]), status=f"{odd.status}{alone}")
    hard_line = estimate_line("How hard is it?", data, tables, data.headline, capital(hard))
    return [hard_line, length_line(data, tables), odd]


def _stands_out(data: RunData, tables: Tables) -> Line:
    """Pieces that are drawn, pieces in the opening, or how games are lost: whatever the run knows first."""
    drawn = source_of(data, tables, data.layout.even_focus)
    if drawn is not None:
        return pieces_line(drawn)
    told, claim = [*pieces(data, tables)] or [*losses(data, tables)], claim_on(tables, OPENING, data.layout.focus.name)
    says = " ".join(map(capital, told)) or said("Nothing that is known.")
    if claim is None or is_clear(claim):
        return Line(STANDS_OUT, says, SURE if told else not_yet())
    table, margin = tables["opening_effects"].filter(table=data.layout.focus.name, level=ALL), claim["margin"]
    large = (pl.col("high") > margin) | (pl.col("low") < -margin)
    return Line(STANDS_OUT, says, SURE if table.filter(large).is_empty() else open_status(claim))
