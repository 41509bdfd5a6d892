"""A replay as one seat knows it tells nothing that depends on what the seat has not seen."""

import pytest

from engine.errors import BadInput
from sim.inspect.replay import tell
from tests.own_games.cells import game_of
from tests.own_games.cells import text_of as file_of
from tests.own_games.hidden.exchange import both_tellings
from tests.own_games.hidden.scenarios import KINDS, SCENARIOS, text_of
from tests.support.own_file import own_game

SEED = 3
LEAKS = [
    ('table.tell("It is the {} {}.", card[0], card[1], to=seat)', 'table.tell("It is the {} {}.", card[0], card[1])'),
    ('table.tell("You find {}.", found, to=seat)', 'table.tell("You find {}.", found, to=(seat + 1) % table.players)'),
    (
        "            deck.set_aside()\n",
        '            table.tell("Away with {}.", deck[-1])\n            deck.set_aside()\n',
    ),
    ('table.tell("Seat {}: {}.", seat + 1, what)', 'table.tell("Seat {}: {} {}.", seat + 1, what, deck[:1])'),
]


def tellings(text: str, name: str, games: int, cell: int = 0) -> list[tuple[bytes, bytes]]:
    game = game_of(name, text)
    at = game.cells(game.resolve({}, "test"))[cell]
    return [
        pair
        for index in range(games)
        for seat in range(at.spec["players"])
        for pair in both_tellings(game, at, SEED, index, seat)
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_told_as_before_when_unseen_cards_are_exchanged(name: str, kind: str) -> None:
    found = tellings(text_of(kind), "moves", 3, list(SCENARIOS).index(name))
    assert len(found) > 8
    assert all(before == after for before, after in found)


def test_a_game_of_all_steps_is_told_as_before_when_unseen_cards_are_exchanged() -> None:
    found = tellings(file_of("shadows"), "shadows", 30)
    assert len(found) > 100
    assert all(before == after for before, after in found)


@pytest.mark.parametrize(("old", "new"), LEAKS)
def test_a_planted_leak_in_tell_is_found(old: str, new: str) -> None:
    text = file_of("shadows")
    assert old in text
    found = tellings(text.replace(old, new), "shadows", 30)
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
