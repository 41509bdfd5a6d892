"""Tests that the group's decisions do not depend on hidden fates.

Twice in every turn, the state is copied and the hidden tokens are dealt again, in any way that the number lines allow:
before the play (the hand, the other players' fates, the bag) and before the prediction (the kept fate, the other
players' fates, the bag). If the group then sees the same, it must think and decide the same. And no hook may change the
public state: that could reveal a hand.
"""

from collections.abc import Iterator
from functools import reduce
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.errors import Text, message
from engine.game.cell import Cell
from engine.policy.checking.asked_again import Finding
from engine.policy.hooks import GROUP
from engine.shipwreck.cells.stepper import Sitting
from engine.shipwreck.rules.moves import look, moves_of
from engine.shipwreck.rules.pile import PLACE_BITS
from engine.shipwreck.rules.seats import seat_after
from engine.shipwreck.table.state import Hidden, Table, View, World

NOTES = ("line", "carried", "belief")
"""What the public record remembers; the rest is what is visible."""
LOOKED = ("forward", "backward", "seen_row")
"""What `look` computes from the visible state."""
BEFORE, AFTER = ("before_play", "choose_slip", "choose_play"), ("before_prediction", "predict")
WITH_POWERS = ("before_play", "before_prediction")
RARE = 4
"""Another hand rarely leads to the same play, so this many times more deals are tried before a play."""
MOST_TURNS = 20
"""Games are compared up to this turn, because some games are very long."""
ANY = -1
"""A number line with every value."""
DECISION = ("guessed", "used", "used_slot", "used_value", "extra_guesses", "slowed")


class Copy(NamedTuple):
    """A copy of the state that can be played on without changing the game."""

    world: World
    mind: Any

    @classmethod
    def of(cls, world: World, mind: Any) -> "Copy":
        parts: dict[str, Any] = {name: getattr(world, name).copy() for name in ("table", "hidden", "luck", "tally")}
        return cls(world._replace(**parts), mind.copy())


def lying(table: Table) -> bytes:
    """The public state without what is remembered."""
    seen: Any = table.copy()  # type: ignore[attr-defined]
    for name in NOTES:
        seen[name] = 0
    return bytes(seen.tobytes())


def deal_anew(world: World, dice: Random, whole_hand: bool) -> bool:
    """Deals all hidden tokens again; every holder gets one that is on the holder's number line. Returns False if that
    is impossible."""
    table, hidden = world.table, world.hidden
    others = [seat for seat in range(table.seats) if seat != table.seat and table.holds[seat]]
    pool = [value for value in range(len(hidden.bag)) for _ in range(hidden.bag[value])]
    pool += [int(hidden.held[seat]) for seat in others]
    pool += [int(hidden.first), int(hidden.second)] if whole_hand else [int(hidden.kept)]
    lines = {seat: int(table.line[seat]) for seat in (*others, int(table.seat))}
    if whole_hand and not hidden.first_old:
        lines[int(table.seat)] = ANY
    dealt = deal_by_lines(pool, lines, dice)
    if not dealt:
        return False
    for seat in others:
        hidden.held[seat] = dealt[seat]
    put_in_hand(hidden, int(table.seat), dealt[table.seat], pool.pop() if whole_hand else None)
    hidden.bag[:] = np.bincount(pool, minlength=len(hidden.bag))
    return True


def deal_by_lines(pool: list[int], lines: dict[int, int], dice: Random) -> dict[int, int]:
    """Gives every holder a fate of the pool that is on the holder's number line. Returns nothing if that is
    impossible. The pool is sorted first, so that nothing of the true order comes through."""
    pool.sort()
    dice.shuffle(pool)
    dealt = {}
    for seat, line in lines.items():
        fitting = [at for at, value in enumerate(pool) if line >> value & 1]
        if not fitting:
            return {}
        dealt[seat] = pool.pop(fitting[0])
    return dealt


def deal_to_others(world: World, dice: Random, seat: int) -> bool:
    """Deals again what a seat cannot know, or whoever predicts: the fates of the other players, as the number lines
    allow, the bag, and the cards of the deck that nobody has seen. Returns False if that is impossible."""
    table, hidden = world.table, world.hidden
    held, bag, seats, holds, lines = hidden.held, hidden.bag, int(table.seats), table.holds, table.line
    known = {seat}
    if seat == GROUP and world.scenario.own_fate:
        known.update(seat_after(table, table.seat, distance) for distance in range(1, seats, 2))
    others = {each: int(lines[each]) for each in range(seats) if holds[each] and each not in known}
    pool = [value for value, count in enumerate(bag.tolist()) for _ in range(count)]
    pool += [int(held[each]) for each in others]
    dealt = deal_by_lines(pool, others, dice)
    if others and not dealt:
        return False
    for each, value in dealt.items():
        held[each] = value
    hidden.kept = dealt.get(int(table.seat), hidden.kept)
    bag[:] = np.bincount(pool, minlength=len(bag))
    shuffle_unseen(world, dice)
    return True


def shuffle_unseen(world: World, dice: Random) -> None:
    """Exchanges the keys of the cards whose place in the deck is not settled; each keeps the bits that name it. What
    comes out of the bag is luck to come."""
    world.luck.bag_block = 0  # the words at hand belong to the luck before
    hidden = world.hidden
    if not hidden.unsettled:
        return
    key, last = hidden.key, int(hidden.last_key)
    unsettled = [at for at, each in enumerate(key[: int(world.book.deck_size)].tolist()) if each > last]
    keys = sorted(each | PLACE_BITS for each in key[unsettled].tolist())
    dice.shuffle(keys)
    key[unsettled] = [(each ^ PLACE_BITS) | (at + 1) for at, each in zip(unsettled, keys, strict=True)]


def put_in_hand(hidden: Hidden, seat: int, value: int, drawn: int | None) -> None:
    """Sets the two fates before the play, or the kept one after it."""
    if drawn is None:
        hidden.kept = hidden.held[seat] = value
        return
    hidden.first, hidden.second = value, drawn
    hidden.held[seat] = value if hidden.first_old else 0


def states(sitting: Sitting, index: int) -> Iterator[tuple[str, Copy]]:
    """Every state of a game in which a decision is due."""
    for step in sitting.steps(index):
        if sitting.world.table.turn > MOST_TURNS:
            return
        if step == "draw" or (step == "play" and not sitting.world.table.slipped):
            yield step, Copy.of(sitting.world, sitting.mind)


def decide(sitting: Sitting, state: Copy) -> dict[str, Any]:
    """Lets the group decide. Returns what it does, and the answer it gets."""
    sitting.kernel.predict_step(state.world, state.mind, sitting.dice)
    sitting.check(state.world)
    table: Any = state.world.table
    return {name: np.array(table[name]).tolist() for name in (*DECISION, "answered", "correct")}


def tell_apart(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The decisions that differ. After another answer to its question, the group may name other values. After a right
    prediction, it may use a power that it may not use after a wrong one."""
    excused = {"guessed"} if one["answered"] != other["answered"] else set()
    if one["correct"] != other["correct"]:
        excused |= {"used", "used_slot", "used_value"}
    return [name for name in DECISION if name not in excused and one[name] != other[name]]


def permute(cell: Cell, seed: int, games: int, deals: int) -> Finding:
    """Plays some games and deals again at every decision."""
    sitting, dice = Sitting(cell, seed), Random(f"{cell.name} {seed}")
    compared = 0
    different: list[Text] = []
    where_found: list[int] = []
    for index in range(games):
        for step, state in states(sitting, index):
            written = meddling(sitting, step, state)
            found: list[list[Text] | None] = (
                [written]
                if written
                else [compare(sitting, step, state, dice) for _ in range(deals * (RARE if step == "draw" else 1))]
            )
            compared += sum(names is not None for names in found)
            faults = [reduce(_and_then, names) for names in found if names]
            different += [_fault(index, int(state.world.table.turn), step, fault) for fault in faults]
            where_found += [index for names in found if names]
    return Finding(compared, different, sorted(set(where_found)))


def _fault(index: int, turn: int, step: str, fault: Text) -> Text:
    known = {"game": index, "turn": turn, "fault": fault}
    if step == "draw":
        return message("game {game}, turn {turn}, after the draw: {fault}", **known)
    return message("game {game}, turn {turn}, after the play: {fault}", **known)


def _and_then(some: Text, last: Text) -> Text:
    return message("{some}, {last}", some=some, last=last)


def meddling(sitting: Sitting, step: str, state: Copy) -> list[Text]:
    """What a decision has changed in the public state, except what is remembered there."""
    changed: list[Text] = []
    for hook in BEFORE if step == "draw" else AFTER:
        world, mind = Copy.of(*state)
        view, hand = View(world.book, world.table), (world.hidden.first, world.hidden.second)
        if hook in WITH_POWERS and (world.table.pooled == 0 or world.table.power_used):
            continue
        look(view)
        given = {"choose_play": (*hand, moves_of(world.table, *hand)), "predict": (), "before_prediction": ()}
        before: Any = world.table.copy()  # type: ignore[attr-defined]
        getattr(sitting.kernel, hook)(view, mind, sitting.dice, *given.get(hook, hand))
        after: Any = world.table
        names = [name for name in after.dtype.names if name not in (*NOTES, *LOOKED)]
        written = [name for name in names if not np.array_equal(before[name], after[name])]
        changed += [message("{hook} writes {column}", hook=hook, column=f"table.{name}") for name in written]
    return changed


def compare(sitting: Sitting, step: str, state: Copy, dice: Random) -> list[Text] | None:
    """What differs after one new deal; None if the deal was impossible or the group saw something else."""
    one, other = Copy.of(*state), Copy.of(*state)
    if not deal_anew(other.world, dice, whole_hand=step == "draw"):
        return None
    if step == "draw":
        for each in (one, other):
            sitting.kernel.play_step(each.world, each.mind, sitting.dice)
            sitting.check(each.world)
        if lying(one.world.table) != lying(other.world.table):
            return None
        if other.world.table.slipped:
            return []
        thoughts = memory_apart(one, other)
        if thoughts:
            return [*thoughts]
    return [*tell_apart(decide(sitting, one), decide(sitting, other))]


def memory_apart(one: Copy, other: Copy) -> list[str]:
    """What the group remembers differently after the same play."""
    tables: list[Any] = [one.world.table, other.world.table]
    lines = [name for name in NOTES if not np.array_equal(*(table[name] for table in tables))]
    thoughts = [name for name in one.mind.dtype.names if one.mind[name].tobytes() != other.mind[name].tobytes()]
    return lines + [f"mind.{name}" for name in thoughts]
