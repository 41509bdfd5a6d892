"""Positions that a test lays out by hand, and turns played from them with throws, draws and answers written down
beforehand. The kernel runs uncompiled, in another process if it must, so that its parts can be replaced.

In a turn, rogues are drawn when nothing else is written down. A plate is written `bone 1:3 | doll skull 2:4`: the
halves, dice with their numbers, the coin by its face.
"""

import sys
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.cells.policy_set import HOOKS
from engine.oracle.rules.bag import fill_bag
from engine.oracle.rules.chart import put_line
from engine.oracle.rules.scorebook import write_row
from engine.oracle.rules.set_up import set_up
from engine.oracle.table.results import ACTION_NAMES, PIECE_NAMES
from engine.oracle.table.state import COIN, DIE_1, DIE_2, NONE, Dice, Log, View
from engine.oracle.words.telling import Teller
from engine.policy.kernel import Seeds, load_kernel, write_copies
from tests.support.oracle.cells import make

LETTERS = "RGBYK"
RUNES = {"bone": 0, "doll": 1, "tree": COIN, "skull": COIN}
COUNTED = ("taken", "goods", "worth", "areas", "tier", "spent")


class Plate(NamedTuple):
    """A throw that is written down."""

    second: int
    dice: tuple[int, int]
    skull: int


def plate(text: str) -> Plate:
    """See the head of this module."""
    second, dice, skull = 0, [1, 1], 0
    for half, words in enumerate(text.split("|")):
        for word in words.split():
            die, _, face = word.partition(":")
            rune = {"1": DIE_1, "2": DIE_2}[die] if face else RUNES[word]
            second |= half << rune
            if face:
                dice[int(die) - 1] = int(face)
            skull |= word == "skull"
    return Plate(second, (dice[0], dice[1]), skull)


class Spec(NamedTuple):
    """A position and what is played from it, as plain data."""

    cell: Cell
    table: dict[str, Any]
    drawn: list[int]
    supply: dict[tuple[int, int], int]
    predictions: list[tuple[str, int]]
    rows: tuple[list[int], list[int]]
    throws: list[Plate]
    draws: str
    answers: dict[str, list[int]]
    what: str


class Seen(NamedTuple):
    """What the position has become."""

    table: dict[str, Any]
    supply: list[list[int]]
    missing: list[int]
    tally: dict[str, Any]
    pieces: dict[str, list[int]]
    events: list[dict[str, Any]]
    lines: list[str]
    asked: list[tuple[Any, ...]]
    row: dict[str, int]
    unused: dict[str, list[int]]

    def taken(self, action: str) -> int:
        return int(self.tally["taken"][ACTION_NAMES.index(action)])

    def told(self, event: str) -> list[dict[str, Any]]:
        return [each for each in self.events if each["event"] == event]


def play(
    layout: Any,
    throws: str | list[str] = "",
    *,
    table: dict[str, Any] | None = None,
    drawn: list[int] | None = None,
    supply: dict[tuple[int, int], int] | None = None,
    predictions: list[tuple[str, int]] | None = None,
    rows: tuple[list[int], list[int]] = ([], []),
    draws: str = "",
    answers: dict[str, Any] | None = None,
    what: str = "turn",
    policy: str = "random",
    players: int = 1,
    rogues: int = 4,
    **options: Any,
) -> Seen:
    """Lays out a position and plays a turn, a day or a game from it."""
    cell = make(layout, policy, players, rogues, **options)
    words = [throws] if isinstance(throws, str) else throws
    given = {key: value if isinstance(value, list) else [value] for key, value in (answers or {}).items()}
    spec = Spec(
        cell,
        table or {},
        drawn or [],
        supply or {},
        predictions or [],
        rows,
        [plate(text) for text in words if text],
        draws,
        given,
        what,
    )
    seen: Seen = run(spec) if INTERPRETED else elsewhere(run, spec)
    assert not any(seen.unused.values()), f"never asked: {seen.unused}"
    return seen


class _Stage:
    """The kernel of a cell with its luck and its decisions replaced, for as long as it is used."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.asked: list[tuple[Any, ...]] = []
        self.left = {hook: list(values) for hook, values in spec.answers.items()}
        self.draws, self.throws = list(spec.draws), list(spec.throws)
        policy = TABLES.deciding_policy(spec.cell)
        self.kernel: Any = load_kernel(HOOKS, policy.__name__)
        self.copies: list[Any] = [sys.modules[path.stem] for path in write_copies(HOOKS, policy)]

    def __enter__(self) -> Any:
        self.kept = [dict(vars(copy)) for copy in self.copies]
        for copy in self.copies:
            for hook in HOOKS.player:
                if hook in vars(copy) and (self.spec.cell.spec["policy"]["name"] == "random"):
                    setattr(copy, hook, self._answering(hook))
            if "draw_adventurer" in vars(copy) and (self.spec.draws or self.spec.what == "turn"):
                copy.draw_adventurer = self._draw
            if "throw" in vars(copy) and self.spec.throws:
                copy.throw = self._throw
        return self.kernel

    def __exit__(self, *_: object) -> None:
        for copy, kept in zip(self.copies, self.kept, strict=True):
            vars(copy).update(kept)

    def _answering(self, hook: str) -> Any:
        def ask(view: Any, mind: Any, dice: Any, *rest: int) -> int:
            self.asked.append((hook.removeprefix("choose_"), *map(int, rest)))
            queue = self.left.get(hook.removeprefix("choose_"), [])
            if queue:
                return queue.pop(0)
            if hook == "choose_modifier":
                return NONE
            if hook == "choose_order":
                return 0
            members = rest[-1]
            assert bin(members).count("1") == 1, f"{hook} has no answer for {rest}"
            return int(members).bit_length() - 1

        return ask

    def _draw(self, world: Any) -> int:
        colour = LETTERS.index(self.draws.pop(0) if self.draws else "K")
        world.table.bag[colour] -= 1
        return colour

    def _throw(self, world: Any, turn: int, attempt: int) -> None:
        thrown = self.throws.pop(0)
        world.table.plate, world.table.skull = thrown.second, thrown.skull
        world.table.die[:] = thrown.dice


def run(spec: Spec) -> Seen:
    """Plays from a position; in the process that runs the engine uncompiled."""
    log: Any = new(Log)
    log.listens = 1
    seated = TABLES.seat(spec.cell)
    world: Any = TABLES.world_of(seated, Seeds.of(1), log)
    mind, dice = TABLES.mind_of(seated), new(Dice)
    stage = _Stage(spec)
    with np.errstate(over="ignore"), stage as kernel:
        set_up(world)
        lay_position(world, spec)
        kernel.begin_game(View(world.scenario, world.board, world.table, world.chart), mind)
        if spec.what == "turn":
            kernel.play_turn(world, mind, dice)
        elif spec.what == "day":
            world.table.day = 0
            kernel.play_day(world, mind, dice)
        else:
            kernel.play_game(world, mind, dice, 0)
    return _seen(world, stage, log)


def lay_position(world: Any, spec: Spec) -> None:
    """Changes a table after the set-up into the position."""
    table, chart = world.table, world.chart
    table.day, table.turn = 1, 1
    fill_bag(world)
    for edge in spec.drawn:
        put_line(world.board, chart, edge)
        place, last = table.place[edge], table.edge[table.open_edges - 1]
        table.edge[place], table.place[last] = last, place
        table.open_edges -= 1
    for (good, colour), number in spec.supply.items():
        chart.supply[good, colour] = number
    for at, (letter, icons) in enumerate(spec.predictions):
        table.foretold[at], table.unstruck[at] = LETTERS.index(letter), icons
    table.predictions = len(spec.predictions)
    for row, numbers in enumerate(spec.rows):
        table.written[row, : len(numbers)] = numbers
        table.boxes[row] = len(numbers)
        table.last[row] = numbers[-1] % 5 if numbers else 0
    for name, value in spec.table.items():
        if isinstance(value, list | tuple):
            getattr(table, name)[: len(value)] = value
        else:
            setattr(table, name, value)


def _seen(world: Any, stage: _Stage, log: Any) -> Seen:
    table, tally, board = world.table, world.tally, world.board
    rows = np.zeros(1, TABLES.row).view(np.recarray)
    write_row(world, rows[0])
    told = Teller(TABLES.grid.content_in(stage.spec.cell)).tell(log, "")
    state: defaultdict[str, Any] = defaultdict(int)
    for name in table.dtype.names:
        value = getattr(table, name)
        state[name] = value.tolist() if isinstance(value, np.ndarray) else int(value)
    state["foretold"], state["unstruck"] = (state[key][: state["predictions"]] for key in ("foretold", "unstruck"))
    state["rows"] = [table.written[row, : table.boxes[row]].tolist() for row in range(2)]
    counted = {name: getattr(tally, name) for name in tally.dtype.names if name != "piece"}
    return Seen(
        dict(state),
        world.chart.supply.tolist(),
        world.chart.missing[: board.cells].tolist(),
        {name: value.tolist() if name in COUNTED else int(value) for name, value in counted.items()},
        dict(zip(PIECE_NAMES, tally.piece.tolist(), strict=True)),
        told.events,
        [line for _, line in told.lines],
        stage.asked,
        {name: int(rows[0][name]) for name in TABLES.row.names or ()},
        stage.left,
    )
