"""The recorded games of Leaders of Euphoria. The header has deck, policy, players, seed, index, and if needed
`as_seat` and options."""

from pathlib import Path
from typing import Any

from engine.euphoria.game import EUPHORIA
from engine.euphoria.table.results import ENDS
from engine.game.results import Replay
from tests.support import ROOT
from tests.support.euphoria import cells
from tests.support.playthroughs import Shelf

SCENARIOS = {
    "wide": ('deck = "wide"\npolicy = "random"\nplayers = 5\n', 150),
    "many": ('deck = "wide"\npolicy = "random"\nplayers = 8\n', 150),
    "table": ('deck = "surrogate"\npolicy = "guardian,random,hunter,gunslinger"\nplayers = 4\n', 150),
    "plain": ('deck = "none"\npolicy = "guardian"\nplayers = 6\n', 150),
    "capped": ('deck = "none"\npolicy = "random"\nplayers = 4\nturn_cap = 8\n', 150),
}
EVENTS = {
    *("dealt", "draw", "new deck", "turn", "redraw", "give", "pass", "interrogate", "use", "react", "arm", "shoot"),
    *("hide", "aim", "expose", "look", "show", "shuffle", "swap", "steal", "take laser", "drop laser", "cancel"),
    *("reverse", "next turn", "hit", "anarchist", "end"),
}
"""Every kind of event that a replay can have, apart from a focus and a broken game."""


def play(settings: dict[str, Any], folder: Path) -> Replay:
    seed, index, seat = settings.pop("seed"), settings.pop("index"), settings.pop("as_seat", None)
    cell = cells.make(**settings)
    return EUPHORIA.replay_as(cell, seed, index, seat) if seat else EUPHORIA.replay(cell, seed, index)


def seen_in(replay: Replay) -> set[str]:
    """What a game shows: artifacts used, every kind of event, its end."""
    seen = {f"event {event['event']}" for event in replay.events}
    seen |= {f"artifact {event['artifact']}" for event in replay.events if event["event"] in ("use", "react")}
    return seen | {f"end {event['end']}" for event in replay.events if event["event"] == "end"}


def wanted() -> set[str]:
    """Every artifact of the wide deck, every kind of event and every end."""
    artifacts = cells.make("wide").spec["deck"]["artifacts"]
    return {
        *(f"artifact {key}" for key in artifacts),
        *(f"event {name}" for name in EVENTS),
        *(f"end {end}" for end in ENDS),
    }


SHELF = Shelf(ROOT / "tests/engine/euphoria/playthroughs", play, seen_in, wanted, SCENARIOS)

if __name__ == "__main__":
    SHELF.main("tests.support.euphoria.playthrough")
