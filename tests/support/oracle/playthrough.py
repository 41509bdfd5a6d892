"""A recorded playthrough: a header that says how to replay a game, and the game in words.

The header is TOML: layout, policy, players, rogues, seed, index and options. A line of dashes ends it.

    python -m tests.support.oracle.playthrough            replay every recorded game and write its present text
    python -m tests.support.oracle.playthrough --search   choose other games that show everything
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game.results import Replay
from engine.oracle.game import ORACLE
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from tests.support import ROOT
from tests.support.oracle.cells import make

FOLDER = ROOT / "tests/engine/oracle/playthroughs"
RULER = "-" * 40
SCENARIOS = {
    "random": 'layout = "A"\npolicy = "random"\nplayers = 1\nrogues = 8\n',
    "rivals": 'layout = "B"\npolicy = "random"\nplayers = 4\nrogues = 2\n',
    "planner": 'layout = "C"\npolicy = "planner eta=4"\nplayers = 2\nrogues = 4\n',
    "scarce": 'layout = "B"\npolicy = "stargazer"\nplayers = 3\nrogues = 4\nsupply_amulets = 0\ngoods_return = false\n',
    "prophet": 'layout = "A"\npolicy = "prophet"\nplayers = 1\nrogues = 0\nevery_market = true\n',
}
SEED = 1
GAMES = {"random": 30, "rivals": 25, "planner": 3, "scarce": 4, "prophet": 4}
"""How many games of each scenario are looked at."""
EVENTS = {
    *("day", "arrival", "draw", "strike", "hit", "throw", "modifier", "action", "idle", "line", "area", "good"),
    *("lost good", "corruption", "cleanse", "write", "drop", "box", "fund", "prediction", "boxes", "hire", "staff"),
    *("rival", "market", "end"),
}
"""Every kind of event that a replay can have, apart from an X without a place, which no stand-in can show soon, and a
broken game."""
DETAILS = {"action": "action", "staff": "ability", "hire": "ability", "box": "reward", "corruption": "why"}
DETAILS |= {"fund": "by", "good": "paid_by", "area": "good", "boxes": "kind", "write": "row", "hit": "icons"}


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
        return ORACLE.replay(make(**settings), seed, index)


def recorded() -> list[Playthrough]:
    return [Playthrough.read(path) for path in sorted(FOLDER.glob("*.txt"))]


def told(replay: Replay) -> list[str]:
    return [line for _, line in replay.lines]


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


def candidates() -> list[tuple[Playthrough, set[str]]]:
    """Many games, each with what it shows."""
    found = []
    for name, scenario in SCENARIOS.items():
        for index in range(GAMES[name]):
            header = f"{scenario}seed = {SEED}\nindex = {index}\n"
            bare = Playthrough(FOLDER / f"{name}-{index}.txt", header, [])
            replay = bare.replay()
            found.append((Playthrough(bare.path, header, told(replay)), seen_in(replay)))
    return found


def choose(missing: set[str], games: list[tuple[Playthrough, set[str]]]) -> list[Playthrough]:
    """Chooses few and short games: always the one that shows most new things for its length."""
    chosen = []
    while missing:
        best, seen = max(games, key=lambda game: len(game[1] & missing) / (200 + len(game[0].lines)))
        if not seen & missing:
            sys.exit(f"no game shows {', '.join(sorted(missing))}")
        chosen.append(best)
        missing = missing - seen
    return chosen


def main(search: bool) -> None:
    kept = [] if search else recorded()
    if search:
        chosen = choose(wanted(), candidates())
        for game in recorded():
            game.path.unlink()
        kept = chosen
    for game in kept:
        Playthrough(game.path, game.header, told(game.replay())).write()


if __name__ == "__main__":
    main("--search" in sys.argv)
