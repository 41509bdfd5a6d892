"""Every difference that the page of a production game may speak of."""

from collections.abc import Iterator

from sim.report.shared.claims.claim import Claim
from sim.report.shared.numbers.answers import answer_claims
from sim.report.shared.pieces.claims import piece_claims
from sim.report.shared.run_data import RunData, Tables


def production_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    yield from answer_claims(data, tables)
    yield from piece_claims(data, tables)
