"""A harvest: a production game of the tests, with a mean as its headline. Nothing is won in it.

Each hour a farmer picks as many apples as a die shows; some hours pass idly. NumPy draws it; nothing is compiled.
"""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from engine.errors import BadInput
from engine.game.about import About
from engine.game.axes import Axis, Option
from engine.game.cell import Cell, Json
from engine.game.optional_parts import Alteration
from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Presentation, Ratio, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from tests.support.dice_race import DiceContent, DiceRace, known_keys, rolls

ADDRESS = "tests.support.harvest:GAME"
APPLES = {"game": "harvest", "games": 2000, "seed": 3}
"""A small experiment."""
DAY = 12
IDLE = {"idler": 6, "walker": 3, "picker": 1}
"""Out of 12 hours, how many each strategy spends idly, on average."""
DEFAULTS: Json = {"policies": list(IDLE), "trees": [1, 2], "baskets": 6}


def resolve_harvest(grid: Mapping[str, object], source: str) -> Json:
    return known_keys(DEFAULTS, grid, source)


class Orchard(DiceContent):
    """How many apples fit into a basket."""

    kinds: Mapping[str, str] = {"baskets": "let each basket hold one less and one more"}

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return resolve_harvest(grid | dict(changes), source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        return [Alteration(f"baskets {by:+d}", (), {"baskets": grid["baskets"] + by}) for by in (-1, 1)]

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        return [Alteration("larger baskets", (), {"baskets": grid["baskets"] + 1})]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return {"baskets": grid["baskets"]}


class Harvest(DiceRace):
    """Everything that it does not need is inherited."""

    name = "harvest"
    version = 1
    schema = 1
    about = About(
        title="The Harvest",
        kind="production",
        players="1",
        real="nothing",
        stand_in="the whole orchard",
        axes=(
            Axis("policy", "policies", "Who picks.", "policies", role="skill"),
            Axis("trees", "trees", "How many trees there are.", "numbers", "1-4", "size"),
        ),
        options=(Option("baskets", "How many apples an hour fit into the baskets.", "1 to 6"),),
    )
    columns: Sequence[Column] = (
        Column("apples", "<u2", "apples picked"),
        Column("hours", "<u1", "hours spent picking"),
        Column("weight", "<u4", "weight in grams", histogram=False),
    )
    outcomes: Sequence[Outcome] = (
        Mean(name="apples", meaning="apples of a day", column="apples", unit="apples", margin=0.25, bounds=(0, 144)),
        Mean(
            name="apples per hour",
            meaning="apples for each hour of picking",
            column="apples",
            over="hours",
            unit="apples an hour",
            margin=0.05,
        ),
        Mean(
            name="hours",
            meaning="hours of picking",
            column="hours",
            unit="hours",
            margin=0.1,
            bounds=(0, 12),
            length=True,
        ),
        Mean(name="weight", meaning="weight of a day", column="weight", unit="kg", margin=0.05, scale=1000),
    )
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    notable: Mapping[str, Notable] = {
        "richest": Notable(("apples",)),
    }
    presentation = Presentation(
        ladder=tuple(Rung(name, f"the {name}") for name in IDLE),
        shape=(Shape("apples", "apples of a day"),),
        feel=(Ratio("apples_an_hour", "apples an hour", "apples for each hour of picking", "apples", "hours"),),
    )
    content = Orchard()
    pieces = None  # type: ignore[assignment]
    learning = None  # type: ignore[assignment]

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_harvest(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return [
            Cell({"policy": policy, "trees": trees}, {"policy": policy, "trees": trees, "baskets": grid["baskets"]})
            for policy, trees in product(grid["policies"], grid["trees"])
        ]

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return None

    def provenance(self, grid: Json) -> Json:
        return {}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        spec = cell.spec
        drawn = rolls(6, seed, first, last, DAY).astype(np.int64)
        busy = rolls(DAY, seed + 1, first, last, DAY).astype(np.int64) > IDLE[spec["policy"]]
        picked = np.minimum(drawn * spec["trees"], spec["baskets"] * spec["trees"]) * busy
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        rows["apples"], rows["hours"] = picked.sum(axis=1), busy.sum(axis=1)
        rows["weight"] = 100 * picked.sum(axis=1) + drawn.sum(axis=1)
        return Batch(rows, np.zeros((0, 0), np.int64), {})

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        row = self.simulate(cell, seed, index, index + 1).rows[0]
        return Replay([{"turn": 1, "apples": int(row["apples"])}], [(1, f"{row['apples']} apples")])

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"harvest:{cell.spec['policy']}:{cell.spec['trees']}:{seed}:{index}"

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        if game_id.count(":") != 4:
            raise BadInput(f"game id {game_id!r}: expected harvest:POLICY:TREES:SEED:INDEX")
        _, policy, trees, seed, index = game_id.split(":")
        grid = self.resolve({"policies": [policy], "trees": [int(trees)]}, game_id)
        return self.cells(grid)[0], int(seed), int(index)


GAME: Game = Harvest()
