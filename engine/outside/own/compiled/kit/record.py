"""The record of a game that is played, and the numbers that stand for texts and None."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints, Words
from engine.outside.own.cards.card import MOST_KINDS

F = TypeVar("F", bound=Callable[..., Any])

CODES = 1 << 40
"""Texts and members of enums are whole numbers from here on, in the order of the texts; a number that shares a place
with texts stays below."""
TEXT_BITS = 16
"""Between two texts of a file is room for words of cards, which are not known when the kernel is written."""
BETWEEN_TEXTS = (1 << TEXT_BITS) - 1
NONE = -CODES
EMPTY = CODES
"""The text of no letters."""
EXACT = 1 << 53
"""Whole numbers up to this have the same value as a float."""

SEATS = 10
TEXTS, COLUMNS, NUMBERS, PARAMETERS = 1024, 64, 64, 16
"""Texts of a file, columns, numbers of the rules, parameters of a policy: at most."""
DECK = 1024
"""Items that are shuffled at once, at most."""
ITEMS = 1 << 12
"""Items of all decks whose keys are known, at most."""
DRAWS = 1 << 16
"""Places for the draws of a game, at most."""
IDENTITY = 64
"""Words that tell an item of a deck from others, at most."""
FIRST_COLUMN = 10
"""Of a game's own, among those that a kernel writes."""
TEAMS, ROLES, TEAMS_OF_ROLES = 1, 2, 3
"""What a game has: teams of seats only; roles, and perhaps teams of seats; teams of roles."""
SIDES = 32
"""Seats, and roles, at most."""
SIDE_COLUMNS = 1 + SEATS
"""Behind those of a game's own: the teams that won, and the role of each seat."""
ANSWERS = 1 << 13
"""Places for what the host has calculated, at most."""
MEMORY = 1 << 21
"""Words for all lists of a game."""

DECISIONS, OPTIONS = 1 << 12, 1 << 10
"""Decisions of a game that is forked, and choices of each, at most."""

PAIRS, UNITS, TEXT_KEYS, REMEMBERED = 1 << 13, 64, 1 << 12, 1 << 17
"""For trained players: pairs of a decision, units of a layer of a network, places for the keys of texts, and decisions
that are remembered; at most."""

SLOTS, SHUFFLES, ZONES = 1 << 15, 1 << 12, 1 << 12
"""Slots of cards, shuffles, and decks, hands and piles of a game that is forked, at most."""

RUNNING, TIME_OUT, BROKEN, NEEDS_KEY, NEEDS_ROOM, NEEDS_ANSWER, NEEDS_DECISION, IMPOSSIBLE, REACHED = range(9)
"""How it stands. A kernel that stops because it needs something gets it, and plays the game again. At the end: the seat
that searches could tell this world from the true one; a game that was only to be played up to a decision got there."""
ENDING_ROW, TIMED_OUT, THROWN_AWAY, GOT_THERE = 5, -2, -3, -4
"""Where a kernel writes how a game ended; and what, if it has no ending of its own."""


class Playing:
    """One game as it is played, and what all games of a cell have in common."""

    game: Words
    players: int
    turn_limit: int
    one_winner: int
    cooperative: int
    leads: int
    """Whether leads are counted: 1, or −1 if the lowest score leads; else 0."""
    team_leads: int
    """Whether seats lead as teams."""
    sides: int
    """0, TEAMS, ROLES or TEAMS_OF_ROLES."""
    team_by: Annotated[Ints, SIDES]
    """The team of each role if it is TEAMS_OF_ROLES, else of each seat."""
    columns: int
    """How many the game has of its own."""
    who: Annotated[Ints, SEATS]
    draws: Annotated[Ints, SEATS]
    slips: Annotated[Any, np.float64, SEATS]
    whole: Annotated[Ints, SEATS, PARAMETERS]
    """The parameters of each seat's policy, and the same as floats."""
    fractions: Annotated[Any, np.float64, SEATS, PARAMETERS]
    rules: Annotated[Ints, NUMBERS]
    real_rules: Annotated[Any, np.float64, NUMBERS]
    column_of: Annotated[Ints, TEXTS]
    """By the text: the number of a column of this name, or −1."""
    ending_of: Annotated[Ints, TEXTS]
    team_of: Annotated[Ints, TEXTS]
    role_of: Annotated[Ints, TEXTS]
    label_key: Annotated[Any, np.uint64, 2 * TEXTS, 2]
    """Of the true luck, and behind them of imagined luck."""
    dice_key: Annotated[Any, np.uint64, 2 * SEATS, 2]

    turned: int
    """Whether the decision of a fork is behind us: then luck is imagined."""
    is_fork: int
    fork_game: Words
    world: Words
    """The game that is played again, and the number of the world that it goes on in."""
    forced_count: int
    forced: Annotated[Ints, DECISIONS]
    """The places of the choices that are taken before a fork, and of its own."""
    listens: int
    """Whether policies are asked before a fork, too, as they remember. Their answers do not count there."""
    is_recorded: int
    """Whether the places of choices are noted."""
    searches: Annotated[Ints, SEATS]
    """Who searches."""
    taken: Annotated[Ints, DECISIONS]
    found: Annotated[Ints, DECISIONS]
    """Of decisions by search: the place that was found, plus 1; 0 if it is to be asked for."""
    seeker: int
    habit: int
    options: int
    first_like: Annotated[Ints, OPTIONS]
    """At such a decision: the seat, the place of the base's choice, how many choices there are, and for each the place
    of the first that is equal."""

    dice_game: Words
    """The game that the dice of policies belong to."""
    has_zones: int
    """Whether the game has decks, hands or piles by now."""
    slots: int
    shuffles: int
    zones: int
    """How many there have been in this game."""
    zone_marks: Annotated[Ints, ZONES]
    """For each of them, where the address of its marks stands."""
    item_word: Annotated[Any, np.uint64, DECK]
    """What tells the items of a deck apart, while it is shuffled."""
    from_place: Annotated[Ints, DECK]
    is_taken: Annotated[Ints, DECK]
    decider: Annotated[Ints, DECISIONS]
    shown: Annotated[Any, np.uint64, DECISIONS]
    answer: Annotated[Any, np.uint64, DECISIONS]
    first_other: Annotated[Ints, DECISIONS]
    last_other: Annotated[Ints, DECISIONS]
    """Of each decision of the true game: the seat, digests of what it was shown and of what it answered, and the first
    and the last place of another answer."""
    hidden: Annotated[Ints, DECISIONS]
    """Whether the seat that searches cannot know a decision."""
    shuffle_first: Annotated[Ints, SHUFFLES]
    shuffle_size: Annotated[Ints, SHUFFLES]
    slot_word: Annotated[Any, np.uint64, SLOTS]
    """Of each shuffle of the true game: its first slot and its size; and what lay in each slot."""
    seen: Annotated[Ints, SLOTS]
    """The seats that have seen the card of a slot; in a fork, whether the one that searches has."""
    planned: int
    """Shuffles of the true game before the decision."""
    is_tried: int
    """Whether the true game is played up to the decision with another answer, at this decision and of this place."""
    tried_at: int
    tried_place: int

    sampled_at: int
    """The decision that somebody wants to learn from; −1 for none."""
    pairs: int
    pair_key: Annotated[Any, np.uint64, PAIRS]
    pair_number: Annotated[Ints, PAIRS]
    things: int
    thing_first: Annotated[Ints, OPTIONS + 3]
    """What a decision looks like to a trained player: where the pairs of the view and of each choice begin."""
    text_code: Annotated[Ints, TEXT_KEYS]
    text_key: Annotated[Any, np.uint64, TEXT_KEYS]
    flow: Annotated[Ints, 3, UNITS]
    remembered: Annotated[Any, np.uint64, REMEMBERED]
    remembered_place: Annotated[Ints, REMEMBERED]

    state: int
    turns: int
    decisions: int
    choices: int
    decided_turns: int
    decided: int
    winners: int
    winning_teams: int
    roles: int
    """Where the list of roles is."""
    ending: int
    scores: int
    """Where the list of scores is."""
    leader: int
    lead_changes: int
    behind: Annotated[Ints, SEATS]
    behind_most: Annotated[Ints, SEATS]
    counts: Annotated[Ints, COLUMNS]
    dice_decision: Annotated[Ints, SEATS]
    dice_draw: Annotated[Ints, SEATS]

    stamp: Words
    filled: int
    draw_mask: int
    drawn: Annotated[Any, np.uint64, DRAWS, 3]
    """By its hash, a row of draws or a deck: its place, its label, and which of the draws were made."""
    row_first: Words
    row_second: Words
    row_at: int
    """The row of the last draw."""
    kept_for: Words
    kept: Words
    """The neighbour of the last draw in its row, which was made with it."""
    known_items: int
    deck_item: Annotated[Any, np.uint64, ITEMS, 8]
    """By its hash, an item of a deck: what it is, its label and kind, two words of its key, copies and a spare draw,
    two words of its key in imagined luck."""
    missing_label: int
    missing_kind: int
    words: int
    identity: Annotated[Ints, IDENTITY]
    bits: Annotated[Any, np.uint64, DECK]
    order: Annotated[Ints, DECK]

    cards: int
    """Where the list of all cards is that the game declares, and that of one of each kind."""
    kinds: int
    cards_noted: int
    """How many kinds there are."""
    is_judged: int
    """Whether games are played again with a draw exchanged."""
    exchange_key: Words
    notes: Annotated[Ints, MOST_KINDS]
    """What happened to each card."""
    card_draws: Annotated[Ints, MOST_KINDS]
    """How often each card was drawn by luck."""
    exchange_card: int
    exchange_time: int
    """The card that is exchanged when a game is played again, and which of its draws; −1 and 0 for none."""
    exchanged_card: int
    exchanged_seat: int

    known_answers: int
    answers: Annotated[Ints, ANSWERS, 4]
    """What was calculated from two floats: the number of the function plus 1, both floats and the result as words."""
    question: Annotated[Ints, 3]

    top: int
    start: int
    """Where memory that a game may use begins; constants of the file lie before."""
    mem: Annotated[Ints, MEMORY]


class Stop(Exception):  # noqa: N818 - no error: plain Python takes over
    """The kernel cannot go on."""


def counted(function: F) -> F:
    """A function of the kit. It uses no index below 0, and gets the record once."""
    function.counts_from_the_start = True  # type: ignore[attr-defined]
    return compiled(function)


def within(function: F) -> F:
    """The same for a small one, which becomes part of its caller."""
    function.counts_from_the_start = True  # type: ignore[attr-defined]
    return inlined(function)


@within
def place_of_text(code: int) -> int:
    """The place of a text among those of the file; what is none of them stops the kernel."""
    at = code - CODES
    if at < 0 or at & BETWEEN_TEXTS:
        raise Stop
    return at >> TEXT_BITS
