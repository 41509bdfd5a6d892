"""The recorded games of The Shipwreck Arcana. The header has deck, policy (or script, a file in the same folder),
players, doom, seed, index, and if needed challenge, options and changes."""

from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.table.results import ENDS
from engine.shipwreck.words.telling import TELLERS
from tests.support import ROOT
from tests.support.playthroughs import Shelf
from tests.support.shipwreck import cells

SCENARIOS = {
    "full": ('deck = "full"\npolicy = "chaos"\nplayers = 3\ndoom = 0\n', 400),
    "strict": (
        'deck = "full"\npolicy = "chaos"\nplayers = 2\ndoom = 0\n'
        'options = { fall = "announced", imago = "strict", own_fate = true }\n',
        400,
    ),
    "promo": ('deck = "promo"\npolicy = "chaos"\nplayers = 4\ndoom = 2\n', 400),
    "stars": ('deck = "stars-below"\npolicy = "chaos"\nplayers = 2\ndoom = 0\nchallenge = true\n', 400),
    "restless": ('deck = "stars-below"\npolicy = "chaos"\nplayers = 5\ndoom = 0\noptions = { restless = true }\n', 400),
    "guests": (
        'deck = "base"\npolicy = "chaos"\nplayers = 3\ndoom = 0\n'
        "changes = [{ before_turn = 3, leave = 2 }, { before_turn = 4, join_after = 1 }]\n",
        400,
    ),
}


def play(settings: dict[str, Any], folder: Path) -> Replay:
    seed, index = settings.pop("seed"), settings.pop("index")
    if script := settings.pop("script", None):
        settings["policy"] = {"name": "script", "parameters": {"file": str(folder / script)}}
    return SHIPWRECK.replay(cells.make(**settings), seed, index)


def seen_in(replay: Replay) -> set[str]:
    """What a game shows: cards played on or acting, powers used, every kind of event."""
    seen = set()
    for event in replay.events:
        seen.add(f"event {event['event']}")
        match event["event"]:
            case "played":
                seen.add(f"card {event['place']}")
            case "stole":
                seen.add(f"card {event['to']}")
            case "power":
                seen.add(f"power {event['power']}")
            case "amplified":
                seen.add("power amplify")
            case "ended":
                seen.add(f"end {event['reason']}")
    return seen


OUT_OF_REACH = {"event skipped", "end stalled"}
"""With the published sets, the bag never runs out and no game stalls."""


def wanted() -> set[str]:
    """Every published card and power, The Hours, and every kind of event and ending that the published sets can
    reach."""
    deck = cells.make("full").spec["deck"]
    things = {f"card {card}" for card in [*deck["cards"], "the-hours"]} | {f"power {power}" for power in deck["powers"]}
    events = {f"event {name}" for name, _ in TELLERS.values()} | {f"end {end}" for end in ENDS}
    return (things | events) - OUT_OF_REACH


SHELF = Shelf(ROOT / "tests/engine/shipwreck/playthroughs", play, seen_in, wanted, SCENARIOS)
