"""A competitive game in which points count: who gets how much?"""

from collections.abc import Callable, Mapping

import polars as pl

from engine.language.current import said
from sim.report.competitive import kind as competitive
from sim.report.competitive import views as competitive_views
from sim.report.competitive.gains import skill_trace, strength
from sim.report.returns import views
from sim.report.returns.claims import returns_claims
from sim.report.returns.figures import FIGURES
from sim.report.returns.sentences import returns_sentences
from sim.report.returns.tables import return_gains, returns
from sim.report.returns.verdict import returns_verdict
from sim.report.shared.kind import Brief, Kind, each_of
from sim.report.shared.page.rate_views import spread_table
from sim.report.shared.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData], pl.DataFrame]] = {
    "returns": returns,
    "return_gains": return_gains,
    "return_trace": lambda data: skill_trace(data, return_gains(data)),
    **competitive.TABLES,
    "strength": lambda data: strength(data, return_gains(data)),
}
"""Every table of the report, by name: those of returns, and those of wins where games have winners."""


def _content(data: RunData, computed: Tables) -> Mapping[str, object]:
    layout, declared = data.layout, data.presentation.returns
    assert declared is not None
    names = {*declared.seats, declared.focus, declared.gain, declared.total}
    spread = [(each, spread_table(data, computed, each)) for each in data.outcomes if each.name in names]
    has_winners = not computed["seats"].is_empty()
    return {
        **competitive.content(data, computed),
        "unit": views.unit_of(data),
        "even": layout.even_focus.is_even,
        "main": views.returns_table(data, computed),
        "returns": views.seats_table(data, computed),
        "matrices": views.gain_matrices(data, computed),
        "trace": views.trace_table(data, computed),
        "spreads": [(outcome, view) for outcome, view in spread if view],
        "wins": competitive_views.seats_table(data, computed) if has_winners else None,
    }


def _brief(data: RunData, computed: Tables) -> Brief:
    shown = []
    if trace := views.trace_table(data, computed):
        shown.append((said("what each policy gets more than the one below it"), trace))
    if data.layout.even_focus.is_even:
        unit = views.unit_of(data)
        shown.append((said("what each seat gets, in {unit} a game", unit=unit), views.returns_table(data, computed)))
    if found := competitive_views.measures_table(data, computed, data.layout.even_focus):
        shown.append((said("measures: {players}", players=data.layout.even_focus.called), found))
    return Brief(shown, [(said("what each seat gets"), "returns")])


RETURNS = Kind(
    "Who gets how much?",
    ("sim.report.returns", "sim.report.competitive"),
    "returns.html",
    each_of(TABLES),
    FIGURES,
    returns_claims,
    returns_verdict,
    returns_sentences,
    _content,
    _brief,
)
