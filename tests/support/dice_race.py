"""A dice race with the same interface as a real game: the laboratory plays it without knowing its rules.

Roll a die each turn; reach the goal within the limit. It has switches that no real game should have, to test how the
laboratory handles a game that is slow, fails, or waits.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import product, repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.game.optional_parts import Alteration
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.presentation import Feature, Presentation, Ratio, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.game.sheets import Bars, PieceSheet, Shares, Sheet

DEFAULTS: Json = {
    "dice": [6],
    "goals": [20],
    "limit": 6,
    "handicap": 0,
    "faces": {},
    "weights": False,
    "stumble": 0.0,
    "sleep": 0.0,
    "fail_at": -1,
    "fail_every": 0,
    "hang_at": -1,
    "slow": 0.0,
    "wait_for": "",
}
"""`faces` says how far a face moves if that is not its number."""
ADDRESS = "tests.support.dice_race:GAME"
FOR_EVER = "for ever"
"""To wait for: a game that never ends, and never lets go of the interpreter."""

WIN_RATE = Share(name="win rate", meaning="races won", column="won", more="easier", less="harder", better="more")


def hold_the_interpreter() -> None:
    """As a policy may: no other thread of this process runs again, and no signal is answered."""
    sum(repeat(0))


def rolls(die: int, seed: int, first: int, last: int, turns: int) -> NDArray[np.uint64]:
    """One row per game, one column per turn: every roll is a hash of (seed, game, turn)."""
    games = np.arange(first, last, dtype=np.uint64)[:, None]
    state = games * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(seed)
    state = state + np.arange(turns, dtype=np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
    for _ in range(2):
        state = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ state >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (state >> np.uint64(33)) % np.uint64(die) + np.uint64(1)


def known_keys(defaults: Json, grid: Mapping[str, object], source: str) -> Json:
    """The keys of an experiment with the defaults of those that are left out."""
    for key in grid:
        if key not in defaults:
            raise BadInput(f"{source}: {key}: expected one of {', '.join(defaults)}")
    return defaults | dict(grid)


def found_by_name(game: Game, game_id: str, *grids: Json) -> tuple[Cell, int, int]:
    """The game of an id that names a cell of one of these grids: `GAME:CELL:SEED:INDEX`."""
    if game_id.count(":") != 3:
        raise BadInput(f"game id {game_id!r}: expected {game.name}:CELL:SEED:INDEX")
    _, name, seed, index = game_id.split(":")
    cells = [cell for grid in grids for cell in game.cells(game.resolve(grid, game_id))]
    found = next((cell for cell in cells if cell.name == name), None)
    if found is None:
        raise BadInput(f"game id {game_id!r}: no such cell")
    return found, int(seed), int(index)


def resolve_race(grid: Mapping[str, object], source: str) -> Json:
    resolved = known_keys(DEFAULTS, grid, source)
    for die in resolved["dice"]:
        if not isinstance(die, int) or not 2 <= die <= 15:
            raise BadInput(f"{source}: dice: expected 2 to 15, not {die}")
    return resolved


class DiceContent:
    """How far the faces move, and where the goal is."""

    kinds: Mapping[str, str] = {
        "cards": "let each face move nowhere",
        "moons": "let each face move one less and one more",
    }

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        """`goal=1` shifts all goals, `faces.3=2` changes how far a three moves; any other key is set."""
        moved = dict(changes)
        by = moved.pop("goal", 0)
        if not isinstance(by, int):
            raise BadInput(f"{source}: goal: expected a number to add, not {by!r}")
        faces = {path.removeprefix("faces."): moved.pop(path) for path in changes if path.startswith("faces.")}
        for face, far in faces.items():
            if not isinstance(far, int) or not 0 <= far <= 9:
                raise BadInput(f"{source}: faces.{face}: expected 0 to 9, not {far!r}")
        far = grid["faces"] | {face: far for face, far in faces.items() if far != int(face)}
        return resolve_race(grid | {"handicap": grid["handicap"] + by, "faces": far} | moved, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        if kind not in self.kinds:
            raise BadInput(f"{source}: no {kind} in a race")
        by = {"cards": [-9], "moons": [-1, 1]}[kind]
        return [
            Alteration(f"{face} by {step:+d}", (f"face {face}",), {f"faces.{face}": max(0, face + step)})
            for face, step in product(range(1, grid["dice"][0] + 1), by)
        ]

    def rehearsals(self, grid: Json, source: str) -> list[Alteration]:
        return [Alteration("a stumble now and then", (), {"stumble": 0.002})]

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        faces = {f"faces.{face}": grid["faces"].get(str(face), face) for face in range(1, grid["dice"][0] + 1)}
        return {"limit": grid["limit"], "handicap": grid["handicap"], "wait_for": grid["wait_for"], **faces}

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        return "\n".join([*(f"# {note}" for note in notes), *(f"{path} = {value}" for path, value in changes.items())])


class Faces:
    """The faces of a die."""

    counters: Sequence[Column] = (
        Column("rolled", "<i8", "how often the face came up"),
        Column("last", "<i8", "how often it ended a race"),
    )

    def names(self, cell: Cell) -> list[str]:
        return [f"face {face}" for face in range(1, cell.spec["die"] + 1)]

    def features(self, cell: Cell) -> list[Feature]:
        return [Feature("face", face, face, "rolled") for face in self.names(cell)]

    def sheet(self, content: str) -> Sheet:
        return Sheet(f"d{content}", ["face"], [[face] for face in self.names(Cell({}, {"die": int(content)}))])

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        """The sheet of a face; `content` is the number of sides of the die."""
        if name not in self.names(Cell({}, {"die": int(content)})):
            raise BadInput(f"unknown face {name!r}")
        half: list[list[float | None]] = [[0.0, 0.25, 1.0], [1.0, None, 1.0]]
        grid = Shares("Half and half", "down", "across", ["a", "b"], ["c", "d", "e"], half)
        bars = Bars("Chances", "face", "%", ["this", "none"], {"once": [1 / int(content), None], "ever": [1.0, 0.0]})
        lying = Bars("Lying", "", "bits", ["this"], {"told": [2.5]}, lying=True)
        table = Sheet("Chances", ["what", "how often"], [["this face", f"1 in {content}"]])
        return PieceSheet(f"{name} of d{content}", ["a face"], [table], ["fair dice"], [grid, bars, lying])

    def decided_by(self, told: Replay) -> list[str]:
        return [f"face {told.events[-1]['rolled']}"]


class Weights:
    """A race can be marked as played with learned weights."""

    learner = "6"

    def trained(self, cell: Cell) -> bool:
        return bool(cell.spec["weights"])

    def train(
        self,
        policy: str,
        content: str,
        players: Sequence[int],
        games: int,
        seed: int,
        say: Callable[[str], None],
        played: Callable[[int, int], None],
    ) -> tuple[Path, Json]:
        raise BadInput(f"policy {policy}: there is nothing to learn in a race")


class DiceRace:
    """The toy game."""

    name = "dice"
    version = 3
    schema = 1
    columns: Sequence[Column] = (
        Column("won", "<u1", "1 if the goal was reached"),
        Column("turns", "<u1", "turns begun"),
        Column("place", "<u2", "where the race ended"),
        Column("end", "<u1", "how it ended", values=("goal", "limit")),
        Column("luck", "<u4", "the sum of squared rolls", histogram=False),
        Column("track", "<u8", "the rolls, four bits each", histogram=False),
    )
    tables: Sequence[CountTable] = (
        CountTable(
            "course",
            "how many races got so far",
            keys=(Column("turn", "<u1", "turn"),),
            shape=(16,),
            counters=(Column("games", "<i8", "races"), Column("wins", "<i8", "those that were won")),
        ),
    )
    measures: Sequence[Measure] = (
        Measure("wins", "sum", "won"),
        Measure("win_rate", "mean", "won"),
        Measure("win_low", "low", "win rate"),
        Measure("win_high", "high", "win rate"),
        Measure("place_per_turn", "ratio", "place", "turns"),
    )
    notable: Mapping[str, Notable] = {
        "longest": Notable(("turns",)),
        "luckiest win": Notable(("luck",), lambda rows: rows["won"] == 1),
    }
    about = About(
        title="The Dice Race",
        kind="cooperative",
        players="1",
        real="nothing",
        axes=(
            Axis("die", "dice", "Sides of the die.", "policies", role="skill"),
            Axis("goal", "goals", "Where the race ends.", "policies", role="size"),
        ),
    )
    outcomes: Sequence[Outcome] = (
        WIN_RATE,
        Mean(
            name="length",
            meaning="turns of a race",
            column="turns",
            unit="turns",
            margin=0.1,
            length=True,
            bounds=(1, 15),
            more="longer",
            less="shorter",
        ),
    )
    presentation = Presentation(
        ladder=(Rung("6", "a table of common dice"),),
        piece="face",
        end="end",
        shape=(Shape("turns", "turns"),),
        feel=(
            Ratio("pace", "pace", "places a turn", "place", "turns"),
            Ratio("turns", "turns", "turns a race", "turns"),
        ),
        pieces=(Ratio("rolled", "rolled", "times rolled, per race", "rolled"),),
    )

    content = DiceContent()
    pieces = Faces()
    policies = None
    learning = Weights()
    files = None
    editions = None
    spreadsheets = None

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_race(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        rest = {key: grid[key] for key in DEFAULTS if key not in ("dice", "goals")}
        return [
            Cell({"die": die, "goal": goal}, {"die": die, "goal": goal, **rest})
            for die, goal in product(grid["dice"], grid["goals"])
        ]

    def part(self, word: str) -> Json | None:
        """`goal 20`"""
        head, _, number = word.partition(" ")
        return {"goals": [int(number)]} if head == "goal" and number else None

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        if before.spec["die"] != after.spec["die"]:
            return f"a die of {before.spec['die']} faces against one of {after.spec['die']}: no roll is the same"
        return None

    def provenance(self, grid: Json) -> Json:
        return {"dice": {str(die): f"d{die}" for die in grid["dice"]}}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        pass

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        self._misbehave(cell.spec, first, last)
        die, goal, limit = cell.spec["die"], cell.spec["goal"] + cell.spec["handicap"], cell.spec["limit"]
        rolled = rolls(die, seed, first, last, limit)
        far = np.arange(die + 1)
        for face, steps in cell.spec["faces"].items():
            far[int(face)] = steps
        places = far[rolled].cumsum(axis=1)
        stumbled = rolls(10_000, seed, first, last, 1)[:, 0] <= 10_000 * cell.spec["stumble"]
        won = (places[:, -1] >= goal) & ~stumbled
        turns = np.where(won, (places < goal).sum(axis=1) + 1, limit)
        ended = np.arange(last - first), turns - 1
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        played = np.arange(limit) < turns[:, None]
        shown = np.where(played, rolled, np.uint64(0))
        rows["won"], rows["turns"], rows["place"], rows["end"] = won, turns, places[ended], ~won
        rows["luck"] = (shown * shown).sum(axis=1)
        rows["track"] = (shown << (np.uint64(4) * np.arange(limit, dtype=np.uint64))).sum(axis=1)
        faces = np.arange(1, die + 1, dtype=np.uint64)[:, None]
        pieces = [(faces == rolled[played]).sum(axis=1), (faces == rolled[ended]).sum(axis=1)]
        course = np.zeros((16, 2), np.int64)
        for turn in range(1, limit + 1):
            course[turn] = (turns >= turn).sum(), (won & (turns >= turn)).sum()
        return Batch(rows, np.stack(pieces, axis=1).astype(np.int64), {"course": course})

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        row = self.simulate(cell, seed, index, index + 1).rows[0]
        told = rolls(cell.spec["die"], seed, index, index + 1, int(row["turns"]))[0].tolist()
        events: list[Json] = [{"turn": turn, "rolled": roll} for turn, roll in enumerate(told, 1)]
        return Replay(events, [(event["turn"], f"rolls {event['rolled']}") for event in events])

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"dice-{cell.spec['die']}-{cell.spec['goal']}-{cell.spec['limit']}-{seed}-{index}"

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        if game_id.count("-") != 5:
            raise BadInput(f"game id {game_id!r}: expected dice-6-20-6-SEED-INDEX")
        _, die, goal, limit, seed, index = game_id.split("-")
        grid = self.resolve({"dice": [int(die)], "goals": [int(goal)], "limit": int(limit)}, game_id)
        return self.cells(grid)[0], int(seed), int(index)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return [f"a die of {cell.spec['die']} is rare" for cell in cells if cell.spec["die"] > 12]

    def _misbehave(self, spec: Json, first: int, last: int) -> None:
        """Is slow, fails at a game, or waits until a file exists."""
        if first == last:
            return
        time.sleep(spec["sleep"] + (spec["slow"] if last - first > 1 else 0.0))
        if first <= spec["fail_at"] < last:
            raise ZeroDivisionError("a die without faces")
        if spec["fail_every"] and any(index % spec["fail_every"] == 0 for index in range(first, last)):
            raise ZeroDivisionError("a die without faces")
        while first <= spec["hang_at"] < last:
            time.sleep(0.01)
        if spec["wait_for"] == FOR_EVER:
            hold_the_interpreter()
        while spec["wait_for"] and not Path(spec["wait_for"]).exists():
            time.sleep(0.01)


GAME: Game = DiceRace()
