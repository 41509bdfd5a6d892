"""Games that get one thing wrong each, as a hasty author might: negative controls for the questions to a game."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import ClassVar

import numpy as np

from engine.game.axes import FOCUS_SEAT
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.presentation import Presentation, Shape
from engine.game.results import Batch, Column, ForkFindings, Measure, Notable, Replay, Secrets
from tests.support.contest import Bout
from tests.support.dice_race import DEFAULTS, WIN_RATE, DiceContent, DiceRace, rolls
from tests.support.harvest import Harvest
from tests.support.lottery import Lottery
from tests.support.stakes import Market, replaced_seats

LENGTH, APPLES = (next(each for each in game.outcomes if isinstance(each, Mean)) for game in (DiceRace, Harvest))


def with_rows(batch: Batch, **columns: object) -> Batch:
    """The same games with other values in some columns."""
    rows = batch.rows.copy()
    for name, values in columns.items():
        rows[name] = values
    return batch._replace(rows=rows)


class NoSuchColumn(DiceRace):
    outcomes: Sequence[Outcome] = (WIN_RATE, replace(LENGTH, column="lenght"))


class NoSuchCode(DiceRace):
    outcomes: Sequence[Outcome] = (WIN_RATE, Share(name="lost", meaning="lost", column="end", codes=(2,)))


class NoSuchMeasure(DiceRace):
    measures: Sequence[Measure] = (Measure("wins", "sum", "wins"),)


class NoHeadline(DiceRace):
    outcomes: Sequence[Outcome] = (replace(WIN_RATE, needs={"die": 9}),)


class SameNames(DiceRace):
    outcomes: Sequence[Outcome] = (WIN_RATE, replace(LENGTH, name="Win-Rate"))


class NoShapeColumn(DiceRace):
    presentation = replace(DiceRace.presentation, shape=(Shape("lenght", "turns"),))


class NoTimeOut(Bout):
    presentation: Presentation = replace(
        Bout.presentation,
        contest=replace(Bout.presentation.contest, time_outs=(7,)),  # type: ignore[type-var]
    )


class WordyRanks(DiceRace):
    notable: Mapping[str, Notable] = {"longest": Notable(("turns",), lambda rows: rows["turns"])}


class NoRankColumn(DiceRace):
    notable: Mapping[str, Notable] = {"longest": Notable(("turns", "lenght"))}


class Drifting(DiceRace):
    """Resolved again, the experiment changes."""

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        resolved = super().resolve(grid, source)
        return {**resolved, "handicap": resolved["handicap"] + ("limit" in grid)}


class ForgetsTheGoal(DiceRace):
    """Two cells share a key."""

    def cells(self, grid: Json) -> list[Cell]:
        return [Cell(cell.labels, {**cell.spec, "goal": 20}) for cell in super().cells(grid)]


class NotPlain(DiceRace):
    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        resolved = super().resolve(grid, source)
        return {**resolved, "dice": tuple(resolved["dice"])}


class TakesAnyKey(DiceRace):
    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return super().resolve({key: value for key, value in grid.items() if key in DEFAULTS}, source)


class PythonsRandom(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return with_rows(
            super().simulate(cell, seed, first, last), place=[random.randrange(9) for _ in range(first, last)]
        )


class Learns(DiceRace):
    """Keeps count on the class."""

    played: ClassVar[int] = 0

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        Learns.played += last - first
        return with_rows(batch, place=Learns.played % 47)


class WrongMemo(DiceRace):
    """Remembers games by seed and indices, and forgets that there are other cells."""

    memo: ClassVar[dict[tuple[int, int, int], Batch]] = {}

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        if (seed, first, last) not in self.memo:
            self.memo[seed, first, last] = super().simulate(cell, seed, first, last)
        return self.memo[seed, first, last]


class ShortMemory(WrongMemo):
    """The same, for the last request only."""

    memo: ClassVar[dict[tuple[int, int, int], Batch]] = {}

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        if (seed, first, last) not in self.memo:
            self.memo.clear()
        return super().simulate(cell, seed, first, last)


class OneStream(DiceRace):
    """Draws from one stream a block."""

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        drawn = np.random.default_rng([seed, first]).integers(0, 9, last - first)
        return with_rows(super().simulate(cell, seed, first, last), place=drawn)


class CountsBlocks(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        return batch._replace(pieces=batch.pieces + 1)


class HashesText(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return with_rows(super().simulate(cell, seed, first, last), place=hash("dice") % 1000)


class LooksAtTheClock(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return with_rows(super().simulate(cell, seed, first, last), place=int(time.time() // 100_000) % 1000)


class IgnoresTheSeed(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return super().simulate(cell, 1, first, last)


class AddsSeedAndIndex(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return super().simulate(cell, 1, first + seed, last + seed)


class SeedTimesThousand(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        start = (1000 * seed + first) % ((1 << 61) - 1)
        return super().simulate(cell, 1, start, start + last - first)


class ShortIndex(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        start = first % (1 << 32)
        return super().simulate(cell, seed, start, start + last - first)


class NoLuck(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        one = super().simulate(cell, 1, 0, 1)
        games = last - first
        tables = {name: table * games for name, table in one.tables.items()}
        return Batch(np.repeat(one.rows, games), one.pieces * games, tables)


class CodeTooLarge(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        return with_rows(batch, end=np.where(batch.rows["turns"] == 5, 2, batch.rows["end"]))


class WideColumns(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        wide = [(column.name, "<i8") for column in self.columns]
        return batch._replace(rows=batch.rows.astype(wide))


class NoTable(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return super().simulate(cell, seed, first, last)._replace(tables={})


class FlatPieces(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        return batch._replace(pieces=batch.pieces[:-1])


class TwoWinners(Bout):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        return with_rows(batch, winners=np.where(batch.rows["winners"] == 1, 3, batch.rows["winners"]))


class ThirdOfTwo(Bout):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        return with_rows(batch, winners=np.where(batch.rows["winners"] == 2, 4, batch.rows["winners"]))


class OutOfLimits(Harvest):
    columns: Sequence[Column] = (replace(Harvest.columns[0], limits=(0, 40)), *Harvest.columns[1:])


class OutOfBounds(Harvest):
    outcomes: Sequence[Outcome] = (replace(APPLES, bounds=(0, 40)), *Harvest.outcomes[1:])


class TellsAnother(DiceRace):
    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return super().replay(cell, seed, index + 1)


class TellsOtherApples(Harvest):
    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return super().replay(cell, seed, index + 1)


class TellsOnce(DiceRace):
    """The second replay is another one."""

    told: ClassVar[list[int]] = []

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        self.told.append(index)
        found = super().replay(cell, seed, index)
        return found._replace(lines=[(turn, f"{line} ({len(self.told)})") for turn, line in found.lines])


class ShortIds(DiceRace):
    """The id forgets the limit."""

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return super().game_id(Cell(cell.labels, {**cell.spec, "limit": 6}), seed, index)


class CrashingIds(DiceRace):
    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        _, die, goal, limit, seed, index = game_id.split("-")
        return super().find_game("-".join(["dice", die, goal, limit, seed, index]))


class Stale(DiceContent):
    """Says that the limit is another one than it is."""

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return {**super().fields(grid, source), "limit": 7}


class StaleFields(DiceRace):
    content = Stale()


class Deaf(DiceContent):
    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return super().changed(grid, {key: value for key, value in changes.items() if key in DEFAULTS}, source)


class TakesAnyChange(DiceRace):
    content = Deaf()


class OwnLuck(DiceRace):
    """Every cell has luck of its own."""

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return super().simulate(cell, (seed + int(cell.key, 16)) % (1 << 64), first, last)


class OneWay(DiceRace):
    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return "uphill" if before.spec["goal"] < after.spec["goal"] else None


class OwnOpenings(Lottery):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        shift = np.uint64(cell.spec["doom"])
        return with_rows(batch, opening=batch.rows["opening"] << shift)


class FocusIsFavoured(Bout):
    """Who is in focus has better luck, whatever he plays."""

    about = replace(Bout.about, options=(*Bout.about.options, FOCUS_SEAT))

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        if "focus" not in cell.spec:
            return batch
        helped = rolls(9, seed, first, last, 1)[:, 0] == 1
        return with_rows(batch, focus=np.where(helped & (batch.rows["focus"] == 0), 2, batch.rows["focus"]))


class GainsByBeingSeen(Market):
    """Who is in focus gets more, whatever he plays."""

    about = replace(Market.about, options=(*Market.about.options, FOCUS_SEAT))

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        batch = super().simulate(cell, seed, first, last)
        more = rolls(9, seed, first, last, 1)[:, 0] == 1
        return with_rows(batch, focus_gain=batch.rows["focus_gain"] + more) if "focus" in cell.spec else batch


SHOWN = "game 0, seat 1, turn 3: view['hand'] was [1] and is [2]"
TOUCHED = "line 7: policy bold changes what it is shown"


class TouchedViews(DiceRace):
    """Its policies write into what they are shown."""

    policies = SimpleNamespace(meddling=lambda *given: [TOUCHED])  # type: ignore[assignment]


class ShowsHands(DiceRace):
    """A seat can see the hand of another."""

    @staticmethod
    def secrets(*_: object) -> Iterator[Secrets]:
        yield Secrets(hides=True, leaks=[f"die6/goal20: {SHOWN}"], asked=1, worlds=8)


class ForksKnowMore(DiceRace):
    """A game that goes on from a decision sees what is hidden."""

    @staticmethod
    def fork_findings(cell: Cell, _: int) -> Iterator[ForkFindings]:
        yield ForkFindings(decisions=3)
        yield ForkFindings([f"{cell.name}: forks know more than the seat"], alike=1)


class NoSuchReturn(Market):
    presentation: Presentation = replaced_seats(Market.presentation, ["seat 1", "seat 2", "seat 9"])


class Raises(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        if first <= 17 < last:
            raise ZeroDivisionError("a die without faces")
        return super().simulate(cell, seed, first, last)


WRONG_MEMO, HASHES_TEXT, LOOKS_AT_THE_CLOCK = WrongMemo(), HashesText(), LooksAtTheClock()
"""Those that another process plays, too."""
