"""What every compiled game declares about its decisions is true: in games that are played, in plain Python."""

import pytest

from engine.game.registry import GAMES, load_game
from engine.policy.compiled_game.decisions import decisions_of
from engine.policy.hooks import GROUP
from engine.policy.policies_part import CheckedPolicies
from tests.support.declared import ASTRAY, AT_RANDOM, ILLEGAL, LEAK, LENIENT, MISSING, Seen, watched

POLICIES = {
    "shipwreck": ("novice", "guess", "certain", "mute"),
    "euphoria": ("random", "hunter", "guardian"),
    "oracle": ("random", "greedy"),
    "hadal": ("random", "veteran", "gambler"),
}
"""The first plays the most games of each cell; the others, some."""
OF_ONE_FILE = {"pig"}
"""They say their choices when they ask."""
OF_A_NUMBER = {"shipwreck": 4, "euphoria": 5, "oracle": 15, "hadal": 6}
"""How many decisions are about a number that the rules can refuse."""
ALL_CELLS, MOST, SOME = 99, 200, 10
"""With the most games, one test takes a quarter of an hour, so it is none of `make test-full`."""


def is_true(seen: Seen, least: int) -> None:
    assert seen.wrong == []
    assert seen.redealt > least


def test_every_game_declares() -> None:
    assert POLICIES.keys() == GAMES.keys() - OF_ONE_FILE


@pytest.mark.parametrize("game", POLICIES)
def test_choices_made_are_declared_and_the_view_has_nothing_hidden(game: str) -> None:
    is_true(watched(game, POLICIES[game][0], 1, 1), 20)


@pytest.mark.parametrize("game", POLICIES)
def test_every_declared_choice_is_legal_and_a_game_goes_on_after_another_deal(game: str) -> None:
    is_true(watched(game, POLICIES[game][-1], 2, 1, AT_RANDOM), 10)


@pytest.mark.parametrize("planted", [MISSING, LEAK])
@pytest.mark.parametrize("game", ["oracle", "shipwreck"])
def test_what_is_planted_is_found(game: str, planted: str) -> None:
    found = watched(game, "certain" if game == "shipwreck" else POLICIES[game][0], 1, 1, planted=planted).wrong
    told = "out of" if planted == MISSING else "after another deal"
    assert any(told in line for line in found)


@pytest.mark.full
@pytest.mark.parametrize("game", ["shipwreck", "euphoria", "oracle", "hadal"])
def test_a_choice_that_is_declared_and_not_legal_is_found(game: str) -> None:
    seen = watched(game, POLICIES[game][0], 1, 3, AT_RANDOM, ILLEGAL)
    assert any("the game ends with fault" in line for line in seen.wrong)


@pytest.mark.full
@pytest.mark.parametrize("game", POLICIES)
def test_what_is_not_declared_is_refused(game: str) -> None:
    seen = watched(game, POLICIES[game][-1], 4, 60, ASTRAY)
    assert seen.wrong == []
    assert len(seen.tried) >= OF_A_NUMBER[game] - 1


@pytest.mark.published
@pytest.mark.parametrize(("game", "policy"), [(game, names[0]) for game, names in POLICIES.items()])
def test_all_of_it_in_most_games(game: str, policy: str) -> None:
    is_true(watched(game, policy, ALL_CELLS, MOST), 10_000)


@pytest.mark.full
@pytest.mark.parametrize(("game", "policy"), [(game, names[0]) for game, names in POLICIES.items()])
def test_all_of_it_in_some_games(game: str, policy: str) -> None:
    is_true(watched(game, policy, ALL_CELLS, SOME), 200)


@pytest.mark.full
@pytest.mark.parametrize("game", POLICIES)
def test_every_declared_choice_is_legal_in_many_games(game: str) -> None:
    seen = watched(game, POLICIES[game][-1], ALL_CELLS, 2 * SOME, AT_RANDOM)
    is_true(seen, 1_000)
    assert seen.decisions.keys() == hooks_of(game)


def hooks_of(game: str) -> set[str]:
    policies = load_game(game).policies
    assert isinstance(policies, CheckedPolicies)
    return set(decisions_of(policies.game.policies.hooks).all)


@pytest.mark.parametrize("game", POLICIES)
def test_every_decision_has_an_owner_and_named_numbers(game: str) -> None:
    policies = load_game(game).policies
    assert isinstance(policies, CheckedPolicies)
    hooks = policies.game.policies.hooks
    for hook, decision in decisions_of(hooks).all.items():
        assert (decision.owner == "") == (hook in hooks.group)
        assert len(set(decision.names)) == len(decision.names) > 5
        if hook in hooks.group:
            assert decision.seat(None, {}) == GROUP
    assert set(LENIENT) & hooks_of(game) <= set(hooks.player)
