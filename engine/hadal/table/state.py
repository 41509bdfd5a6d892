"""The state of one game, as records of integers; see `engine.kernel.records`.

Cards of a location are numbered from 0; a set of cards or of seats is a mask, bit 1 << number. What nobody knows (the
cards not yet read, the order of the Fate cards) is in `Book` and `Hidden`, which no policy gets.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.kernel.records import Ints
from engine.policy.compiled_game import records

SEATS = 4
RECEPTACLES = 4
ATTRIBUTES = 3
TECHNOLOGY, DEXTERITY, STRENGTH = range(ATTRIBUTES)
LOCATIONS = 24
CARDS = 10
"""Cards of one location, at most."""
GROUP_TESTS = 6
FATES = 12
"""Fate cards, at most."""
MOST_FATE = 9
"""The value of a Fate card is from −9 to 9."""
FATE_SPAN = 2 * MOST_FATE + 1
ROUND_LIMIT = 60
MOST_AZRAK = 99
"""Of a mission: wherever it lies, there is never more of it."""
NONE = -1

UNREAD = -1
"""In place of the number of a card: one that nobody has read. Which one it is, is luck."""

NOTHING, CLUE, TEST, CONFLICT, GROUP = range(5)
"""What a card has; and whose tests they are."""

DO_TEST, EXPLORE, STAND_BY = range(3)
"""What an agent does in a pass. Without a card, STAND_BY is to stay."""

EMERGENCY, FREE_EMERGENCY, LOSE = range(3)
"""What an agent does that pays its last Azrak."""

NO_REFRESH, STANDARD, FREE = range(3)
"""What happens between two locations."""

FAIL, SUCCESS, CRITICAL = range(3)
"""The result of a test."""

NOBODY_FREE, CAPTAIN_FREE, EACH_FREE = range(3)
"""Who has a free Explore in every visit."""

AT_EMPTY, AT_ROUND, AT_ALWAYS = range(3)
"""When the Fate cards are shuffled anew: when the pile is empty, also when a round begins, or after each card."""

GOING_ON = -1
COMPLETED, WIPED, EXHAUSTED, STALLED = range(4)
"""How a mission ends."""

GAMES, TESTS, SUCCESSES, CRITS, FAILS, SPENT, SUPPORTED, LOST_CONTROL = range(8)
"""The counters of a receptacle."""
COUNTED = 8

WIDTH = 8
"""An event is a kind and up to seven numbers."""
MOST_EVENTS = 1 << 13


class Scenario:
    """What everybody knows before the first round."""

    agents: int
    goal: int
    par: int
    success: int
    crit: int
    fail_loss: int
    conflict_loss: int
    group_tests: int
    group_attribute: Annotated[Ints, GROUP_TESTS]
    group_difficulty: Annotated[Ints, GROUP_TESTS]
    group_life: int
    """With this number of agents."""
    group_points: int
    group_loss: int
    fates: int
    fate: Annotated[Ints, FATES]
    """The values of the Fate cards."""
    fate_low: int
    fate_high: int
    fate_count: Annotated[Ints, FATE_SPAN]
    """How many of them have the value −9, −8, and so on."""
    locations: int
    cards: Annotated[Ints, LOCATIONS]
    azrak: int
    surplus: int
    """Whether what is in no reserve at the start goes into the Vortex; else it leaves the game."""
    free_explores: int
    free_refreshes: int
    support: int
    bare_explore: int
    retry: int
    reshuffle: int
    emergency_pays: int
    party: int
    """The receptacles that can be drawn, as a mask."""
    receptacle_attribute: Annotated[Ints, RECEPTACLES, ATTRIBUTES]
    receptacle_level: Annotated[Ints, RECEPTACLES]


class Book:
    """The cards of all locations, whether read or not."""

    kind: Annotated[Ints, LOCATIONS, CARDS]
    attribute: Annotated[Ints, LOCATIONS, CARDS]
    difficulty: Annotated[Ints, LOCATIONS, CARDS]


class Table:
    """What everybody sees."""

    round_number: int
    captain: int
    location: int
    points: int
    slack: int
    """Rounds in a row, up to the last one, without a point."""
    points_before: int
    """Points when the round began."""
    vortex: int
    returned: int
    """Azrak on the return card."""
    on_map: int
    marked: int
    """The locations with an Azrak."""
    free_left: int
    """Free refreshes."""
    receptacle: Annotated[Ints, SEATS]
    """Who sits where."""
    attribute: Annotated[Ints, SEATS, ATTRIBUTES]
    level: Annotated[Ints, SEATS]
    reserve: Annotated[Ints, SEATS]
    holding: Annotated[Ints, SEATS]
    """The card in front of each agent, or NONE."""
    present: int
    lost: int
    """The agents that lost control in this round."""
    free_explore: int
    """The agents that still have a free Explore in this visit."""
    unread: Annotated[Ints, LOCATIONS]
    open: Annotated[Ints, LOCATIONS]
    """The cards read whose test is open."""
    kind: Annotated[Ints, LOCATIONS, CARDS]
    """Of the cards read; UNREAD for the others."""
    card_attribute: Annotated[Ints, LOCATIONS, CARDS]
    card_difficulty: Annotated[Ints, LOCATIONS, CARDS]
    pile: int
    """Fate cards left in the pile."""
    pile_count: Annotated[Ints, FATE_SPAN]
    """How many of them have the value −9, −8, and so on."""
    damage: int
    """In the group conflict."""
    end: int
    fault: int
    """What a policy did wrong; see `faults`."""


class Hidden:
    """What nobody knows."""

    order: Annotated[Ints, LOCATIONS, CARDS]
    """The order in which the unread cards of a location are taken."""
    ordered: int
    """The locations whose order is known."""
    pile: Annotated[Ints, FATES]
    """The Fate cards by number, the next one last."""
    shuffles: int
    """Shuffles so far; of this round, if every round begins with one."""


class Luck(records.Luck):
    """The keys of all random numbers; see `streams`."""

    key: Annotated[Any, np.uint64, FATES]
    """The keys that a shuffle sorts by."""


class Dice(records.Dice):
    """The dice of the policies."""


class Tally:
    """The statistics of one game, and those of the receptacles over all games."""

    tests: int
    successes: int
    crits: int
    fails: int
    conflicts: int
    group_tests: int
    enter: int
    explore: int
    start: int
    boost: int
    support: int
    loss: int
    free_explores: int
    refresh_standard: int
    refresh_free: int
    emergency: int
    emergency_free: int
    lost_control: int
    cards_read: int
    receptacle: Annotated[Ints, RECEPTACLES, COUNTED]


class Log(records.Log):
    event: Annotated[Ints, MOST_EVENTS, WIDTH]


class World(NamedTuple):
    """Everything that a rule may read and change."""

    scenario: Scenario
    book: Book
    table: Table
    hidden: Hidden
    luck: Luck
    tally: Tally
    log: Log


class View(NamedTuple):
    """What a policy is shown."""

    scenario: Scenario
    table: Table
