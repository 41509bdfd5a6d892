"""The verdict on top of the page of a game in which points count."""

from sim.report.shared.claims.verdict import Line
from sim.report.shared.run_data import RunData, Tables


def returns_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines."""
    return []
