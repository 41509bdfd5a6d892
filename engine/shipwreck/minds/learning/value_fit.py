"""Fits a value function: a logistic regression of the final result on the positions after each turn."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import coo_array, csr_array
from scipy.special import expit

from engine.game.cell import Json
from engine.shipwreck.minds.planning.memory import CARD_FACTS, KINDS
from engine.shipwreck.table.state import SLOTS
from engine.shipwreck.weights import KIND_NAMES, LEFT, STAGES

HELD_OUT = 5
"""Every fifth game is held out."""
CARD_PENALTY, OTHER_PENALTY = 10.0, 1.0
"""The penalty on a squared weight, in units of log loss. Cards get more, so that a card counts like any other until
many games say otherwise."""
Floats = NDArray[np.float64]


class Positions(NamedTuple):
    """Positions, and whether their games were won."""

    facts: NDArray[np.int64]
    squares: Floats
    won: NDArray[np.int64]
    held_out: NDArray[np.bool_]

    def joined(self, *others: "Positions") -> "Positions":
        """Appends the positions of other games."""
        return Positions(*(np.concatenate(column) for column in zip(self, *others, strict=True)))


class Shape(NamedTuple):
    """How the weights are arranged in one long vector."""

    cards: Sequence[str]
    goal: int
    limit: int
    seats: int

    @property
    def per_stage(self) -> int:
        return 2 + len(self.cards) * LEFT + KINDS + 2 * self.seats

    @property
    def size(self) -> int:
        return self.goal * self.limit + STAGES * self.per_stage

    def penalties(self) -> Floats:
        """The penalty on the distance from the start, for each weight."""
        stage = np.full(self.per_stage, OTHER_PENALTY)
        stage[2 : 2 + len(self.cards) * LEFT] = CARD_PENALTY
        return np.concatenate([np.full(self.goal * self.limit, OTHER_PENALTY), np.tile(stage, STAGES)])

    def start(self) -> Floats:
        """A plausible start without any games: score is good, doom is bad, more hours and powers help."""
        score, doom = np.indices((self.goal, self.limit))
        track = 1.5 + 0.55 * score - 0.75 * doom
        stage = np.zeros(self.per_stage)
        stage[:2] = 0.3, 0.2
        at = 2 + len(self.cards) * LEFT
        stage[at : at + KINDS] = 0.25
        stage[at + KINDS : at + KINDS + self.seats] = 0.1
        stage[at + KINDS + self.seats :] = 0.6
        return np.concatenate([track.ravel(), np.tile(stage, STAGES)])

    def written(self, vector: Floats) -> Json:
        """The weights in the form of a weights file."""
        track = vector[: self.goal * self.limit].reshape(self.goal, self.limit)
        stages = vector[self.goal * self.limit :].reshape(STAGES, self.per_stage).T.round(4)
        cards = stages[2 : 2 + len(self.cards) * LEFT].reshape(len(self.cards), LEFT, STAGES)
        rest = stages[2 + len(self.cards) * LEFT :]
        return {
            "track": track.round(4).tolist(),
            "spare": stages[:2].tolist(),
            "cards": {card: own.tolist() for card, own in zip(self.cards, cards, strict=True)},
            "powers": dict(zip(KIND_NAMES, rest[:KINDS].tolist(), strict=True)),
            "held": rest[KINDS : KINDS + self.seats].tolist(),
            "known": rest[KINDS + self.seats :].tolist(),
        }

    def read(self, weights: Json) -> Floats:
        """Converts the weights of a file, perhaps of another deck or number of seats, to a vector. Weights that the
        file lacks keep their starting value. A seat farther away than the file knows counts like its farthest seat."""
        vector = self.start()
        track = vector[: self.goal * self.limit].reshape(self.goal, self.limit)
        for score, row in enumerate(weights["track"][: self.goal]):
            track[score, : len(row)] = row[: self.limit]
        stages = vector[self.goal * self.limit :].reshape(STAGES, self.per_stage)
        stages[:, :2] = np.transpose(weights["spare"])
        for number, card in enumerate(self.cards):
            if card in weights["cards"]:
                stages[:, 2 + number * LEFT : 2 + (number + 1) * LEFT] = np.transpose(weights["cards"][card])
        at = 2 + len(self.cards) * LEFT
        for number, kind in enumerate(KIND_NAMES):
            if kind in weights["powers"]:
                stages[:, at + number] = weights["powers"][kind]
        for distance in range(self.seats):
            known = min(distance, len(weights["held"]) - 1)
            stages[:, at + KINDS + distance] = weights["held"][known]
            stages[:, at + KINDS + self.seats + distance] = weights["known"][known]
        return vector

    def matrix(self, positions: Positions) -> csr_array:
        """One row per position: the factors of its weights."""
        facts, squares = positions.facts, positions.squares
        count = len(facts)
        rows, columns, amounts = [], [], []

        def add(mask: NDArray[np.bool_], column: NDArray[np.int64], amount: Floats | float) -> None:
            rows.append(np.flatnonzero(mask))
            columns.append(column[mask])
            amounts.append(np.broadcast_to(amount, count)[mask])

        score, doom = facts[:, 1], facts[:, 2]
        left = self.limit - doom
        stage = np.select([left >= 5, left >= 3, left == 2], [0, 1, 2], 3)
        at = self.goal * self.limit + stage * self.per_stage
        add(np.ones(count, bool), score * self.limit + doom, 1.0)
        for slot in range(SLOTS):
            card, hours = facts[:, 3 + 2 * slot], facts[:, 4 + 2 * slot]
            add(hours >= 2, at, 1.0)
            add(hours >= 3, at + 1, 1.0)
            add(card >= 0, at + 2 + card * LEFT + hours, 1.0)
        at = at + 2 + len(self.cards) * LEFT
        for kind in range(KINDS):
            number = facts[:, 3 + CARD_FACTS + kind]
            add(number > 0, at + kind, number.astype(float))
        for distance in range(1, self.seats + 1):
            holds = facts[:, 3 + CARD_FACTS + KINDS + distance] > 0
            add(holds, at + KINDS + distance - 1, 1.0)
            add(holds, at + KINDS + self.seats + distance - 1, squares[:, distance])
        data = np.concatenate(amounts), (np.concatenate(rows), np.concatenate(columns))
        return csr_array(coo_array(data, shape=(count, self.size)))


def log_loss(matrix: csr_array, won: NDArray[np.int64], weights: Floats) -> float:
    """The mean log loss, in nats."""
    z = matrix @ weights
    return float(np.mean(np.logaddexp(0.0, z) - won * z))


def fit(shape: Shape, positions: Positions, start: Floats) -> tuple[Floats, float]:
    """The weights that explain the results best, and the log loss of the held-out games."""
    matrix = shape.matrix(positions)
    fitted, checked = np.flatnonzero(~positions.held_out), np.flatnonzero(positions.held_out)
    rows, won = matrix[fitted], positions.won[fitted]
    anchor, penalties = shape.start(), shape.penalties()

    def cost(weights: Floats) -> tuple[float, Floats]:
        z = rows @ weights
        away = weights - anchor
        loss = float(np.sum(np.logaddexp(0.0, z) - won * z) + 0.5 * np.sum(penalties * away * away))
        return loss / len(won), (rows.T @ (expit(z) - won) + penalties * away) / len(won)

    found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 150})
    return found.x, log_loss(matrix[checked], positions.won[checked], found.x)
