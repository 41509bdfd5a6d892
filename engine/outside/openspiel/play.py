"""Plays the games of a cell, move by move."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadText, BrokenRule, first_line, message
from engine.game.cell import Cell, Json
from engine.game.results import Batch, Rows
from engine.game.seats import ANYWHERE, FOCUS, FOCUS_COLUMN, focus_seats, play_twice, who_won
from engine.outside.openspiel.loading import Loaded, Spiel, library
from engine.outside.openspiel.luck import GAMES_AT_ONCE, BlockLuck, GameLuck
from engine.outside.openspiel.policy_set import POLICIES, Player
from engine.outside.openspiel.results import BY_RULES, MOST_MOVES, SCALE, TIME_OUT, WINNERS, ResultLayout
from engine.policy.kernel import indices_of
from engine.policy.seats.seating import table_with_focus

NOTHING = np.zeros((0, 0), np.int64)
"""The counters of a game without pieces."""
NOBODY = -1
"""In place of a seat: chance."""


class Step(NamedTuple):
    """One step of a game, for a replay."""

    seat: int
    """NOBODY for a chance event."""
    choices: int
    chosen: int
    """The action, as OpenSpiel numbers it; of a decision, its place among the legal ones."""
    what: str


class Fork(NamedTuple):
    """From which decision on a game goes on in another way."""

    at: int
    """The number of the decision, from 0 on; moves without a choice do not count."""
    choice: int
    luck: GameLuck | None
    """Of the chance events to come; None for the true luck."""
    by: Json | None
    """Who plays on; None for those who played before."""


class Played(NamedTuple):
    """One game."""

    returns: Sequence[float]
    moves: int
    decisions: int
    choices: int
    chances: int
    end: int


def play_batch(layout: ResultLayout, cell: Cell, seed: int, first: int, last: int, fork: Fork | None = None) -> Batch:
    """Plays the games [first, last) of a cell, as they are or with a fork."""
    indices = indices_of(cell, first, last)
    if FOCUS not in cell.spec:
        return Batch(play_table(layout, cell, cell.spec["policy"], seed, indices, fork), NOTHING, {})
    return Batch(_with_focus(layout, cell, seed, indices, fork), NOTHING, {})


def _with_focus(
    layout: ResultLayout, cell: Cell, seed: int, indices: NDArray[np.int64], fork: Fork | None = None
) -> Rows:
    seats = focus_seats_of(layout, cell, seed, indices)

    def play(focus_at: int, games: NDArray[np.int64]) -> Rows:
        table = table_with_focus(cell.spec, layout.loaded.seats, focus_at)
        return play_table(layout, cell, table, seed, games, None if focus_at == ANYWHERE else fork)

    rows, field = play_twice(play, seats, indices)
    if layout.loaded.is_constant_sum:
        rows[FOCUS_COLUMN.name] = who_won(rows, field, WINNERS.name, seats)
    got, would_get = (_returns_at(layout, each, seats) for each in (rows, field))
    rows["focus_return"] = got
    rows["focus_gain"] = got - would_get + layout.most - layout.least
    return rows


def _returns_at(layout: ResultLayout, rows: Rows, seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """The returns of one seat of each game."""
    found: NDArray[np.int64] = np.stack([rows[name].astype(np.int64) for name in layout.returns])[
        seats, np.arange(len(rows))
    ]
    return found


def focus_seats_of(layout: ResultLayout, cell: Cell, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seat of the focus in each of these games."""
    return focus_seats(seed, indices, layout.loaded.seats, cell.spec["options"][FOCUS])


def play_table(
    layout: ResultLayout, cell: Cell, table: Json, seed: int, indices: NDArray[np.int64], fork: Fork | None = None
) -> Rows:
    """Plays the games of these indices with these policies in the seats."""
    rows = np.zeros(len(indices), layout.row)
    for start in range(0, len(indices), GAMES_AT_ONCE):
        block = BlockLuck(seed, indices[start : start + GAMES_AT_ONCE])
        for at, index in enumerate(indices[start : start + GAMES_AT_ONCE].tolist()):
            try:
                rows[start + at] = _row(layout, play_game(layout.loaded, table, GameLuck(block, at), fork=fork))
            except (ValueError, library().SpielError) as error:
                said = error.said if isinstance(error, BadText) else " ".join(first_line(error).split())
                raise BrokenRule(
                    message("{said}", said=said),
                    source=f"{layout.loaded.name}, {cell.name}",
                    place=message("game {game}", game=index),
                ) from None
    return rows


def _row(layout: ResultLayout, played: Played) -> tuple[int, ...]:
    stored = [layout.stored(value) for value in played.returns[: len(layout.returns)]]
    returns = [value for value in stored if value is not None]
    if len(returns) < len(stored):
        low, high = layout.loaded.game.min_utility(), layout.loaded.game.max_utility()
        raise BadText(
            message(
                "it returned {returns}, but says that it returns {low:g} to {high:g}",
                returns=str(list(played.returns)),
                low=low,
                high=high,
            )
        )
    how = played.moves, played.decisions, played.choices, played.chances, played.end
    if not layout.loaded.is_competitive:
        return (*returns, *how)
    if not layout.loaded.is_constant_sum:
        return (*returns, sum(returns), *how, 0, 0)
    return (winners_of(layout.loaded, played.returns), *returns, *how, 0, 0, 0)


def winners_of(loaded: Loaded, returns: Sequence[float]) -> int:
    """Who got more than an equal share, one bit a seat."""
    fair = loaded.equal_share
    return sum(1 << seat for seat, value in enumerate(returns) if value > fair + 1e-9)


def play_game(
    loaded: Loaded, table: Json, luck: GameLuck, log: list[Step] | None = None, fork: Fork | None = None
) -> Played:
    """Plays one game; a log hears of every step."""
    game = loaded.copy_for(luck.copy_number) if loaded.has_own_luck else loaded.game
    players, chance = seat_players(loaded, game, table, luck), luck.chance
    state = game.new_initial_state()
    moves = decisions = choices = chances = 0
    while not state.is_terminal():
        if moves + chances >= MOST_MOVES:
            return Played(state.returns(), moves, decisions, choices, chances, TIME_OUT)
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action, seat, options = chance.one_of(outcomes), NOBODY, len(outcomes)
            chances += 1
        else:
            legal, seat = state.legal_actions(), state.current_player()
            action, options = players[seat](state, legal), len(legal)
            moves += 1
            if options > 1:
                if fork is not None and decisions == fork.at:
                    action, chance = legal[fork.choice], fork.luck.chance if fork.luck else chance
                    players = seat_players(loaded, game, fork.by, luck) if fork.by else players
                decisions, choices = decisions + 1, choices + options
        if log is not None:
            chosen = action if seat == NOBODY else legal.index(action)
            log.append(Step(seat, options, chosen, _in_words(state, seat, action)))
        state.apply_action(action)
    return Played(state.returns(), moves, decisions, choices, chances, BY_RULES)


def seat_players(loaded: Loaded, game: Spiel, table: Json, luck: GameLuck) -> list[Player]:
    """A new player in every seat."""
    policies = table.get("seats", [table])
    found = []
    for seat in range(loaded.seats):
        policy = policies[seat % len(policies)]
        module = POLICIES.module(policy["name"])
        found.append(module.player(loaded, game, policy["parameters"], luck.of_seat(seat)))
    return found


def _in_words(state: Spiel, seat: int, action: int) -> str:
    words: str = state.action_to_string(state.current_player() if seat == NOBODY else seat, action)
    return " ".join(words.split())


class Replayed(NamedTuple):
    """What a replay is told from."""

    steps: list[Step]
    played: Played
    focus: int
    """The seat in focus; ANYWHERE if there is none."""
    verdict: str
    """Who won from that seat; empty if there is none, or if nobody wins."""
    gain: float
    """What the focus got more than a player of the field would have got; 0 if there is none."""


def replay_game(layout: ResultLayout, cell: Cell, seed: int, index: int) -> Replayed:
    """Plays one game again and writes down every step."""
    indices, steps = np.array([index]), list[Step]()
    if FOCUS not in cell.spec:
        focus, verdict, gain, table = ANYWHERE, "", 0.0, cell.spec["policy"]
    else:
        focus = int(focus_seats_of(layout, cell, seed, indices)[0])
        table = table_with_focus(cell.spec, layout.loaded.seats, focus)
        row = _with_focus(layout, cell, seed, indices)[0]
        verdict = FOCUS_COLUMN.values[row[FOCUS_COLUMN.name]] if layout.loaded.is_constant_sum else ""
        gain = (int(row["focus_gain"]) - layout.most + layout.least) / SCALE
    played = play_game(layout.loaded, table, GameLuck(BlockLuck(seed, indices), 0), steps)
    return Replayed(steps, played, focus, verdict, gain)
