"""The games that `trained` is tried on, and how it is judged there."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import sim.start
from engine.game.cell import Json
from engine.game.protocol import Game
from engine.game.registry import load_game
from engine.outside.openspiel.forks.tensors import mind_of
from engine.outside.openspiel.loading import load
from engine.outside.own.game import OwnGame
from engine.policy.seats.search_policy import SEARCH
from engine.policy.seats.trained_policy import HABIT, LEVEL, NET, TRAINED, net_in
from sim.statistics.intervals import z_of
from sim.training.held_out import Gain, differences, duels, gain_over, judged_by
from tests.support.advantages import gains_of_focus, pig_advantage
from tests.support.own_file import own_game

FILES = Path(__file__).parents[1] / "games"
TEMPLATES = Path(sim.start.__file__).parent / "games"
SEED = 36
SEARCH_WORLDS = 64


class Aim(NamedTuple):
    """A game to learn."""

    name: str
    """Of a game, of a file in tests/games, or of a template."""
    tables: Mapping[str, Any] = {}
    flags: tuple[str, ...] = ()
    """The same for the command line."""
    against: tuple[str, ...] = ()
    """Who is to be beaten; without a word, all policies of the game."""
    games: int = 20_000
    """To judge it by."""
    to_beat: str = ""
    """The policy that it should beat, which nobody knows whether it can."""

    @property
    def text(self) -> str:
        """The file of the game; empty for one that is installed."""
        for place in (FILES / f"{self.name}.py", TEMPLATES / self.name / "game.py.txt"):
            if place.exists():
                return place.read_text(encoding="utf-8")
        return ""

    def game(self) -> Game:
        return own_game(self.text, self.name) if self.text else load_game(self.name)


def of_players(name: str, players: int, games: int = 20_000) -> Aim:
    return Aim(name, {"players": [players]}, ("--players", str(players)), games=games)


PIG = of_players("pig", 2)
PIRATES = of_players("pirates", 3)
UNSEEN = (
    of_players("harbour", 3),
    of_players("market", 3),
    of_players("drafting", 3),
    of_players("tricks", 3),
    of_players("smugglers", 3),
    of_players("cards", 3),
)
"""Nobody has looked at them while the way to learn was made."""
SHADOWS = of_players("shadows", 2)
"""Its hands lie where a search can deal them again, as those of Harbour do and Pirates' deck does."""
TIC_TAC_TOE = Aim("openspiel:tic_tac_toe", against=("random",), games=2_000)
SPIEL = (
    Aim("openspiel:kuhn_poker", games=4_000),
    Aim("openspiel:leduc_poker", games=4_000),
    Aim("openspiel:liars_dice", games=2_000, against=("random",)),
    Aim("openspiel:blackjack", games=2_000, against=("random",)),
)
OURS = (
    Aim(
        "euphoria",
        {"decks": ["surrogate"], "players": [5]},
        ("--deck", "surrogate", "--players", "5"),
        games=2_000,
        to_beat="guardian",
    ),
    Aim("oracle", {"layouts": ["A"]}, ("--layout", "A"), games=1_000, to_beat="greedy"),
    Aim(
        "hadal",
        {"missions": ["A"], "players": [3]},
        ("--mission", "A", "--players", "3"),
        games=1_000,
        to_beat="counter",
    ),
)
"""Compiled games: what is learned there is one step better than the policy to beat, by which their kernels play on."""
AIMS = (PIG, PIRATES, TIC_TAC_TOE, *UNSEEN, SHADOWS, *SPIEL, *OURS)


def player_in(file: Path) -> Json:
    """The best level of a file, as a policy."""
    data = json.loads(file.read_text(encoding="utf-8"))
    habit = {HABIT: data["habit"]} if data["habit"] else {}
    return {"name": TRAINED, "parameters": {LEVEL: 0, NET: data["levels"][-1], **habit}}


def pig_gain(file: Path, games: int) -> tuple[float, float]:
    """Of the best level, in points as focus in a field that holds at 20, and its standard error: the exact advantages
    of its choices, summed up over some games."""
    game = PIG.game()
    assert isinstance(game, OwnGame)
    grid = {**PIG.tables, "focus": [player_in(file)], "field": ["hold at=20"]}
    (cell,) = game.cells(game.resolve(grid, "test"))
    found = gains_of_focus(game, cell, SEED, range(games), partial(pig_advantage, at=20))
    return float(found.mean()), float(found.std() / games**0.5)


def losses_to_random(file: Path) -> list[float]:
    """Of the best level in tic-tac-toe, in each seat: how often it loses to random play, in per cent, exactly."""
    loaded = load("tic_tac_toe")
    mind = mind_of(loaded, net_in(player_in(file)))

    def lost(state: Any, seat: int, known: dict[str, float]) -> float:
        if state.is_terminal():
            return float(state.returns()[seat] < 0)
        key = str(state)
        if key not in known:
            legal = state.legal_actions()
            if state.current_player() == seat:
                known[key] = lost(state.child(mind.decide(state, legal)), seat, known)
            else:
                known[key] = sum(lost(state.child(action), seat, known) for action in legal) / len(legal)
        return known[key]

    return [100 * lost(loaded.game.new_initial_state(), seat, {}) for seat in range(2)]


def search_gain(aim: Aim, player: Json, games: int) -> Gain:
    """What a search over a player gains among players of it, on the same luck, with a 99 % interval."""
    game = aim.game()
    search = {"name": SEARCH, "parameters": {"base": player, "worlds": SEARCH_WORLDS}}
    (cell,) = game.cells(game.resolve({**aim.tables, "focus": [search], "field": [player]}, "test"))
    game.prepare([cell], lambda line: None)
    outcome = judged_by(game)
    column = np.asarray(game.simulate(cell, SEED, 0, games).rows[outcome.column])
    found = gain_over(TRAINED, [differences(outcome, [column])], "")
    return found._replace(half=found.half * z_of(0.99) / z_of())


def gains(game: Game, aim: Aim, player: Json) -> list[Gain]:
    """What a player gains over the policies of a game."""
    others = aim.against or tuple(game.policies.fair() if game.policies else ())
    outcome, found = judged_by(game), dict[str, list[Any]]()
    every = duels(game, aim.tables, player, others)
    cells = {cell.key: cell for duel in every for cell in duel.cells}
    game.prepare([*cells.values()], lambda line: None)
    columns = {
        key: np.asarray(game.simulate(cell, SEED, 0, aim.games).rows[outcome.column]) for key, cell in cells.items()
    }
    for duel in every:
        got = differences(outcome, [columns[cell.key] for cell in duel.cells])
        found.setdefault(duel.against, []).append(got)
    return [gain_over(against, each, "") for against, each in found.items()]
