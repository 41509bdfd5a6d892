"""Tests that no decision depends on what is hidden from whoever makes it.

Before every decision of some games, all that nobody can know is dealt again, and luck that is still to come is replaced
by noise. The policy must then decide and remember the same. All of this happens in the records of the game itself, so
that a policy which finds them by a way of its own sees the other deal, too. And no hook may change the state: that
changes the game, or tells a secret. Games are played uncompiled here, where a hook can be replaced.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from engine.errors import BrokenRule, FatecastError, Text, first_line, for_another_process, message
from engine.policy.hooks import HookSet
from engine.policy.kernel import load_kernel, write_copies

NOT_DEALT = object()
"""In place of an answer: no other deal was found."""
LOG, LUCK = "log", "luck"


class Finding(NamedTuple):
    """How many decisions were compared after hidden things were dealt again, and those that differed."""

    compared: int
    different: Sequence[Text]
    games: list[int]
    """The games in which they did."""


class Answer(NamedTuple):
    """What a policy decides and what it then remembers."""

    decision: Any
    memory: bytes


@dataclass
class AskedAgain:
    """Plays games of one table, and compares every decision with that after another deal."""

    hooks: HookSet
    module: ModuleType
    """What decides."""
    world: Any
    """The records of the game: a named tuple with `luck` among them."""
    mind: Any
    dice: Any
    where: Callable[[], Text]
    """The time and the place in the game: `round 3`."""
    deal_anew: Callable[[Any, Random, int], bool]
    """Deals again, in the records themselves, what the seat that decides (or GROUP) cannot know; False if no other deal
    was found."""
    deals: int = 1
    random: Random = field(default_factory=lambda: Random(1))
    compared: int = 0
    different: list[Text] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    index: int = 0

    def play(self, games: int) -> Finding:
        kernel: Any = load_kernel(self.hooks, self.module.__name__)
        with replaced_hooks(self.hooks, self.module, self._asking):
            for self.index in range(games):
                try:
                    kernel.play_game(self.world, self.mind, self.dice, self.index)
                except FatecastError:
                    raise
                except Exception as error:
                    raise BrokenRule(
                        message(
                            "game {game}, {where}: {kind}: {error}, when asked again",
                            game=self.index,
                            where=self.where(),
                            kind=type(error).__name__,
                            error=first_line(error),
                        )
                    ) from None
        return Finding(self.compared, self.different, sorted(set(self.games)))

    def _asking(self, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(view: Any, mind: Any, *given: Any) -> Any:
            seat = self.hooks.seat_of(hook, view, self.hooks.given(hook, (view, mind, *given)))
            others = [self._answer_after_another_deal(function, view, mind, given, seat) for _ in range(self.deals)]
            before = self._state()
            answer = function(view, mind, *given)
            if self._state() != before:
                self._found(message("{hook} writes into what it is shown", hook=hook))
            self._compare(hook, Answer(plain(answer), mind.tobytes()), others)
            return answer

        return ask

    def _compare(self, hook: str, answer: Answer, others: list[Any]) -> None:
        for other in others:
            if other is NOT_DEALT:
                continue
            self.compared += hook != self.hooks.begin
            if other.decision != answer.decision:
                self._found(
                    message(
                        "{hook} decides {decision}, and {decision2} after another deal",
                        hook=hook,
                        decision=answer.decision,
                        decision2=other.decision,
                    )
                )
            elif other.memory != answer.memory:
                self._found(message("{hook} remembers something else after another deal", hook=hook))

    def _found(self, fault: Text) -> None:
        fault = message("game {game}, {where}: {fault}", game=self.index, where=self.where(), fault=fault)
        self.different.append(for_another_process(fault))
        self.games.append(self.index)

    def _answer_after_another_deal(
        self, function: Callable[..., Any], view: Any, mind: Any, given: tuple[Any, ...], seat: int
    ) -> Any:
        world = self.world  # found here by policies that look at the callers of their functions
        kept = [record.copy() for record in self._records()]
        mind, given = mind.copy(), tuple(each.copy() if isinstance(each, np.void) else each for each in given)
        try:
            if not self.deal_anew(world, self.random, seat):
                return NOT_DEALT
            _fill_with_noise(world.luck, self.random)
            decision = plain(function(view, mind, *given))
        finally:
            for record, old in zip(self._records(), kept, strict=True):
                _overwrite(record, old)
        return Answer(decision, mind.tobytes())

    def _records(self) -> list[Any]:
        return [record for name, record in self.world._asdict().items() if name != LOG]

    def _state(self) -> list[bytes]:
        return [record.tobytes() for record in self._records()]


@contextmanager
def replaced_hooks(
    hooks: HookSet, module: ModuleType, replacement: Callable[[str, Callable[..., Any]], Callable[..., Any]]
) -> Iterator[None]:
    """While this lasts, the kernel of a policy calls the replacement of each hook."""
    copies = [sys.modules[path.stem] for path in write_copies(hooks, module)]
    replaced = [(copy, hook, getattr(copy, hook)) for copy in copies for hook in hooks.names if hasattr(copy, hook)]
    for copy, hook, function in replaced:
        setattr(copy, hook, replacement(hook, function))
    try:
        yield
    finally:
        for copy, hook, function in replaced:
            setattr(copy, hook, function)


def plain(answer: Any) -> Any:
    """What a hook returned, as Python's own numbers."""
    if answer is None:
        return None
    return tuple(map(int, answer)) if isinstance(answer, tuple) else int(answer)


def _overwrite(record: Any, by: Any) -> None:
    for name in record.dtype.names:
        record[name] = by[name]


def _fill_with_noise(record: Any, random: Random) -> None:
    """Every number in a record becomes a random one."""
    noise = np.frombuffer(random.randbytes(record.dtype.itemsize), record.dtype)[0]
    _overwrite(record, noise)
