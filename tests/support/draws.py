"""Draw and compare: games of the tests in which seats draw cards, with effects known exactly. NumPy plays them.

The cards of a deck have powers. Seat 1 draws three cards and keeps the best, seat 2 draws one; ties go to seat 2. So a
seat that draws more wins more often, whatever it draws: the win rate of those who drew a card says too much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Outcome, seat_shares, win_rate
from engine.game.presentation import Contest, Feature, Presentation, Rung, Shape
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.outside.own.cards.notes import DRAWN, HELD, IN_GAME, LEFT, USED
from engine.outside.own.cards.tally import COUNTERS, FATES, Games, counted
from tests.support.dice_race import DiceRace, Faces, found_by_name, known_keys, rolls

WHERE = "tests.support.draws"
SEATS = (0, 0, 0, 1)
"""Who makes each draw."""
NAMES = ("Dragon", "Griffin", "Ogre", "Knight", "Archer", "Monk", "Thief", "Page", "Baker", "Goat", "Rope", "Anchor")
STRONG_DRAGON = (9, *(4,) * 10, 1)
"""One card that is too strong, and one that is weak."""
WEAK_ANCHOR = (*(4,) * 11, 1)
ALL_ALIKE = (4,) * len(NAMES)
Ints = NDArray[np.int64]


def played(powers: Ints, order: Ints) -> Ints:
    """Whether seat 1 won, for each order of a deck."""
    drawn = powers[order[:, : len(SEATS)]]
    return np.asarray(drawn[:, :3].max(axis=1) > drawn[:, 3], np.int64)


def shuffled(cards: int, seed: int, first: int, last: int) -> tuple[Ints, Ints]:
    """The order of the deck of each game, and for the exchange two numbers that look random."""
    luck = rolls(1 << 30, seed, first, last, cards + 2).astype(np.int64)
    return np.argsort(luck[:, :cards], axis=1, kind="stable"), luck[:, cards:]


def exact_effects(powers: Sequence[int]) -> list[Fraction]:
    """What drawing each card is worth, from all orders of the deck, all draws, and all cards that could come instead.
    A seat gains if it wins with the card, and does not with the other."""
    cards = len(powers)
    gains = [[0] * len(SEATS) for _ in powers]
    wins: dict[tuple[int, ...], bool] = {
        order: max(powers[card] for card in order[:3]) > powers[order[3]]
        for order in permutations(range(cards), len(SEATS))
    }
    for order, won in wins.items():
        for at, seat in enumerate(SEATS):
            card, sign = order[at], 1 if seat == 0 else -1
            for other in range(cards):
                if other not in order[: at + 1]:
                    swapped = tuple(other if each == card else card if each == other else each for each in order)
                    gains[card][at] += sign * (int(won) - int(wins[swapped]))
    draws = len(SEATS) * len(wins) // cards
    return [sum(Fraction(gain, cards - at - 1) for at, gain in enumerate(each)) / Fraction(draws) for each in gains]


class Drawn(Faces):
    """The cards of the deck."""

    counters: Sequence[Column] = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return [f"card-{at:02d}" for at in range(len(cell.spec["powers"]))]

    def features(self, cell: Cell) -> list[Feature]:
        given = cell.spec["names"]
        names = [given[at] if at < len(given) else f"Card {at + 1}" for at in range(len(cell.spec["powers"]))]
        return [Feature("card", name, key, "drawn") for name, key in zip(names, self.names(cell), strict=True)]

    def decided_by(self, told: Replay) -> list[str]:
        return []


def defaults_of() -> Json:
    """`zones` says whether draws are counted, `uses` whether uses are: a seat uses the best card that it drew."""
    return {
        "policies": ["calm"],
        "players": [2],
        "powers": list(STRONG_DRAGON),
        "names": list(NAMES),
        "zones": True,
        "uses": True,
    }


class Draws(DiceRace):
    """Everything that it does not need is inherited. Two cells that differ in `players` play the same games."""

    name = "draws"
    version = 1
    schema = 1
    about = About(
        title="Draw and compare",
        kind="competitive",
        players="2",
        real="all of it",
        axes=(
            Axis("policy", "policies", "Who plays.", "policies", role="skill"),
            Axis("players", "players", "How many play.", "numbers", "2", "size"),
        ),
    )
    columns: Sequence[Column] = (
        Column("winners", "<u1", "one bit a seat"),
        Column("won", "<u1", "1 if the first seat won"),
        Column("turns", "<u1", "turns"),
        Column("gold", "<u1", "the best power that seat 1 drew"),
        Column("end", "<u1", "how it ended", values=("won", "lost")),
    )
    outcomes: Sequence[Outcome] = (
        *seat_shares("winners", most=2, size="players", fewest=2),
        Mean(name="length", meaning="turns of a game", column="turns", unit="turns", margin=0.1, length=True),
    )
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    notable: Mapping[str, Notable] = {}
    presentation = Presentation(
        ladder=(Rung("calm", "calm players"), Rung("keen", "keen players")),
        end="end",
        shape=(Shape("turns", "turns of a game"),),
        contest=Contest("winners", turns="turns"),
        piece="card",
        fates=FATES,
    )
    content = None  # type: ignore[assignment]
    pieces = Drawn()

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return known_keys(defaults_of(), grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        spec = {key: grid[key] for key in ("powers", "names", "zones", "uses")}
        return [
            Cell({"policy": policy, "players": players}, {"policy": policy, "players": players, **spec})
            for policy, players in product(grid["policies"], grid["players"])
        ]

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return None

    def provenance(self, grid: Json) -> Json:
        return {}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        spec, powers = cell.spec, np.array(cell.spec["powers"])
        order, more = shuffled(len(powers), seed, first, last)
        rows = self._rows(powers, order)
        if spec["policy"] == "keen":
            rows["turns"] += 1
        return Batch(rows, self._counted(spec, powers, order, more, rows), {})

    def _rows(self, powers: Ints, order: Ints) -> np.ndarray:
        won = played(powers, order)
        rows = np.zeros(len(order), [(column.name, column.dtype) for column in self.columns])
        rows["winners"], rows["won"], rows["end"] = np.where(won, 1, 2), won, 1 - won
        rows["turns"], rows["gold"] = 4 + order[:, 0] % 3, powers[order[:, :3]].max(axis=1)
        return rows

    def gain(self, rows: np.ndarray, others: np.ndarray, seats: Ints) -> Ints:
        """What the seats have more in these games than in the others."""
        was, now = (each["winners"].astype(np.int64) >> seats & 1 for each in (rows, others))
        return np.asarray(was - now)

    def winners(self, rows: np.ndarray) -> Ints:
        return np.asarray(rows["winners"], np.int64)

    def exchange(self, order: Ints, more: Ints) -> tuple[Ints, Ints]:
        """Which draw of each game is exchanged, and the order of the deck after that."""
        at, games = more[:, 0] % len(SEATS), np.arange(len(order))
        place = at + 1 + more[:, 1] % (order.shape[1] - at - 1)
        swapped = order.copy()
        swapped[games, at], swapped[games, place] = order[games, place], order[games, at]
        return at, swapped

    def _counted(self, spec: Json, powers: Ints, order: Ints, more: Ints, rows: np.ndarray) -> Ints:
        games = np.arange(len(order))
        notes = np.full((len(order), len(powers)), IN_GAME, np.int64)
        for at, seat in enumerate(SEATS):
            card = order[:, at]
            best = card == order[games, powers[order[:, :3]].argmax(axis=1)] if seat == 0 else np.ones_like(card, bool)
            drawn, held, left, used = (1 << bits + seat for bits in (DRAWN, HELD, LEFT, USED))
            notes[games, card] |= (drawn | np.where(best, held, left)) * spec["zones"]
            notes[games, card] |= np.where(best, used, 0) * spec["uses"]
        place, swapped = self.exchange(order, more)
        gain = self.gain(rows, self._rows(powers, swapped), np.array(SEATS)[place])
        exchanged = order[games, place] if spec["zones"] else np.full(len(order), -1)
        return counted(Games(notes, self.winners(rows), np.full(len(order), len(SEATS)), exchanged, gain))

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        turns = int(self.simulate(cell, seed, index, index + 1).rows["turns"][0])
        return Replay([{"turn": turn} for turn in range(1, turns + 1)], [(turns, "The game is over.")])

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"{self.name}:{cell.name}:{seed}:{index}"

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return found_by_name(self, game_id, {"policies": ["calm", "keen"]})


class DrawsTogether(Draws):
    """Both seats win if seat 1 beats seat 2."""

    name = "draws-together"
    about = replace(Draws.about, kind="cooperative")
    outcomes: Sequence[Outcome] = (win_rate(),)
    presentation = replace(Draws.presentation, contest=None)

    def gain(self, rows: np.ndarray, others: np.ndarray, seats: Ints) -> Ints:
        return np.asarray(rows["won"], np.int64) - np.asarray(others["won"], np.int64)

    def winners(self, rows: np.ndarray) -> Ints:
        return np.where(rows["won"] > 0, -1, 0)


class DrawsForGold(Draws):
    """Nobody wins; the best power that seat 1 drew counts in halves."""

    name = "draws-for-gold"
    about = replace(Draws.about, kind="production")
    outcomes: Sequence[Outcome] = (
        Mean(name="gold", meaning="gold of a game", column="gold", unit="gold", margin=0.05, scale=2),
    )
    presentation = replace(Draws.presentation, contest=None, fates=replace(FATES, gain="gold"))

    def gain(self, rows: np.ndarray, others: np.ndarray, seats: Ints) -> Ints:
        return np.asarray(rows["gold"], np.int64) - np.asarray(others["gold"], np.int64)

    def winners(self, rows: np.ndarray) -> Ints:
        return np.zeros(len(rows), np.int64)


GAME: Game = Draws()
TOGETHER: Game = DrawsTogether()
FOR_GOLD: Game = DrawsForGold()
ADDRESSES = {
    "draws": f"{WHERE}:GAME",
    "draws-together": f"{WHERE}:TOGETHER",
    "draws-for-gold": f"{WHERE}:FOR_GOLD",
}
