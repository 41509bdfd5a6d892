"""Sets up a position, plays a script, and returns what happened.

The deck and the bag are stacked and every decision is given, so nothing is left to chance. One more turn than the
script has is started, because the log records the state at the start of a turn.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from engine.game.cell import Cell, Json
from engine.game.results import Batch
from engine.shipwreck.deck.files import load_deck, with_changes
from engine.shipwreck.game import SHIPWRECK

GAME = SHIPWRECK
FULL = load_deck("full").data()
FREE = ("the-blind-man", "the-wish", "the-imago", "the-chalice")
"""Cards that take any fate: useful to lay out fates and to get powers into the pool."""
SHELF = "the-blind-man"
SHELF_MOONS = 30
EVERY = [1, 2, 3, 4, 5, 6, 7]


def turn(draw: Sequence[int], play: str | list[str] = "", **decisions: Any) -> Json:
    """A scripted turn: the fates drawn in it, and the decisions."""
    return {"draw": list(draw), "play": play, **decisions}


def lay(values: Sequence[int], on: str = SHELF, keep: int = 0) -> list[Json]:
    """Turns that put fates in front of a card. The other fate is predicted, so that nobody holds one afterwards."""
    kept = [keep or value % 7 + 1 for value in values]
    return [turn([v, k], f"{v} on {on}", predict=k) for v, k in zip(values, kept, strict=True)]


def few(*values: int) -> Json:
    """A bag with only these fates. A draw then shows what was in the bag."""
    return {f"fates.{value}.copies": values.count(value) for value in EVERY}


@dataclass(frozen=True)
class Snapshot:
    """The state at the start of a turn."""

    player: int
    score: int
    doom: int
    deck_top: str | None
    powers: list[str]
    line: list[int]
    """The number line of the player whose turn begins."""
    row: list[str | None]
    fates: dict[str | None, list[int]]
    hours: dict[str | None, int]
    slowed: set[str | None]
    amplified: set[str | None]


class Refused(Exception):  # noqa: N818 - the name is the message
    """The rules forbid a decision of the script."""

    def __init__(self, decision: str, at: int) -> None:
        super().__init__(f"turn {at}: {decision}")
        self.decision, self.at = decision, at

    @classmethod
    def from_words(cls, words: str, first: int) -> "Refused":
        match = re.search(r"turn (\d+): (\w+)", words)
        assert match is not None, words
        return cls(match[2], int(match[1]) - first)


class Played:
    """A game that was played. Turns are counted from the first one of the test, without the turns that set up the
    pool."""

    def __init__(self, events: list[Json], cell: Cell, first: int) -> None:
        self.events = [{**event, "turn": max(0, event["turn"] - first)} for event in events]
        self.cell = cell

    @cached_property
    def batch(self) -> Batch:
        """The statistics of this one game."""
        return GAME.simulate(self.cell, 1, 0, 1)

    def all(self, name: str, at: int | None = None) -> list[Json]:
        """The events of one name, of the whole game or of one turn, without their name and turn."""
        found = [e for e in self.events if e["event"] == name and at in (None, e["turn"])]
        return [{key: value for key, value in e.items() if key not in ("event", "turn")} for e in found]

    def one(self, name: str, at: int) -> Json:
        """The only event of this name in a turn."""
        (event,) = self.all(name, at)
        return event

    def names(self, at: int) -> list[str]:
        """The names of the events of a turn, in order."""
        return [e["event"] for e in self.events if e["turn"] == at and e["event"] not in ("turn", "slot")]

    def drawn(self, at: int) -> list[int]:
        return [fate for event in self.all("drew", at) for fate in event["drawn"]]

    def held(self, at: int) -> int | None:
        """The fate that the active player held at the start of the turn."""
        held: int | None = self.all("drew", at)[0]["held"]
        return held

    def line(self, at: int) -> list[int]:
        """The last state of the active player's number line in a turn."""
        values: list[int] = self.all("line", at)[-1]["values"]
        return values

    def lines(self, at: int) -> list[list[int]]:
        return [event["values"] for event in self.all("line", at)]

    def faded(self, at: int) -> list[tuple[str, int]]:
        """The cards that faded in a turn, with the doom each cost."""
        return [(event["card"], event["doom"]) for event in self.all("faded", at)]

    def under(self, at: int) -> list[str]:
        """The cards put under the deck in a turn, in order."""
        return [event["card"] for event in self.all("under", at)]

    def before(self, at: int) -> Snapshot:
        begin = self.one("turn", at)
        slots = self.all("slot", at)
        return Snapshot(
            **begin,
            row=[slot["card"] for slot in slots],
            fates={slot["card"]: slot["fates"] for slot in slots},
            hours={slot["card"]: slot["hours"] for slot in slots},
            slowed={slot["card"] for slot in slots if slot["slowed"]},
            amplified={slot["card"] for slot in slots if slot["amplified"]},
        )

    @property
    def then(self) -> Snapshot:
        """The state after the last scripted turn."""
        return self.before(max(e["turn"] for e in self.events))

    @property
    def ended(self) -> str:
        (event,) = self.all("ended")
        reason: str = event["reason"]
        return reason

    def total(self, column: str) -> int:
        """A column of the result row, including the set-up of the pool."""
        return int(self.batch.rows[0][column])

    def counter(self, card: str, counter: str) -> int:
        """A counter of a card, including the set-up of the pool."""
        columns = [column.name for column in GAME.pieces.counters]
        return int(self.batch.pieces[self.cards.index(card), columns.index(counter)])

    @property
    def cards(self) -> list[str]:
        """The cards of the deck, in the order of the statistics."""
        return GAME.pieces.names(self.cell)


def set_out(
    cards: Sequence[str],
    turns: Sequence[Json],
    *,
    pool: Sequence[str] = (),
    roomy: Sequence[str] = (),
    moons: Mapping[str, int] | None = None,
    deck: Mapping[str, Any] | None = None,
    players: int = 2,
    doom: int = 0,
    more_turns: int = 1,
    changes: Sequence[Mapping[str, int]] = (),
    **options: Any,
) -> tuple[Cell, int]:
    """The cell of a script with these cards: the first four in the row, the others in the deck from the top. And how
    many turns set up the pool.

    `pool` are powers available from the start: for each of them, a free card fades before the first turn, without doom,
    and a card of the test takes its slot. `roomy` cards have enough moons for any number of fates. Goal and doom limit
    are out of reach unless `deck` sets them.
    """
    free = [card for card in FREE if card not in cards][: len(pool)]
    arcana = [*free, *cards[len(free) : 4], *cards[: len(free)], *cards[4:]]
    script = [turn([3, 4], f"3 on {card}", predict=4) for card in free] + list(turns)
    altered: dict[str, Any] = {"goal": 99, "doom_limit": 99, "turn_limit": len(script) + more_turns}
    for card, power in zip(free, pool, strict=True):
        altered |= {f"cards.{card}.power": power, f"cards.{card}.moons": 1}
    altered |= {f"cards.{card}.moons": SHELF_MOONS for card in roomy}
    altered |= {f"cards.{card}.moons": number for card, number in (moons or {}).items()}
    altered["remove"] = [card for card in FULL["cards"] if card not in arcana]
    content = with_changes(FULL, altered | dict(deck or {})).data()
    luck = {"arcana": arcana, "fates": [fate for spoken in script for fate in spoken["draw"]]}
    said = [{key: value for key, value in spoken.items() if key != "draw"} for spoken in script]
    grid = {
        "decks": [{"name": "position", "content": content}],
        "policies": [{"name": "script", "parameters": {"script": {"luck": luck, "turn": said}}}],
        "players": [players],
        "doom": [doom],
        "options": options,
        "changes": [dict(change) for change in changes],
    }
    (cell,) = GAME.cells(GAME.resolve(grid, "position"))
    return cell, len(free)


def play(cards: Sequence[str], turns: Sequence[Json], **more: Any) -> Played:
    """Plays a script; see `set_out`."""
    cell, first = set_out(cards, turns, **more)
    events = GAME.replay(cell, seed=1, index=0).events
    if events[-1]["event"] == "broken":
        raise Refused.from_words(events[-1]["what"], first)
    played = Played(events, cell, first)
    for at, spoken in enumerate(turns, 1):
        if any(event["turn"] == at for event in played.events):
            assert played.drawn(at) == spoken["draw"], f"turn {at}: the draws are not those of the script"
    return played


@contextmanager
def refused(decision: str, at: int) -> Iterator[None]:
    """Asserts that the rules forbid the script's decision in this turn."""
    with pytest.raises(Refused) as broken:
        yield
    assert (broken.value.decision, broken.value.at) == (decision, at)


def allows(
    card: str,
    played: int,
    kept: int,
    table: Sequence[int] = (),
    here: Sequence[int] = (),
    before: str = "",
) -> bool:
    """Whether a fate may be played on a card, with some visible fates, and some in front of the card itself.

    The fates on the card are played with a 7 kept. `before` is a power used before the play.
    """
    pool = [before.partition(" ")[0]] if before else []
    shelf = "the-imago"
    cards = [card, shelf, *[c for c in ("dawn", "midnight", "the-judge") if c != card][:2]]
    set_up = [*lay(table, on=shelf), *lay(here, on=card, keep=7)]
    turns = [*set_up, turn([played, kept], f"{played} on {card}", before=before)]
    roomy = [c for c in (card, shelf) if "moons" in FULL["cards"][c]]
    try:
        play(cards, turns, pool=pool, roomy=roomy)
    except Refused as broken:
        if (broken.decision, broken.at) != ("choose_play", len(turns)):
            raise
        return False
    return True
