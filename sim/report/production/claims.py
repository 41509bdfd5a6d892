"""Every difference that the page of a production game may speak of."""

from collections.abc import Iterator

from sim.report.shared.claims.by_policy import outcome_claims
from sim.report.shared.claims.claim import Claim
from sim.report.shared.numbers.answers import answer_claims
from sim.report.shared.numbers.outcomes import lengths
from sim.report.shared.pieces.claims import piece_claims
from sim.report.shared.run_data import RunData, Tables

STRATEGIES, CONTENTS = "strategies", "contents"
"""One strategy yields more than another; an axis changes the headline."""


def production_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    layout, headline = data.layout, data.headline
    place = layout.at(layout.focus, layout.levels[-1], layout.middle)
    yield from outcome_claims(data, tables, place, (headline, *lengths(data)))
    yield from piece_claims(data, tables)
    yield from answer_claims(data, tables)
    games = {each.number: data.games(each) for each in layout.places if data.games(each)}
    steps = tables["strategies"].filter(outcome=headline.name, level=str(layout.levels[-1]), size=str(layout.middle))
    for row in steps.iter_rows(named=True):
        found = (row["difference"], row["low"], row["high"])
        yield Claim(STRATEGIES, row["table"], row["against"], row["cell"], games[row["cell"]], *found, headline.margin)
    for row in tables["contents"].filter(who=layout.focus.who).iter_rows(named=True):
        found = (row["difference"], row["low"], row["high"])
        yield Claim(CONTENTS, row["change"], row["content"], None, min(games.values()), *found, headline.margin)
