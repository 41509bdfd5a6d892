"""Positions that a test lays out by hand, and turns played from them with answers written down beforehand.

A row is written as three recruits: `E` and `S` are the Leaders, `e` and `s` Followers; `*` after one: it lies face up.
Seats, players and places count from 0, as in the kernel; recruit 3·s + p is place p of seat s.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.euphoria.cells.grid import GRID
from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.cells.policy_set import HOOKS, POLICIES
from engine.euphoria.table import events as ev
from engine.euphoria.table.state import (
    ARM,
    GIVE,
    HIDE,
    INTERROGATE,
    NO_WINDOW,
    NONE,
    NOTHING,
    PASS,
    REDRAW,
    ROW,
    SHOOT,
    USE,
    Dice,
    Log,
)
from engine.kernel.records import new
from engine.policy.kernel import Seeds, load_kernel
from engine.policy.seats.mixed_table import resolve_any_policy
from tests.support.euphoria import scripted

Answer = tuple[int, ...]
TOLD = {
    int(ev.REDREW): "redraws",
    int(ev.GAVE): "gives",
    int(ev.PASSED): "passes",
    int(ev.INTERROGATED_ONE): "interrogates",
    int(ev.USED_ONE): "uses",
    int(ev.REACTED_WITH): "reacts",
    int(ev.TOOK_FROM_MIDDLE): "arms",
    int(ev.FIRED): "shoots",
    int(ev.HID_ONE): "hides",
    int(ev.AIMED_AT): "aims",
    int(ev.EXPOSED_ONE): "exposed",
    int(ev.SAW): "sees",
    int(ev.SWAPPED): "swaps",
    int(ev.TOOK_LASER): "takes",
    int(ev.DROPPED_LASER): "drops",
    int(ev.CANCELLED): "cancels",
    int(ev.HIT): "hit",
    int(ev.ENDED): "ends",
}
"""The events that a test of a heuristic looks at."""
ONE_NUMBER = {"arms", "passes", "drops", "cancels", "exposed", "ends"}
LENGTHS = {kind: 1 if name in ONE_NUMBER else 2 for kind, name in TOLD.items()}
"""How many of their numbers."""


def nothing() -> Answer:
    return scripted.PHASE, NOTHING, NONE, NONE


def redraw() -> Answer:
    return scripted.PHASE, REDRAW, NONE, NONE


def give(place: int, player: int) -> Answer:
    return scripted.PHASE, GIVE, place, player


def passes() -> Answer:
    return scripted.ACTION, PASS, NONE, NONE


def interrogate(recruit: int) -> Answer:
    return scripted.ACTION, INTERROGATE, recruit, NONE


def use(place: int = 0) -> Answer:
    return scripted.ACTION, USE, place, NONE


def arm() -> Answer:
    return scripted.ACTION, ARM, NONE, NONE


def shoot() -> Answer:
    return scripted.ACTION, SHOOT, NONE, NONE


def hide(recruit: int) -> Answer:
    return scripted.ACTION, HIDE, recruit, NONE


def react(place: int = 0) -> Answer:
    return scripted.REACTION, place, NONE, NONE


def decline() -> Answer:
    return scripted.REACTION, NONE, NONE, NONE


def expose(recruit: int) -> Answer:
    return scripted.EXPOSURE, recruit, NONE, NONE


def target(player: int) -> Answer:
    return scripted.TARGET, player, NONE, NONE


def player(number: int) -> Answer:
    return scripted.PLAYER, number, NONE, NONE


def recruit(place: int) -> Answer:
    return scripted.RECRUIT, place, NONE, NONE


ROWS = ("E e s", "S s e", "e e s", "s s e", "e s s")
"""Five players: Euphoria, Subterra, Euphoria, Subterra, Subterra."""


class Position:
    """A table in the middle of a game."""

    def __init__(
        self,
        rows: Sequence[str] = ROWS,
        *,
        hands: Mapping[int, Sequence[str]] | None = None,
        pile: Sequence[str] = (),
        discard: Sequence[str] = (),
        aims: Mapping[int, int] | None = None,
        anarchists: Iterable[int] = (),
        knows: Iterable[tuple[int, int]] = (),
        seat_to_play: int = 0,
        turn: int = 4,
        direction: int = 1,
        deck: str = "wide",
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Options are given by name; `anarchists` are players, so that option needs `options`."""
        grid = {"decks": [deck], "players": [len(rows)], "policies": ["random"], "options": {**(options or {}), **more}}
        cell = GRID.cells(GRID.resolve(grid, "test"))[0]
        self.deck = GRID.content_in(cell)
        self.ids = list(self.deck.artifacts)
        self.world: Any = TABLES.world_of(TABLES.seat(cell), Seeds.of(1), TABLES.silent)
        self.players = len(rows)
        self.mind: Any = new(scripted.Memory)
        self.dice: Any = new(Dice)
        self.world.luck.game_low = 0  # any game: its luck is that of the seed
        self._lay_rows(rows)
        self._lay_artifacts(hands or {}, pile, discard)
        table = self.world.table
        table.turn, table.seat, table.direction = turn - 1, seat_to_play, direction
        table.next_seat = table.actor = table.concerned = table.viewed = table.in_use = table.killer = NONE
        table.window, table.end = NO_WINDOW, NONE
        table.anarchists = sum(1 << each for each in anarchists)
        for each in range(self.players):
            table.aim[each] = (aims or {}).get(each, NONE)
        table.middle = self.world.scenario.lasers - len(aims or {})
        for who, what in knows:
            table.known[who] |= 1 << what
        self.world.tally.turned_by = NONE

    def _lay_rows(self, rows: Sequence[str]) -> None:
        table, hidden = self.world.table, self.world.hidden
        for at, word in enumerate(" ".join(rows).split()):
            bit = 1 << at
            hidden.leaders |= bit if word[0].isupper() else 0
            hidden.subterra |= bit if word[0] in "sS" else 0
            table.exposed |= bit if word.endswith("*") else 0
        for each in range(self.players):
            table.known[each] = (7 << ROW * each) | int(table.exposed)

    def _lay_artifacts(self, hands: Mapping[int, Sequence[str]], pile: Sequence[str], discard: Sequence[str]) -> None:
        table, hidden, book = self.world.table, self.world.hidden, self.world.book
        self.left = [int(book.artifact[card]) for card in range(book.cards)]
        self.free = list(range(len(self.left)))
        for who, names in hands.items():
            table.held[who] = len(names)
            for at, name in enumerate(names):
                hidden.hand[who, at] = self._card(name)
        for at, name in enumerate(discard):
            table.discard[at] = self._card(name)
        table.discarded = len(discard)
        for at, name in enumerate(reversed(pile)):
            hidden.deck[at] = self._card(name)
        table.deck_left = len(pile)

    def _card(self, name: str) -> int:
        """A card of this name that is not on the table yet."""
        card = next(card for card in self.free if self.left[card] == self.ids.index(name))
        self.free.remove(card)
        return card

    def play(self, *answers: Answer) -> "Position":
        """One turn with these answers. All of them must be asked for."""
        self.mind.at = self.mind.count = 0
        self.mind.length = len(answers)
        for at, (hook, *given) in enumerate(answers):
            self.mind.hook[at] = hook
            self.mind.answer[at] = given
        kernel: Any = load_kernel(HOOKS, scripted.__name__)
        kernel.play_turn(self.world, self.mind, self.dice)
        assert self.mind.at == self.mind.length, f"asked {self.asked}, answered {self.mind.at} of {len(answers)}"
        return self

    def play_by(self, policy: str) -> list[tuple[Any, ...]]:
        """One turn in which a heuristic decides for everybody. Returns what happened, without what follows by itself:
        `("aims", 0, 3)`."""
        from engine.euphoria.minds import heuristic

        log: Any = new(Log)
        log.listens = 1
        mind: Any = new(heuristic.Memory)
        heuristic.prepare(mind, resolve_any_policy(POLICIES, policy, "test")["parameters"], None)
        kernel: Any = load_kernel(HOOKS, heuristic.__name__)
        kernel.play_turn(self.world._replace(log=log), mind, self.dice)
        assert self.world.table.fault == 0
        return [
            (TOLD[kind], *numbers[: LENGTHS[kind]])
            for kind, *numbers in log.event[: log.count].tolist()
            if kind in TOLD
        ]

    @property
    def asked(self) -> list[tuple[str, int, list[int]]]:
        """Every question: what, which seat, what was allowed."""
        return [
            (scripted.NAMES[hook], who, members(allowed))
            for hook, who, allowed in self.mind.asked[: self.mind.count].tolist()
        ]

    def questions(self, what: str) -> list[tuple[int, list[int]]]:
        """The questions of one kind: which seat, what was allowed."""
        return [(who, allowed) for name, who, allowed in self.asked if name == what]

    def row(self, number: int) -> str:
        """The row of a seat, as it is written."""
        return " ".join(self.recruit(ROW * number + place) for place in range(ROW))

    def recruit(self, at: int) -> str:
        hidden = self.world.hidden
        letter = "s" if int(hidden.subterra) >> at & 1 else "e"
        face = "*" if int(self.world.table.exposed) >> at & 1 else ""
        return (letter.upper() if int(hidden.leaders) >> at & 1 else letter) + face

    def hand(self, number: int) -> list[str]:
        world = self.world
        cards = world.hidden.hand[number, : world.table.held[number]]
        return [self.ids[int(world.book.artifact[card])] for card in cards]

    @property
    def discarded(self) -> list[str]:
        table = self.world.table
        return [self.ids[int(self.world.book.artifact[card])] for card in table.discard[: table.discarded]]

    @property
    def aims(self) -> dict[int, int]:
        aim = self.world.table.aim
        return {each: int(aim[each]) for each in range(self.players) if aim[each] != NONE}

    @property
    def middle(self) -> int:
        return int(self.world.table.middle)

    @property
    def anarchists(self) -> list[int]:
        return members(int(self.world.table.anarchists))

    @property
    def end(self) -> int:
        return int(self.world.table.end)

    @property
    def winners(self) -> list[int]:
        return members(int(self.world.table.winners))

    @property
    def tally(self) -> Any:
        return self.world.tally

    @property
    def next_seat(self) -> int:
        """Who has the next turn."""
        return int(self.world.table.seat)

    def knows(self, who: int, what: int) -> bool:
        return bool(int(self.world.table.known[who]) >> what & 1)

    def known_by(self, what: int) -> list[int]:
        """The seats that know a recruit."""
        return [who for who in range(self.players) if self.knows(who, what)]

    def counter(self, name: str, which: int) -> int:
        """A counter of an artifact."""
        return int(self.tally.artifact[self.ids.index(name), which])


def members(mask: int) -> list[int]:
    return [at for at in range(64) if mask >> at & 1]
