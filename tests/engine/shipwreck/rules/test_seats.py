"""Players who join and leave, and the two-player challenge mode."""

import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from tests.support.shipwreck.position import EVERY, GAME, few, play, turn

ROW = ["the-blind-man", "dawn", "midnight", "the-judge"]


def order(changes: list[dict[str, int]], players: int = 3, turns: int = 8) -> list[int]:
    """Whose turn it is, for the first turns of a game with these changes."""
    game = play(ROW, [], roomy=ROW, players=players, more_turns=turns, changes=changes)
    return [event["player"] for event in game.all("turn")]


@pytest.mark.parametrize(
    ("leaver", "expected"),
    [
        (1, [1, 2, 3, 2, 3]),
        (2, [1, 3, 1, 3, 1]),
        (3, [1, 2, 1, 2, 1]),
    ],
)
def test_after_a_player_left_the_next_seat_in_order_has_the_turn(leaver: int, expected: list[int]) -> None:
    """A player leaves between turns; play continues with the next seat in order."""
    assert order([{"before_turn": 2, "leave": leaver}], turns=5) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (1, 1, [1, 4, 2, 3, 1]),
        (1, 3, [1, 2, 3, 4, 1]),
        (2, 1, [1, 4, 2, 3, 1]),
        (2, 2, [1, 2, 4, 3, 1]),
        (2, 3, [1, 2, 3, 4, 1]),
        (3, 1, [1, 2, 3, 1, 4]),
        (4, 3, [1, 2, 3, 4, 1]),
        (4, 1, [1, 2, 3, 1, 4]),
    ],
)
def test_a_newcomer_sits_down_where_the_scenario_says(before: int, after: int, expected: list[int]) -> None:
    """A player may join at any place in the turn order."""
    assert order([{"before_turn": before, "join_after": after}], turns=5) == expected


def test_several_players_join_and_leave() -> None:
    """Up to five players; newcomers get the next numbers."""
    changes = [{"before_turn": 2, "join_after": 2}, {"before_turn": 4, "join_after": 1}, {"before_turn": 6, "leave": 1}]
    assert order(changes, turns=9) == [1, 2, 4, 3, 1, 5, 2, 4, 3]


def test_a_newcomer_between_two_players_inherits_nothing() -> None:
    """A number line and no fate, even though the player who had that seat before holds a fate."""
    turns = [
        turn([5, 2], "5 on dawn"),
        turn([5, 3], "5 on dawn"),
        turn([6], "6 on dawn"),
        turn([1, 1], "1 on the-judge"),
    ]
    game = play(ROW, [*turns, turn([7], "7 on dawn")], roomy=ROW, changes=[{"before_turn": 3, "join_after": 1}])
    assert [game.before(at).player for at in (3, 4, 5)] == [1, 3, 2]
    assert [game.held(at) for at in (3, 4, 5)] == [2, None, 3]
    assert [game.before(at).line for at in (4, 5)] == [EVERY, [1, 2, 3, 4]]


def test_the_fate_of_a_leaver_goes_to_the_bag() -> None:
    """The held fate goes to the bag, unseen: it is the only one left to draw."""
    turns = [turn([3, 6], "3 on the-blind-man"), turn([6])]
    game = play(ROW, turns, roomy=ROW, players=3, changes=[{"before_turn": 2, "leave": 1}], deck=few(3, 6))
    assert game.all("left") == [{"player": 1, "fate": 6}]
    assert game.drawn(2) == [6]
    assert game.then.line == EVERY


@pytest.mark.parametrize(("players", "change"), [(2, {"leave": 1}), (5, {"join_after": 1}), (3, {"leave": 4})])
def test_never_below_two_or_above_five_players(players: int, change: dict[str, int]) -> None:
    """Never below 2 or above 5 players."""
    with pytest.raises(BadInput):
        order([{"before_turn": 2, **change}], players=players)


def rows(policy: str, players: int, challenge: bool, doom: int) -> list[Json]:
    grid = {"decks": ["full"], "policies": [policy], "players": [players], "doom": [doom], "challenge": challenge}
    (cell,) = GAME.cells(GAME.resolve(grid, "challenge"))
    return [row.item() for row in GAME.simulate(cell, 11, 0, 12).rows]


def test_challenge_mode_is_for_two_players() -> None:
    """Two-player challenge mode."""
    with pytest.raises(BadInput):
        rows("mute", 3, True, 0)
