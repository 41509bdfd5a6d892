"""A production game: what does it yield?"""

from collections.abc import Callable, Mapping

import polars as pl

from engine.language.current import said, word
from sim.report.production import views
from sim.report.production.claims import production_claims
from sim.report.production.figures import FIGURES
from sim.report.production.leaders import leaders
from sim.report.production.sentences import production_sentences
from sim.report.production.strategies import strategies
from sim.report.production.verdict import production_verdict
from sim.report.shared.kind import Brief, Kind, each_of
from sim.report.shared.numbers.answers import answers
from sim.report.shared.numbers.contents import contents
from sim.report.shared.numbers.game_rates import feel
from sim.report.shared.numbers.outcomes import distributions, outcomes, spreads
from sim.report.shared.page.outcome_views import answered, contents_table, lengths_table, outcomes_table
from sim.report.shared.page.rate_views import rates_table, spread_table
from sim.report.shared.pieces import tables as piece_tables
from sim.report.shared.pieces import views as piece_views
from sim.report.shared.pieces.fates import fates
from sim.report.shared.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData], pl.DataFrame]] = {
    "outcomes": outcomes,
    "spreads": spreads,
    "strategies": strategies,
    "distributions": distributions,
    "feel": feel,
    "contents": contents,
    "leaders": leaders,
    "answers": answers,
    "pieces": piece_tables.pieces,
    "fates": fates,
    "coverage": piece_tables.coverage,
}
"""Every table of the report, by name."""


def _content(data: RunData, computed: Tables) -> Mapping[str, object]:
    spread = [(outcome, spread_table(data, computed, outcome)) for outcome in data.outcomes]
    return {
        "main": views.main_table(data, computed),
        "cells": outcomes_table(data, computed, data.outcomes),
        "spreads": [(outcome, view) for outcome, view in spread if view],
        "strategies": views.strategies_table(data, computed),
        "contents": contents_table(data, computed),
        "leaders": views.leaders_tables(data, computed),
        **answered(data, computed),
        "compared": set(computed["strategies"]["compared"]),
        "lengths": lengths_table(data, computed, focus_only=False),
        "feel": rates_table(data, computed, focus_only=False),
        "pieces": [(group, piece_views.pieces_table(data, computed, group)) for group in data.layout.plain_groups],
    }


def _brief(data: RunData, computed: Tables) -> Brief:
    shown = [(word(data.headline.meaning), views.main_table(data, computed))]
    if found := views.strategies_table(data, computed):
        shown.append((said("each strategy against the one before it"), found))
    return Brief(shown, [(said("how far single games lie apart"), "spread")])


PRODUCTION = Kind(
    "What does it yield?",
    ("sim.report.production",),
    "production.html",
    each_of(TABLES),
    FIGURES,
    production_claims,
    production_verdict,
    production_sentences,
    _content,
    _brief,
)
