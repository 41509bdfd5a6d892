"""The state of one game, as records of integers; see `engine.kernel.records`.

A recruit is known by its place on the table: place p of seat s has the number 3 · s + p. A set of recruits is a mask
with one bit for each place, a set of players a mask with one bit for each seat. A recruit's kind is in two hidden masks
(is it a Leader, is it of Subterra), its face in a public one, and who knows it in a mask for each seat. So a swap
exchanges two bits in each of these masks, and what a seat knows of the kinds is an AND.

`Table` is what everybody sees. `Hidden` is what nobody or only one player sees. `Sight` is what one seat may see of it.
"""

from typing import Annotated, NamedTuple

from engine.kernel.records import Ints, Words
from engine.policy.compiled_game import records

SEATS = 8
ROW = 3
"""Recruits in front of a player."""
RECRUITS = SEATS * ROW
WHOLE_ROW = (1 << ROW) - 1
CARDS = 60
"""The most artifacts of a deck: a set of them fits into a mask."""
EFFECTS = 3
"""The most effects of an artifact."""
NONE = -1

EUPHORIA, SUBTERRA, ANARCHISTS = range(3)
"""Sides. The first two are also the Leaders."""

# How a game ends.
GOING_ON = -1
EUPHORIA_WINS, SUBTERRA_WINS, ANARCHISTS_WIN, BOTH_LEADERS, LONE_ANARCHIST, CAP = range(6)

# What exposed the first exposed Leader.
NEVER, BY_SHOT, BY_COST, BY_EFFECT = range(4)

# What a player can do in the first phase of a turn.
NOTHING, REDRAW, GIVE = range(3)

# What a player can do in the second phase of a turn.
PASS, INTERROGATE, USE, ARM, SHOOT, HIDE = range(6)

# What a window lets others react to.
NO_WINDOW = -1
AIMED, SHOT, INTERROGATED, ARTIFACT = range(4)

# The effects of artifacts.
(
    LOOK,
    SHOW,
    EXPOSE_OWNER,
    EXPOSE_USER,
    EXPOSE_CLOSED,
    EXPOSE_VIEWED,
    HIDE_OWN,
    HIDE_ANY,
    SHUFFLE,
    SWAP_OWN,
    SWAP_OTHERS,
    STEAL,
    TAKE_LASER,
    DROP_LASER,
    AIM_LASER,
    REDIRECT,
    CANCEL,
    DRAW,
    REVERSE,
    NEXT_TURN,
) = range(20)
ARMED = 9
"""In place of a number of players to look at: every armed one."""

# What is counted about each artifact.
DEALT, USED, REACTED, DECIDED = range(4)
COUNTERS = 4

WIDTH = 6
"""An event is a kind and up to five numbers."""
MOST_EVENTS = 1 << 17
"""Enough for the longest game that the options allow, with room to spare."""


class Scenario:
    """What is decided before the first turn."""

    players: int
    followers: int
    """Of each side in play; one of all may be left over."""
    lasers: int
    start_artifacts: int
    arm_cost: int
    hide_action: int
    aim_every: int
    """1: aiming at the same player again opens a window, too."""
    anarchists: int
    """1: who is shot without a Leader becomes an Anarchist."""
    turn_cap: int
    sees_all: int
    """The seats whose policies see every recruit: the side door of `omniscient`."""


class Book:
    """The artifacts as the kernel reads them. Its layout is the same for every deck, so a new artifact needs no
    compilation."""

    cards: int
    """Cards in the deck, for this number of players; 0: the game has no artifacts."""
    artifacts: int
    """Different ones."""
    artifact: Annotated[Ints, CARDS]
    """For each card, which artifact it is."""
    word: Annotated[Words, CARDS]
    """For each card, 32 bits of a hash of its id: its place in a shuffle depends on the id, not on other cards."""
    copy_number: Annotated[Words, CARDS]
    """For each card, which of the copies it is."""
    when: Annotated[Ints, CARDS]
    """For each artifact, the window that it answers; NO_WINDOW for an action."""
    anybody: Annotated[Ints, CARDS]
    """1: everybody but the actor may use it, and not only the player concerned."""
    effects: Annotated[Ints, CARDS]
    effect: Annotated[Ints, CARDS, EFFECTS]
    players: Annotated[Ints, CARDS, EFFECTS]
    """Of a look: at how many players, or ARMED."""
    number: Annotated[Ints, CARDS, EFFECTS]
    """Of a look: how many recruits of each. Of a draw: how many artifacts."""
    takes_laser: Annotated[Ints, CARDS]
    answered: int
    """The windows that some artifact answers, as a mask."""


class Table:
    """What everybody sees."""

    seat: int
    """Whose turn it is; the first seat is 0."""
    turn: int
    """Counted over all players from 1."""
    direction: int
    """1 or −1."""
    turned: int
    """1: the direction turns round at the end of this turn."""
    next_seat: int
    """Who has the next turn out of order, or NONE."""
    exposed: int
    """The recruits that lie face up."""
    known: Annotated[Ints, SEATS]
    """For each seat, the recruits that it knows."""
    anarchists: int
    aim: Annotated[Ints, SEATS]
    """Whom a seat's laser is aimed at; NONE for a seat without a laser."""
    middle: int
    """Lasers in the middle."""
    held: Annotated[Ints, SEATS]
    """Artifacts in each hand."""
    deck_left: int
    discarded: int
    discard: Annotated[Ints, CARDS]
    """The discard pile, as cards."""
    window: int
    """What is reacted to now, or NO_WINDOW."""
    actor: int
    """Whose action opened the window."""
    concerned: int
    """Who is aimed at, shot or looked at; NONE in the window of an artifact."""
    viewed: int
    """The recruit just interrogated, or NONE."""
    in_use: int
    """The artifact that is being used, or NONE."""
    cancelled: int
    end: int
    winners: int
    killer: int
    fault: int
    """What a policy did wrong; see `faults`."""


class Hidden:
    """What only some players know, or nobody."""

    leaders: int
    """The places of the two Leaders, as a mask."""
    subterra: int
    """The places of recruits of Subterra, its Leader included."""
    hand: Annotated[Ints, SEATS, CARDS]
    """Each hand as cards, the one held longest first."""
    deck: Annotated[Ints, CARDS]
    """The next card is the last one."""
    shuffles: int


class Sight:
    """What the seat that decides may see of what is hidden."""

    seat: int
    known: int
    """The recruits that it knows."""
    leaders: int
    """Those of them that are Leaders."""
    subterra: int
    """Those of them that are of Subterra."""
    hand: Annotated[Ints, CARDS]
    """Its own hand as artifacts, the one held longest first. `Table.held` says how many."""
    usable: int
    """The places of its hand with an artifact that can be used now, as a mask."""


class Luck(records.Luck):
    """The keys of the streams; see `streams`."""

    turn: int
    drawn: int
    """How many numbers the effects of this turn have taken."""


class Dice(records.Dice):
    """The dice of the policies."""


class Tally:
    """The statistics of one game, and of the artifacts over all games."""

    sides: int
    """The seats on the side of Subterra at the deal."""
    leaders: int
    """The seats that were dealt a Leader."""
    interrogations: int
    arms: int
    hides: int
    passes: int
    artifacts: int
    reactions: int
    redraws: int
    gives: int
    shots: int
    shots_leader: int
    shots_ally: int
    first_arm: int
    first_shot: int
    first_leader: int
    exposed_by: int
    waits: int
    """How often a player had a turn who had had one before."""
    waited: int
    """The turns of others in between."""
    longest_wait: int
    last_turn: Annotated[Ints, SEATS]
    """The last turn of each seat; 0 before its first."""
    turned_by: int
    """The artifact that sent the present shot elsewhere, or NONE."""
    artifact: Annotated[Ints, CARDS, COUNTERS]


class Log(records.Log):
    event: Annotated[Ints, MOST_EVENTS, WIDTH]


class World(NamedTuple):
    """Everything that a rule may read and change."""

    scenario: Scenario
    book: Book
    table: Table
    hidden: Hidden
    sight: Sight
    luck: Luck
    tally: Tally
    log: Log


class View(NamedTuple):
    """What a policy is shown: everything public, and what one seat knows."""

    scenario: Scenario
    book: Book
    table: Table
    sight: Sight
