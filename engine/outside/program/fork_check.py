"""Whether a program keeps its word about forks, as far as questions can find out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from engine.errors import Text, message
from engine.game.cell import Cell
from engine.game.results import ForkFindings, Rows
from engine.outside.program.forks import Fork, Told, decisions, forked_rows
from engine.outside.program.from_hello import TURNS, Declared
from engine.outside.program.play import play_batch, replay_game
from engine.outside.program.searched import Worlds, search_in
from engine.players.world_numbers import world_number

GAMES, DECISIONS, TRIES = 16, 8, 6
"""Games whose forks are looked at, decisions of each, and choices of each of these."""
ENOUGH = 12
"""Decisions after which something should have changed at least once; twice as many are enough for all."""
LOOKED_AT, EARLY, ALIKE, LUCKS = 300, 6, 24, 8
"""Games in which a seat may have been shown the same, first decisions of each seat there, pairs that are enough, and
worlds in which each pair is compared."""
SECONDS = 2.0
"""For each part, if games are slow."""

Known = tuple[object, ...]


@dataclass
class Changes:
    """Whether what is asked for makes a difference at all."""

    decisions: int = 0
    by_choice: bool = False
    by_redeal: bool = False


@dataclass(frozen=True)
class ForkCheck:
    """The forks of one cell."""

    game: Declared
    cell: Cell
    seed: int

    def findings(self) -> Iterator[ForkFindings]:
        """What is found, in parts, each after a few questions."""
        if not self.game.hello.fork or search_in(self.game, self.cell):
            return
        changes, ends = Changes(), perf_counter() + SECONDS
        for index in range(GAMES):
            if changes.decisions >= 2 * ENOUGH or perf_counter() > ends:
                break
            told = decisions(self.game, self.cell, self.seed, index)
            [row] = play_batch(self.game, self.cell, self.seed, index, index + 1).rows
            for at in range(0, len(told), max(len(told) // DECISIONS, 1)):
                found = [
                    message("{cell}, game {index}: {fault}", cell=self.cell.name, index=index, fault=fault)
                    for fault in self._at(index, told, at, row, changes)
                ]
                yield ForkFindings([*found[:1]], decisions=1)
                if found:
                    break
        yield ForkFindings([self._of_cell(fault) for fault in self._unchanged(changes)])
        yield from self._alike()

    def _of_cell(self, fault: Text) -> Text:
        return message("{cell}: {fault}", cell=self.cell.name, fault=fault)

    def _rows(self, index: int, fork: Fork) -> Rows:
        return forked_rows(self.game, self.cell, self.seed, index, fork)

    def _at(self, index: int, told: Sequence[Told], at: int, row: object, changes: Changes) -> Iterator[Text]:
        each, made = told[at], [before.chosen for before in told[:at]]
        tries = sorted({*range(min(each.choices, TRIES)), each.chosen})
        rows = self._rows(index, Fork(made, tries))
        if rows[tries.index(each.chosen)] != row:
            yield message("a fork at decision {at} with the true choice and the true luck is another game", at=at)
        other = next(choice for choice in tries if choice != each.chosen)
        there = decisions(self.game, self.cell, self.seed, index, Fork([*made, other]))
        if there[: at + 1] != [*told[:at], each._replace(chosen=other)]:
            yield message("with another choice at decision {at}, it tells other decisions from before", at=at)
            return
        chosen = [later.chosen for later in there]
        whole = self._rows(index, Fork(chosen))
        if whole[0] != rows[tries.index(other)]:
            yield message(
                "choice {choice} at decision {at} is one game if it is tried, and another if all choices are said",
                choice=other,
                at=at,
            )
        replayed = replay_game(self.game, self.cell, self.seed, index, whole, chosen)
        if self.game.hello.column(TURNS) and replayed.lines[-1][0] != replayed.events[-1]["result"][TURNS]:
            yield message(
                "a replay with choice {choice} at decision {at} ends in another turn than the fork",
                choice=other,
                at=at,
            )
        yield from self._in_worlds(index, told, at, tries, changes)

    def _in_worlds(
        self, index: int, told: Sequence[Told], at: int, tries: Sequence[int], changes: Changes
    ) -> Iterator[Text]:
        seat, made = told[at].seat, [before.chosen for before in told[:at]]
        numbers, redeal = [world_number(index, at, number) for number in (0, 1)], self._redeal(seat)
        rows = self._rows(index, Fork(made, tries, numbers, redeal))
        if self._rows(index, Fork(made, tries, numbers, redeal)).tobytes() != rows.tobytes():
            yield message("the same fork at decision {at} is another game the second time", at=at)
        if self._rows(index, Fork(made, tries[-1:], numbers[-1:], redeal))[0] != rows[-1]:
            yield message(
                "a fork at decision {at} is one game if it is asked for alone, and another among others", at=at
            )
        there = decisions(self.game, self.cell, self.seed, index, Fork(made, (), numbers[:1], redeal))
        if known_by(there, at, seat) != known_by(told, at, seat):
            yield message(
                "in a fork at decision {at}, seat {seat} is shown something else by then", at=at, seat=seat + 1
            )
        changes.decisions += 1
        changes.by_choice |= any(rows[place] != rows[0] for place in range(len(tries)))
        changes.by_redeal |= self._rows(index, Fork(made, tries, numbers)).tobytes() != rows.tobytes()

    def _redeal(self, seat: int) -> int | None:
        return seat if self.game.hello.redeal else None

    def _unchanged(self, changes: Changes) -> Iterator[Text]:
        if changes.decisions < ENOUGH:
            return
        if not changes.by_choice:
            yield message("at {decisions} decisions, every choice led to the same result", decisions=changes.decisions)
        if self.game.hello.redeal and not changes.by_redeal:
            yield message(
                "at {decisions} decisions, redeal changed nothing; if nothing is hidden, hello should say "
                "open_information instead",
                decisions=changes.decisions,
            )

    def _alike(self) -> Iterator[ForkFindings]:
        """A seat that has been shown the same in two games gets the same in forks on the same luck: else they know what
        is hidden from it, or the luck to come."""
        seen: dict[Known, tuple[int, int, list[int]]] = {}
        pairs, ends = 0, perf_counter() + SECONDS
        for index in range(LOOKED_AT):
            told = decisions(self.game, self.cell, self.seed, index)
            found = {known_by(told, at, told[at].seat): at for at in _early(told)}
            for known, at in reversed(found.items()):
                if known in seen:
                    fault = self._difference(told, index, at, *seen[known])
                    yield ForkFindings([self._of_cell(fault)] if fault else [], alike=1)
                    pairs += 1
                    if fault:
                        return
                    break
            for known, at in found.items():
                seen.setdefault(known, (index, at, [each.chosen for each in told[:at]]))
            if pairs >= ALIKE or perf_counter() > ends:
                return

    def _difference(self, told: Sequence[Told], index: int, at: int, other: int, then: int, chosen: list[int]) -> Text:
        seat, tries = told[at].seat, range(min(told[at].choices, TRIES))
        numbers, made = [world_number(number) for number in range(LUCKS)], [each.chosen for each in told[:at]]
        here = Worlds(self.game, self.cell, self.seed, index, made, seat, 0).payoffs(tries, numbers)
        if Worlds(self.game, self.cell, self.seed, other, chosen, seat, 0).payoffs(tries, numbers) == here:
            return ""
        return message(
            "seat {seat} has been shown the same in game {other} by decision {then} and in game {game} by decision "
            "{at}, but forks on the same luck end otherwise for it: they know more than the seat",
            seat=seat + 1,
            other=other,
            then=then,
            game=index,
            at=at,
        )


def known_by(told: Sequence[Told], at: int, seat: int) -> Known:
    """All that a seat knows at a decision of its own: its views and choices so far, and its view now."""
    if at >= len(told) or told[at].seat != seat:
        return ()
    past = tuple(each for each in told[:at] if each.seat == seat)
    return seat, *past, told[at].choices, told[at].view


def _early(told: Sequence[Told]) -> list[int]:
    """The first decisions of each seat."""
    count: dict[int, int] = {}
    found = []
    for at, each in enumerate(told):
        count[each.seat] = count.get(each.seat, 0) + 1
        found += [at] if count[each.seat] <= EARLY else []
    return found
