"""A replay as one seat knows it tells nothing that depends on what the seat has not seen."""

from collections.abc import Iterator

import pytest

from engine.errors import BadInput
from engine.outside.own.game import OwnGame
from sim.inspect.replay import tell
from tests.own_games.cells import game_of
from tests.own_games.cells import text_of as file_of
from tests.own_games.hidden.exchange import both_tellings
from tests.own_games.hidden.games import LEAKS, games_on_zones
from tests.own_games.hidden.scenarios import SCENARIOS, text_of
from tests.support.own_file import own_game
from tests.support.sample import sampled

SEED = 3


def tellings(game: OwnGame, games: int, cell: int = 0) -> Iterator[tuple[bytes, bytes]]:
    at = game.cells(game.resolve({}, "test"))[cell]
    for index in range(games):
        for seat in range(at.spec["players"]):
            yield from both_tellings(game, at, SEED, index, seat)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_told_as_before_when_unseen_cards_are_exchanged(name: str) -> None:
    found = list(tellings(game_of("moves", text_of("texts")), 3, list(SCENARIOS).index(name)))
    assert len(found) > 8
    assert all(before == after for before, after in found)


@pytest.mark.parametrize("name", sampled(["shadows", "herrings"], ["shadows"]))
def test_every_game_is_told_as_before_when_unseen_cards_are_exchanged(name: str) -> None:
    game = games_on_zones()[name]
    found = [pair for cell in range(len(game.cells(game.resolve({}, "test")))) for pair in tellings(game, 5, cell)]
    assert len(found) >= 20
    assert all(before == after for before, after in found)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("old", "new"), LEAKS[:2])
def test_a_planted_leak_in_tell_is_found(old: str, new: str) -> None:
    text = file_of("shadows")
    assert old in text
    found = tellings(game_of("shadows", text.replace(old, new)), 30)
    assert any(before != after for before, after in found)


def test_lines_for_other_seats_are_left_out() -> None:
    game = game_of("shadows")
    cell = game.cells(game.resolve({"players": [3]}, "test"))[0]
    whole = tell(game, cell, SEED, 0, 0, False).splitlines()
    for seat in (1, 2, 3):
        mine = tell(game, cell, SEED, 0, 0, False, seat).splitlines()
        assert len(mine) < len(whole)
        assert mine[-1] == whole[-1]
        events = game.replay_as(cell, SEED, 0, seat).events
        assert {event["to"] for event in events if "to" in event} == {seat}
        assert set(events[-1]) == {"turn", "event", "winners", "turns", "end"}


def test_seats_that_are_not_there_and_games_without_secrets_are_refused() -> None:
    game = game_of("shadows")
    cell = game.cells(game.resolve({"players": [3]}, "test"))[0]
    with pytest.raises(BadInput, match="--as: expected a seat from 1 to 3, not 4"):
        game.replay_as(cell, SEED, 0, 4)
    pig = own_game()
    with pytest.raises(BadInput, match=r"--as: plain_pig\.py keeps its cards in plain lists, and tells everything"):
        pig.replay_as(pig.cells(pig.resolve({}, "test"))[0], SEED, 0, 1)
