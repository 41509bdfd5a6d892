"""The memory of a table that knows what a position is worth: the weights of its value function, and its plans.

A position is what a turn leaves behind. Its worth is the chance to win from it: logistic in a table of score × doom,
the cards in the row by the hours they have left, the powers in the pool, and what is believed of each fate that is
held. All but the first count differently as doom draws near.
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
"""Powers whose use is foreseen once; what more of them would lead to is worked out again and again."""
ROWS = 1 + POOL_ROOM
OUTLOOKS = SIGNALS * ROWS + 1
"""A row for each outlook and for each power with it, and one to work in."""


class Judgement(Thought):
    """Weights first; then the plan for this turn; then what is kept for training."""

    rounds: int
    """How often plays and decisions are adapted to each other."""
    patience: Real
    tries: int
    """How often a code is shaken …"""
    content: Real
    """… that is worth less than this."""
    track: Annotated[Floats, np.float64, TRACK, TRACK]
    """By score and doom."""
    card: Annotated[Floats, np.float64, STAGES, CARDS, LEFT]
    """By card and hours left, what having so many hours left is worth on any card included."""
    unknown: Annotated[Floats, np.float64, STAGES]
    """A card that is still in the deck."""
    kind: Annotated[Floats, np.float64, STAGES, KINDS]
    holder: Annotated[Floats, np.float64, STAGES, SEATS + 1]
    """A fate held by the seat whose turn comes so many turns from now …"""
    known: Annotated[Floats, np.float64, STAGES, SEATS + 1]
    """… and how well it is known: the sum of the squared beliefs."""
    # this turn
    rest: Annotated[Floats, np.float64, STAGES]
    """What the table as it lies adds, the active player's fate apart."""
    # what may follow, each only once; with the power at each place of the pool spent, too
    outlooks: int
    landing: Annotated[Ints, SIGNALS]
    """The slot where a fate lies in the end; SLOTS for none."""
    more: Annotated[Ints, SIGNALS]
    """The hours it brings there."""
    fades: Annotated[Ints, SIGNALS]
    """The slots that fade then, as a mask."""
    spends: Annotated[Ints, SIGNALS]
    """The kind of power that is used up, or NONE."""
    is_foreseen: Annotated[Ints, OUTLOOKS]
    right: Annotated[Floats, np.float64, OUTLOOKS]
    """The chance to win after a right prediction, …"""
    wrong: Annotated[Floats, np.float64, OUTLOOKS]
    """… a wrong one, …"""
    dark: Annotated[Floats, np.float64, OUTLOOKS]
    """… silence about a fate of which nothing is known, …"""
    light: Annotated[Floats, np.float64, OUTLOOKS]
    """… and what knowing all of it adds."""
    to: Annotated[Ints, SIGNALS]
    """The outlook after each signal."""
    listed: Annotated[Ints, SIGNALS]
    """The signals that can be given, each once."""
    signals: int
    is_listed: Annotated[Ints, SIGNALS]
    heard: Annotated[Floats, np.float64, SIGNALS, LANES]
    """How likely each signal comes with each kept value."""
    outcome: Annotated[Floats, np.float64, SIGNALS, LANES]
    """The chance to win for a player who gives a signal and keeps a value, as the group will decide."""
    guesses: Annotated[Ints, SIGNALS]
    shows: Annotated[Ints, SIGNALS]
    """The value that lies open then: a question may be about it."""
    # the group's best decision about the signal looked at last
    power: int
    """The place in the pool of the power to use, or NONE."""
    asked: int
    """The X of its question, or the slot it is attached to."""
    named: int
    """The values to name now, as a mask; 0 to keep silent or to ask first."""
    chosen: Annotated[Ints, HANDS]
    """The move of each hand, by its place in the list."""
    # a code in the making
    team: Annotated[Floats, np.float64, SIGNALS]
    """What each signal adds to the team's chance to win."""
    kept_code: Annotated[Ints, HANDS]
    rival: Annotated[Ints, HANDS]
    owner: Annotated[Ints, SIGNALS]
    """The hand that has a signal for itself, or NONE …"""
    owns: Annotated[Ints, HANDS]
    """… and the move by which the hand gives it."""
    reached_by: Annotated[Ints, SIGNALS]
    reached_from: Annotated[Ints, SIGNALS]
    queue: Annotated[Ints, SIGNALS]
    waiting: Annotated[Ints, HANDS]
    # what positions there were, when somebody wants to learn from them
    learns: int
    game: int
    samples: int
    sample: Annotated[Ints, MOST_SAMPLES, SAMPLE]
    square: Annotated[Floats, np.float64, MOST_SAMPLES, SEATS + 1]
