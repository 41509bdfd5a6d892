"""A recorded playthrough: a header that says how to replay a game, and the game in words.

The header is TOML: deck, policy (or script, a file in the same folder), players, doom, seed, index, and if needed
challenge, options and changes. A line of dashes ends it.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.table.results import ENDS
from engine.shipwreck.words.telling import TELLERS
from tests.support import ROOT
from tests.support.shipwreck import cells

FOLDER = ROOT / "tests/engine/shipwreck/playthroughs"
RULER = "-" * 40


@dataclass(frozen=True)
class Playthrough:
    path: Path
    header: str
    lines: list[str]

    @classmethod
    def read(cls, path: Path) -> "Playthrough":
        header, _, told = path.read_text(encoding="utf-8").partition(f"{RULER}\n")
        return cls(path, header, told.splitlines())

    def write(self) -> None:
        text = "".join(f"{line}\n" for line in [RULER, *self.lines])
        self.path.write_text(self.header + text, encoding="utf-8")

    def replay(self) -> Replay:
        """Plays the game of the header again."""
        settings: dict[str, Any] = tomllib.loads(self.header)
        seed, index = settings.pop("seed"), settings.pop("index")
        if script := settings.pop("script", None):
            settings["policy"] = {"name": "script", "parameters": {"file": str(self.path.with_name(script))}}
        return SHIPWRECK.replay(cells.make(**settings), seed, index)


def recorded() -> list[Playthrough]:
    return [Playthrough.read(path) for path in sorted(FOLDER.glob("*.txt"))]


def told(replay: Replay) -> list[str]:
    return [line for _, line in replay.lines]


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
