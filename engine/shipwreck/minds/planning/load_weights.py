"""Copies learned weights into a policy's memory."""

import numpy as np

from engine.game.cell import Json
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.weights import KIND_NAMES, LEFT, STAGES, Weights


def load_weights(mind: Judgement, weights: Json, deck: Compiled) -> None:
    """Adds up, for each card, what any card is worth by its hours left and what this card is worth in addition."""
    checked = Weights.model_validate(weights["set"])
    for score, row in enumerate(checked.track):
        mind.track[score, : len(row)] = row
    spare = np.array(checked.spare)
    left = np.arange(LEFT)
    anything = np.where(left[:, None] >= 2, spare[0], 0.0) + np.where(left[:, None] >= 3, spare[1], 0.0)
    for number, card in enumerate(deck.cards):
        own = np.array(checked.cards.get(card, np.zeros((LEFT, STAGES))))
        mind.card[:, number, :] = (anything + own).T
    for stage in range(STAGES):
        fresh = [mind.card[stage, number, min(LEFT - 1, deck.book.moons[number])] for number in range(len(deck.cards))]
        mind.unknown[stage] = sum(fresh) / len(fresh)
    for at, kind in enumerate(KIND_NAMES):
        mind.kind[:, at] = checked.powers.get(kind, [0.0] * STAGES)
    for distance, (held, known) in enumerate(zip(checked.held, checked.known, strict=True), 1):
        mind.holder[:, distance] = held
        mind.known[:, distance] = known
