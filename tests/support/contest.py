"""A contest: a competitive game of the tests, with shares that are known in advance. NumPy draws it.

Seats win with the chances of `CHANCES`, for any number of players; a small share is a draw, another a time-out. The
policy `keen` wins every game from its seat that `calm` wins there, and a tenth of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Outcome, seat_shares
from engine.game.presentation import Contest, Presentation, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.game.seats import FIELD, FOCUS, FOCUS_COLUMN, focus_outcomes
from tests.support.dice_race import DiceRace, found_by_name, known_keys, rolls

ADDRESS = "tests.support.contest:GAME"
BOUT = {"game": "contest", "games": 4000, "seed": 5}
"""A small experiment."""
FINE = 1_000_000
CHANCES = {2: (0.6, 0.3), 3: (0.5, 0.3, 0.1)}
"""Of each seat; the rest is shared by draws and time-outs, half each."""
GAIN = 0.1
DEFAULTS: Json = {"policies": ["calm"], "players": [2, 3], "focus": [], "field": []}


class Bout(DiceRace):
    """Everything that it does not need is inherited."""

    name = "contest"
    version = 1
    schema = 1
    about = About(
        title="The Bout",
        kind="competitive",
        players="2-3",
        real="nothing",
        stand_in="all of it",
        axes=(
            Axis("policy", "policies", "Who plays.", "policies", role="skill"),
            Axis("players", "players", "How many play.", "numbers", "2-3", "size"),
        ),
    )
    columns: Sequence[Column] = (
        Column("winners", "<u1", "one bit a seat"),
        Column("turns", "<u1", "turns"),
        Column("end", "<u1", "how it ended", values=("goal", "draw", "limit")),
        Column("behind", "<u1", "turns behind"),
        FOCUS_COLUMN,
    )
    outcomes: Sequence[Outcome] = (
        *focus_outcomes(),
        *seat_shares("winners", most=3, size="players", fewest=2),
        Mean(name="length", meaning="turns of a bout", column="turns", unit="turns", margin=0.1, length=True),
    )
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    notable: Mapping[str, Notable] = {}
    presentation = Presentation(
        ladder=(Rung("calm", "calm players"), Rung("keen", "keen players")),
        end="end",
        shape=(Shape("turns", "turns of a bout"),),
        contest=Contest("winners", time_outs=(2,), turns="turns", behind="behind", focus=FOCUS_COLUMN.name),
    )
    content = None  # type: ignore[assignment]
    pieces = None  # type: ignore[assignment]

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return known_keys(DEFAULTS, grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        seatings = [{"policy": policy} for policy in grid["policies"]]
        if grid[FOCUS]:
            seatings = [{FOCUS: focus, FIELD: field} for focus, field in product(grid[FOCUS], grid[FIELD])]
        return [
            Cell({**who, "players": players}, {**who, "players": players})
            for who, players in product(seatings, grid["players"])
        ]

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return None

    def provenance(self, grid: Json) -> Json:
        return {}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        drawn = rolls(FINE, seed, first, last, 4).astype(np.int64) - 1
        edges = np.cumsum(np.array(CHANCES[cell.spec["players"]]) * FINE).round().astype(np.int64)
        seat = np.searchsorted(edges, drawn[:, 0], side="right")
        won = seat < cell.spec["players"]
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        rows["winners"] = np.where(won, 1 << np.minimum(seat, 7), 0)
        rows["turns"] = 4 + drawn[:, 1] % 7
        rows["end"] = np.where(won, 0, 1 + drawn[:, 2] % 2)
        rows["behind"] = np.where(won, drawn[:, 2] % 3, 0)
        if FOCUS in cell.spec:
            field_won = drawn[:, 3] < FINE // 2
            luck = drawn[:, 1] < GAIN * FINE
            keen = (cell.spec[FOCUS] == "keen").__int__() - (cell.spec[FIELD] == "keen").__int__()
            focus_won = (field_won | luck) if keen > 0 else (field_won & ~luck) if keen < 0 else field_won
            rows[FOCUS_COLUMN.name] = 2 * focus_won + field_won
        return Batch(rows, np.zeros((0, 0), np.int64), {})

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        turns = int(self.simulate(cell, seed, index, index + 1).rows["turns"][0])
        return Replay([{"turn": turn} for turn in range(1, turns + 1)], [(turns, "The bout is over.")])

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"contest:{cell.name}:{seed}:{index}"

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        both = ["calm", "keen"]
        return found_by_name(self, game_id, {"policies": both}, {"focus": both, "field": both})


GAME: Game = Bout()


def without(game: Bout, *names: str) -> Bout:
    """The same game, without these columns in its presentation."""
    contest = game.presentation.contest
    assert contest is not None
    other = type(game)()
    for name in names:
        contest = replace(contest, **{name: () if name == "time_outs" else ""})  # type: ignore[arg-type]
    other.presentation = replace(game.presentation, contest=contest)
    return other
