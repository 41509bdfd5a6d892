"""A cooperative game: how hard is it?"""

from collections.abc import Callable, Mapping

import polars as pl

from engine.language.current import said, several
from sim.report.cooperative import opening_views, openings, tables, views
from sim.report.cooperative.claims import cooperative_claims
from sim.report.cooperative.figures import FIGURES
from sim.report.cooperative.joint_outcomes import JointByGroup, joint_outcomes
from sim.report.cooperative.sentences import cooperative_sentences, notes
from sim.report.cooperative.verdict import cooperative_verdict
from sim.report.shared.kind import Brief, Kind
from sim.report.shared.numbers.answers import answers
from sim.report.shared.numbers.contents import contents
from sim.report.shared.numbers.game_rates import feel
from sim.report.shared.numbers.outcomes import outcomes
from sim.report.shared.page.outcome_views import answered, contents_table, lengths_table, others_table
from sim.report.shared.pieces import tables as piece_tables
from sim.report.shared.pieces import views as piece_views
from sim.report.shared.pieces.fates import fates
from sim.report.shared.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData, JointByGroup], pl.DataFrame]] = {
    "win_rates": lambda data, _: tables.win_rates(data),
    "outcomes": lambda data, _: outcomes(data),
    "steps": tables.steps,
    "feel": lambda data, _: feel(data),
    "comebacks": lambda data, _: tables.comebacks(data),
    "ends": lambda data, _: tables.ends(data),
    "shape": lambda data, _: tables.shape(data),
    "course": lambda data, _: tables.course(data),
    "pieces": lambda data, _: piece_tables.pieces(data),
    "fates": lambda data, _: fates(data),
    "opening_effects": openings.opening_effects,
    "opening_pairs": openings.opening_pairs,
    "calibration": lambda data, _: tables.calibration(data),
    "coverage": lambda data, _: piece_tables.coverage(data),
    "answers": lambda data, _: answers(data),
    "contents": lambda data, _: contents(data),
}
"""Every table of the report, by name."""


def all_tables(data: RunData) -> Tables:
    """The rows are read once for each group of players."""
    joints = {group: joint_outcomes(data, group) for group in data.layout.groups}
    return {name: make(data, joints) for name, make in TABLES.items()}


def _content(data: RunData, computed: Tables) -> Mapping[str, object]:
    return {
        "notes": notes(data, computed),
        "main": views.main_table(data, computed),
        "ladder": views.ladder_table(data, computed),
        "cells": views.cells_table(data, computed),
        "others": others_table(data, computed),
        "lengths": lengths_table(data, computed, focus_only=True),
        "feel": views.feel_table(data, computed, focus_only=True),
        "all_feel": views.feel_table(data, computed, focus_only=False),
        "ends": views.ends_table(data, computed),
        "effects": opening_views.effects_table(data, computed),
        "pairs": opening_views.pairs_table(data, computed),
        "pieces": [(group, piece_views.pieces_table(data, computed, group)) for group in data.layout.groups],
        "calibration": views.calibration_table(data, computed),
        "contents": contents_table(data, computed),
        **answered(data, computed),
    }


def _brief(data: RunData, computed: Tables) -> Brief:
    layout = data.layout
    shown = [(layout.focus.called, views.main_table(data, computed))]
    if ladder := views.ladder_table(data, computed):
        who = views.who_plays(data)
        if layout.size:
            shown.append((said("by {who}, {size}", who=who, size=layout.size_name(layout.middle)), ladder))
        else:
            shown.append((said("by {who}", who=who), ladder))
    pieces = several(data.presentation.piece)
    return Brief(shown, [(said("{pieces} in the opening", pieces=pieces), "openings")])


COOPERATIVE = Kind(
    "How hard is it?",
    ("sim.report.cooperative",),
    "cooperative.html",
    all_tables,
    FIGURES,
    cooperative_claims,
    cooperative_verdict,
    cooperative_sentences,
    _content,
    _brief,
)
