"""What a search knows about the game of a page: the best change that it found, as a claim and in the verdict."""

from collections.abc import Iterator, Sequence

from engine.game.outcomes import outcome_named
from sim.inspect.searches.results import Ablation, Joined, Tuning
from sim.inspect.searches.words import ranking_in_words, tuning_in_words
from sim.report.shared.claims.claim import Claim
from sim.report.shared.claims.claimed import claim_on, is_clear
from sim.report.shared.claims.verdict import SURE, Line
from sim.report.shared.page.outcome_views import digits_borne
from sim.report.shared.run_data import RunData, Tables

QUESTION, TOPIC = "What would repair it?", "repair"


def joined_claims(data: RunData, joined: Sequence[Joined]) -> Iterator[Claim]:
    """That some change of a ranking does something: one claim for each."""
    for record, found in joined:
        if isinstance(found, Ablation):
            outcome = outcome_named(data.game.outcomes, found.outcome, "outcome")
            ends, chance = (found.best(outcome) or found.effects[0]).ends, min(each.q for each in found.effects)
            yield Claim(TOPIC, record["sha256"], "as it is", None, found.games, *ends, margin=0, chance=chance)


def repairs(data: RunData, tables: Tables, joined: Sequence[Joined]) -> Iterator[Line]:
    """The best change that each search found, with what it does, and how to try it."""
    for record, found in joined:
        if isinstance(found, Tuning):
            says, doubt = tuning_in_words(found, data.game, digits_borne(data))
        elif isinstance(found, Ablation):
            says, doubt = ranking_in_words(found, data.game, is_clear(claim_on(tables, TOPIC, record["sha256"])))
        else:
            continue  # a ladder is no change: it has a section of its own
        yield Line(QUESTION, says, doubt or SURE)
