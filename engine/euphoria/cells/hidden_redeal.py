"""Tests that no decision depends on what is hidden from the seat that makes it.

At every decision of some games, the state is copied, and everything that the seat cannot know is dealt again: the
recruits that it does not know, the hands of the others, the deck. The seat must decide the same. And no decision may
change the state: that could tell others a secret. Games are played uncompiled here, where a hook can be replaced.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np

from engine.euphoria.cells.play_cell import SILENT, Seated, mind_of, seat, world_of
from engine.euphoria.cells.policy_set import HOOKS
from engine.euphoria.rules.legal import see
from engine.euphoria.rules.recruits import all_recruits, count_bits, row_of
from engine.euphoria.table.state import ROW, Dice, View, World
from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.policy.compliance import Finding
from engine.policy.kernel import Seeds, load_kernel, write_copies

TRIES = 20
"""Deals that are tried until one is possible."""
MOST_TURNS = 40
"""Games are compared up to this turn, because some games are long."""


def redeal(cell: Cell, seed: int, games: int, deals: int) -> Finding:
    """Plays some games and deals again at every decision."""
    if not INTERPRETED:
        found: Finding = elsewhere(redeal, cell, seed, games, deals)
        return found
    watched = Watched(seat(cell), seed, deals)
    with watched.hooks():
        for index in range(games):
            watched.play(index)
    return Finding(watched.compared, watched.different, sorted(set(watched.games)))


class Watched:
    """Plays games of one table, and compares every decision with that after another deal."""

    def __init__(self, seated: Seated, seed: int, deals: int) -> None:
        self.world: World = world_of(seated, Seeds.of(seed), SILENT)
        self.world.scenario.turn_cap = min(self.world.scenario.turn_cap, MOST_TURNS)
        self.mind, self.dice = mind_of(seated), new(Dice)
        self.module = seated.module
        self.kernel: Any = load_kernel(HOOKS, self.module.__name__)
        self.random = Random(f"{seated.cell.name} {seed}")
        self.deals = deals
        self.index = 0
        self.compared = 0
        self.different: list[str] = []
        self.games: list[int] = []

    def play(self, index: int) -> None:
        self.index = index
        self.kernel.play_game(self.world, self.mind, self.dice, index)

    @contextmanager
    def hooks(self) -> Iterator[None]:
        """While this lasts, the kernel asks through `ask`."""
        copies = [sys.modules[path.stem] for path in write_copies(HOOKS, self.module)]
        replaced = [
            (copy, hook, getattr(copy, hook)) for copy in copies for hook in HOOKS.player if hasattr(copy, hook)
        ]
        for copy, hook, function in replaced:
            setattr(copy, hook, self.asking(hook, function))
        try:
            yield
        finally:
            for copy, hook, function in replaced:
                setattr(copy, hook, function)

    def asking(self, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(view: View, mind: Any, dice: Any, *given: int) -> Any:
            others = [self.answer_elsewhere(function, mind, dice, given) for _ in range(self.deals)]
            before = [_bytes(part) for part in (self.world.table, self.world.hidden, self.world.sight)]
            answer = function(view, mind, dice, *given)
            if before != [_bytes(part) for part in (self.world.table, self.world.hidden, self.world.sight)]:
                self.found(hook, "writes into what it is shown")
            for other in others:
                self.compared += other is not None
                if other is not None and other != _plain(answer):
                    self.found(hook, f"decides {_plain(answer)}, and {other} after another deal")
            return answer

        return ask

    def found(self, hook: str, what: str) -> None:
        where = f"game {self.index}, turn {self.world.table.turn}, seat {self.world.sight.seat + 1}"
        self.different.append(f"{where}: {hook} {what}")
        self.games.append(self.index)

    def answer_elsewhere(self, function: Callable[..., Any], mind: Any, dice: Any, given: tuple[int, ...]) -> Any:
        """What the policy answers after another deal; None if there is none."""
        parts: dict[str, Any] = {name: getattr(self.world, name).copy() for name in ("table", "hidden", "sight")}
        world = self.world._replace(**parts)
        if not deal_anew(world, self.random):
            return None
        usable = world.sight.usable
        see(world, world.sight.seat)
        world.sight.usable = usable  # depends on the own hand, and on what is public
        view = View(world.scenario, world.book, world.table, world.sight)
        return _plain(function(view, mind.copy(), dice.copy(), *given))


def _bytes(record: Any) -> bytes:
    return bytes(record.tobytes())


def _plain(answer: Any) -> Any:
    return tuple(map(int, answer)) if isinstance(answer, tuple) else int(answer)


def deal_anew(world: World, dice: Random) -> bool:
    """Deals again all that the seat that decides cannot know. Returns False if no other deal was found."""
    table, hidden, me = world.table, world.hidden, int(world.sight.seat)
    deal_artifacts_anew(world, dice, me)
    places = [place for place in range(ROW * world.scenario.players) if not int(table.known[me]) >> place & 1]
    recruits = [(int(hidden.leaders) >> place & 1, int(hidden.subterra) >> place & 1) for place in places]
    recruits += left_over(world)
    unknown = sum(1 << place for place in places)
    for _ in range(TRIES):
        dice.shuffle(recruits)
        leaders, subterra = int(hidden.leaders) & ~unknown, int(hidden.subterra) & ~unknown
        for place, (leader, side) in zip(places, recruits, strict=False):
            leaders |= leader << place
            subterra |= side << place
        if is_possible_deal(world, leaders):
            hidden.leaders, hidden.subterra = leaders, subterra
            return True
    return False


def left_over(world: World) -> list[tuple[int, int]]:
    """The Followers that left the game unseen."""
    hidden, followers = world.hidden, int(world.scenario.followers)
    dealt = all_recruits(int(world.scenario.players)) & ~int(hidden.leaders)
    subterra = count_bits(dealt & int(hidden.subterra))
    return [(0, 1)] * (followers - subterra) + [(0, 0)] * (followers - count_bits(dealt) + subterra)


def is_possible_deal(world: World, leaders: int) -> bool:
    """Both Leaders are in play, with two players of whom neither is an Anarchist."""
    rows = [count_bits(leaders & row_of(seat)) for seat in range(world.scenario.players)]
    honest = all(not (row and world.table.anarchists >> seat & 1) for seat, row in enumerate(rows))
    return sum(rows) == 2 and max(rows) == 1 and honest


def deal_artifacts_anew(world: World, dice: Random, me: int) -> None:
    """Hands of the others and the deck, each as large as before."""
    table, hidden = world.table, world.hidden
    rows = [hidden.hand[seat] for seat in range(world.scenario.players) if seat != me]
    sizes = [int(table.held[seat]) for seat in range(world.scenario.players) if seat != me]
    places: list[tuple[Any, int]] = [(row, at) for row, size in zip(rows, sizes, strict=True) for at in range(size)]
    places += [(hidden.deck, at) for at in range(int(table.deck_left))]
    cards = [int(row[at]) for row, at in places]
    dice.shuffle(cards)
    for (row, at), card in zip(places, cards, strict=True):
        row[at] = np.int64(card)
