"""The verdict on top of the page of a cooperative game."""

from sim.report.shared.claims.verdict import Line
from sim.report.shared.run_data import RunData, Tables


def cooperative_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines."""
    return []
