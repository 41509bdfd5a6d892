"""Which card decided a game."""

from typing import Any

import pytest

from engine.game.cell import Json
from engine.shipwreck.words.deciding_card import deciding_cards


def event(kind: str, **fields: Any) -> Json:
    return {"turn": 3, "event": kind, **fields}


PLAYED = event("played", place="dawn")
HOURS = event("played", place="the-hours")
SLIPPED = event("slipped", place="the-judge")
PREDICTED = event("predicted", right=True)
FADED = event("faded", card="the-deep", doom=2)
LAST = event("faded", card="the-shore", doom=2)
TRACKS = event("tracks", score=7, doom=1)


@pytest.mark.parametrize(
    ("events", "reason", "deciding"),
    [
        ([PLAYED, PREDICTED, TRACKS], "won", ["dawn"]),
        ([PLAYED, PREDICTED, TRACKS], "wrong prediction", ["dawn"]),
        ([PLAYED, HOURS, PREDICTED, TRACKS], "wrong prediction", []),
        ([PLAYED, PREDICTED, TRACKS, FADED, TRACKS], "won", ["the-deep"]),
        ([PLAYED, TRACKS, FADED, TRACKS, LAST, TRACKS], "fade", ["the-shore"]),
        ([PLAYED, SLIPPED, FADED, TRACKS], "fade", ["the-deep"]),
        ([PLAYED, FADED, TRACKS, event("dealt", card=None)], "deck ran out", ["the-deep"]),
        ([FADED, PLAYED, PREDICTED, TRACKS], "stalled", []),
    ],
)
def test_the_last_thing_that_mattered(events: list[Json], reason: str, deciding: list[str]) -> None:
    assert deciding_cards([*events, event("ended", reason=reason)]) == deciding
