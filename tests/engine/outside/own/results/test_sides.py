"""Teams and roles of game files: what is declared, who wins, and what a row says of it."""

from collections.abc import Mapping

import numpy as np
import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.outcomes import Mean, Share
from engine.game.results import Rows
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from tests.support import throne
from tests.support.own_file import own_game, written

GAMES = 6_000
FAR = 4.5
"""Standard errors."""
WINS = "return table.win(seat)"


def rows_of(game: OwnGame, games: int = GAMES, players: int = 0) -> Rows:
    grid = {"players": [players]} if players else {}
    with plain_only():
        return game.simulate(game.cells(game.resolve(grid, "test"))[0], 7, 0, games).rows


def declared(*lines: str, wins: str = WINS) -> OwnGame:
    """Pig with more settings, and perhaps another end."""
    return own_game(written(("    players = (2, 6)", "\n    ".join(["    players = (2, 4)", *lines])), (WINS, wins)))


@pytest.fixture(scope="module")
def rows() -> Rows:
    return rows_of(own_game(throne.TEXT, "throne"))


def far_off(rows: Rows, chances: Mapping[tuple[str, int], throne.Chance]) -> float:
    """The largest gap between rows and chances, of all roles at all seats: in standard errors."""
    worst = 0.0
    for (role, seat), chance in chances.items():
        lost = 1 + 2 * throne.ROLES.index(role)
        column = rows[f"role_{seat + 1}"]
        for seen, expected in (
            ((column == lost) | (column == lost + 1), chance.there),
            (column == lost + 1, chance.wins),
        ):
            spread = max(float(expected) * (1 - float(expected)), 1e-4)
            worst = max(worst, abs(float(seen.mean()) - float(expected)) / np.sqrt(spread / len(rows)))
    return worst


def test_roles_that_move_are_counted_by_role_and_by_seat_as_the_exact_toy_says(rows: Rows) -> None:
    assert sum(chance.there for chance in throne.chances().values()) == len(throne.SEATS)
    assert far_off(rows, throne.chances()) < FAR


def test_roles_counted_where_they_were_dealt_would_be_noticed(rows: Rows) -> None:
    assert far_off(rows, throne.chances(moves=False)) > 2 * FAR


def test_the_columns_of_a_role_and_of_teams_add_up_those_of_its_seats(rows: Rows) -> None:
    states = np.stack([rows[f"role_{seat + 1}"].astype(int) for seat in throne.SEATS])
    won = np.stack([rows["winners"] >> seat & 1 for seat in throne.SEATS])
    for number, role in enumerate(throne.ROLES):
        has = (states - 1) // 2 == number
        assert (rows[f"{role}_seats"] == has.sum(axis=0)).all()
        assert (rows[f"{role}_wins"] == (has & (states % 2 == 0)).sum(axis=0)).all()
    assert ((states % 2 == 0) == won).all()
    assert (rows["team"] == np.where(rows["king_wins"] > 0, 1, 2)).all()
    assert 0.4 < (rows["fool_seats"] == 0).mean() < 0.6, "a role that is not in every game"


def test_outcomes_are_the_shares_of_teams_and_of_roles() -> None:
    outcomes = {outcome.name: outcome for outcome in own_game(throne.TEXT, "throne").outcomes}
    assert list(outcomes)[3:8] == ["team crown", "team people", "role king", "role guard", "role fool"]
    crown, king = outcomes["team crown"], outcomes["role king"]
    assert isinstance(crown, Share)
    assert isinstance(king, Mean)
    assert (crown.column, crown.codes, crown.family) == ("team", (1, 3), "team")
    assert (king.column, king.over, king.scale, king.over_bounds) == ("king_wins", "king_seats", 0.01, (0, 3))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("roles = 'wolf'", "roles: expected 1 to 20 names, got 'wolf'"),
        ("roles = 'wolf', 'wolf'", "roles: expected names that differ"),
        ("roles = 'wolf', 5", "roles: expected names of 1 to 40 printable characters.*got 5"),
        ("roles = 'two\\nlines',", "roles: expected names of"),
        ("roles = '\\u202ewolf',", "roles: expected names of"),
        ("roles = 'none', 'x'", "roles: expected names of .* other than nobody and none"),
        ("roles = tuple(map(str, range(21)))", "roles: expected 1 to 20 names"),
        ("teams = ['north']", "teams: expected a dictionary: the seats of each team, or its roles"),
        ("teams = {'all': (0, 1, 2, 3)}", "teams: expected 2 to 6 names"),
        ("teams = {'north': (0, 2), 'south': (1,)}", "teams: seat 3: expected to be in one team, and not in 0"),
        ("teams = {'north': (0, 2), 'south': (1, 2, 3)}", "teams: seat 2: expected to be in one team, and not in 2"),
        ("teams = {'north': (0, 2), 'south': (1, 3, 4)}", "teams: expected seats from 0 to 3, or only roles, got 4"),
        ("teams = {'north': (0, 2), 'south': (1, True)}", "teams: expected seats from 0 to 3, or only roles, got True"),
        ("teams = {'north': (0, 2), 'south': ()}", r"teams: south: expected a list of seats, or of roles, got \(\)"),
        ("teams = {'north': (0, 1), 'south': {2: 3}}", "teams: south: expected a list of seats"),
        ("teams = {'a': 'wolf', 'b': (0, 1)}", "teams: expected roles of the game, or seats: it has no roles"),
        ("roles = 'wolf', 'seer'; teams = {'a': 'wolf', 'b': ('wolf', 'seer')}", "teams: role wolf: expected to be"),
        (
            "roles = 'wolf', 'seer'; teams = {'a': 'wolf', 'b': 'sear'}",
            "teams: expected roles of the game, or seats: wolf",
        ),
        ("kind = 'cooperative'; roles = 'wolf', 'seer'", "roles: expected them only in a competitive game"),
        ("columns = {'team': 'mine'}; teams = {'a': (0, 1), 'b': (2, 3)}", "columns: team: every game has this column"),
        ("role = 'wolf', 'seer'", "role: did you mean roles"),
    ],
)
def test_a_wrong_declaration_is_one_line(lines: str, told: str) -> None:
    text = written(
        ("    players = (2, 6)", f"    players = (2, 4)\n    {lines}"), ('columns = {"rolls"', 'other = {"rolls"')
    )
    with pytest.raises(BadInput, match=f"^plain_pig.py: {told}") as raised:
        own_game(text)
    assert "\n" not in raised.value.line


def test_seats_that_are_not_there_are_left_out_of_their_team() -> None:
    game = declared(
        "teams = {'north': (0, 2), 'south': (1, 3)}", wins="return table.win_team(('north', 'south')[seat % 2])"
    )
    three, four = (rows_of(game, 60, players) for players in (3, 4))
    assert set(three["winners"].tolist()) == {0b101, 0b010}
    assert set(four["winners"].tolist()) == {0b101, 0b1010}
    assert ((four["winners"] == 0b101) == (four["team"] == 1)).all()


NORTH = "teams = {'north': (0, 2), 'south': (1, 3)}"
ROLES = "roles = 'wolf', 'seer'"
SET = "table.roles = ['wolf'] * table.players; "


@pytest.mark.parametrize(
    ("lines", "wins", "told"),
    [
        ([NORTH], "return table.win(seat)", "win: only a part of a team; a team wins together"),
        ([NORTH], "return table.win()", "win: a second team; shared_wins = True allows several"),
        ([NORTH], "return table.win_team('west')", "win_team 'west': expected one of the teams .*: north, south"),
        ([], "return table.win_team('west')", "win_team 'west': expected one of the teams .*: none"),
        ([ROLES], "return table.win(seat)", "roles of seat 1: expected one of wolf, seer at the end, got ''"),
        ([ROLES], "table.roles = ['wolf']; return table.win(seat)", "roles: expected a list of 4 roles"),
        ([ROLES], f"{SET}table.roles[1] = 'sear'; return table.win(seat)", "roles of seat 2: expected one of .*'sear'"),
    ],
)
def test_a_win_against_the_declaration_is_one_line(lines: list[str], wins: str, told: str) -> None:
    with pytest.raises(BrokenRule, match=told) as raised:
        rows_of(declared(*lines, wins=wins), 1, 4)
    assert "\n" not in raised.value.line


def test_several_teams_win_where_wins_are_shared() -> None:
    rows = rows_of(declared(NORTH, "shared_wins = True", wins="return table.win()"), 5, 4)
    assert set(rows["team"].tolist()) == {3}
    assert game_values(declared(NORTH), "team") == ("nobody", "north", "south", "north and south")


def game_values(game: OwnGame, name: str) -> tuple[str, ...]:
    return next(column.values for column in game.columns if column.name == name)


def test_a_time_out_has_no_team_and_no_roles() -> None:
    game = declared(NORTH, ROLES, "turn_limit = 2", wins=f"{SET}return table.win_team('north')")
    rows = rows_of(game, 5, 4)
    assert set(rows["team"].tolist()) == {0}
    assert set(rows["role_1"].tolist()) == {0}
    assert set(rows["winners"].tolist()) == {0}
