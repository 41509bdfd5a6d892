"""The records of a game, its results, and what a replay tells."""

from typing import Annotated, Any, NamedTuple

import numpy as np

from fatecast.compiled_game import Column, Event, Ints, Notable, Share, bounded, length_of, records

KEEPERS, LANTERNS, FLASK, KINDS, COPIES = 4, 12, 5, 6, 9
"""At most: seats, lanterns, oil of a keeper, kinds of card, cards of a kind."""
CARDS = KINDS * COPIES


class Scenario:
    players: int
    lanterns: int
    flask: int
    guard: int
    cards: int
    card: Annotated[Ints, CARDS]
    """The deck before it is shuffled: the place of each card's kind times COPIES, plus which of its kind it is."""
    place: Annotated[Ints, KINDS]
    copies: Annotated[Ints, KINDS]
    wind: Annotated[Ints, KINDS]
    oil: Annotated[Ints, KINDS]


class Table:
    turn: int
    end: int
    fault: int
    seat: int
    lit: int
    spared: int
    """Lanterns that the wind cannot blow out in this turn."""
    drawn: int
    oil: Annotated[Ints, KEEPERS]
    left: Annotated[Ints, KINDS]
    """The cards of each kind that are still to come."""


class Hidden:
    deck: Annotated[Ints, CARDS]


class Luck(records.Luck):
    key: Annotated[Any, np.uint64, CARDS]


class Tally:
    won: int
    turns: int
    out: int
    games: Annotated[Ints, KINDS]
    blown: Annotated[Ints, KINDS]


class World(NamedTuple):
    scenario: Scenario
    table: Table
    hidden: Hidden
    luck: Luck
    tally: Tally
    log: records.ShortLog


class View(NamedTuple):
    scenario: Scenario
    table: Table


EVENTS = (
    Event("job", "Turn {turn}: keeper {seat} {job}."),
    Event("weather", "  {card} blows, and {out} go out."),
    Event("oil", "  Keeper {seat} picks up oil."),
    Event("over", "{end}, and {lit} burn."),
)
JOBS = ("fetches oil", "lights a lantern", "guards the lanterns")
ENDS = ("The coast is lit", "The storm has come")

SCHEMA = 1
COLUMNS = (
    Column("won", "<u1", "1 if all lanterns burn", limits=(0, 1)),
    Column("turns", "<u1", "turns of all keepers", limits=(1, CARDS + 1)),
    Column("end", "<u1", "how the game ended", values=ENDS),
    Column("lit", "<u1", "lanterns that burn at the end", limits=(0, LANTERNS)),
    Column("out", "<u1", "times that a lantern was blown out", limits=(0, CARDS)),
)
COUNTERS = (
    Column("games", "<u8", "games in which a card of this kind came"),
    Column("blown", "<u8", "lanterns that cards of this kind blew out"),
)
WINS = Share(name="win rate", meaning="games won", column="won", more="easier", less="harder", better="more")
OUTCOMES = bounded((WINS, length_of("turns of all keepers")), COLUMNS)
NOTABLE = {"longest win": Notable(("turns",), lambda rows: rows["won"] == 1), "worst wind": Notable(("out",))}
