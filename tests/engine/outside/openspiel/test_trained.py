"""What was learned of games of OpenSpiel: lessons from forks, and a network that decides by tensors."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.game.registry import load_game
from engine.outside.openspiel.forks import lessons as lessons_module
from engine.outside.openspiel.forks.tensors import Mind, keys_of, pairs_of, tensor_of
from engine.outside.openspiel.game import OpenSpielGame
from engine.players.learning.columns import Known, grown, positions_of, rounded, scale_of
from engine.players.learning.features import SEAT, mixed
from engine.players.learning.fit import fitted, new_layers
from engine.players.learning.lessons import Lessons, Plan
from engine.policy.seats.trained_net import Net
from engine.policy.seats.trained_policy import FORMAT, KIND

SEED = 36
RANDOM: Json = {"name": "random", "parameters": {}}


def game_of(name: str) -> OpenSpielGame:
    game = load_game(f"openspiel:{name}")
    assert isinstance(game, OpenSpielGame)
    return game


def cell_of(game: OpenSpielGame) -> Cell:
    return game.cells(game.resolve({"policies": ["random"]}, "test"))[0]


def learned(game: OpenSpielGame, positions: int, worlds: int, epochs: int = 6) -> Net:
    lessons = game.lessons(cell_of(game), RANDOM, Plan(worlds, 30), SEED, 0, positions)
    known = grown(Known(), lessons)
    layers = new_layers(len(known.shown), len(known.choices), (8, 8), SEED)
    return rounded(fitted(layers, positions_of(known, lessons, scale_of(lessons)), SEED, epochs), known)


@pytest.fixture(scope="module")
def kuhn() -> Net:
    return learned(game_of("kuhn_poker"), 200, 8)


def written(path: Path, game: OpenSpielGame, net: Net) -> Path:
    rules = game.policies.policies.learned_rules
    head = {"kind": KIND, "format": FORMAT, "game": game.name, "rules": rules, "habit": "", "origin": ""}
    path.write_text(json.dumps({**head, "levels": [net.data]}), encoding="utf-8")
    return path


def states_of(game: OpenSpielGame, games: int) -> Any:
    """The decisions of random games."""
    random = np.random.RandomState(SEED)
    for _ in range(games):
        state = game.loaded.game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node() and len(legal) > 1:
                yield state.clone(), legal
            state.apply_action(legal[random.randint(len(legal))])


def test_a_network_decides_alike_by_rows_and_by_pairs() -> None:
    for name in ("kuhn_poker", "tic_tac_toe"):
        game = game_of(name)
        keys = keys_of(game.loaded)
        seats = [mixed(SEAT, seat) for seat in range(2)]
        columns = (*seats, *keys.entries.tolist()[:5], *keys.actions.tolist(), *keys.of_actions.ravel().tolist()[3:40])
        draw = np.random.RandomState(SEED)

        def layer(*shape: int, draw: np.random.RandomState = draw) -> Any:
            return draw.randint(-(1 << 14), 1 << 14, shape).astype(np.int64)

        net = Net(columns, layer(len(columns), 6) << 8, layer(6), layer(6, 4), layer(4), layer(4))
        mind, chosen = Mind(game.loaded, net), set()
        for state, legal in states_of(game, 30):
            tensor = tensor_of(game.loaded, state)
            place = net.choose(*pairs_of(game.loaded, state.current_player(), tensor, legal))
            assert mind.decide(state, legal) == mind.decide(state, legal) == legal[place]
            chosen.add(place)
        assert len(chosen) > 1


def test_only_the_seat_that_learns_is_asked(kuhn: Net) -> None:
    """The second player of Kuhn poker, against one who plays by a network."""
    game = game_of("kuhn_poker")
    other = {"name": "trained", "parameters": {"slips": 0, "level": 0, "net": kuhn.data}}
    alone = game.lessons(cell_of(game), RANDOM, Plan(4, 30, 1), SEED, 0, 30)
    among = game.lessons(cell_of(game), {"seats": [other, RANDOM]}, Plan(4, 30, 1), SEED, 0, 30)
    anyone = game.lessons(cell_of(game), RANDOM, Plan(4, 30), SEED, 0, 30)

    def seats(lessons: Lessons) -> set[int]:
        return {seat for seat in range(2) if np.uint64(mixed(SEAT, seat)) in lessons.shown.keys}

    assert seats(anyone) == {0, 1}, "the control"
    assert seats(alone) == seats(among) == {1}
    assert alone.results.tolist() != among.results.tolist()


def test_choices_are_compared_on_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each world, chance and the dice of each seat begin alike for every choice."""
    begun: list[tuple[int, int]] = []
    played = lessons_module._played

    def spied(loaded: Any, game: Any, policy: Any, state: Any, action: int, luck: Any) -> Any:
        begun.append((action, luck.of_stream(0).number()))
        return played(loaded, game, policy, state, action, luck)

    monkeypatch.setattr(lessons_module, "_played", spied)
    game = game_of("leduc_poker")
    game.lessons(cell_of(game), RANDOM, Plan(5, 0), SEED, 0, 1)
    by_action: dict[int, list[int]] = {}
    for action, number in begun:
        by_action.setdefault(action, []).append(number)
    assert len(by_action) > 1
    assert len({tuple(numbers) for numbers in by_action.values()}) == 1
    assert len(set(next(iter(by_action.values())))) == 5


def test_it_plays_by_its_file_in_runs_ids_and_replays(
    kuhn: Net, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("kuhn_poker")
    folder = tmp_path / "configs" / "openspiel-kuhn_poker" / "policies"
    folder.mkdir(parents=True)
    written(folder / "trained.json", game, kuhn)
    monkeypatch.chdir(tmp_path)
    cell = game.cells(game.resolve({"focus": ["trained"], "field": ["random"]}, "test"))[0]
    rows = game.simulate(cell, SEED, 0, 600).rows
    alone = [game.simulate(cell, SEED, index, index + 1).rows for index in range(20)]
    assert np.array_equal(np.concatenate(alone), rows[:20])
    gain = (rows["focus_gain"].astype(float) - game.edition.most + game.edition.least) / 1000
    assert gain.mean() - 4 * gain.std() / len(gain) ** 0.5 > 0, "it should beat random"
    word = game.game_id(cell, SEED, 7)
    found = game.find_game(word)
    assert "trained" in word
    assert found[0].key == cell.key
    assert game.replay(*found).lines
    assert game.policies.check("trained", print) == []
    (folder / "trained.json").unlink()
    with pytest.raises(BadInput, match="fatecast train --game openspiel:kuhn_poker --policy trained"):
        game.resolve({"policies": ["trained"]}, "test")


def test_a_file_belongs_to_one_game(kuhn: Net, tmp_path: Path) -> None:
    game = game_of("kuhn_poker")
    path = written(tmp_path / "mine.json", game, kuhn)
    assert game.policies.admit(path) == "mine"
    assert game.resolve({"policies": ["mine"]}, "test")["policies"][0]["name"] == "trained"
    for other in ("leduc_poker", "kuhn_poker(players=3)"):
        with pytest.raises(BadInput, match="learned with other rules"):
            game_of(other).policies.admit(path)
