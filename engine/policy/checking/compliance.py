"""Does a policy keep the rules, and does it stay away from what is hidden? The test that every policy must pass.

    legal      no decision breaks a rule, with any content, and none takes forever
    hidden     hidden things dealt again under the same public history change no decision
    luck       it wins as often with dice of another key on the same luck, and as often on the luck of a seed that
               nobody knows: it computes the luck neither from its dice nor from a seed that it knew
    repeatable the same game again is the same game: alone, in another order, after another one
    portable   it travels to another process as plain data; compiled and plain games are equal; the numbers it
               computes with are the same on every machine
    speed      games a second

A policy that is allowed to see everything fails by `hidden`, as it should.
"""

import ast
import pickle
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule, Text, message
from engine.game.cell import Cell
from engine.game.results import Batch, Rows
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.kernel.processes.hang_watch import stuck_at
from engine.kernel.purity import faults_of
from engine.language.current import rules, said
from engine.policy.checking.asked_again import Finding
from engine.policy.checking.foresight import CHANCE, chance_of, chance_of_share
from engine.policy.compilable import is_from_outside, parts_in, plays_plainly
from engine.policy.registry import PolicySet
from engine.policy.seats.seating import policies_in
from engine.policy.seats.trained_policy import beneath

SEED = 1
LIMIT = 30.0
"""Seconds that one game may take."""
FEW, SOME = 4, 40
"""Games of each cell, plain and compiled."""
PLAIN_LUCK, COMPILED_LUCK = 120, 1_000
"""Games of each cell that are played again with dice of another key."""
ONE, SEARCHED_LUCK = 1, 20
"""The same if somebody searches: each game plays thousands of others."""
OUTSIDE_KERNEL = {"prepare", "resolve", "stack"}


@dataclass(frozen=True)
class CheckedGame:
    """What the test needs from a game. The functions belong to a module, so that another process can call them."""

    policies: PolicySet
    cells: Callable[[str], Iterable[Cell]]
    """Cells of all kinds in which the policy plays."""
    policy: Callable[[Cell], ModuleType]
    """The module that decides in a cell."""
    make_ready: Callable[[Cell, Callable[[str], None]], None]
    """Compile what a cell needs."""
    play: Callable[[Cell, int, int, int], Batch]
    play_with_dice_of: Callable[[Cell, int, int, int, int], Batch]
    """The same with the policy's dice of another seed: cell, seed, the other seed, first and last game."""
    succeeded: Callable[[Rows], NDArray[np.bool_]]
    """For each row, whether the policy got what it wants."""
    game_id: Callable[[Cell, int, int], str]
    redeal: Callable[[Cell, int, int, int], Finding] | None = None
    """Play some games of a cell and deal what is hidden again, some times at each decision. Without it, the check says
    that this was not tested."""

    def plays_plainly(self, cell: Cell) -> bool:
        return plays_plainly(self.policies.hooks, self.policy(cell))


def check_policy(game: CheckedGame, name: str, say: Callable[[str], None], seed: int = SEED) -> list[Text]:
    """Every failure as one line with how to look at it. `say` gets a line for each part of the test."""
    cells = list(game.cells(name))
    hint = _hint(game, name)
    game.make_ready(cells[0], say)
    failures: list[Text] = []
    for title, test in (
        ("legal", _illegal),
        ("hidden", _peeking),
        ("luck", _foreseeing),
        ("repeatable", _unrepeatable),
        ("portable", _unportable),
    ):
        if title == "hidden" and game.redeal is None:
            say(answer_line(title, said("not tested: this game cannot deal again what is hidden")))
            continue
        found = list(test(game, cells, seed, hint))
        failures += [message("{title}: {failure}", title=title, failure=failure) for failure in found]
        say(answer_line(title, said("failed") if found else said("ok")))
        if found and title == "legal":
            say(answer_line("", said("the rest needs a policy that plays: not tried")))
            return failures
    say(answer_line("speed", _speed(game, cells[0], seed)))
    say(answer_line("not seen", not_seen(seed)))
    return failures


def answer_line(title: str, answer: str) -> str:
    """How a part of the test ended; its title is a name, the same in every language."""
    return f"{title:<11} {answer}"


def not_seen(seed: int) -> str:
    """What no part of the test can see."""
    return said(
        "cards, maps or seeds that its author wrote into it and that were not played here: other content, and other "
        "seeds than {seed} (--seed asks on another one, and verify asks on the seed of a run)",
        seed=seed,
    )


def _hint(game: CheckedGame, name: str) -> str:
    """What must be added to replay a game: the name of the file."""
    source = game.policies.outside.by_name(name.partition(" ")[0])
    return f" --policy PATH/{source.name}.py" if source else ""


def _searches(cell: Cell) -> bool:
    return any(beneath(part) for part in policies_in(cell.spec))


def _count(game: CheckedGame, cell: Cell) -> int:
    if _searches(cell):
        return ONE
    return FEW if INTERPRETED or game.plays_plainly(cell) else SOME


def _shown_by(fault: Text, game: CheckedGame, cell: Cell, seed: int, index: int, hint: str) -> Text:
    """A fault, and the command that shows the game."""
    replay = f"fatecast replay {game.game_id(cell, seed, index)}{hint}"
    return message("{fault}; {replay}", fault=fault, replay=replay)


def _illegal(game: CheckedGame, cells: list[Cell], seed: int, hint: str) -> Iterator[Text]:
    for cell in cells:
        count = _count(game, cell)
        stuck = stuck_at(
            partial(_play_one, game.play, cell, seed), 0, count, LIMIT, partial(game.play, cell, seed, 0, 0)
        )
        if stuck is not None:
            yield message(
                "{cell}: game {game}: still going on after {limit:g} s", cell=cell.name, game=stuck, limit=LIMIT
            )
            return
        for index in range(count):
            try:
                game.play(cell, seed, index, index + 1)
            except BrokenRule as error:
                yield _shown_by(message("{error}", error=error), game, cell, seed, index, hint)
                break


def _play_one(play: Callable[[Cell, int, int, int], Batch], cell: Cell, seed: int, index: int) -> None:
    play(cell, seed, index, index + 1)


def _peeking(game: CheckedGame, cells: list[Cell], seed: int, hint: str) -> Iterator[Text]:
    assert game.redeal is not None
    compared = 0
    for cell in cells:
        plainly = game.plays_plainly(cell)
        try:
            few, deals = (1, 2) if plainly or _searches(cell) else (2, 3)
            dealt = partial(elsewhere, game.redeal) if plainly else game.redeal
            finding: Finding = dealt(cell, seed, few, deals)
        except BrokenRule as error:
            yield message("{cell}: {error}", cell=cell.name, error=error)
            return
        if finding.different:
            fault = message("{cell}: {fault}", cell=cell.name, fault=finding.different[0])
            yield _shown_by(fault, game, cell, seed, finding.games[0], hint)
        compared += finding.compared
    if not compared:
        yield message("no two situations could be compared")


def _foreseeing(game: CheckedGame, cells: list[Cell], seed: int, hint: str) -> Iterator[Text]:
    """The luck is the same and only the key of the dice is another one, which nobody can guess. What a policy does by
    its dice may change; that it does better with the key that belongs to the luck may not."""
    for cell in cells[:2]:
        count = PLAIN_LUCK if INTERPRETED or game.plays_plainly(cell) else COMPILED_LUCK
        count = SEARCHED_LUCK if _searches(cell) else count
        own = game.succeeded(game.play(cell, seed, 0, count).rows)
        other = game.succeeded(game.play_with_dice_of(cell, seed, secrets.randbits(64), 0, count).rows)
        ahead, behind = int(np.sum(own > other)), int(np.sum(own < other))
        if chance_of(ahead, ahead + behind) < CHANCE:
            yield message(
                "{cell}: better in {ahead} and worse in {behind} of {games} games with its own dice than with dice of "
                "another key: it computes hidden things from them",
                cell=cell.name,
                ahead=ahead,
                behind=behind,
                games=count,
            )
        elsewhere_won = game.succeeded(game.play(cell, secrets.randbits(64), 0, count).rows)
        known, unknown = int(own.sum()), int(elsewhere_won.sum())
        if chance_of_share(known, unknown, count) < CHANCE:
            yield message(
                "{cell}: successful in {known} of {games} games of seed {seed}, in {unknown} of as many of a seed that "
                "nobody knows: it computes hidden things from the seed",
                cell=cell.name,
                known=known,
                games=count,
                seed=seed,
                unknown=unknown,
            )


def _unrepeatable(game: CheckedGame, cells: list[Cell], seed: int, hint: str) -> Iterator[Text]:
    for cell in cells:
        count = _count(game, cell)
        rows = game.play(cell, seed, 0, count).rows
        for index in reversed(range(count)):
            if game.play(cell, seed, index, index + 1).rows[0] != rows[index]:
                fault = message(
                    "{cell}: game {game} is another one when it is played alone", cell=cell.name, game=index
                )
                yield _shown_by(fault, game, cell, seed, index, hint)
                break


def _unportable(game: CheckedGame, cells: list[Cell], seed: int, hint: str) -> Iterator[Text]:
    cell = cells[0]
    try:
        again = pickle.loads(pickle.dumps(cell))
    except Exception as error:
        yield message("cannot be sent to a worker ({kind}: {error})", kind=type(error).__name__, error=error)
        return
    policy = game.policy(again)
    if not INTERPRETED and not plays_plainly(game.policies.hooks, policy):
        for each in cells[:1] if _searches(cell) else cells:
            few = ONE if _searches(cell) else FEW
            both = [game.play(each, seed, 0, few).rows, elsewhere(game.play, each, seed, 0, few).rows]
            apart = np.flatnonzero(both[0] != both[1])
            if len(apart):
                index = int(apart[0])
                fault = message(
                    "{cell}: game {game} differs between compiled and plain Python", cell=each.name, game=index
                )
                yield _shown_by(fault, game, each, seed, index, hint)
                break
    for part in parts_in(policy):
        if is_from_outside(part):
            yield from _impure(str(part.__file__))


def _impure(path: str) -> Iterator[Text]:
    """Arithmetic that is not the same everywhere."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    for line, what in sorted(set(faults_of(tree, _is_of_kernel))):
        yield message(
            "line {line}: {what}: its last digit depends on the machine; see engine/kernel/floats.py",
            line=line,
            what=what,
        )


def _is_of_kernel(function: ast.AST) -> bool:
    return isinstance(function, ast.FunctionDef) and function.name not in OUTSIDE_KERNEL


def _speed(game: CheckedGame, cell: Cell, seed: int) -> str:
    """Games a second on one core, measured for about a second."""
    plainly = INTERPRETED or game.plays_plainly(cell)
    game.play(cell, seed, 0, 1)
    games, size, took = 0, ONE if _searches(cell) else FEW, 0.0
    while took < 0.5:
        began = perf_counter()
        game.play(cell, seed, games, games + size)
        took += perf_counter() - began
        games += size
        size *= 2
    speed = pace(games, took)
    if plainly:
        return said("{speed} games a second, as plain Python ({cell})", speed=speed, cell=cell.name)
    return said("{speed} games a second, compiled ({cell})", speed=speed, cell=cell.name)


def pace(games: int, seconds: float) -> str:
    """Games a second; a searched game may take longer than one."""
    rate = games / seconds
    return rules().number(f"{rate:,.{0 if rate >= 10 else 1}f}")
