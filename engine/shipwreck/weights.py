"""The weights of a value function: as a file that people can read, and as the kernel wants them.

A file belongs to a policy and a deck and has one set of weights for each number of seats. Cards and kinds of power are
named, so the weights serve a changed deck as well: a card that is not named counts as any card.
"""

from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import BadInput
from engine.game import Json
from engine.shipwreck.beliefs.judgement import LEFT, STAGES, Judgement
from engine.shipwreck.book import Compiled
from engine.shipwreck.state import SEATS, TRACK

FORMAT = 1
"""Raised when the features change."""

KIND_NAMES = (
    "question", "extra-guess", "old", "discard", "cycle", "raise", "relocate", "exile", "slow", "amplify",
)  # fmt: skip
"""The kinds of power, in the order of state.QUESTION and those after it."""

Weight = Annotated[float, Field(ge=-100.0, le=100.0)]
Stages = Annotated[list[Weight], Field(min_length=STAGES, max_length=STAGES)]


class Weights(BaseModel):
    """One set of weights; every list has one number for each stage of doom."""

    model_config = ConfigDict(extra="forbid")

    track: Annotated[list[Annotated[list[Weight], Field(max_length=TRACK)]], Field(max_length=TRACK)]
    """By score, then doom."""
    spare: Annotated[list[Stages], Field(min_length=2, max_length=2)]
    """A card with at least two hours left, and with at least three."""
    cards: dict[str, Annotated[list[Stages], Field(min_length=LEFT, max_length=LEFT)]]
    """By hours left, 0 for a comet."""
    powers: dict[Literal[KIND_NAMES], Stages]  # type: ignore[valid-type]
    held: Annotated[list[Stages], Field(max_length=SEATS)]
    """A fate in the hand of the seat whose turn is next, next but one, …"""
    known: Annotated[list[Stages], Field(max_length=SEATS)]
    """… and how well it is known."""


class WeightsFile(BaseModel):
    """All of a file."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1]
    policy: str
    deck: str
    deck_hash: str
    trained: dict[str, Json]
    """Where each set comes from: seed, games, fit."""
    seats: dict[Literal["2", "3", "4", "5"], Weights]


def read_weights(path: Path) -> WeightsFile:
    """A weights file, checked."""
    try:
        return WeightsFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except ValidationError as error:
        complaint = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in complaint["loc"])
        raise BadInput(f"{path}: {where}: {complaint['msg']}") from None


def load_weights(mind: Judgement, weights: Json, deck: Compiled) -> None:
    """Write a set of weights into a mind: what any card is worth by its hours left, and what this one is besides."""
    checked = Weights.model_validate(weights)
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
