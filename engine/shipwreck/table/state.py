"""The state of one game, as records of integers; see `engine.kernel.records`.

`Table` is what everybody sees: the decisions of the group are functions of it. `Hidden` is what nobody or only one
player sees. Keeping them apart makes it hard to cheat.

Fates are their values 1..12; 0 is "no fate". Sets of values are bit masks: bit v stands for value v. Slots are 0..3
from left to right; `HOURS` is the card to their left. Cards and powers are their numbers in the deck.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.kernel.records import Ints, Words
from engine.policy.compiled_game import records

SLOTS = 4
HOURS = 4
"""The Hours as a place to play; the slots are 0..3."""
HIGHEST = 12
"""The highest fate value that a deck may have."""
LANES = 16
"""Room for fate values 1..12; lane 0 stands for no fate. (A power of two, like all lengths of rows here: the place of a
row then is a shift away, not a multiplication.)"""
FATE_BITS = 5
"""Bits for the number of fates of one value, where the numbers of all values are packed into one word: value v starts
at bit FATE_BITS × (v − 1)."""
MOST_FATES = 128
"""More than the fates of any deck."""
SEATS = 5
CARDS = 64
POWERS = 64
NONE = -1
"""No card, no slot, no seat."""

# What a rule (a compiled expression) depends on: the strides of its table, see `deck.rule_tables`.
RULES = 64 * 5 + 64 * 2
START, RAISED, CHOICE, VISIBLE, TOTAL, COUNT, HERE, HERE_TOTAL, HERE_COUNT, LOOKS = range(10)
STRIDES = 16
NO_ROW = 0
"""The address of a row in which nothing is allowed: that of a slot without a card."""
ROOM = 1 << 22
"""Entries for the tables of all rules; the 36 published cards need a twentieth of it."""

DICE_KEPT = 8
"""The blocks of random words that the dice keep at hand."""

WIDTH = 7
"""An event is a kind and up to six numbers."""
MOST_EVENTS = 1 << 18
"""Enough for the longest game that a deck may allow."""

# The kinds of faded power, in the order of the rule book's windows.
QUESTION, EXTRA_GUESS, OLD, DISCARD, CYCLE, RAISE, RELOCATE, EXILE, SLOW, AMPLIFY = range(10)

# The counters kept for each card.
DEALT, PLAYABLE, PLAYED, PREDICTED_AFTER, RIGHT_AFTER, FADED, FADED_DOOM, DOOM, GAINED, USED = range(10)
BITS, POWER_BITS, POWER_RIGHT = range(10, 13)
COUNTERS = 16
"""Room for them."""

# The tables that games are counted into, in addition to their rows.
BINS = 10
"""Tenths of the stated probability."""
PREDICTIONS, STATED, SQUARES, RIGHT = range(4)
TRACK = 16
"""Room for score and doom; higher values count as the highest one."""
STOOD, WON_FROM = range(2)

# How a game ends.
GOING_ON = -1
WON, LOST_BY_FADE, LOST_BY_WRONG, STALLED, DECK_RAN_OUT = range(5)

# When it is settled whether a card that compares itself with the hidden fate fades.
AT_FADE_STEP, ANNOUNCED = range(2)


class Book:
    """The deck as the kernel reads it. Its layout is the same for every deck, so a new card needs no compilation."""

    goal: int
    doom_limit: int
    turn_limit: int
    top: int
    """The highest fate value."""
    values: int
    """All fate values, as a mask."""
    cards: int
    """How many different cards there are."""
    copies: Annotated[Ints, LANES]
    hours: Annotated[Ints, LANES]
    deck_size: int
    deck_card: Annotated[Any, np.uint64, CARDS]
    """The cards of the deck before the shuffle, copies one after the other."""
    deck_word: Annotated[Any, np.uint64, CARDS]
    """32 bits of a hash of the card's id, so that its place in the shuffle depends on the id and not on other cards."""
    deck_copy: Annotated[Any, np.uint64, CARDS]
    moons: Annotated[Ints, CARDS]
    """0 for a comet."""
    no_doom: Annotated[Ints, CARDS]
    draws_again: Annotated[Ints, CARDS]
    extra_guesses: Annotated[Ints, CARDS]
    card_hours: Annotated[Ints, CARDS, LANES]
    """The hours that a fate counts in front of this card."""
    power: Annotated[Ints, CARDS]
    play_rule: Annotated[Ints, CARDS]
    tells_rule: Annotated[Ints, CARDS]
    steals_rule: Annotated[Ints, CARDS]
    on_play_rule: Annotated[Ints, CARDS]
    at_end_rule: Annotated[Ints, CARDS]
    """The number of a rule, or NONE."""
    power_kind: Annotated[Ints, POWERS]
    power_rule: Annotated[Ints, POWERS]
    power_cost: Annotated[Ints, POWERS]
    """How many powers of the pool its use costs, including itself."""
    power_choice: Annotated[Ints, POWERS]
    """The choices for a question's X: 0 nothing, 1 any value, 2 a visible value."""
    power_amount: Annotated[Ints, POWERS]
    """Extra guesses, what is added to the kept fate, the hours of a slowed fate, or the extra doom."""
    power_score: Annotated[Ints, POWERS]
    """The extra score of Amplify."""
    power_variant: Annotated[Ints, POWERS]
    """The variant of every rule that applies while the kept fate counts more."""
    steals: int
    """1 if a card of the deck steals."""
    compares: int
    """1 if a card of the deck compares itself with the hidden fate in the Fade step."""
    packed: Annotated[Ints, 1 << HIGHEST]
    """For a set of values (a mask without its bit 0): all bits of these values in a word of packed numbers."""
    line_bits: Annotated[Any, np.float64, MOST_FATES, MOST_FATES]
    """The information, in bits, if of so many fates (first index) so many are left that can be the hidden one."""
    rules: Annotated[Ints, RULES, STRIDES]
    rows: Annotated[Any, np.int16, ROOM]
    """The tables of all rules, one after the other; see `deck.rule_tables`. (Pages that are never written use no
    memory.)"""


class Scenario:
    """What is decided before the first turn: players, doom, options, changes of players."""

    seats: int
    doom: int
    restless: int
    imago_strict: int
    fall: int
    """AT_FADE_STEP or ANNOUNCED."""
    own_fate: int
    """1: the single predictor of a two-player game also uses the fates in the predictor's own hand."""
    sees_all: int
    """1: the group is shown the hidden fate (the upper bound of what any group can do)."""
    reveals: int
    """1: players may show the last copy of a value."""
    lines: int
    """1: number lines are kept (a policy reads them, or the game is logged)."""
    changes: int
    change_turn: Annotated[Ints, 16]
    change_leave: Annotated[Ints, 16]
    """The player who leaves, or 0."""
    change_join_after: Annotated[Ints, 16]
    """The player after whom a new one is seated, or 0."""


class Luck(records.Luck):
    """The key of the random streams of one game, and a stacked deck and bag for worked examples."""

    bag_block: int
    """The block of the bag's stream that is at hand; 0 for none."""
    bag_word: Annotated[Any, np.uint64, 4]
    stacked_cards: int
    stacked_card: Annotated[Ints, CARDS]
    stacked_fates: int
    stacked_fate: Annotated[Ints, 1024]
    stacked_drawn: int


class Dice:
    """A policy's own random stream, with a key of its own in every game. It tells nothing about the deck or the bag."""

    key0: Words
    key1: Words
    block: Annotated[Ints, DICE_KEPT]
    """The blocks of the stream that are at hand, each for one kind of decision; 0 for none."""
    word: Annotated[Any, np.uint64, DICE_KEPT, 4]


class Table:
    """Everything public."""

    score: int
    doom: int
    turn: int
    end: int
    fault: int
    """Non-zero if a policy asked for something that the rules forbid; see `faults`."""
    # the seats
    seats: int
    seat: int
    """The active seat of this turn."""
    player: Annotated[Ints, SEATS]
    """The player in each seat; players are numbered from 1 in the order they joined."""
    newcomers: int
    """How many players have ever joined."""
    holds: Annotated[Ints, SEATS]
    """1 if the seat holds a fate between turns."""
    line: Annotated[Ints, SEATS]
    """The number line: the values that the seat's hidden fate can still have."""
    belief: Annotated[Any, np.float64, SEATS, LANES]
    """The public belief about the seat's hidden fate, if the policy keeps beliefs."""
    # the row
    row: Annotated[Ints, SLOTS]
    fates: Annotated[Ints, SLOTS, LANES]
    """How many fates of each value lie in front of each card."""
    lodged: Annotated[Ints, SLOTS, LANES]
    """Those of them that were not played there but came another way."""
    here: Annotated[Ints, SLOTS]
    here_total: Annotated[Ints, SLOTS]
    here_count: Annotated[Ints, SLOTS]
    hours: Annotated[Ints, SLOTS]
    slowed: Annotated[Ints, SLOTS]
    """1 more than the hours of each fate under an attached Slow; 0 without one."""
    amplified_doom: Annotated[Ints, SLOTS]
    amplified_score: Annotated[Ints, SLOTS]
    attached: Annotated[Ints, SLOTS, CARDS]
    attachments: Annotated[Ints, SLOTS]
    tokens: Annotated[Ints, LANES]
    """Copies of each value that are in the game."""
    visible: Annotated[Ints, LANES]
    visible_mask: int
    visible_total: int
    visible_count: int
    # the deck and the pool of faded powers
    deck_left: int
    deck_top: int
    """The face-up card on top of the deck, or NONE."""
    under: Annotated[Ints, CARDS]
    """The cards put under the deck that are still its known bottom, upper first."""
    unders: int
    pool: Annotated[Ints, CARDS]
    """The cards whose powers are available, in the order gained."""
    pooled: int
    unseen: int
    """How many fates of each value are not visible, packed into one word."""
    unseen_values: int
    """The values with at least one such fate, as a mask."""
    # legality, updated by `look`: for a fate p at a slot, the kept values with which p may be played there …
    forward: Annotated[Ints, SLOTS, LANES]
    # … and the values that may be played there while p is kept
    backward: Annotated[Ints, SLOTS, LANES]
    seen_row: Annotated[Ints, SLOTS]
    """The address in the rule tables that forward and backward were copied from."""
    # this turn
    fresh: int
    """1 if the active player held nothing, so that both fates were drawn this turn."""
    plays: int
    played: int
    """The value of the last play."""
    place: int
    """Where it was played: a slot or HOURS."""
    landed: int
    """The slot where it lies now, or NONE."""
    played_mask: int
    """The values of all plays of this turn."""
    carried: int
    """The active player's number line before the last play."""
    still_held: int
    """1 if the first play of the turn was certainly not the fate held before."""
    raised: int
    """The variant of the rules that applies: 0, or that of a power that makes the kept fate count more."""
    power_used: int
    used: int
    """The power used this turn, by its number in the deck; NONE if none was used."""
    used_slot: int
    used_value: int
    extra_guesses: int
    told: int
    """A card's public answer to the last play: 1 yes, 0 no, NONE none."""
    answered: int
    """The answer to a power's question this turn: 1 yes, 0 no, NONE none."""
    slipped: int
    guessed: int
    """The values named in this turn's prediction, as a mask."""
    correct: int
    """1 after a right prediction."""
    shown: int
    """The fate that a right prediction made public, or 0."""
    established: int
    """The hidden fates that agree with what has been settled about fading, as a mask."""
    whispered: int
    """The hidden fate itself, for the only policy that may see it; 0 for all others."""
    sealed: Annotated[Ints, SLOTS]
    """Whether a card that compares itself with the hidden fate fades: 1 yes, 0 no, NONE not settled."""
    owned: int
    """How many fates `own` lists."""
    own: Annotated[Ints, LANES]
    """Fates in the single predictor's own hand, with the option `own_fate`."""


class Hidden:
    """Everything that is not public."""

    held: Annotated[Ints, SEATS]
    """The fate each seat holds between turns."""
    bag: Annotated[Ints, LANES]
    bagged: int
    deck: Annotated[Ints, CARDS]
    """A ring: the order of the cards from `deck_head` on, as far as it is settled."""
    deck_head: int
    key: Annotated[Any, np.uint32, CARDS]
    """The key of each card of the deck; see `pile`."""
    last_key: Annotated[Any, np.uint32]
    unsettled: int
    """How many cards of the deck have no settled place yet."""
    # the active player's hand during the turn
    first: int
    first_old: int
    """1 if that token was held before this turn."""
    second: int
    second_old: int
    kept: int
    """The active player's hidden fate of this turn; 0 before the play."""
    kept_old: int
    played_old: int


class Tally:
    """The statistics: the totals of one game, and the counters of each card over a batch."""

    predictions: int
    correct: int
    wrong: int
    fades: int
    doom_fades: int
    plays: int
    hours_plays: int
    powers: int
    stated: int
    """How sure the group said it was, summed over its predictions, in 1/10,000."""
    forced: int
    opening: int
    """The opening row, as a mask of cards."""
    undecided: int
    behind: int
    """The largest lead that the doom gained so far had over the score."""
    used_card: int
    """The card whose power was used this turn, or NONE."""
    path: Annotated[Ints, 2 * TRACK]
    """Score and doom at the start of turns, as one number; without repeats."""
    steps: int
    card: Annotated[Ints, CARDS, COUNTERS]
    calibration: Annotated[Ints, BINS, 4]
    course: Annotated[Ints, TRACK * TRACK, 2]


class Log(records.Log):
    event: Annotated[Ints, MOST_EVENTS, WIDTH]


class World(NamedTuple):
    """Everything that a rule may read and change. It has only records: passing an array to a function makes Numba count
    references at every call, which costs more than most rules."""

    book: Book
    scenario: Scenario
    table: Table
    hidden: Hidden
    luck: Luck
    tally: Tally
    log: Log


class View(NamedTuple):
    """What a policy is shown: everything public, and nothing else."""

    book: Book
    table: Table
