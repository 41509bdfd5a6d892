"""The memory of a policy with a value function: the weights of the function, and the plan for a turn.

A position is the state after a turn. Its worth is the chance of winning from it: a logistic function of a table of
score × doom, the cards in the row by their hours left, the powers in the pool, and the belief about each held fate. All
but the table have different weights at different distances from the doom limit.
"""

from typing import Annotated

import numpy as np

from engine.kernel.records import Ints
from engine.shipwreck.minds.beliefs.memory import HANDS, SIGNALS, Floats, Real, Thought
from engine.shipwreck.table.state import CARDS, LANES, SEATS, SLOTS, TRACK
from engine.shipwreck.weights import KIND_NAMES, LEFT, STAGES

KINDS = len(KIND_NAMES)
CARD_FACTS = 2 * SLOTS
SAMPLE = 3 + CARD_FACTS + KINDS + SEATS + 1
"""A position as numbers: the game, score, doom; card and hours left of each slot; powers by kind; who holds a fate."""
MOST_SAMPLES = 1 << 15
POOL_ROOM = 8
"""How many powers have stored outlooks; for further powers they are computed again each time."""
ROWS = 1 + POOL_ROOM
OUTLOOKS = SIGNALS * ROWS + 1
"""A row for each outlook, one for each power used with it, and one working row."""


class Judgement(Thought):
    """The weights come first, then the plan for this turn, then the positions kept for training."""

    rounds: int
    """How often plays and decisions are adapted to each other."""
    patience: Real
    turn_price: Real
    """How much chance of winning a turn less is worth, before any doom."""
    tries: int
    """How often a code is changed and improved again, if it is worth less than `content`."""
    content: Real
    """The chance of winning that is good enough."""
    track: Annotated[Floats, np.float64, TRACK, TRACK]
    """By score and doom."""
    card: Annotated[Floats, np.float64, STAGES, CARDS, LEFT]
    """By card and hours left. Includes what this many hours left are worth on any card."""
    unknown: Annotated[Floats, np.float64, STAGES]
    """A card that is still in the deck."""
    kind: Annotated[Floats, np.float64, STAGES, KINDS]
    holder: Annotated[Floats, np.float64, STAGES, SEATS + 1]
    """For a fate held by the seat whose turn comes this many turns from now."""
    known: Annotated[Floats, np.float64, STAGES, SEATS + 1]
    """For how well that fate is known: the sum of the squared beliefs."""
    # this turn
    rest: Annotated[Floats, np.float64, STAGES]
    """What the present state adds, without the active player's fate."""
    # the outlooks: what may follow, each stored once, and once more for each power that may be used
    outlooks: int
    landing: Annotated[Ints, SIGNALS]
    """The slot where the fate ends up; SLOTS for none."""
    more: Annotated[Ints, SIGNALS]
    """The hours it adds there."""
    fades: Annotated[Ints, SIGNALS]
    """The slots that fade then, as a mask."""
    spends: Annotated[Ints, SIGNALS]
    """The kind of power that is used up, or NONE."""
    fades_with: Annotated[Ints, LANES]
    """By the value played: the slots that fade then wherever it is played, as a mask."""
    is_foreseen: Annotated[Ints, OUTLOOKS]
    right: Annotated[Floats, np.float64, OUTLOOKS]
    """The chance of winning after a right prediction."""
    wrong: Annotated[Floats, np.float64, OUTLOOKS]
    """The chance of winning after a wrong prediction."""
    dark: Annotated[Floats, np.float64, OUTLOOKS]
    """The chance of winning after silence, if nothing is known about the kept fate."""
    light: Annotated[Floats, np.float64, OUTLOOKS]
    """What knowing that fate for certain adds to `dark`."""
    to: Annotated[Ints, SIGNALS]
    """The outlook after each signal."""
    listed: Annotated[Ints, SIGNALS]
    """The signals that can be sent, each once."""
    signals: int
    is_listed: Annotated[Ints, SIGNALS]
    heard: Annotated[Floats, np.float64, SIGNALS, LANES]
    """The probability of each signal together with each kept value."""
    support: Annotated[Ints, SIGNALS]
    """The kept values with which each signal may come, as a mask: `heard` is 0 for all others. In a code, a signal
    comes with one or two of them."""
    outcome: Annotated[Floats, np.float64, SIGNALS, LANES]
    """The chance of winning for a player who sends a signal and keeps a value, given the group's decision."""
    guesses: Annotated[Ints, SIGNALS]
    shows: Annotated[Ints, SIGNALS]
    """The value that is visible after the signal, which a question may be about."""
    # the group's best decision about the last signal considered
    power: int
    """The place in the pool of the power to use, or NONE."""
    asked: int
    """The X of its question, or the slot it is attached to."""
    named: int
    """The values to name now, as a mask; 0 to stay silent or to ask first."""
    chosen: Annotated[Ints, HANDS]
    """The move of each hand, by its place in the list."""
    # working space for the search for a code
    team: Annotated[Floats, np.float64, SIGNALS]
    """What each signal adds to the chance of winning."""
    kept_code: Annotated[Ints, HANDS]
    rival: Annotated[Ints, HANDS]
    owner: Annotated[Ints, SIGNALS]
    """The hand that is the only one with this signal, or NONE."""
    owns: Annotated[Ints, HANDS]
    """The move with which a hand sends its own signal."""
    reached_by: Annotated[Ints, SIGNALS]
    reached_from: Annotated[Ints, SIGNALS]
    queue: Annotated[Ints, SIGNALS]
    waiting: Annotated[Ints, HANDS]
    # the positions recorded during training
    learns: int
    game: int
    samples: int
    sample: Annotated[Ints, MOST_SAMPLES, SAMPLE]
    square: Annotated[Floats, np.float64, MOST_SAMPLES, SEATS + 1]
