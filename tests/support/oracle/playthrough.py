"""The recorded games of The Oracle. The header has layout, policy, players, rogues, seed, index and options."""

from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.oracle.game import ORACLE
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from tests.support import ROOT
from tests.support.oracle.cells import make
from tests.support.playthroughs import Shelf

SCENARIOS = {
    "random": ('layout = "A"\npolicy = "random"\nplayers = 1\nrogues = 8\n', 30),
    "rivals": ('layout = "B"\npolicy = "random"\nplayers = 4\nrogues = 2\n', 25),
    "planner": ('layout = "C"\npolicy = "planner eta=4"\nplayers = 2\nrogues = 4\n', 3),
    "scarce": (
        'layout = "B"\npolicy = "stargazer"\nplayers = 3\nrogues = 4\nsupply_amulets = 0\ngoods_return = false\n',
        4,
    ),
    "prophet": ('layout = "A"\npolicy = "prophet"\nplayers = 1\nrogues = 0\nevery_market = true\n', 4),
}
EVENTS = {
    *("day", "arrival", "draw", "strike", "hit", "throw", "modifier", "action", "idle", "line", "area", "good"),
    *("lost good", "corruption", "cleanse", "write", "drop", "box", "fund", "prediction", "boxes", "hire", "staff"),
    *("rival", "market", "end"),
}
"""Every kind of event that a replay can have, apart from an X without a place, which no stand-in can show soon, and a
broken game."""
DETAILS = {"action": "action", "staff": "ability", "hire": "ability", "box": "reward", "corruption": "why"}
DETAILS |= {"fund": "by", "good": "paid_by", "area": "good", "boxes": "kind", "write": "row", "hit": "icons"}


def play(settings: dict[str, Any], folder: Path) -> Replay:
    seed, index = settings.pop("seed"), settings.pop("index")
    return ORACLE.replay(make(**settings), seed, index)


def seen_in(replay: Replay) -> set[str]:
    """What a game shows: every kind of event, and which of each kind."""
    seen = {f"event {event['event']}" for event in replay.events}
    for event in replay.events:
        if event["event"] in DETAILS:
            seen.add(f"{event['event']} {event[DETAILS[event['event']]]}")
    return seen | {"par reached" if "reaches the par" in replay.lines[-1][1] else "par missed"}


def wanted() -> set[str]:
    return {
        *(f"event {name}" for name in EVENTS),
        *(f"action {name}" for name in ACTION_NAMES),
        *(f"{how} {name}" for how in ("hire", "staff") for name in ABILITY_NAMES),
        *(f"box {reward}" for reward in ("amulet", "tablet", "x", "market", "cleanse")),
        *(f"good {source}" for source in ("stars", "prediction", "horoscope")),
        *(f"area {good}" for good in ("amulet", "tablet")),
        *(f"hit {icons}" for icons in (1, 2, 3, 4)),
        *("fund x", "fund market icon", "boxes ±1", "boxes Move", "write upper", "write lower"),
        *("corruption all runes lie in one half", "corruption the coin shows a skull"),
        *("corruption the area touches the cross", "par reached", "par missed"),
    }


SHELF = Shelf(ROOT / "tests/engine/oracle/playthroughs", play, seen_in, wanted, SCENARIOS)

if __name__ == "__main__":
    SHELF.main("tests.support.oracle.playthrough")
