"""Does a policy keep the rules, and its hands off what is hidden? The test that every policy must pass.

    legal      no decision breaks a rule, on any deck, at any table, and none takes for ever
    hidden     hidden fates dealt anew under the same public history change no decision of the group
    repeatable the same game again is the same game: alone, in another order, after another one
    portable   it travels to another process as plain data; compiled and plain games are equal; the numbers it
               computes with are the same on every machine
    speed      games a second

`omniscient` fails by `hidden`, as it should.
"""

import ast
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from engine.configs import names
from engine.errors import BadInput
from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.kernel.hang_watch import stuck_at
from engine.kernel.plain_python import elsewhere
from engine.kernel.purity import faults_of
from engine.policy import outside
from engine.policy.compilable import is_from_outside, plays_plainly
from engine.shipwreck.cells.grid import cells_of, resolve_grid
from engine.shipwreck.cells.hidden_redeal import Finding, permute
from engine.shipwreck.cells.play_cell import BrokenRule, lay_out, make_ready, play_batch
from engine.shipwreck.words.game_ids import game_id

SEED = 1
LIMIT = 30.0
"""Seconds that one game may take."""
FEW, SOME = 4, 40
"""Games of each cell, plain and compiled."""
TABLES: tuple[dict[str, Any], ...] = (
    {"players": [3], "doom": [0]},
    {"players": [2], "doom": [6], "challenge": True},
    {"players": [5], "doom": [4], "options": {"fall": "announced", "imago": "strict"}},
    {"players": [4], "doom": [2], "options": {"restless": True}, "changes": [{"before_turn": 3, "leave": 2}]},
)
OUTSIDE_KERNEL = {"prepare", "resolve", "stack"}


def check_policy(name: str, say: Callable[[str], None]) -> list[str]:
    """Every failure as one line with how to look at it; `say` gets a line for each part of the test."""
    cells = list(_cells(name))
    hint = _hint(name)
    make_ready(cells[0], say)
    failures: list[str] = []
    for title, test in (
        ("legal", partial(_illegal, cells)),
        ("hidden", partial(_peeking, cells)),
        ("repeatable", partial(_unrepeatable, cells)),
        ("portable", partial(_unportable, cells)),
    ):
        found = list(test())
        failures += [f"{title}: {failure.format(hint=hint)}" for failure in found]
        say(f"{title:<11} {'failed' if found else 'ok'}")
        if found and title == "legal":
            say("            the rest needs a policy that plays: not tried")
            return failures
    say(f"{'speed':<11} {_speed(cells[0])}")
    return failures


def _hint(name: str) -> str:
    """What must be added to replay a game: the name of the file."""
    source = outside.by_name(name.partition(" ")[0])
    return f" --policy PATH/{source.name}.py" if source else ""


def _cells(name: str) -> Iterator[Cell]:
    """Every deck that is here, at different tables."""
    for deck in sorted(names("decks", "shipwreck"), key=lambda deck: deck != "base"):
        for table in TABLES:
            try:
                grid = resolve_grid({"decks": [deck], "policies": [name], **table}, f"check of {name}")
            except BadInput:
                if deck == "base":
                    raise
                continue  # a part of a deck, or one with other limits
            yield cells_of(grid)[0]


def _count(cell: Cell) -> int:
    return FEW if INTERPRETED or plays_plainly(lay_out(cell).policy) else SOME


def _id(cell: Cell, index: int) -> str:
    return f"fatecast replay {game_id(cell, SEED, index)}{{hint}}"


def _illegal(cells: list[Cell]) -> Iterator[str]:
    for cell in cells:
        count = _count(cell)
        stuck = stuck_at(partial(_play_one, cell), 0, count, LIMIT, partial(play_batch, cell, SEED, 0, 0))
        if stuck is not None:
            yield f"{cell.name}: game {stuck}: still going on after {LIMIT:g} s"
            return
        for index in range(count):
            try:
                play_batch(cell, SEED, index, index + 1)
            except BrokenRule as error:
                yield f"{error}; {_id(cell, index)}"
                break


def _play_one(cell: Cell, index: int) -> None:
    play_batch(cell, SEED, index, index + 1)


def _peeking(cells: list[Cell]) -> Iterator[str]:
    compared = 0
    for cell in cells:
        plainly = plays_plainly(lay_out(cell).policy)
        finding: Finding = elsewhere(permute, cell, SEED, 1, 2) if plainly else permute(cell, SEED, 2, 3)
        if finding.different:
            yield f"{cell.name}: {finding.different[0]}; {_id(cell, finding.games[0])}"
        compared += finding.compared
    if not compared:
        yield "no two situations could be compared"


def _unrepeatable(cells: list[Cell]) -> Iterator[str]:
    for cell in cells:
        count = _count(cell)
        rows = play_batch(cell, SEED, 0, count).rows
        for index in reversed(range(count)):
            if play_batch(cell, SEED, index, index + 1).rows[0] != rows[index]:
                yield f"{cell.name}: game {index} is another one when it is played alone; {_id(cell, index)}"
                break


def _unportable(cells: list[Cell]) -> Iterator[str]:
    cell = cells[0]
    try:
        again = pickle.loads(pickle.dumps(cell))
    except Exception as error:
        yield f"cannot be sent to a worker ({type(error).__name__}: {error})"
        return
    policy = lay_out(again).policy
    if not INTERPRETED and not plays_plainly(policy):
        for each in cells:
            both = [play_batch(each, SEED, 0, FEW).rows, elsewhere(play_batch, each, SEED, 0, FEW).rows]
            apart = np.flatnonzero(both[0] != both[1])
            if len(apart):
                yield f"{each.name}: game {apart[0]} differs between compiled and plain Python; {_id(each, apart[0])}"
                break
    for part in getattr(policy, "PARTS", (policy,)):
        if is_from_outside(part):
            yield from _impure(part.__file__)


def _impure(path: str) -> Iterator[str]:
    """Arithmetic that is not the same everywhere."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    for line, what in sorted(set(faults_of(tree, _is_of_kernel))):
        yield f"line {line}: {what}: its last digit depends on the machine; see engine/kernel/floats.py"


def _is_of_kernel(function: ast.AST) -> bool:
    return isinstance(function, ast.FunctionDef) and function.name not in OUTSIDE_KERNEL


def _speed(cell: Cell) -> str:
    """Games a second on one core, measured for about a second."""
    plainly = INTERPRETED or plays_plainly(lay_out(cell).policy)
    play_batch(cell, SEED, 0, 1)
    games, size, took = 0, FEW, 0.0
    while took < 0.5:
        began = perf_counter()
        play_batch(cell, SEED, games, games + size)
        took += perf_counter() - began
        games += size
        size *= 2
    return f"{games / took:,.0f} games a second, {'as plain Python' if plainly else 'compiled'} ({cell.name})"
