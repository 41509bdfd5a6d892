"""The state of one game, as records of integers; see `engine.kernel.records`.

Everything on the table is public: only the luck is hidden, and no policy gets it.
"""

from typing import Annotated, NamedTuple

from engine.kernel.records import Ints, Words

SEATS = 6
FACES = 6
MOST_GOAL = 200
TURN_LIMIT = 500
"""Turns of all players together. Then the game is a time-out."""
NOBODY = -1

GOING_ON = -1
GOAL, TIME_OUT = range(2)
"""How a game ends."""

WIDTH = 5
"""An event is a kind and up to four numbers."""
MOST_EVENTS = 1 << 14


class Scenario:
    """What is decided before the first turn."""

    players: int
    goal: int


class Table:
    """What everybody sees."""

    seat: int
    """Whose turn it is; the first seat is 0."""
    turn: int
    """The turn, counted over all players from 1."""
    own_turn: int
    """The turn of this player, counted from 1."""
    rolls: int
    """The rolls of this turn so far."""
    total: int
    """The points of this turn, which a 1 would lose."""
    score: Annotated[Ints, SEATS]
    end: int
    winner: int


class Luck:
    """The keys of the die and of the policies' dice; see `streams`."""

    key0: Words
    key1: Words
    dice0: Words
    dice1: Words
    game_low: Words
    game_high: Words


class Dice:
    """The dice of the policies: their key in this game."""

    key0: Words
    key1: Words


class Tally:
    """The statistics of one game."""

    rolls: int
    decisions: int
    choices: int
    decided_turns: int
    leader: int
    """Who was the last to lead alone, or NOBODY."""
    lead_changes: int
    behind: Annotated[Ints, SEATS]
    """For each seat, the turns at whose start another one had more points."""
    behind_most: Annotated[Ints, SEATS]
    """For each seat, by how many points at most."""


class Log:
    """The events of a game, if it is logged."""

    listens: int
    """0: nothing is logged."""
    count: int
    event: Annotated[Ints, MOST_EVENTS, WIDTH]


class World(NamedTuple):
    """Everything that a rule may read and change."""

    scenario: Scenario
    table: Table
    luck: Luck
    tally: Tally
    log: Log


class View(NamedTuple):
    """What a policy is shown."""

    scenario: Scenario
    table: Table
