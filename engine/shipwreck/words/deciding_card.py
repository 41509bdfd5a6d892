"""Which card decided a game: the one whose fade ended it, or the one played on before the prediction that ended it."""

from collections.abc import Sequence

from engine.game.cell import Json
from engine.shipwreck.table.results import ENDS
from engine.shipwreck.table.state import STALLED

THE_HOURS = "the-hours"


def deciding_cards(events: Sequence[Json]) -> list[str]:
    """The ids of the deciding cards, from the events of a replay: one, or none if the turn limit ended the game or the
    last play was on The Hours."""
    if events[-1]["reason"] == ENDS[STALLED]:
        return []
    backwards = [event for event in reversed(events) if event["event"] in ("faded", "predicted", "played")]
    last = backwards[0]
    if last["event"] == "faded":
        return [last["card"]]
    place = next(event["place"] for event in backwards if event["event"] == "played")
    return [] if place == THE_HOURS else [place]
