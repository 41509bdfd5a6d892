"""What sentences read of the claims of their page."""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.report.shared.claims.claim import UNCLEAR
from sim.report.shared.claims.verdict import SURE, not_yet
from sim.report.shared.run_data import Tables
from sim.text.number_format import rough_count

Row = Mapping[str, Any]


def claims_on(tables: Tables, topic: str) -> Sequence[Row]:
    """The claims on a topic, in the order in which they were made."""
    return tables["claims"].filter(topic=topic).to_dicts()


def claim_on(tables: Tables, topic: str, subject: str) -> Row | None:
    """The claim on one subject; None if the page makes none."""
    return next((row for row in claims_on(tables, topic) if row["subject"] == subject), None)


def is_clear(row: Row | None) -> bool:
    """Whether a claim may be said."""
    return row is not None and row["relation"] != UNCLEAR


def status_of(row: Row) -> str:
    """How sure a line of the verdict is that says a claim; also if the difference is known to be within the margin."""
    within = -row["margin"] <= row["low"] and row["high"] <= row["margin"]
    return SURE if is_clear(row) or within else open_status(row)


def open_status(row: Row) -> str:
    """What a line says that more games would settle: at least twice as many as there are."""
    return not_yet(rough_count(max(row["needed"], 2 * row["games"])) if row["needed"] is not None else "")
