"""Positions that reach lines of the rules which random games reach seldom or never: the end of the deck and of the bag,
powers of great luck, players who come and go, and everything that the rules forbid."""

from collections.abc import Iterator

from engine.game.cell import Cell
from engine.shipwreck.deck.files import with_changes
from engine.shipwreck.table.state import NONE, World
from tests.support.shipwreck import cells
from tests.support.shipwreck.position import EVERY, FULL, few, lay, set_out, turn

ROW = ["dawn", "midnight", "the-blind-man", "the-judge", "the-deep", "the-key"]
ROOMY = ROW[:4]
THIEF = ["the-thief", "dawn", "midnight", "the-blind-man"]
FOUR = ["the-beast", "dawn", "midnight", "the-mirror"]
FEAST = ["the-feast", "dawn", "midnight", "the-blind-man"]
PLAY = {"draw": [5, 2], "play": "5 on dawn"}


def positions() -> Iterator[Cell]:
    """One after the other, as cells of one game each."""
    yield from forbidden()
    yield from at_the_end()
    yield from powers()
    yield from people()


def forbidden() -> Iterator[Cell]:
    """A policy that breaks a rule, in every way that the rules look for."""
    for pool, decisions in (
        ("twice", {"before": "cycle on midnight"}),
        ("twice", {"before": "twice"}),
        ("cycle", {"before": "cycle on the-deep"}),
        ("relocate", {"before": "relocate 3 from midnight to dawn"}),
        ("old", {"after": "discard-lower 3 from dawn"}),
        ("twice", {"after": "twice"}),
        ("discard-lower", {"after": "discard-lower 3 from midnight"}),
        ("discard-lower", {"after": "discard-lower 5 from dawn"}),
        ("old", {"group": "twice"}),
        ("old", {"group": "old"}),
        ("help", {"group": "help"}),
        ("same", {"group": "same 7"}),
        ("higher-than", {"group": "higher-than 12"}),
        ("1-4-7", {"group": "1-4-7 3"}),
        ("exile", {"predict": 2, "exile": "twice"}),
        ("twice", {"predict": 2, "exile": "twice"}),
        ("twice", {"predict": [2, 3]}),
        ("twice", {"slip": "5 on dawn"}),
        ("twice", {"play": "5 on the-hours"}),
    ):
        yield set_out(ROW, [turn(**{**PLAY, **decisions})], pool=[pool], roomy=ROOMY)[0]  # type: ignore[arg-type]
    onto_itself = turn([5, 2], "5 on dawn", before="relocate 3 from dawn to dawn")
    yield set_out(ROW, [*lay([3], on="dawn", keep=1), onto_itself], pool=["relocate"], roomy=ROOMY)[0]
    yield set_out(THIEF, [*lay([4]), turn([6, 4], "6 on dawn", steal="4 from the-blind-man")], roomy=THIEF)[0]
    yield set_out(ROW, [turn([1, 1], "1 on the-judge")], deck=few(1, 2), roomy=ROOMY)[0]


def at_the_end() -> Iterator[Cell]:
    """The deck or the bag is empty, or the game is over."""
    row = ["the-beast", "dawn", "midnight", "the-blind-man"]
    turns = [
        turn([1, 2], "1 on the-beast", predict=2),
        turn([1, 2], "2 on dawn", predict=1),
        turn([1, 2], "1 on midnight", predict=2),
        turn([1, 2], "1 on the-blind-man", predict=2),
        turn([1, 2], "1 on the-hours"),
        turn([1]),
    ]
    yield set_out(row, turns, moons=dict.fromkeys(row, 1), deck=few(1, 2))[0]
    yield set_out(FOUR, [turn([1, 2], "1 on the-beast", predict=2), turn([5, 2], "5 on dawn", group="twice")])[0]
    yield set_out(FOUR, [turn([1, 2], "1 on the-beast")], restless=True)[0]
    two_under = [turn([5, 2], "5 on dawn", group="twice", predict=2) for _ in range(2)]
    two_under.append(turn([1, 2], "1 on the-beast", predict=2))
    yield set_out(FOUR, two_under, pool=["twice", "twice"], roomy=["dawn"])[0]
    yield set_out(["the-fall", *FOUR[1:]], [turn([6, 3], "6 on the-fall")])[0]
    yield set_out(["the-fall", *FOUR[1:]], [turn([6, 3], "6 on the-fall")], fall="announced", restless=True)[0]
    yield set_out(ROW, [turn([5, 2], "5 on dawn", group="twice")], pool=["twice"], restless=True)[0]
    yield set_out(FEAST, [turn([3, 5], ["3 on the-feast"])], deck=few(3, 5), roomy=FEAST)[0]
    yield set_out(ROW, [turn([5, 2], "5 on dawn", predict=2)], deck={"goal": 1})[0]
    yield set_out(ROW, [turn([5, 2], "5 on dawn", predict=3)], deck={"doom_limit": 1})[0]
    amplified = [turn([6, 3], "6 on the-fall"), turn([1, 2], "1 on the-beast", predict=2)]
    yield set_out(["the-fall", *FOUR[1:], "the-beast"], amplified, deck={"goal": 2})[0]


def powers() -> Iterator[Cell]:
    """Powers and cards that act, as the rules allow."""
    for pool, decisions in (
        ("cycle", {"before": "cycle on midnight"}),
        ("plus-1", {"before": "plus-1"}),
        ("old", {"after": "old"}),
        ("slow", {"group": "slow on dawn"}),
        ("help twice", {"group": "help with twice"}),
        ("exile twice", {"predict": 2, "exile": "exile 5 from dawn with twice"}),
        ("exile twice", {"predict": 2, "exile": "exile 7 from midnight with twice"}),
    ):
        yield set_out(ROW, [turn(**{**PLAY, **decisions})], pool=pool.split(), roomy=ROOMY)[0]  # type: ignore[arg-type]
    moved = turn([5, 2], "5 on dawn", before="relocate 3 from dawn to midnight")
    laid = lay([3], on="dawn", keep=1)
    yield set_out(ROW, [*laid, moved], pool=["relocate"], roomy=ROOMY, imago="strict")[0]
    discarded = turn([3, 4], "3 on midnight", after="discard-lower 3 from midnight")
    yield set_out(ROW, [discarded], pool=["discard-lower"], roomy=ROOMY)[0]
    slow = turn([5, 2], "5 on dawn", group="slow on the-beast", predict=2)
    yield set_out(FOUR, [slow, turn([1, 2], "1 on the-beast", predict=2)], pool=["slow"])[0]
    yield set_out(THIEF, [*lay([4]), turn([6, 2], "6 on dawn", steal="4 from the-blind-man")], roomy=THIEF)[0]
    yield set_out(FEAST, [turn([7, 1, 2], ["7 on the-feast", "1 on midnight"])], roomy=FEAST)[0]
    yield set_out(["the-ash", *ROW[:3]], [turn([5, 2], "5 on dawn")], roomy=ROW[:3])[0]
    pairs = [turn([value, value], predict=value) for value in EVERY if FULL["fates"][str(value)]["copies"] > 1]
    yield set_out(["dawn", "midnight", "the-deep", "the-judge"], pairs)[0]
    yield cells.make("stars-below", "mute", 3)


def people() -> Iterator[Cell]:
    """Players come and go, make mistakes, show the last copy of a value, or know their own fate."""
    changes = [{"before_turn": 2, "join_after": 1}, {"before_turn": 4, "leave": 1}, {"before_turn": 5, "leave": 3}]
    yield cells.make("full", "chaos", 4, changes=changes)
    yield cells.make("full", "chaos", 3, changes=[{"before_turn": 3, "join_after": 1}])
    yield cells.make("full", "chaos", 2, options={"own_fate": True})
    one_each = with_changes(FULL, {f"fates.{value}.copies": 1 for value in EVERY}).data()
    yield cells.make(one_each, "mute slip=0.5 reveal_last_copy=1", 3)
    yield cells.make("full", "omniscient", 3)


def ask_directly(world: World) -> None:
    """Functions that only some policies call, or that are called only in some situations, in all others."""
    from engine.shipwreck.rules.powers import find_power
    from engine.shipwreck.rules.tokens import count_hours

    book, table = world.book, world.table
    table.row[0] = 0
    table.pooled = 1
    for kind in (book.power_kind[book.power[0]], NONE):
        find_power(book, table, kind)
    table.fates[0, 1] = 2
    for strict in (0, 1):
        world.scenario.imago_strict = strict
        count_hours(world, 0)
