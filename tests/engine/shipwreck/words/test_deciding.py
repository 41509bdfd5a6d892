"""Which card decided a game."""

from typing import Any

import pytest

from engine.game.cell import Json
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.words.deciding_card import deciding_cards
from tests.support.shipwreck import cells


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


@pytest.mark.parametrize("policy", ["mute", "guess", "certain"])
def test_in_games_the_tracks_bear_it_out(policy: str) -> None:
    """A deciding fade raised doom to the limit; a deciding play was made in the last turn, and a prediction
    followed."""
    cell = cells.make("base", policy, doom=2)
    ends = set()
    for index in range(60):
        told = SHIPWRECK.replay(cell, 1, index)
        last = [each for each in told.events if each["turn"] == told.events[-1]["turn"]]
        reason, deciding = last[-1]["reason"], SHIPWRECK.pieces.decided_by(told)
        ends.add(reason)
        if reason == "fade":
            *_, before, after = [2, *(each["doom"] for each in told.events if each["event"] == "tracks")]
            [fade] = [each for each in last if each["event"] == "faded" and each["card"] == deciding[0]]
            assert before < 7 <= after == before + fade["doom"]
        else:
            [*_, place] = [each["place"] for each in last if each["event"] == "played"]
            assert deciding == ([place] if place != "the-hours" else [])
            assert any(each["event"] == "predicted" for each in last)
        assert set(deciding) <= set(SHIPWRECK.pieces.names(cell))
    assert ends == {"mute": {"fade"}, "guess": {"fade", "wrong prediction"}, "certain": {"fade"}}[policy]
