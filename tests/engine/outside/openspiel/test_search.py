"""Search in games of OpenSpiel: worlds are states that are dealt again."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.protocol import Forks
from engine.game.registry import load_game
from engine.outside.openspiel.game import OpenSpielGame
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.luck import ONE, BlockLuck, Draws, GameLuck
from engine.outside.openspiel.policies import mcts, search
from engine.outside.openspiel.policy_set import POLICIES
from tests.support.spiel_bases import Threats, WithThreats, base_of, kuhn_base
from tests.support.spiel_values import Values, exact_gains, played_gains, uniform

SEED = 35
SAFE = -0.001
"""What a search may lose, in parts of the range of returns."""
KUHN_RANGE = 4


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def game_of(name: str) -> OpenSpielGame:
    game = load_game(f"openspiel:{name}")
    assert isinstance(game, OpenSpielGame)
    return game


def cell_of(game: OpenSpielGame, policy: str, field: str = "random") -> Cell:
    return game.cells(game.resolve({"focus": [policy], "field": [field]}, "test"))[0]


def luck_of(number: int) -> GameLuck:
    return GameLuck(BlockLuck(SEED, np.array([number])), 0)


def decide(name: str, state: Any, number: int, typed: str) -> int:
    """What a search decides in a state, with the dice of a game of this number."""
    loaded = load(name)
    policy = POLICIES.resolve("search", dict(pair.split("=") for pair in typed.split()), "test")
    draws = luck_of(number).of_seat(state.current_player())
    return search.player(loaded, loaded.game, policy["parameters"], draws)(state, state.legal_actions())


def situations(name: str, games: int) -> Iterator[tuple[int, Any, Any]]:
    """Decisions of random games: the number of the game, the state, and one that the player cannot tell from it."""
    for number in range(games):
        luck, state = luck_of(number), load(name).game.new_initial_state()
        draws, deals = luck.of_stream(700), partial(_share, luck.of_stream(702))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.chance.one_of(state.chance_outcomes()))
                continue
            seat, legal = state.current_player(), state.legal_actions()
            if len(legal) > 1:
                yield number, state.clone(), state.resample_from_infostate(seat, deals)
            state.apply_action(legal[draws.below(len(legal))])


def _share(draws: Draws) -> float:
    return draws.number() / ONE


def differing(name: str, games: int) -> int:
    """Decisions that are others in a world that the player cannot tell from the true one."""
    typed = "base=random worlds=4 caution=0"
    return sum(
        decide(name, state, number, typed) != decide(name, other, number, typed)
        for number, state, other in situations(name, games)
    )


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_in_worlds_that_a_player_cannot_tell_apart_it_decides_the_same(name: str) -> None:
    assert differing(name, 12) == 0


def test_a_planted_search_that_sees_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.Worlds, "_dealt_again", lambda self, luck: self._state)
    assert differing("leduc_poker", 12) > 0


def kuhn_gain(name: str, dice: int, worlds: int, caution: float = 3.0) -> tuple[float, float]:
    """In parts of the range of returns: the mean and its standard error."""
    gains = np.array(list(exact_gains(load("kuhn_poker"), *kuhn_base(name), range(dice), worlds, caution))) / KUHN_RANGE
    return gains.mean(), gains.std() / dice**0.5


@pytest.mark.parametrize(
    ("name", "worlds", "dice"),
    [
        ("random", 16, 20),
        ("solved 200 0", 16, 20),
        ("solved 200 0", 64, 10),
        *(
            pytest.param(name, worlds, dice, marks=pytest.mark.full)
            for name in ("random", "solved 200 0", "solved 200 10", "solved 200 50", "solved 5 0", "solved 2 0")
            for worlds, dice in ((16, 160), (64, 80), (256, 100))
        ),
    ],
)
def test_search_is_safe_on_kuhn_poker_by_exact_advantages(name: str, worlds: int, dice: int) -> None:
    mean, error = kuhn_gain(name, dice, worlds)
    assert mean - 3 * error > SAFE


def test_a_planted_search_without_caution_fails_on_kuhn_poker() -> None:
    mean, error = kuhn_gain("solved 200 0", 200, 4, 0.0)
    assert mean < SAFE
    assert mean + 3 * error < 0


@pytest.mark.parametrize(
    ("name", "worlds", "games"),
    [
        ("random", 16, 8),
        ("threats", 16, 4),
        *(
            pytest.param(name, worlds, games, marks=pytest.mark.full)
            for name in ("random", "threats")
            for worlds, games in ((16, 40), (64, 20), (256, 8))
        ),
    ],
)
def test_search_is_safe_on_tic_tac_toe_by_exact_advantages(
    name: str, worlds: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over random moves it gains much."""
    monkeypatch.setattr(search, "POLICIES", WithThreats)
    values = Values(uniform if name == "random" else Threats.mixed)
    gains = np.array(list(played_gains(load("tic_tac_toe"), base_of(name), values, range(games), worlds)))
    assert gains.mean() / 2 > (0.1 if name == "random" else SAFE)


def test_games_are_the_same_again_and_ids_lead_back() -> None:
    game = game_of("kuhn_poker")
    cell = cell_of(game, "search base=random worlds=8")
    rows = game.simulate(cell, SEED, 0, 10).rows
    assert [game.simulate(cell, SEED, at, at + 1).rows[0] for at in range(10)] == list(rows)
    assert game.find_game(game.game_id(cell, 1, 3))[0].spec == cell.spec


def test_a_game_that_cannot_be_dealt_again_gets_no_search() -> None:
    with pytest.raises(BadInput, match="search cannot play liars_dice: OpenSpiel cannot deal again"):
        cell_of(game_of("liars_dice"), "search base=random")


def test_what_is_dealt_by_the_true_cards_gets_no_search() -> None:
    """OpenSpiel's euchre deals only cards that are in somebody's hand again, so it tells which are in nobody's."""
    assert "depends on what is hidden" in str(search.why_not(load("euchre")))
    assert "depends on what is hidden" in str(mcts.why_not(load("euchre")))


@pytest.mark.full
def test_which_games_that_hide_something_can_be_searched() -> None:
    seen_through = ("blackjack", "colored_trails", "gin_rummy", "hearts", "oh_hell")
    assert [name for name in seen_through if "depends on what is hidden" in str(search.why_not(load(name)))] == [
        *seen_through
    ]
    for name in ("bargaining", "kuhn_poker(players=3)", "leduc_poker(players=3)", "universal_poker"):
        assert search.why_not(load(name)) == ""


def test_what_cannot_be_searched_is_refused_in_a_line() -> None:
    for name, typed, told in (
        ("negotiation", "search base=random", "search cannot play negotiation: it draws luck inside"),
        ("tic_tac_toe", "search base=solved", "solved cannot play tic_tac_toe"),
        ("tic_tac_toe", "search", "parameter base: expected a policy"),
        ("tic_tac_toe", 'search base="search base=random"', "cannot be the base"),
    ):
        with pytest.raises(BadInput, match=told) as refused:
            cell_of(game_of(name), typed)
        assert "\n" not in str(refused.value)


def check(name: str, policy: str) -> tuple[list[str], list[str]]:
    said: list[str] = []
    return [*map(str, game_of(name).policies.check(policy, said.append))], said


def test_the_check_of_policies_passes_and_sees_who_sees_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    failures, said = check("leduc_poker", "search base=random worlds=4 caution=0")
    assert (failures, [line.split()[0] for line in said]) == ([], ["legal", "hidden", "repeatable", "speed"])
    assert "decisions with other cards" in said[1]
    monkeypatch.setattr(search.Worlds, "_dealt_again", lambda self, luck: self._state)
    failures, _ = check("leduc_poker", "search base=random worlds=4 caution=0")
    assert len(failures) == 1
    assert failures[0].startswith("hidden: ")


def test_a_game_that_hides_nothing_is_checked_too() -> None:
    failures, said = check("tic_tac_toe", "search base=random worlds=2")
    assert failures == []
    assert "nothing is hidden" in said[1]


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("leduc_poker", {"policies": ["random"]}),
        ("pig(winscore=12)", {"policies": ["random"]}),
        ("kuhn_poker", {"focus": ["search base=random worlds=2"], "field": ["random"]}),
        ("matrix_pd", {"policies": ["random"]}),
        ("tic_tac_toe", {"policies": ["mcts simulations=4"]}),
    ],
)
def test_the_true_choice_on_the_true_luck_is_the_true_game(name: str, grid: Any) -> None:
    game = game_of(name)
    assert isinstance(game, Forks)
    cell = game.cells(game.resolve(grid, "test"))[0]
    for index in range(3):
        row = game.simulate(cell, SEED, index, index + 1).rows
        made = game.decided(cell, SEED, index)
        assert len(made) == row["decisions"][0]
        for at, each in enumerate(made[:12]):
            assert game.forked(cell, SEED, index, at, each.chosen) == row


def test_forks_from_every_decision_end_with_new_luck_and_other_players() -> None:
    game = game_of("pig(winscore=12)")
    cell = game.cells(game.resolve({"policies": ["random"]}, "test"))[0]
    rows = set()
    for at, made in enumerate(game.decided(cell, SEED, 0)):
        for choice in range(made.choices):
            rows |= {game.forked(cell, SEED, 0, at, choice, luck).tobytes() for luck in (1, 2)}
    assert len(rows) > 10
    by = game.resolve({"policies": ["mcts simulations=20"]}, "test")["policies"][0]
    by_them, as_before = ([game.forked(cell, SEED, 0, 0, 0, luck, who) for luck in range(9)] for who in (by, None))
    assert by_them != as_before


def test_a_fork_that_there_cannot_be_is_refused() -> None:
    game = game_of("kuhn_poker")
    cell = game.cells(game.resolve({"policies": ["random"]}, "test"))[0]
    for at, choice in ((100, 0), (0, 2), (-1, 0), (0, -1)):
        with pytest.raises(BadInput, match="expected a decision below"):
            game.forked(cell, SEED, 0, at, choice)
    own = game_of("negotiation")
    cell = own.cells(own.resolve({"policies": ["random"]}, "test"))[0]
    row = own.simulate(cell, SEED, 0, 1).rows
    assert own.forked(cell, SEED, 0, 0, own.decided(cell, SEED, 0)[0].chosen) == row
    with pytest.raises(BadInput, match="draws luck inside"):
        own.forked(cell, SEED, 0, 0, 0, 1)


def test_the_notes_name_the_base_that_decides_by_floats() -> None:
    game = game_of("tic_tac_toe")
    assert game.notes([cell_of(game, "search base=random")]) == []
    assert [note.split()[0] for note in game.notes([cell_of(game, "search base=mcts")])] == ["mcts"]


def test_where_something_is_hidden_a_line_says_that_moves_are_not_read() -> None:
    game = game_of("leduc_poker")
    assert game.notes([cell_of(game, "random")]) == []
    (note,) = game.notes([cell_of(game, "search base=random")])
    assert "what others' moves betray" in note
