"""A lottery with the interface of a real game and everything that a report can show: difficulties, sizes, skill levels,
a random opening in which one card helps and one hurts, predictions, comebacks, a course. NumPy draws it; nothing is
compiled."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.game.presentation import Calibration, Comeback, Feature, Presentation, Ratio, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from tests.support.dice_race import DiceRace, Faces, found_by_name, known_keys, rolls

ADDRESS = "tests.support.lottery:GAME"
TICKETS = {"game": "lottery", "games": 4000, "seed": 3}
"""A small experiment."""
CARDS = [f"card-{letter}" for letter in "abcdefgh"]
HELPS, HURTS = 0, 1
FINE = 1_000_000
SKILL = {"blind": 0.02, "bold": 0.5, "calm": 0.8}
DEFAULTS: Json = {
    "policies": ["blind", "bold", "calm"],
    "players": [2, 3],
    "doom": [0, 1, 3],
    "effect": 0.12,
    "fix": -1,
}


class Cards(Faces):
    """The opening cards of a ticket."""

    counters: Sequence[Column] = (Column("dealt", "<i8", "dealt"), Column("played", "<i8", "played"))

    def names(self, cell: Cell) -> list[str]:
        return CARDS

    def features(self, cell: Cell) -> list[Feature]:
        cards = [Feature("card", card.replace("-", " ").title(), card, "played") for card in CARDS]
        return [*cards, Feature("power", "Never used", CARDS[0], "missing")]

    def decided_by(self, told: Replay) -> list[str]:
        return []


class Lottery(DiceRace):
    """The toy game with a presentation; everything that a report does not need is inherited."""

    name = "lottery"
    version = 1
    schema = 1
    columns: Sequence[Column] = (
        Column("won", "<u1", "1 if the ticket won"),
        Column("turns", "<u1", "turns begun"),
        Column("end", "<u1", "how it ended", values=("won", "blank", "torn")),
        Column("predictions", "<u2", "predictions made"),
        Column("correct", "<u2", "right ones"),
        Column("stated", "<u4", "how sure, in 1/100", histogram=False),
        Column("behind", "<u1", "how far behind"),
        Column("opening", "<u8", "the cards at the start, one bit each", histogram=False),
    )
    tables: Sequence[CountTable] = (
        CountTable(
            "calibration",
            "how sure, how often right",
            keys=(Column("bin", "<u1", "bin"),),
            shape=(10,),
            counters=tuple(Column(name, "<i8", name) for name in ("predictions", "stated", "squares", "right")),
        ),
        CountTable(
            "course",
            "where games stood",
            keys=(Column("score", "<u1", "score"), Column("doom", "<u1", "doom")),
            shape=(3, 4),
            counters=(Column("games", "<i8", "games"), Column("wins", "<i8", "wins")),
        ),
    )
    measures: Sequence[Measure] = (
        Measure("wins", "sum", "won"),
        Measure("win_rate", "mean", "won"),
        Measure("win_low", "low", "win rate"),
        Measure("win_high", "high", "win rate"),
    )
    about = About(
        title="The <Lottery>",
        kind="cooperative",
        players="2-3",
        real="nothing",
        axes=(
            Axis("policy", "policies", "Who plays.", "policies", role="skill"),
            Axis("players", "players", "How many play.", "numbers", role="size"),
            Axis("doom", "doom", "Difficulty.", "numbers", role="difficulty"),
        ),
    )
    notable: Mapping[str, Notable] = {
        "longest": Notable(("turns",)),
        "upset": Notable(("behind",), lambda rows: rows["won"] == 1),
    }
    presentation = Presentation(
        unit="doom",
        levels={0: "Easy", 1: "Hard"},
        ladder=(Rung("blind", "a blind table"), Rung("bold", "a bold table"), Rung("calm", "a calm table")),
        focus=("calm", "bold"),
        beginner="blind",
        piece="card",
        opening="opening",
        end="end",
        shape=(Shape("turns", "turns of all games"), Shape("behind", "how far behind the winners were", won=1)),
        feel=(
            Ratio("turns_a_game", "turns", "turns a game", "turns"),
            Ratio("accuracy", "accuracy", "share of predictions that were right", "correct", "predictions", "share"),
        ),
        pieces=(
            Ratio("dealt", "dealt", "per game", "dealt"),
            Ratio("chosen", "chosen", "share played", "played", "dealt", "share"),
        ),
        comeback=Comeback("behind", 2, "it had been behind by 2"),
        calibration=Calibration("calibration", "predictions", "correct", "stated", 100),
        course="course",
    )

    content = None  # type: ignore[assignment]
    pieces = Cards()

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return known_keys(DEFAULTS, grid, source)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return None

    def cells(self, grid: Json) -> list[Cell]:
        rest = {"effect": grid["effect"], "fix": grid["fix"]}
        return [
            Cell(
                {"policy": policy, "players": players, "doom": doom},
                {"policy": policy, "players": players, "doom": doom, **rest},
            )
            for policy, players, doom in product(grid["policies"], grid["players"], grid["doom"])
        ]

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return ["tickets <may> be torn"]

    def provenance(self, grid: Json) -> Json:
        return {"decks": {"tickets": {"cards": len(CARDS)}}}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        pass

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        spec, n = cell.spec, last - first
        drawn = rolls(FINE, seed, first, last, 6).astype(np.int64) - 1
        one = drawn[:, 0] % len(CARDS)
        two = (one + 1 + drawn[:, 1] % (len(CARDS) - 1)) % len(CARDS)
        held = np.stack([one, two], axis=1)
        push = spec["effect"] * ((held == HELPS).any(axis=1).astype(float) - (held == HURTS).any(axis=1))
        chance = SKILL[spec["policy"]] - 0.1 * spec["doom"] + push
        won = drawn[:, 2] < chance * FINE if spec["fix"] < 0 else np.full(n, bool(spec["fix"]))
        rows = np.zeros(n, [(column.name, column.dtype) for column in self.columns])
        rows["won"], rows["turns"] = won, 1 + drawn[:, 3] % 9
        rows["end"] = np.where(won, 0, 1 + (drawn[:, 4] % 5 == 0))
        rows["predictions"], rows["stated"] = 2, 140
        rows["correct"] = (drawn[:, 4] % 10 < 7).astype(int) + (drawn[:, 5] % 10 < 7)
        rows["behind"] = drawn[:, 5] % 4
        rows["opening"] = (1 << one) | (1 << two)
        dealt = np.bincount(held.ravel(), minlength=len(CARDS))
        calibration = np.zeros((10, 4), np.int64)
        calibration[7] = 2 * n, 140 * n, 2 * n * 70 * 70, rows["correct"].sum()
        course = np.zeros((3, 4, 2), np.int64)
        course[0, spec["doom"]] = n, won.sum()
        course[1, spec["doom"]] = won.sum(), won.sum()
        played = np.bincount(one, minlength=len(CARDS))
        return Batch(rows, np.stack([dealt, played], axis=1), {"calibration": calibration, "course": course})

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        row = self.simulate(cell, seed, index, index + 1).rows[0]
        lines = [(turn, f"Turn {turn}: <draws>") for turn in range(1, int(row["turns"]) + 1)]
        return Replay([{"turn": turn} for turn, _ in lines], lines)

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"lottery:{cell.name}:{seed}:{index}"

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return found_by_name(self, game_id, {})


GAME: Game = Lottery()
