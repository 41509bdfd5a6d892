"""What positions and decisions are worth, in plain Python, from the weights file and the reference pages: a second
implementation of the value function, the plans and the codes."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import exp
from typing import Any, NamedTuple

import numpy as np

from engine.game.cell import Cell, Json
from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.deck.files import load_deck
from engine.shipwreck.minds.beliefs.decisions import prepare_to_speak
from engine.shipwreck.minds.learning.value_fit import Shape
from engine.shipwreck.rules.moves import look
from engine.shipwreck.table.state import SLOTS, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting

HOLD, KNOWN = 0.2, 0.3
"""Patience: what is added one step from the doom limit, with three or more seats."""
LAST_STAGE, FEW_SEATS, MOST_LEFT = 3, 2, 7
WON, LOST = 1.0, 0.0


@cache
def some_weights(deck: str, seats: int, seed: int = 1) -> Json:
    """A set in which all weights differ and powers have positive weights."""
    shape = shape_of(deck, seats)
    dice = np.random.default_rng(seed)
    weights = shape.written(shape.start() + dice.normal(0.0, 0.25, shape.size))
    weights["powers"] = {kind: [abs(weight) for weight in stages] for kind, stages in weights["powers"].items()}
    return weights


def shape_of(deck: str, seats: int) -> Shape:
    loaded = load_deck(deck)
    return Shape(sorted(loaded.cards), loaded.goal, loaded.doom_limit, seats)


def table_of(
    policy: str = "expert",
    deck: str = "base",
    players: int = 3,
    doom: int = 2,
    weights: Json | None = None,
    **more: Any,
) -> Cell:
    """A cell that uses weights without a file. A turn costs nothing unless the policy says so."""
    name, *dials = policy.split()
    picked = {"learnt_on": deck, "deck_hash": load_deck(deck).digest, "set": weights or some_weights(deck, players)}
    parameters = {"turn_price": "0", **dict(dial.split("=") for dial in dials), "weights": picked}
    return cells.make(deck, {"name": name, "parameters": parameters}, players, doom, **more)


class Position(NamedTuple):
    """The state after a turn."""

    score: int
    doom: int
    cards: Sequence[tuple[str, int]]
    """With their hours left; 0 for a comet."""
    powers: Sequence[str]
    held: Sequence[tuple[int, float]]
    """The turns until its holder plays, and how well the fate is known."""


class Judge:
    """Weights, and the worth of positions according to them."""

    def __init__(self, sitting: Sitting, patience: float = 0.5) -> None:
        self.patience = patience
        self.weights: Json = sitting.cell.spec["policy"]["parameters"]["weights"]["set"]
        self.deck, self.names = sitting.deck, sitting.compiled.cards

    def left(self, card: str, hours: int) -> int:
        """The hours left on a card."""
        moons = self.deck.cards[card].moons or 0
        return min(MOST_LEFT, max(1, moons - hours)) if moons else 0

    def kind(self, card: int) -> str:
        return str(self.deck.powers[self.deck.cards[self.names[card]].power].kind)

    def position(self, table: Any, belief: Any, own: float | None) -> Position:
        """The present position; `own` says how well the active player's fate is known, None if the player holds
        none."""
        row = [(self.names[card], int(hours)) for card, hours in zip(table.row, table.hours, strict=True) if card >= 0]
        held = [
            (distance, float((belief[seat] ** 2).sum()))
            for distance in range(1, table.seats)
            if table.holds[seat := (table.seat + distance) % table.seats]
        ]
        if own is not None:
            held.append((int(table.seats), own))
        cards = [(card, self.left(card, hours)) for card, hours in row]
        pool = [self.kind(card) for card in table.pool[: table.pooled]]
        return Position(int(table.score), int(table.doom), cards, pool, held)

    def worth(self, position: Position) -> float:
        """The chance of winning."""
        if position.score >= self.deck.goal:
            return WON
        if position.doom >= self.deck.doom_limit:
            return LOST
        weights, left = self.weights, self.deck.doom_limit - position.doom
        stage = 0 if left >= 5 else 1 if left >= 3 else 2 if left == 2 else LAST_STAGE
        patient = self.patience if stage == LAST_STAGE and len(weights["held"]) > FEW_SEATS else 0.0
        z = weights["track"][position.score][position.doom]
        for card, hours in position.cards:
            z += weights["cards"][card][hours][stage]
            z += sum(weights["spare"][at][stage] for at in (0, 1) if hours >= at + 2)
        z += sum(weights["powers"][kind][stage] for kind in position.powers)
        for distance, square in position.held:
            z += weights["held"][distance - 1][stage] + HOLD * patient
            z += (weights["known"][distance - 1][stage] + KNOWN * patient) * square
        return 1 / (1 + exp(-z))

    def after(self, before: Position, top: str | None, fading: Iterable[int], hours: dict[int, int]) -> Position:
        """The position after a turn in which these slots get more hours and these slots fade: at most one, because only
        the top of the deck is known."""
        cards, powers = list(before.cards), list(before.powers)
        for slot, lying in hours.items():
            cards[slot] = (cards[slot][0], self.left(cards[slot][0], lying))
        for slot in fading:
            gained = self.deck.powers[self.deck.cards[cards[slot][0]].power].kind
            powers += [gained] if gained != "amplify" else []
            if top is not None:
                cards[slot] = (top, self.left(top, 0))
        return before._replace(cards=cards, powers=powers)


def before_plays(sitting: Sitting, games: range, most_turns: int = 30) -> Iterable[Copy]:
    """Every state of some games in which a player is about to play."""
    for index in games:
        for step in sitting.steps(index):
            if sitting.world.table.turn > most_turns:
                break
            if step == "draw":
                yield Copy.of(sitting.world, sitting.mind)


def think_ahead(state: Copy) -> View:
    """Works out the moves of every hand."""
    view = View(state.world.book, state.world.table)
    look(view)
    prepare_to_speak(view, state.mind)
    return view


def is_plain(sitting: Sitting, table: Any) -> bool:
    """Whether no card in the row depends on more than the play: on the hidden fate, a theft, a second play."""
    deck, names = sitting.deck, sitting.compiled.cards
    for slot in range(SLOTS):
        if table.row[slot] < 0:
            return False
        card = deck.cards[names[int(table.row[slot])]]
        if card.effects.steals_rule or card.effects.draws_again or (card.fades and card.fades.at_end_rule):
            return False
    return True
