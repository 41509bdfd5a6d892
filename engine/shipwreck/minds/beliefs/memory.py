"""The memory of a policy with beliefs: its parameters, and what it computes in every turn.

When the group decides, everything in it follows from public information. What a speaker computes for the own hand is
cleared when the play is heard (`forget_hand`, `forget_moves`).
"""

from typing import Annotated, Any

import numpy as np

from engine.kernel.records import Ints
from engine.shipwreck.rules.decisions import Memory
from engine.shipwreck.table.state import LANES, SLOTS

HANDS = 78
"""Pairs of values, equal ones included, for 12 values."""

HAND_MOVES = 2 * SLOTS
"""The most moves of one hand."""

PLACES = 2 * SLOTS + 1
"""Where a play can be seen: each slot with its card's answer no or yes, and The Hours."""

HOURS_SEEN = 2 * SLOTS
SIGNALS = LANES * PLACES
"""What the group sees of a play: the value, the place, the answer."""

CHOICES = 50
"""The most choices after a play: a fate to steal or to discard, Old?, nothing."""

MOST_MOVES = 2 * LANES * CHOICES
"""Room for the moves of all hands, at most eight each, and for the choices of all kept fates after the play."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


Real = Annotated[float, np.float64]


class Thought(Memory):
    """The parameters come first; the rest is working space."""

    depth: int
    """How many rounds listener and speaker reason about each other; 0 is a literal listener."""
    alpha: Real
    """How sharply the speaker chooses."""
    fade_aversion: Real
    """Weight of a fade that costs doom, compared with being understood."""
    power_price: Real
    """What using a power costs the speaker, in the same unit."""
    sure: Real
    """The group predicts if its belief is at least this high."""
    pressed: Real
    """The same when a fade that costs doom is due."""
    boldness: Real
    """Lowers both thresholds."""
    question_gain: Real
    """A question must raise the chance of being right by this much."""
    forget_powers: Real
    forget_lines: Real
    before_gain: Real
    """A power used before the play must raise the play's worth by this much."""
    # the hands that the active player may have
    bag: Annotated[Floats, np.float64, 2, LANES]
    """How much each value counts in the bag; row 1: with one copy fewer."""
    weight: Annotated[Floats, np.float64, LANES, LANES]
    """By the older and the new fate; if both are new, by the lower one first."""
    pair: Annotated[Floats, np.float64, HANDS]
    low: Annotated[Ints, HANDS]
    high: Annotated[Ints, HANDS]
    hand_at: Annotated[Ints, LANES, LANES]
    """The number of a hand by its two values, the lower one first; NONE if it is impossible."""
    hands: int
    # their moves, hand by hand
    start: Annotated[Ints, HANDS + 1]
    by_moves: Annotated[Ints, HANDS]
    """The hands in the order of how many moves they have."""
    bucket: Annotated[Ints, HAND_MOVES + 2]
    left_out: int
    """How many of them, at the beginning, are not picked for this round of reasoning."""
    picked: Annotated[Ints, MOST_MOVES]
    """The moves of the picked hands."""
    picks: int
    odds_of: Annotated[Floats, np.float64, MOST_MOVES]
    """What each of them is worth, and then its odds, before they sum to 1 for each hand."""
    parts: Annotated[Ints, MOST_MOVES]
    """The parts of their exponentials; see `engine.kernel.floats`."""
    signal: Annotated[Ints, MOST_MOVES]
    kept: Annotated[Ints, MOST_MOVES]
    move: Annotated[Ints, MOST_MOVES]
    risk: Annotated[Ints, MOST_MOVES]
    """1 if the move makes a card fade that costs doom, 2 if a power could still prevent that fade."""
    aversion: Annotated[Floats, np.float64, 3]
    """By risk: the weight of a fade."""
    highest_cost: Annotated[Floats, np.float64, 3]
    """By risk: the most that a fade can cost."""
    chance: Annotated[Floats, np.float64, MOST_MOVES]
    """How likely the hand makes the move, according to the model."""
    said: Annotated[Floats, np.float64, MOST_MOVES]
    """The same, times the probability of the hand."""
    mass: Annotated[Floats, np.float64, SIGNALS]
    """The probability of each signal."""
    per_mass: Annotated[Floats, np.float64, SIGNALS]
    literal: Annotated[Floats, np.float64, HANDS]
    """The probability of a hand and any one of its moves, for a literal listener."""
    cards_open: Annotated[Ints, HANDS, 2]
    """The slots where a hand may play its lower value, and its higher one, as masks."""
    on_card: Annotated[Floats, np.float64, LANES, SLOTS]
    """The probability that a value is played on a card, if no card answers."""
    least: Annotated[Floats, np.float64, 2, LANES, 1 << SLOTS]
    """The least of them among the cards of a mask, row 0 for safe plays, row 1 for those that make a card fade."""
    open_cards: Annotated[Ints, LANES]
    """See `literal_listener.cards_taking`."""
    danger: Annotated[Ints, LANES, SLOTS + 1]
    yes: Annotated[Ints, SLOTS, LANES]
    """The kept values for which a card would answer yes to a play."""
    before: Annotated[Floats, np.float64, LANES]
    """The belief about the kept fate before the last news."""
    # the belief about the active player's kept fate; row 1: the played token was the older one
    belief: Annotated[Floats, np.float64, 2, LANES]
    public: Annotated[Floats, np.float64, 2, LANES]
    """The same, without what a single predictor knows from the fates in hand."""
    # the choice after the play
    choices: int
    open_to: Annotated[Ints, CHOICES, 2]
    """The kept values that allow a choice; column 1: the played token was the older one."""
    price: Annotated[Floats, np.float64, CHOICES]
    fading: Annotated[Ints, CHOICES]
    """1 if a fade that costs doom is due after the choice."""
    option: Annotated[Ints, CHOICES]
    """What the choice is: a move (value and slot), or a code."""
    odds: Annotated[Floats, np.float64, CHOICES, 2, LANES]
    value: Annotated[Floats, np.float64, CHOICES, LANES]
