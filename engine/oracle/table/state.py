"""The state of one game, as records of integers; see `engine.kernel.records`.

Everything on the table is public, the contents of the bag too: all that was drawn today lies in the open. Only the luck
is hidden, and no policy gets it.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.kernel.records import Ints, Words
from engine.policy.compiled_game import records

Shorts = Any
"""An array of small numbers, which are quick to copy."""

NONE = -1
"""No choice: a policy declines, or is done."""

COLOURS = 4
ROGUE = 4
"""In the bag, beside the colours R G B Y."""
COLOURLESS = 4
"""On the map: a cell that pays nothing."""
ADVENTURERS = (13, 13, 9, 9)
MOST_ROGUES = 8
TOKENS = sum(ADVENTURERS) + MOST_ROGUES
ARRIVALS = 12
"""Adventurers who arrive at the beginning of a day."""

SEATS = 4
MOST_DAYS, MOST_HOURS = 10, 24

BONE, DOLL, COIN, DIE_1, DIE_2 = range(5)
RUNES = 5
FACES = 4
HALVES = 2
ALL_RUNES = 31

CHANGE_PLUS, CHANGE_MOVE, CHANGE_X, STARS, PREDICT, HOROSCOPE, STAFF, HIRE = range(8)
ACTIONS = 8
HOURS = np.array([1, 1, 1, 2, 1, 2, 2, 2])
"""What each action takes."""
EXORCIST, ASTROLOGER, PALMIST, WARDEN = range(4)
ABILITIES = 4
PIECES = ACTIONS + ABILITIES
USES, TIME, WORTH, CORRUPTION = range(4)
COUNTERS = 4

AMULET, TABLET = range(2)
GOODS = 2
NOTHING, AMULET_BOX, TABLET_BOX, X_BOX, MARKET_BOX, CLEANSE_BOX = range(6)
"""What a box of the horoscope, or a prediction, pays."""

UPPER, LOWER = range(2)
ROWS = 2
FUNDING = 2
"""Places of an X: the upper row, the lower row, and from here on the funding icons of each faction."""
X_PLACES = FUNDING + COLOURS
MOST_BOXES = 32
X_WRITTEN = 5
"""In a box, beside the numbers 1 to 4."""

PLUS, MOVE = range(2)
"""The kinds of modifier box."""
KINDS = 2
MODIFIERS = 9
"""Die 1 plus, minus, die 2 plus, minus, then each rune to the other half."""
FIRST_MOVE = 4
MOST_MODIFIER_BOXES = 12

BY_STARS, BY_PREDICTION, BY_HOROSCOPE = range(3)
"""What pays a good."""
SOURCES = 3

MOST_SIDE = 12
CELLS = MOST_SIDE * MOST_SIDE
EDGES = 2 * MOST_SIDE * (MOST_SIDE + 1)
TARGETS = 3 * CELLS
SIDES = 4
FILLED = 1000
"""In place of the edges that a cell misses: it has paid, and never does again."""

MOST_STRIP = 128
MOST_FUNDING = 9

WIDTH = 8
"""An event is a kind and up to seven numbers."""
MOST_EVENTS = 1 << 14


class Scenario:
    """What is decided before the first turn."""

    players: int
    rogues: int
    days: int
    hours: int
    clump: Annotated[float, np.float64]
    """The chance of a rune to follow the favoured half."""
    marks: int
    """The hours at which a clock draws, one bit each."""
    each: int
    """How many it draws there."""
    supply: Annotated[Ints, GOODS]
    """Of each colour."""
    every_market: int
    goods_return: int
    no_repeat: int
    open_actions: int
    """One bit each: those that exist."""
    open_abilities: int
    space: Annotated[Ints, ACTIONS]
    """Where each action is taken."""
    plus_rune: int
    move_rune: int
    """The runes that the coin must lie with to fill boxes of a kind."""


class Board:
    """A layout as the kernel reads it. Its shape is the same for every layout, so a new one needs no compilation."""

    cells: int
    width: int
    colour: Annotated[Ints, CELLS]
    side: Annotated[Ints, CELLS, SIDES]
    """The edges of a cell: top, left, right, bottom."""
    edges: int
    printed: int
    beside: Annotated[Ints, EDGES, 2]
    """The cells on both sides of an edge, upper or left one first; NONE outside of the map."""
    is_cross: Annotated[Ints, EDGES]
    """1: printed, and a part of the cross."""
    targets: int
    first: Annotated[Ints, TARGETS]
    second: Annotated[Ints, TARGETS]
    """The cells of an area that could pay; the second is NONE for a single cell."""
    between: Annotated[Ints, TARGETS]
    """The edge between them."""
    on_cross: Annotated[Ints, TARGETS]
    """1: a cross edge is on its border."""
    length: Annotated[Ints, ROWS]
    reward: Annotated[Ints, ROWS, MOST_BOXES]
    colours: Annotated[Ints, ROWS, MOST_BOXES]
    """The colours of a good that a box pays, one bit each."""
    share: Annotated[Any, np.float64, ROWS, MOST_BOXES + 1]
    """The value of the next reward of a row, divided by the boxes that lead to it, by the number of boxes written."""
    strip: int
    boxes: int
    funding: int
    par: int


class Chart:
    """What a line can change: the star map and the supply."""

    version: int
    """Another one whenever anything here has changed."""
    drawn: Annotated[Shorts, np.int16, EDGES]
    missing: Annotated[Shorts, np.int16, CELLS]
    """For each cell, its edges that are not drawn; FILLED if it has paid."""
    supply: Annotated[Ints, GOODS, COLOURS]


class Table:
    """Everything else that everybody sees."""

    day: int
    """From 1 on."""
    turn: int
    """The throws that have served a turn, from 1 on."""
    clock: Annotated[Ints, SEATS]
    """The Oracle's is the first."""
    space: int
    """Where the figure stands."""
    plate: int
    """The runes that lie in the second half, one bit each."""
    die: Annotated[Ints, 2]
    skull: int
    filled: Annotated[Ints, KINDS]
    """Modifier boxes."""
    strip_left: int
    predictions: int
    """Active ones; the oldest first."""
    foretold: Annotated[Ints, MOST_STRIP]
    unstruck: Annotated[Ints, MOST_STRIP]
    """For each of them, its colour and its icons."""
    boxes: Annotated[Ints, ROWS]
    """How many are written."""
    last: Annotated[Ints, ROWS]
    """The number written last; 0 if there is none, or if it is an X."""
    written: Annotated[Ints, ROWS, MOST_BOXES]
    funded: Annotated[Ints, COLOURS]
    """Funding icons in use, of each faction."""
    at_market: int
    """Market icons that are drawn, and will pay at the next market."""
    hired: int
    """Abilities, one bit each."""
    corruption: int
    bag: Annotated[Ints, COLOURS + 1]
    """What is left in the bag, rogues last."""
    open_edges: int
    edge: Annotated[Ints, EDGES]
    """The edges that are not drawn, in no order."""
    place: Annotated[Ints, EDGES]
    """Where each edge is in that list."""
    line: int
    """The lines drawn by the present action or ability."""
    action: int
    fault: int
    """What a policy has done wrong; see `faults`."""


class Luck(records.Luck):
    """The keys of the streams, and what of them is ready; see `streams`."""

    token: Annotated[Shorts, np.int16, TOKENS]
    """The bag in the order of drawing, as far as it is drawn."""
    drawn: int
    """Tokens of today that were looked at."""
    word: Annotated[Words, 4]
    """The words for the next of them."""
    rival: Annotated[Words, SEATS]
    """One bit for every action of a rival today."""


class Dice(records.Dice):
    """The dice of the policies."""


class Tally:
    """The statistics of one game, and of the pieces over all games."""

    by: int
    """The piece that everything gained now belongs to."""
    taken: Annotated[Ints, ACTIONS]
    idle_hours: int
    goods: Annotated[Ints, GOODS]
    lost_goods: int
    worth: Annotated[Ints, SOURCES]
    lines: int
    areas: Annotated[Ints, GOODS]
    tier: Annotated[Ints, FACES]
    """Predictions that failed, and that paid in the first, second and third tier."""
    boxes_written: int
    x_horoscope: int
    x_funding: int
    market_icons: int
    sponsor_market: int
    clump: int
    skull: int
    cross: int
    discarded: int
    spent: Annotated[Ints, KINDS]
    can_stars: int
    can_predict: int
    can_x: int
    piece: Annotated[Ints, PIECES, COUNTERS]


class Log(records.Log):
    event: Annotated[Ints, MOST_EVENTS, WIDTH]


class World(NamedTuple):
    """Everything that a rule may read and change."""

    scenario: Scenario
    board: Board
    table: Table
    chart: Chart
    luck: Luck
    tally: Tally
    log: Log


class View(NamedTuple):
    """What a policy is shown."""

    scenario: Scenario
    board: Board
    table: Table
    chart: Chart
