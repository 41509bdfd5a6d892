"""How games in files are played: rows, errors of the author, seats, replays, editions."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from engine.errors import BadInput, BrokenRule, NotComparable
from engine.game.cell import Cell
from engine.game.optional_parts import editions_of
from engine.game.results import Rows
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from tests.support.own_file import own_game, written
from tests.support.pig.cells import PIG

ASKED, WINS = "table.scores[seat]})", "return table.win(seat)"
"""Two lines of the file that mistakes are put into."""


def cell_of(game: OwnGame, **grid: object) -> Cell:
    return game.cells(game.resolve({"players": [2], **grid}, "test"))[0]


def rows_of(game: OwnGame, games: int = 200, **grid: object) -> Rows:
    return game.simulate(cell_of(game, **grid), 1, 0, games).rows


@pytest.mark.usefixtures("compiled_pig")
def test_pig_in_plain_python_plays_as_the_compiled_one() -> None:
    """The same rules on other luck: shares of seats, length, rolls, leads, all within noise."""
    with plain_only():
        plain = own_game().simulate(cell_of(own_game()), 1, 0, 1_000).rows
    theirs = PIG.cells(PIG.resolve({"policies": ["hold at=20"], "players": [2]}, "test"))[0]
    compiled = PIG.simulate(theirs, 1, 0, 20_000).rows
    for seat in range(2):
        share = float(np.mean(compiled["winners"] >> seat & 1))
        assert binomtest(int(np.sum(plain["winners"] >> seat & 1)), len(plain), share).pvalue > 1e-4
    for column in ("turns", "rolls", "decisions", "choices", "decided_turns", "behind", "behind_most", "margin"):
        assert abs(_gap(plain[column], compiled[column])) < 4.5, column
    assert abs(_gap(plain["lead_changes"], compiled["lead_changes"])) < 4.5


@pytest.mark.usefixtures("compiled_pig")
def test_another_rule_would_be_noticed() -> None:
    wrong = own_game(written(("if face == 1:", "if face <= 2:")))
    compiled = PIG.simulate(
        PIG.cells(PIG.resolve({"policies": ["hold at=20"], "players": [2]}, "test"))[0], 1, 0, 20_000
    ).rows
    assert abs(_gap(rows_of(wrong, 1_000)["turns"], compiled["turns"])) > 4.5


def _gap(mine: Rows, theirs: Rows) -> float:
    """The difference of two means, in standard errors."""
    one, other = mine.astype(float), theirs.astype(float)
    return float((one.mean() - other.mean()) / np.sqrt(one.var() / len(one) + other.var() / len(other)))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("face = table", "1 / 0\n            face = table", r"line 31: ZeroDivisionError"),
        ('"roll", 6, turn, roll', '"roll", 6, turn', "line 31: luck 'roll' 1 was drawn twice in one game"),
        ('table.count("rolls")', 'table.count("rolls", -1)', "column rolls: expected a whole number from 0 to 65535"),
        ('table.count("rolls")', 'table.count("rolls", 0.5)', "column rolls: expected a whole number"),
        ('table.count("rolls")', 'table.count("rolls", 70_000)', "column rolls: expected"),
        ('table.count("rolls")', 'table.count("roll")', "count 'roll': expected one of the columns"),
        ("return table.win(seat)", "return table.win(7)", "win 7: expected seats from 0 to 1"),
        ("return table.win(seat)", "return table.win(0, 1)", "a second winner; shared_wins = True"),
        ("return table.win(seat)", "return table.win()", "a second winner; shared_wins = True"),
        ("return table.win(seat)", "return table.win(0) or table.win(1)", "a second winner; shared_wins = True"),
        ("table.ask(seat, {", "table.ask(-1, {", "ask -1: expected seats from 0 to 1"),
        ("return table.win(seat)", "return None", "ended without a winner; draws = True"),
        ("return table.win(seat)", "return table.end('sunk')", "end 'sunk': expected one of the endings"),
        ('return view["turn"] < at', 'return "roll"', "seat 1 decides 'roll'; expected one of True, False"),
        ('return view["turn"] < at', 'return view["points"] < at', "line 10: KeyError: 'points'"),
        ('return view["turn"] < at', "raise SystemExit(3)", "SystemExit: 3"),
        (
            "table.scores[seat]})",
            "table.scores[seat]}, {True, False})",
            "ask: expected the choices in a list or a tuple",
        ),
        (ASKED, f"{ASKED[:-1]}, {{True, False}})", "ask: expected the choices in a list or a tuple"),
        (ASKED, f"{ASKED[:-1]}, (each for each in (True, False)))", "which keep their order, got a generator"),
        (ASKED, f"{ASKED[:-1]}, {{True: 1, False: 2}})", "which keep their order, got a dict"),
        (WINS, f"table.scores[seat] = 70_000; {WINS}", "scores: expected .* at most 65,535 apart, got 70000"),
        (WINS, f"table.scores[seat] = 0.5; {WINS}", "scores: expected whole numbers"),
        ("table.rules.goal", "table.rules.gaol", "table.rules.gaol: expected one of the parameters .*: goal"),
    ],
)
def test_a_mistake_of_the_author_names_cell_game_turn_and_line(old: str, new: str, told: str) -> None:
    game = own_game(written((old, new)))
    with pytest.raises(BrokenRule, match=rf"hold/players2: game \d+: turn \d+: plain_pig.py: .*{told}") as caught:
        rows_of(game)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("limits", "told"), [((0, 3), "from 0 to 3, got"), ((200, 900), "from 200 to 900, got")])
def test_a_column_keeps_its_limits(limits: tuple[int, int], told: str) -> None:
    declared = f"columns = {{'rolls': Column('rolls', '<u2', 'rolls', limits={limits})}}"
    game = own_game(
        written(("import Game,", "import Column, Game,"), ('columns = {"rolls": "rolls of the die"}', declared))
    )
    with pytest.raises(BrokenRule, match=f"column rolls: expected a whole number {told}"):
        rows_of(game)


def test_a_replay_of_a_game_that_fails_tells_it_as_far_as_it_went() -> None:
    game = own_game(written(("points += face", "points += face / (turn - 3)")))
    told = game.replay(cell_of(game), 1, 0)
    assert told.lines[-1][0] == 3
    assert "ZeroDivisionError" in told.lines[-1][1]


def test_a_game_without_end_is_a_time_out() -> None:
    game = own_game(written(("    scored", "    turn_limit = 50\n    scored"), ("if face == 1", "if face")))
    rows = rows_of(game, 5)
    assert set(rows["winners"]) == {0}
    assert set(rows["turns"]) == {50}
    assert {game.edition.endings[code] for code in rows["end"]} == {"time-out"}


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("plain_pig:nonsense", BadInput, "expected plain_pig:rules1@"),
        (
            "plain_pig:rules1@00000000:hold:players2:seed1:game1",
            NotComparable,
            "played by rules1@00000000, ",
        ),
        (
            "plain_pig:rules1@{}:hold:players9:seed1:game1",
            BadInput,
            "players: expected some of .* got 9",
        ),
        ("plain_pig:rules1@{}:hold:seed1:game1", BadInput, "expected a value of players"),
        ("plain_pig:rules1@{}:hold:players2:wind3:seed1:game1", BadInput, "unknown key 'wind'"),
        ("plain_pig:rules1@{}:hold:players2:seed1:game1:focus=2.5", BadInput, "expected a seat from 1 to 2, or 0"),
        ("plain_pig:rules1@{}:hold:players2:seed99999999999999999999:game1", BadInput, "a seed below"),
    ],
)
def test_an_id_of_another_game_is_refused(text: str, error: type[Exception], told: str) -> None:
    game = own_game()
    with pytest.raises(error, match=told):
        game.find_game(text.format(game.edition.file.digest[:8]))


def test_slips_are_decisions_at_random() -> None:
    game = own_game()
    always, never = rows_of(game, policies=["hold slips=100"]), rows_of(game, policies=["hold"])
    random = rows_of(game, policies=["random"])
    assert abs(_gap(always["turns"], random["turns"])) < 4
    assert abs(_gap(never["turns"], random["turns"])) > 8


def test_dice_of_a_policy_are_no_luck_of_the_game() -> None:
    """The same rolls come up whatever the policies draw."""
    game = own_game()
    lines = [
        [line for turn, line in game.replay(cell_of(game, policies=[policy]), 3, 4).lines if turn == 1][1]
        for policy in ("hold", "random", "hold slips=50")
    ]
    assert lines[0] == lines[1] == lines[2]


def test_editions_of_a_game_are_played_beside_each_other(tmp_path: Path) -> None:
    """The file as it was before is another edition. Both meet the same luck."""
    now = own_game()
    before = tmp_path / "before.py"
    before.write_text(written(("if face == 1:", "if face <= 2:")))
    word = editions_of(now).admit(str(before))
    grids = [now.resolve({"players": [2], **(part or {})}, "test") for part in (None, now.part(word))]
    cells = [now.cells(grid)[0] for grid in grids]
    assert now.incomparable(*cells) is None
    assert cells[0].key != cells[1].key
    rows = [now.simulate(cell, 1, 0, 100).rows for cell in cells]
    assert rows[1]["turns"].mean() > rows[0]["turns"].mean() + 2
    first = [now.replay(cell, 1, 0).lines[1] for cell in cells]
    assert first[0] == first[1]
    again = now.content.changed(grids[1], {"options.goal": 50}, "test")
    assert again["code"] == grids[1]["code"] != grids[0]["code"]
    before.write_text(
        written(
            ("class PlainPig", "def timid(view):\n    return False\n\n\nclass PlainPig"),
            ("policies = [hold]", "policies = [timid, hold]"),
        )
    )
    reordered = now.part(editions_of(now).admit(str(before)))
    assert now.cells(now.resolve({"players": [2], **(reordered or {})}, "test"))[0].name == "hold/players2"
    before.write_text(written(("    columns = {", "    columns = {'extra': 'one more', ")))
    other = now.part(editions_of(now).admit(str(before)))
    assert other is not None
    more = now.cells(now.resolve({"players": [2], **other}, "test"))[0]
    assert now.incomparable(cells[0], more) == "the two texts of the game have different columns"
