"""The memory of a table that thinks: its parameters, and what it works out anew in every turn.

All of it follows from public information; the one thing the active player notes for himself is wiped by his own last
decision of the turn, before the group decides.
"""

from typing import Annotated, Any

import numpy as np

from engine.kernel.records import Ints
from engine.shipwreck.rules.decisions import Memory
from engine.shipwreck.table.state import LANES, SLOTS

HANDS = 78
"""Pairs of values, equal ones included, for 12 values."""

PLACES = 2 * SLOTS + 1
"""Where a play is seen: each slot with its card's answer no or yes, and The Hours."""

HOURS_SEEN = 2 * SLOTS
SIGNALS = LANES * PLACES
"""What the group sees of a play: the value, the place, the answer."""

CHOICES = 50
"""What a player may choose from after the play: a fate to steal or to discard, Old?, nothing."""

MOST_MOVES = 2 * LANES * CHOICES
"""Room for the moves of all hands, at most eight each, and for the choices of all kept fates after the play."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


Real = Annotated[float, np.float64]


class Thought(Memory):
    """Parameters first; the rest is scratch."""

    depth: int
    """How often the listener's and the speaker's thoughts turn around each other; 0 is a literal table."""
    alpha: Real
    """How sharply the speaker chooses."""
    fade_aversion: Real
    """What a doom-costing fade weighs against being understood."""
    power_price: Real
    """What using up a power of his own costs the speaker."""
    sure: Real
    """The group predicts when it believes at least this much …"""
    pressed: Real
    """… or this much, when a doom-costing fade is due."""
    boldness: Real
    """Lowers both thresholds."""
    question_gain: Real
    """A question must raise the highest belief by this much."""
    forget_powers: Real
    forget_lines: Real
    before_gain: Real
    """A power before the play must raise what the play promises by this much."""
    # the hands the active player may have
    bag: Annotated[Floats, np.float64, 2, LANES]
    """How much each value counts in the bag; row 1: with one copy fewer."""
    weight: Annotated[Floats, np.float64, LANES, LANES]
    """Of the older and the fresh fate; of two fresh ones, the lower first."""
    pair: Annotated[Floats, np.float64, HANDS]
    low: Annotated[Ints, HANDS]
    high: Annotated[Ints, HANDS]
    hand_at: Annotated[Ints, LANES, LANES]
    """The number of a hand by its two values, the lower first; NONE if nobody can hold it."""
    hands: int
    # their moves, hand by hand
    start: Annotated[Ints, HANDS + 1]
    signal: Annotated[Ints, MOST_MOVES]
    kept: Annotated[Ints, MOST_MOVES]
    move: Annotated[Ints, MOST_MOVES]
    risk: Annotated[Ints, MOST_MOVES]
    """1 if the move makes a card fade that costs doom, 2 if it does but a power could avert it."""
    chance: Annotated[Floats, np.float64, MOST_MOVES]
    """How likely the hand makes the move, as the table thinks it plays."""
    mass: Annotated[Floats, np.float64, SIGNALS]
    """How likely each signal is to be seen at all."""
    per_mass: Annotated[Floats, np.float64, SIGNALS]
    danger: Annotated[Ints, LANES, SLOTS + 1]
    yes: Annotated[Ints, SLOTS, LANES]
    """The kept values with which a card would answer yes to a play."""
    before: Annotated[Floats, np.float64, LANES]
    """What was believed of the kept fate before the last news."""
    # what is believed of the active player's kept fate: row 1 if the token played was the older one
    belief: Annotated[Floats, np.float64, 2, LANES]
    public: Annotated[Floats, np.float64, 2, LANES]
    """The same without what a single predictor knows from his own hand."""
    # the choice after the play
    choices: int
    open_to: Annotated[Ints, CHOICES, 2]
    """The kept values with which a choice is open, by whether the played token was the older."""
    price: Annotated[Floats, np.float64, CHOICES]
    fading: Annotated[Ints, CHOICES]
    """1 if a doom-costing fade is due after the choice."""
    option: Annotated[Ints, CHOICES]
    """What the choice is: a move (value and slot), or a code."""
    odds: Annotated[Floats, np.float64, CHOICES, 2, LANES]
    value: Annotated[Floats, np.float64, CHOICES, LANES]
