"""Learns the weights of a value function by self-play: play, fit the results, play with the new weights, and so on.

This is optimistic policy iteration: each round plays with the weights of the last one, and fits the results of its own
games and of the round before. One fifth of the games is held out. Training stops when their log loss stops improving.
Rounds differ in their games, so at the end the weights of all rounds, and those at the start, are compared on all games
that were held out, which no round has learned from: the best of them are kept.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.kernel.records import new
from engine.language.current import said
from engine.policy.kernel import Seeds, load_kernel
from engine.shipwreck.cells.grid import GRID
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.cells.policy_set import HOOKS, POLICIES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.minds.learning.value_fit import HELD_OUT, Floats, Positions, Shape, fit, log_loss
from engine.shipwreck.minds.planning.memory import MOST_SAMPLES
from engine.shipwreck.table.state import Dice
from engine.shipwreck.weights import AUTO, FORMAT, hash_of, pick_weights, resolve_weights

TOGETHER = 4_000
"""Games between two words about how far a round has come; a multiple of a batch."""
BATCH = 800
"""Games per batch; their positions must fit into the policy's memory."""
SHARES = (0.1, 0.2, 0.3, 0.4)
"""The shares of a round that start with doom 0, and with 2/7, 4/7 and 6/7 of the doom limit. Harder games are closer,
so they get more."""
MOST_ROUNDS = 8
ENOUGH = 5e-3
IN_VAIN = 2
"""Training stops after this many rounds in a row that each improve the held-out log loss by less than `ENOUGH`. A
single one may be chance."""


def train(
    policy: str,
    deck: Deck,
    name: str,
    seats: Iterable[int],
    games: int,
    seed: int,
    say: Callable[[str], None],
    played: Callable[[int, int], None] = lambda done, of: None,
) -> Json:
    """Trains a set of weights for each number of seats and returns the content of a weights file, with its
    provenance."""
    module = POLICIES.module(policy)
    if not hasattr(module, "LEARNT"):
        raise BadInput(
            message("cannot be trained; expected a policy that plays by learned weights"),
            source=said("policy {name}", name=policy),
        )
    trained: Json = {}
    sets: Json = {}
    for count in seats:
        pupil = Pupil(policy, deck, name, count, seed, played)
        start = first_guess(module.LEARNT, deck, count, list(sets.values()))
        trained[str(count)], sets[str(count)] = pupil.learn(start, games, say)
    head = {"format": FORMAT, "policy": policy, "deck": name, "deck_hash": deck.digest}
    return {**head, "trained": dict(sorted(trained.items())), "seats": dict(sorted(sets.items()))}


def first_guess(policies: Sequence[str], deck: Deck, seats: int, learnt: list[Json]) -> Json | None:
    """The weights to start from: those just learned with another number of seats, or those of the most similar deck."""
    if learnt:
        return learnt[-1]
    try:
        return dict(pick_weights(resolve_weights(policies, AUTO), deck.digest, deck.cards.keys(), seats)["set"])
    except BadInput:
        return None


class HeldOut(NamedTuple):
    """The positions of a round that nobody learns from."""

    matrix: csr_array
    won: NDArray[np.int64]

    def loss(self, weights: Floats) -> float:
        """The sum of the log loss over all positions."""
        return log_loss(self.matrix, self.won, weights) * len(self.won)


class Pupil:
    """A policy that learns to play a deck with this many seats."""

    def __init__(
        self,
        policy: str,
        deck: Deck,
        name: str,
        seats: int,
        seed: int,
        played: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:
        self.played = played
        self.policy, self.deck, self.name, self.seats, self.seed = policy, deck, name, seats, seed
        self.shape = Shape(sorted(deck.cards), deck.goal, deck.doom_limit, seats)
        self.dials = POLICIES.defaults_of(POLICIES.module(policy))

    def cell(self, doom: int, weights: Json) -> Cell:
        """A cell that plays with these weights."""
        picked = {"learnt_on": self.name, "deck_hash": self.deck.digest, "set": weights}
        policy = {"name": self.policy, "parameters": {**self.dials, "weights": picked}}
        deck = {"name": self.name, "content": self.deck.data()}
        numbers = {"players": self.seats, "challenge": False, "doom": doom}
        cell = GRID.cell(deck, {"policy": self.policy}, {"policy": policy}, numbers, GRID.default_options)
        return GRID.complete(cell, [])

    def learn(self, start: Json | None, games: int, say: Callable[[str], None]) -> tuple[Json, Json]:
        """Plays and fits in rounds until the held-out games are no longer explained better. Returns the record of the
        training, and the weights that explain all held-out games best."""
        weights = self.shape.start() if start is None else self.shape.read(start)
        first = self.cell(0, self.shape.written(weights))
        TABLES.preparation.prepare_one(first, say)
        fits: list[Json] = []
        rounds, held_out = [weights], []
        last: Positions | None = None
        for count in range(MOST_ROUNDS):
            played = self.play(self.shape.written(weights), count * games, games)
            weights, loss = fit(self.shape, played if last is None else played.joined(last), weights)
            last = played
            rounds.append(weights)
            held_out.append(self.held_out(played))
            fits.append({"log_loss": round(loss, 5), "wins": round(float(played.won.mean()), 4)})
            say(
                said(
                    "{deck}, {seats} seats, round {round}: {games:,} games, held-out log loss {loss:.5f}",
                    deck=self.name,
                    seats=self.seats,
                    round=count + 1,
                    games=games,
                    loss=loss,
                )
            )
            losses = [fitted["log_loss"] for fitted in fits]
            if count >= IN_VAIN and min(losses[-IN_VAIN:]) > min(losses[:-IN_VAIN]) * (1.0 - ENOUGH):
                break
        origin = "nothing" if start is None else hash_of({"set": start})
        positions = sum(len(part.won) for part in held_out)
        losses = [sum(part.loss(each) for part in held_out) / positions for each in rounds]
        kept = min(range(len(losses)), key=lambda at: losses[at])
        say(self._verdict(kept, losses))
        trained = {
            "seed": self.seed,
            "games": games * len(fits),
            "started_from": origin,
            "fit": fits,
            "kept_round": kept,
            "log_loss": {"start": round(losses[0], 5), "kept": round(losses[kept], 5)},
        }
        return trained, self.shape.written(rounds[kept])

    def _verdict(self, kept: int, losses: Sequence[float]) -> str:
        """Which weights are kept, and what they gain."""
        if kept == 0:
            return said(
                "{deck}, {seats} seats: warning: no round improved, the weights at the start are kept "
                "(held-out log loss {before:.5f}, of the best round {best:.5f}); more games in a round may help "
                "(--games)",
                deck=self.name,
                seats=self.seats,
                before=losses[0],
                best=min(losses[1:]),
            )
        return said(
            "{deck}, {seats} seats: round {kept} of {rounds} kept: held-out log loss {loss:.5f}, with the weights at "
            "the start {before:.5f}",
            deck=self.name,
            seats=self.seats,
            kept=kept,
            rounds=len(losses) - 1,
            loss=losses[kept],
            before=losses[0],
        )

    def held_out(self, positions: Positions) -> HeldOut:
        """What a round leaves to check by."""
        chosen = positions.held_out
        some = Positions(positions.facts[chosen], positions.squares[chosen], positions.won[chosen], chosen[chosen])
        return HeldOut(self.shape.matrix(some), some.won)

    def play(self, weights: Json, first: int, games: int) -> Positions:
        """Plays one round, at all difficulties, and returns its positions."""
        parts: list[Positions] = []
        done = 0
        for at, share in enumerate(SHARES):
            doom = 2 * at * self.deck.doom_limit // 7
            cell, last = self.cell(doom, weights), first + max(1, int(games * share))
            for begin in range(first, last, TOGETHER):
                parts.append(play_positions(cell, self.seed, begin, min(begin + TOGETHER, last)))
                done += min(begin + TOGETHER, last) - begin
                self.played(done, games)
        return parts[0].joined(*parts[1:])


def play_positions(cell: Cell, seed: int, first: int, last: int) -> Positions:
    """Plays games of a cell and returns every position."""
    seated = TABLES.seat(cell)
    kernel = load_kernel(HOOKS, TABLES.module_of(seated).__name__)
    parts = []
    for begin in range(first, last, BATCH):
        end = min(begin + BATCH, last)
        world, mind, dice = TABLES.world_of(seated, Seeds.of(seed)), TABLES.mind_of(seated), new(Dice)
        mind.learns, mind.game = 1, -1
        rows = np.zeros(end - begin, TABLES.row)
        played = kernel.play_games(world, mind, dice, np.arange(begin, end), rows.view(np.recarray))
        assert played == end - begin, "a trained policy breaks no rule"
        assert mind.samples < MOST_SAMPLES, "a batch is too large"
        facts = mind.sample[: mind.samples].copy()
        game = facts[:, 0]
        held_out = (begin + game) % HELD_OUT == 0
        parts.append(Positions(facts, mind.square[: mind.samples].copy(), rows["won"][game].astype(np.int64), held_out))
    return parts[0].joined(*parts[1:])
